"""How fast the site is: `make bench` measures the real server on this machine, and prints one table."""
