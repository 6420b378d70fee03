"""A game on the table: what was entered, and what the rules make of it."""
