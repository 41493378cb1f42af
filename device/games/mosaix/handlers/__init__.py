"""What each event does in each phase of MOSAIX: from model and event to model and effects."""
