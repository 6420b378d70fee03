"""Score pad: one number per player and round, for any other game."""
