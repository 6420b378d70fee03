"""Ratings and fair head starts: docs/ratings.md says how they are computed."""
