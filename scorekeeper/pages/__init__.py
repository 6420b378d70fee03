"""What a page shows, computed from a table."""
