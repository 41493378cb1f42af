"""What events do in every game: pure functions from model and event to model and effects."""
