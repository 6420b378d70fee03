"""Notifies open pages of changes to their game. See docs/live.md."""
