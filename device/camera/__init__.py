"""Cameras: where frames come from, how they are, and the worker that watches the table."""
