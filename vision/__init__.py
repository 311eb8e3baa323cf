"""Seeing: frames, cards as things in a picture, and the table's plane. Knows no rules, no scores, no HTTP."""
