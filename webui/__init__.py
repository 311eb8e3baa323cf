"""The companion, the log on disk, the pages and the commands: everything between the table and the people at it."""
