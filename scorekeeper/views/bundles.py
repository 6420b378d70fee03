"""Scripts or styles that belong together, as one file."""

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from scorekeeper.web.bundles import bundle_text, bundle_url, bundles
from scorekeeper.web.requests import Request

A_YEAR = 365 * 24 * 3600
CONTENT_TYPES = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"}


@require_safe
def bundle(request: Request, stem: str, digest: str, kind: str) -> HttpResponse:
    """A page from before an update gets the new bundle, but must not cache it by the old name."""
    name = f"{stem}.{kind}"
    if name not in bundles():
        raise Http404
    current = request.path == bundle_url(name)
    keep = f"private, max-age={A_YEAR}, immutable" if current else "private, no-cache"
    headers = {"Content-Type": CONTENT_TYPES[kind], "Cache-Control": keep}
    return HttpResponse(bundle_text(name), headers=headers)
