import os

from django.core.wsgi import get_wsgi_application

from scorekeeper.web.charset import readable_types

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
application = readable_types(get_wsgi_application())
