"""SEPMOSA on the companion."""
