"""The way of an entry, from its draft until it is saved."""
