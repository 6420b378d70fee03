"""The parts of an installable app over https: its manifest, its service worker, and the page
for when there is neither a network nor a stored copy.
"""

import json

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.site.bundles import bundle_url, bundles
from scorekeeper.site.minify import minify_script
from scorekeeper.web.requests import Request

HTMX = "django_htmx/htmx-2.min.js"
SOURCES = (".css", ".js")  # pages name the bundles instead


@require_safe
def manifest(request: Request) -> HttpResponse:
    return JsonResponse(
        {
            "id": "/",
            "name": "Scorekeeper",
            "lang": get_language(),
            "description": _("You play with real cards and dice. This keeps the score."),
            "start_url": reverse("home"),
            "scope": "/",
            "display": "standalone",
            "background_color": "#f5efe2",
            "theme_color": "#f5efe2",
            "icons": [
                {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
                {"src": static("icon-192.png"), "sizes": "192x192", "type": "image/png"},
                {"src": static("icon-512.png"), "sizes": "512x512", "type": "image/png"},
                {
                    "src": static("icon-full.png"),
                    "sizes": "512x512",
                    "type": "image/png",
                    "purpose": "maskable",
                },
            ],
        },
        content_type="application/manifest+json",
    )


@require_safe
def worker(request: Request) -> HttpResponse:
    """Return the service worker, which differs with each release and language to be updated."""
    files = [reverse("offline"), *map(bundle_url, bundles()), *map(static, sorted(own_files()))]
    context = {
        "release": settings.RELEASE,
        "language": get_language(),
        "files": json.dumps(files),
        "offline": reverse("offline"),
        "keys": reverse("keys"),
        "visible": reverse("visible_games"),
    }
    script = minify_script(render_to_string("sw.js", context))
    return HttpResponse(script, content_type="text/javascript")


def own_files() -> set[str]:
    """Every picture that a page may name, and htmx."""
    paths = {path for finder in get_finders() for path, _storage in finder.list([])}
    return {path for path in paths if path == HTMX or not path.endswith(SOURCES)}


@require_safe
def offline(request: Request) -> HttpResponse:
    return render(request, "offline.html")
