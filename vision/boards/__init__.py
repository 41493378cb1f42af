"""Reads the boards of MOSAIX: a picture in, a `BoardReading` out."""
