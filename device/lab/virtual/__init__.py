"""A table to play on with the mouse, seen by the real eyes through a drawn camera."""
