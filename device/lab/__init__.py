"""Everything that draws, rehearses, measures or tries the companion; a device runs none of it."""
