"""The ASGI application: Django's pages and live streams on one port.

Pages run in a small pool of threads, each with its own database connection. Live streams stay open
and need no thread. The pool is small because rendering is limited by the CPU, not by waiting:
docs/serving.md has the figures.
"""

import gc

from django.conf import settings
from django.db import connection

from scorekeeper.wsgi import application as pages  # isort: skip - sets up Django for the others
from scorekeeper.live.endpoint import with_streams
from scorekeeper.live.hub import Hub
from scorekeeper.operating.endpoint import with_operating
from scorekeeper.web.server.asgi_types import Application
from scorekeeper.web.server.bridge import WsgiBridge
from scorekeeper.web.server.clients import ClientLimit

THREADS = 4
# SQLite lets one write at a time. Another would wait for it asleep, and longer than it has to.
WRITERS = 1 if connection.vendor == "sqlite" else None


def site(bridge: WsgiBridge, hub: Hub) -> Application:
    streams_and_pages = with_streams(bridge, hub)
    inner = ClientLimit(streams_and_pages) if settings.TRUST_PROXY else streams_and_pages
    return with_operating(inner)


bridge = WsgiBridge(pages, THREADS, WRITERS)
application = site(bridge, Hub())
gc.freeze()  # modules stay in memory: the collector need not examine them
gc.set_threshold(2_000)  # with 700 all pages are slower, with 20,000 the slowest ones are
