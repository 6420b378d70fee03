"""Scripts or styles that belong together, as one file."""

from csp.decorators import csp_exempt
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.gzip import re_accepts_gzip
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from scorekeeper.site.bundles import bundle_text, bundle_url, bundles, zipped_bundle

A_YEAR = 365 * 24 * 3600
CONTENT_TYPES = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"}


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
