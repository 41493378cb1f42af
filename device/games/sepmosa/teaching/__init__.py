"""Teaching a set of tiles and setting up the camera: its model, events, effects and edge."""
