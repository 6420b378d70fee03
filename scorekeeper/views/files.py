"""Files that pages name: bundles of scripts and styles, and over https the parts of an installable
app: its manifest, its service worker, and the page for when there is neither a network nor a
stored copy.
"""

import json

from csp.decorators import csp_exempt
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.gzip import re_accepts_gzip
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from scorekeeper.site.bundles import bundle_text, bundle_url, bundles, minify_script, zipped_bundle
from scorekeeper.web.requests import Request

HTMX = "django_htmx/htmx-2.min.js"
SOURCES = (".css", ".js")  # pages name the bundles instead

A_YEAR = 365 * 24 * 3600
CONTENT_TYPES = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"}


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


@require_safe
@csp_exempt()  # type: ignore[arg-type]  # it passes all arguments on
@xframe_options_exempt
def bundle(request: HttpRequest, stem: str, digest: str, kind: str) -> HttpResponse:
    """Return the bundle without the headers and random bytes that only pages need.

    A page from before an update gets the new bundle, but must not cache it by the old name.
    """
    name = f"{stem}.{kind}"
    if name not in bundles():
        raise Http404
    current = request.path == bundle_url(name)
    keep = f"private, max-age={A_YEAR}, immutable" if current else "private, no-cache"
    headers = {"Content-Type": CONTENT_TYPES[kind], "Cache-Control": keep}
    headers["Vary"] = "Accept-Encoding"
    if not re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
        return HttpResponse(bundle_text(name), headers=headers)
    headers["Content-Encoding"] = "gzip"
    return HttpResponse(zipped_bundle(name), headers=headers)
