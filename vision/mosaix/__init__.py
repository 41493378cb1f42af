"""The eyes for MOSAIX: the dice on the table, and wipe-off boards."""
