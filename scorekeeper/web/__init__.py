"""Between the network and Django: servers, middleware, limits, logs."""
