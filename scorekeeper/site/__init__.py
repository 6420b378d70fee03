"""Bundles of scripts and styles, languages, templates and game files that every page shares."""
