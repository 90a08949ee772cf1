"""The store's pages: one index page for every path; robots.txt; health."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, cast

from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, HttpResponseRedirect, JsonResponse
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from planfront.brands import selectors as brands
from planfront.brands.theme import font_url
from planfront.kernel.errors import NotFound
from planfront.kernel.parse import show_phone
from planfront.webapp import bootstrap, manifest
from planfront.webapp.routes import Landing, resolve

if TYPE_CHECKING:
    from planfront.brands.models import Brand

# Paths of files and calls: a miss there is a plain 404, not a store page.
_NOT_PAGES = ("static/", "media/", "backoffice/")


def _title(brand: Brand, landing: Landing | None, found: bool) -> str:
    if not found:
        return f"{_('OOPS! Page not found')} | {brand.name}"
    if landing is not None:
        return f"{landing.name} | {brand.name}"
    return f"{brand.name} | {brand.tagline}" if brand.tagline else brand.name


def _description(brand: Brand, landing: Landing | None) -> str:
    if landing is not None and landing.tagline:
        return landing.tagline
    return _("Compare dental, vision, life and other supplemental plans at %(brand)s and enroll online.") % {
        "brand": brand.name
    }


def _image(brand: Brand, landing: Landing | None, site: str) -> str:
    path = landing.banner_image if landing is not None else ""
    shown = path if path.endswith((".png", ".jpg")) else brands.art(brand, "share.png")
    return site + shown if shown.startswith("/") else shown


def _font(brand: Brand) -> str:
    """The text face, fetched early; "" while the frontend isn't built."""
    built = manifest.DIST / "fonts" / f"{brand.font_text}.woff2"
    return font_url(brand.font_text) if built.is_file() else ""


def render_index(brand: Brand, path: str, language: str) -> tuple[int, str]:
    """Status and HTML of the page at ``path`` (no leading slash)."""
    target = resolve(brand.pk, path)
    landing, site = target.landing, brands.site_url(brand.pk)
    context = {
        "brand": brand,
        "language": language,
        "found": target.found,
        "title": _title(brand, landing, target.found),
        "description": _description(brand, landing),
        "url": f"{site}/{path}" if target.found else site,
        "image": _image(brand, landing, site),
        "favicon": brands.art(brand, "favicon.svg"),
        "touch_icon": brands.art(brand, "touch-icon.png"),
        "theme_color": brands.hex_roles(brand)["page"],
        "theme_url": brands.look(brand).url,
        "font": _font(brand),
        "assets": manifest.assets(),
        "phone": _phone(brand, landing),
        "bootstrap": bootstrap.to_script(bootstrap.block(brand, landing)),
    }
    return (200 if target.found else 404), render_to_string("webapp/index.html", context)


def _phone(brand: Brand, landing: Landing | None) -> str:
    return show_phone((landing.phone if landing is not None else "") or brand.phone)


@gzip_page
@require_safe
def index(request: HttpRequest, path: str = "") -> HttpResponse:
    """Any page of the store. The same bytes for every visitor of the host, so it holds nothing about them."""
    if path.startswith("api/"):
        message = str(NotFound.default)
        body = {"status": "error", "statusCode": 404, "message": message, "data": {}}
        return JsonResponse(body, status=404)
    if path.startswith(_NOT_PAGES):
        return HttpResponseNotFound("Not found.\n", content_type="text/plain")
    brand = cast("Brand", request.brand)  # type: ignore[attr-defined]
    status, html = render_index(brand, path, get_language() or "en")
    response = HttpResponse(html, status=status)
    response.headers["ETag"] = f'"{hashlib.sha256(html.encode()).hexdigest()[:20]}"'
    response.headers["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Host"])
    if status != 200:
        return response
    return get_conditional_response(request, etag=response.headers["ETag"], response=response) or response


@require_safe
def robots(_request: HttpRequest) -> HttpResponse:
    """Store pages may be indexed; applications, carts and calls may not."""
    lines = ["User-agent: *", "Disallow: /api/", "Disallow: /backoffice/", "Disallow: /cart"]
    lines += ["Disallow: /enrollment/", "Disallow: /continue-enrollment", "Disallow: /direct-continue/"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for this where a page names no icon of its own (the back office)."""
    return HttpResponseRedirect(brands.art(cast("Brand", request.brand), "favicon.svg"))  # type: ignore[attr-defined]


@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answers on any host once the process serves requests."""
    return HttpResponse("ok\n", content_type="text/plain")
