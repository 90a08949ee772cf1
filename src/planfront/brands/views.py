"""The brand's style sheet, and pictures made from its name."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from planfront.brands import preview, selectors
from planfront.brands.models import Brand
from planfront.brands.pictures import CSP, TYPES
from planfront.brands.selectors import brand_look
from planfront.brands.themes import with_values

_YEAR = "public, max-age=31536000, immutable"


def theme_css(request: HttpRequest, digest: str) -> HttpResponse:
    """``/theme.<hash>.css``: immutable under the current hash. Any other hash gets the current sheet, uncached, so
    that a page from before an edit is still styled."""
    brand: Brand = request.brand  # type: ignore[attr-defined]
    result = brand_look(brand)
    response = HttpResponse(result.css, content_type="text/css; charset=utf-8")
    response.headers["ETag"] = f'"{result.hash}"'
    response.headers["Vary"] = "Host"
    response.headers["Cache-Control"] = _YEAR if digest == result.hash else "no-cache"
    return get_conditional_response(request, etag=response.headers["ETag"], response=response) or response


@require_safe
def drawn_picture(request: HttpRequest, digest: str, name: str) -> HttpResponse:
    """A picture made from the brand's name: immutable under the current digest, as style sheets are."""
    brand: Brand = request.brand  # type: ignore[attr-defined]
    try:
        drawn = selectors.drawn_picture(brand, name)
    except KeyError:
        return HttpResponseNotFound("Not found.\n", content_type="text/plain; charset=utf-8")
    response = HttpResponse(drawn, content_type=TYPES[name[name.rindex(".") :]])
    current = selectors.art_path(brand, name).split("/")[-2]
    response.headers["Vary"] = "Host"
    response.headers["Cache-Control"] = _YEAR if digest == current else "no-cache"
    response.headers["Content-Security-Policy"] = CSP
    return response


def preview_css(request: HttpRequest) -> HttpResponse:
    """The style sheet of a previewed draft; nothing for anybody without its token."""
    brand: Brand = request.brand  # type: ignore[attr-defined]
    result = preview.read(request.GET.get(preview.PARAMETER, ""), brand.pk)
    if result is None:
        return HttpResponseNotFound("Not found.\n", content_type="text/plain; charset=utf-8")
    response = HttpResponse(brand_look(with_values(brand, result.values)).css, content_type="text/css; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    return response
