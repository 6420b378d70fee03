"""A group that does not exist, whose games show what the pages look like: `make demo`."""
