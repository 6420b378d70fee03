import os
from typing import cast
from wsgiref.types import WSGIApplication

from django.core.wsgi import get_wsgi_application

from scorekeeper.web.charset import refuse_other_charsets

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
# django-stubs declare a response that is not iterable; every response of ours is.
application = refuse_other_charsets(cast("WSGIApplication", get_wsgi_application()))
