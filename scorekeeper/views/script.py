"""Our own scripts in one answer."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scorekeeper.scripts import joined, script_url

A_YEAR = 365 * 24 * 3600


@require_safe
def script(request: HttpRequest, digest: str) -> HttpResponse:
    """Kept by the browser for as long as it is the same; a page from before an update gets the new one, once."""
    keep = f"private, max-age={A_YEAR}, immutable" if request.path == script_url() else "private, no-cache"
    return HttpResponse(joined(), content_type="text/javascript", headers={"Cache-Control": keep})
