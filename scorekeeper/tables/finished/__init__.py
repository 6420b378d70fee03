"""The results of finished games, and what is compared with them."""
