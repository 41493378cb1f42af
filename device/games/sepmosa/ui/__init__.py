"""What SEPMOSA shows: tiles, the mosaic, the table."""
