"""MOSAIX on the virtual table, off the screen, and as sample screens."""
