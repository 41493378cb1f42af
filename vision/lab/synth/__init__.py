"""Draws tables as a camera would see them, with exact truth: for training, tests and the demo."""
