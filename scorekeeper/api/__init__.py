"""The API for programs: JSON at /api/v1/, with a token. See docs/api.md."""
