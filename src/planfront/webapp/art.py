"""The store's own pictures, which pages take their colours into."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from planfront.art import pictures

_YEAR = "public, max-age=31536000, immutable"
_CSP = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


@require_safe
def picture(_request: HttpRequest, digest: str, name: str) -> HttpResponse:
    """Return a picture of the store. Under an old digest, as a page from before an update has it, it is the present
    one, not to be cached."""
    try:
        drawn = pictures.draw(name)
    except KeyError:
        raise Http404 from None
    response = HttpResponse(drawn, content_type="image/svg+xml")
    response.headers["Cache-Control"] = _YEAR if digest == pictures.digest() else "no-cache"
    response.headers["Content-Security-Policy"] = _CSP
    return response
