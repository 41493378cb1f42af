"""What each event does in each phase: pure functions from model and event to model and effects."""
