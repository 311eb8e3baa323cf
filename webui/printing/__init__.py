"""Things to print: decks, table markers and score sheets, drawn by geometry in exact millimetres."""
