"""The companion itself: events step a model, and effects are done at the edges."""
