"""Files of a host for machines: robots.txt and sitemap.xml for search engines, the web manifest for phones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, cast
from xml.sax.saxutils import escape

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from planfront.brands import selectors as brands
from planfront.brands.paths import RESERVED
from planfront.catalog import selectors as catalog
from planfront.catalog.networks import networks_changed
from planfront.parties.selectors import landing_pages
from planfront.webapp.head import category_path, default_store, is_indexed, plan_path

if TYPE_CHECKING:
    from planfront.brands.models import Brand

# Most addresses that one sitemap may hold (sitemaps.org).
MOST = 50_000
_HOLD = "public, max-age=3600"
# Pages that hold a visitor's own business; below landing pages they come second. A rule closes every path that starts
# with it, so the short words end in a mark: a landing page may be called "cartwright".
_OWN = (
    *("cart$", "cart?", "enrollment$", "enrollment/", "continue-enrollment", "direct-continue/"),
    *("confirmation", "PlanQuestionView"),
)
Entry = tuple[str, datetime | None]


def _brand(request: HttpRequest) -> Brand:
    return cast("Brand", request.brand)  # type: ignore[attr-defined]


def _for_host(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = _HOLD
    patch_vary_headers(response, ["Host"])
    return response


def robots_text(brand: Brand) -> str:
    """Return robots.txt. It closes everything while the brand's indexing is off."""
    if not is_indexed(brand.pk):
        return "User-agent: *\nDisallow: /\n"
    closed = ["/api/", "/backoffice/", *(f"{start}{name}" for name in _OWN for start in ("/", "/*/"))]
    rules = "".join(f"Disallow: {path}\n" for path in closed)
    return f"User-agent: *\n{rules}\nSitemap: {brands.site_url(brand.pk)}/sitemap.xml\n"


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Store pages may be indexed; applications, carts, calls and the back office may not."""
    return _for_host(HttpResponse(robots_text(_brand(request)), content_type="text/plain; charset=utf-8"))


def entries(brand_id: int) -> Iterator[Entry]:
    """Yield the paths of a brand's public pages, and when they changed. More pages cost no more queries."""
    plans, times = catalog.store_plans(default_store(brand_id)), catalog.plan_times()
    yield "/", max((times[plan.id] for plan in plans), default=None)
    for category in dict.fromkeys(plan.category for plan in plans if not plan.is_membership):
        yield category_path(category), max(times[plan.id] for plan in plans if plan.category == category)
    for plan in plans:
        yield plan_path(plan), times[plan.id]
    landings = landing_pages(brand_id)
    yield from ((f"/{name}", changed) for name, changed in landings.items() if name not in RESERVED)
    if changed := networks_changed(brand_id):
        yield "/provider-list", changed


def _xml(site: str, entry: Entry) -> str:
    path, changed = entry
    stamp = f"<lastmod>{changed.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}</lastmod>" if changed else ""
    return f"<url><loc>{escape(site + path)}</loc>{stamp}</url>\n"


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """Return the sitemap: the brand's public pages at its primary host, which their canonical addresses name."""
    brand = _brand(request)
    if not is_indexed(brand.pk):
        raise Http404
    site = brands.site_url(brand.pk)
    listed = "".join(_xml(site, entry) for entry in list(entries(brand.pk))[:MOST])
    body = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{listed}</urlset>\n"
    )
    return _for_host(HttpResponse(body, content_type="application/xml; charset=utf-8"))


@require_safe
def webmanifest(request: HttpRequest) -> HttpResponse:
    """Return name, icons and colors for a shortcut on a phone's home screen."""
    brand = _brand(request)
    colors = brands.hex_roles(brand)
    data = {
        "name": brand.name,
        "short_name": brand.name,
        "description": brand.tagline,
        "start_url": "/",
        "display": "browser",
        "theme_color": colors["page"],
        "background_color": colors["page"],
        "icons": [
            _icon(brands.picture(brand, "favicon", "favicon.svg")),
            {"src": brands.picture(brand, "touch_icon", "touch-icon.png"), "sizes": "180x180", "type": "image/png"},
        ],
    }
    return _for_host(JsonResponse(data, content_type="application/manifest+json"))


def _icon(path: str) -> dict[str, str]:
    """Return the tab's icon; a drawing fits every size."""
    if path.endswith(".svg"):
        return {"src": path, "sizes": "any", "type": "image/svg+xml"}
    return {"src": path, "type": "image/png"}
