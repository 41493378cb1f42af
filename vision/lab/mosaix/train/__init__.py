"""Makes the networks of MOSAIX from drawn tables; needs the `train` extra."""
