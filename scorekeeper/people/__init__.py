"""Groups, players, devices, and the links and codes that let a device in."""
