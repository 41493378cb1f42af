"""SEPMOSA's screens."""
