"""Whole games before a drawn camera: how often is what was played read right, and how surely."""
