"""The games and all else that is kept: one file, on disk before a call returns."""
