"""MOSAIX's screens: built from its model with the companion's widgets."""
