"""Requests by the way of a server, through the bridge, in the test's own thread."""

from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from scorekeeper.web.server.bridge import Answer, WsgiBridge
from scorekeeper.wsgi import application

bridge = WsgiBridge(application, threads=1)
SIGNALS = request_started, request_finished


def bridged(phone, path, method="GET", **environ) -> Answer:
    """Let a phone send this. As with Django's client, the test keeps its connection."""
    sent = phone._base_environ(PATH_INFO=path, REQUEST_METHOD=method, **environ)
    for signal in SIGNALS:
        signal.disconnect(close_old_connections)
    try:
        return bridge.run(sent)
    finally:
        for signal in SIGNALS:
            signal.connect(close_old_connections)
