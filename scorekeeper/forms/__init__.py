"""The forms of the shell; each game brings its own."""
