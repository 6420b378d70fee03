"""Big Fish: rows of five fish, of which only the biggest of each colour count."""
