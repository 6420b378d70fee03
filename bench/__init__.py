"""Benchmarks: `make bench` measures the real server on this machine and prints a table."""
