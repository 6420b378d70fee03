"""Open pages hear at once that their game changed; see docs/architecture.md."""
