"""Sharing: a process of its own that reads the games' file and shows it to onlookers."""
