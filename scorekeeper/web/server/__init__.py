"""The processes that serve pages, and what they do with a request before Django sees it."""
