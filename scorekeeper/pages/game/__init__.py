"""The contexts of the pages of one game."""
