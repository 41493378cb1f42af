"""Reads tiles: a picture in, a `Reading` out."""
