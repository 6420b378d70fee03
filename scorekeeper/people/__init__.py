"""Groups, players, devices, and the links and codes by which devices join."""
