"""One port for everything: Django's pages run on a small pool of threads, each with its own database connection.

The pool is small because pages are bound by Python, not by waiting; docs/serving.md has the figures.
"""

import gc

from a2wsgi import WSGIMiddleware

from scorekeeper.wsgi import application as pages

gc.freeze()  # what is loaded by now stays: it need not be looked through again and again
application = WSGIMiddleware(pages, workers=4)
