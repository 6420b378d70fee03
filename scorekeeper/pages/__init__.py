"""The contexts of pages, computed from tables and statistics."""
