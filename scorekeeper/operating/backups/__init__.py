"""Backups: taking, verifying and restoring them."""
