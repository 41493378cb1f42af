"""Plays for hours before a virtual camera while things break, and says what came of it."""
