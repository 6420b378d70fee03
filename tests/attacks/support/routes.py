"""All URL patterns of the site."""

import json
import subprocess
import sys
from typing import NamedTuple

from tests.attacks.support.server import ROOT, Server

LIVE = ("live", "live/<int:pk>/")  # in front of Django
ASK = """
import json, django
django.setup()
from scorekeeper.urls import urlpatterns
print(json.dumps([(pattern.name, str(pattern.pattern)) for pattern in urlpatterns]))
"""


class Route(NamedTuple):
    name: str
    path: str  # such as "table/<int:pk>/"


def routes(server: Server) -> list[Route]:
    environment = {**server.environment, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
    output = subprocess.check_output([sys.executable, "-c", ASK], cwd=ROOT, env=environment)
    return [Route(*pair) for pair in [*json.loads(output), LIVE]]
