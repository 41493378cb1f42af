"""Reads the dice of MOSAIX: a picture in, a `ThrowReading` out."""
