"""A set of tiles as one household owns it: taught once, then read better than any unknown set."""
