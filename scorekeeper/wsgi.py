import os
from typing import cast
from wsgiref.types import WSGIApplication

from django.core.wsgi import get_wsgi_application

from scorekeeper.web.headers import hide_unused_headers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
# django-stubs declare a response that is not iterable; every response of ours is.
pages = cast("WSGIApplication", get_wsgi_application())
application = hide_unused_headers(pages)
