"""What events do in SEPMOSA: pure functions from model and event to model and effects."""
