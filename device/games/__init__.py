"""The games the companion can keep."""
