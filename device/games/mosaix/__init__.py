"""MOSAIX on the companion: its own model, events, phases and screens beside those of SEPMOSA."""
