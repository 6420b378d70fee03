"""One port for everything: Django's pages run on a small pool of threads, each with its own database connection; live
streams, which stay open, are answered in front of it without one.

The pool is small because pages are bound by Python, not by waiting; docs/serving.md has the figures.
"""

import gc

from a2wsgi import WSGIMiddleware

from scorekeeper.wsgi import application as pages  # isort: skip - sets Django up, which the others need
from scorekeeper.live.endpoint import in_front_of

gc.freeze()  # what is loaded by now stays: it need not be looked through again and again
gc.set_threshold(20_000)  # a page of a long game makes that many objects, and lets go of all of them
application = in_front_of(WSGIMiddleware(pages, workers=4))
