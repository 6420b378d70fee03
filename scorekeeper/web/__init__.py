"""What stands between the network and Django."""
