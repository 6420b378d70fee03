"""One port for everything: Django's pages run on a small pool of threads, each with its own database
connection; live streams, which stay open, are answered in front of it without one.

The pool is small because pages are bound by Python, not by waiting; docs/serving.md has the figures.
"""

import gc

from django.conf import settings

from scorekeeper.wsgi import application as pages  # isort: skip - sets Django up, which the others need
from scorekeeper.live.endpoint import in_front_of
from scorekeeper.live.hub import Hub
from scorekeeper.web.asgi_types import Application
from scorekeeper.web.bridge import Wsgi, WsgiBridge
from scorekeeper.web.clients import ClientLimit
from scorekeeper.web.supervisor import end_with_supervisor

THREADS = 4


def site(pages: Wsgi, hub: Hub | None = None) -> Application:
    """Streams and pages as one application."""
    streams_and_pages = in_front_of(WsgiBridge(pages, THREADS), hub)
    return ClientLimit(streams_and_pages) if settings.TRUST_PROXY else streams_and_pages


application = site(pages)
end_with_supervisor()
gc.freeze()  # what is loaded by now stays: it need not be looked through again and again
gc.set_threshold(
    20_000
)  # a page of a long game makes that many objects, and lets go of all of them
