"""Draws dice and wipe-off boards as a camera sees them, with the truth about each."""
