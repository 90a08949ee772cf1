"""The store's pages: one index page for every path, held until something in it changes; icon."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Hashable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, HttpResponseRedirect, JsonResponse
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from planfront.brands import preview, recipes
from planfront.brands import selectors as brands
from planfront.brands.theme import font_url
from planfront.brands.themes import with_values
from planfront.catalog import revision
from planfront.catalog.categories import Category
from planfront.catalog.selectors import catalog
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.kernel.http.envelope import refusal
from planfront.kernel.http.headers import CSP
from planfront.kernel.memory import caches
from planfront.kernel.memory.memo import Memo
from planfront.kernel.text.parse import show_phone
from planfront.shopping.home.person import person_of
from planfront.shopping.home.schemas import HomePerson
from planfront.webapp import bootstrap, card_page, first_view, manifest
from planfront.webapp.compression import accepts_gzip
from planfront.webapp.head import head
from planfront.webapp.routes import HOME, Landing, Target, resolve

if TYPE_CHECKING:
    from planfront.brands.models import Brand

# Paths of files and calls: a miss there is a plain 404, not a store page.
_NOT_PAGES = ("static/", "media/", "backoffice/")
_PAGES_HELD = 1000


@dataclass(frozen=True)
class Page:
    """A page as it is sent, plain and compressed. It holds nothing secret, so its length may be known."""

    html: bytes
    compressed: bytes
    etag: str


_pages = Memo(_PAGES_HELD)
caches.CLEAR_CACHE.connect(_pages.clear, key=__name__)


def _early_fonts(brand: Brand) -> list[str]:
    """Return the typefaces of text and headings, to be fetched early, so that no line moves; none while the frontend
    isn't built."""
    faces = dict.fromkeys((brand.font_text, brand.font_display))
    return [font_url(face) for face in faces if (manifest.DIST / "fonts" / f"{face}.woff2").is_file()]


def render_index(
    brand: Brand, target: Target, path: str, language: str, category: str = "", *, frame: dict[str, str] | None = None
) -> str:
    """Return the HTML of the page at ``path`` (no leading slash), which means ``target``.

    ``category`` is the listing's only category, ``frame`` the data for a preview of a look.
    """
    landing = target.landing
    text = head(brand, target, category)
    recipe = recipes.read(brand.recipe)
    assets = manifest.assets(target.view, language, step=target.step, hero=recipe.hero)
    cards = None if frame else card_page.cards_block(brand, path)
    block = bootstrap.build_page_data(brand, landing, target.plan, cards, _person(brand, target))
    first = first_view.first_view_context(brand, target, category, block) if assets.first else {}
    context = {
        "brand": brand,
        "language": language,
        "head": text,
        "data": bootstrap.to_script(dict(text.data)) if text.data else "",
        "favicon": brands.picture(brand, "favicon", "favicon.svg"),
        "touch_icon": brands.picture(brand, "touch_icon", "touch-icon.png"),
        "theme_color": brands.hex_roles(brand)["page"],
        "night_color": brands.night_page(brand),
        "theme_url": frame["css"] if frame else brands.brand_look(brand).url,
        "frame": frame,
        "recipe": recipe,
        "unopened": not brand.active and frame is None,
        "simulated": _simulated_days(),
        "fonts": _early_fonts(brand),
        "assets": assets,
        "first": first,
        "phone": _phone(brand, landing),
        "bootstrap": bootstrap.to_script(block),
    }
    return render_to_string("webapp/index.html", context)


def _page(brand: Brand, target: Target, path: str, language: str, category: str) -> Page:
    html = render_index(brand, target, path, language, category).encode()
    return Page(html, gzip.compress(html, mtime=0), hashlib.sha256(html).hexdigest()[:20])


def _page_key(brand: Brand, target: Target, path: str, language: str, category: str) -> Hashable:
    """Return a key of everything that a page depends on: the brand's rows, the catalog and settings, the place, the
    day."""
    store, edition = catalog(brand.pk).edition, revision.read(brand.pk)
    return (
        brands.hold(brand.pk, "rows", object),  # another one as soon as anything of the brands changes
        tuple(sorted(brand.shown_pictures.items())),
        (store.plans, store.offers, edition.texts, edition.rates, edition.settings),
        (target.found, target.page, target.bare, target.plan and target.plan.id, repr(target.landing)),
        repr(_person(brand, target)),
        card_page.is_card_page(path),
        category,
        language,
        (clock.today(), clock.real_today()),
        manifest.assets(target.view, language, step=target.step, hero=recipes.read(brand.recipe).hero),
    )


def _person(brand: Brand, target: Target) -> HomePerson | None:
    """Return the person of the home page, and of no other page."""
    return person_of(brand) if target.view == HOME else None


def _simulated_days() -> dict[str, date] | None:
    """Return the business day and the real one where they differ."""
    day, real = clock.today(), clock.real_today()
    return {"day": day, "real": real} if day != real else None


def _phone(brand: Brand, landing: Landing | None) -> str:
    return show_phone((landing.phone if landing is not None else "") or brand.phone)


@require_safe
def index(request: HttpRequest, path: str = "") -> HttpResponse:
    """Serve any page of the store. Every visitor of the host gets the same bytes, so it holds nothing about them."""
    if path.startswith("api/"):
        return JsonResponse(refusal(404, NotFound.default), status=404)
    if path.startswith(_NOT_PAGES):
        return HttpResponseNotFound("Not found.\n", content_type="text/plain; charset=utf-8")
    brand = cast("Brand", request.brand)  # type: ignore[attr-defined]
    if drafted := preview.read(request.GET.get(preview.PARAMETER, ""), brand.pk):
        return _preview(request, brand, path, drafted)
    target, language = resolve(brand.pk, path), get_language() or "en"
    category = _category(request) if target.page == "plans" else ""
    place = (brand, target, path, language, category)
    page = _pages.get(_page_key(*place), lambda: _page(*place)) if brand.active else _page(*place)
    response = _build_response(page, 200 if target.found else 404, compressed=accepts_gzip(request))
    if target.found:
        response = get_conditional_response(request, etag=response.headers["ETag"], response=response) or response
    # Last: a browser takes the headers of a 304 for those of the page that it has.
    if policy := card_page.policy(brand, path):
        response.headers["Content-Security-Policy"] = policy
    return response


def _category(request: HttpRequest) -> str:
    category = request.GET.get("type", "")
    return category if category in Category.values else ""


def _build_response(page: Page, status: int, *, compressed: bool) -> HttpResponse:
    response = HttpResponse(page.compressed if compressed else page.html, status=status)
    if compressed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["ETag"] = f'W/"{page.etag}"' if compressed else f'"{page.etag}"'
    response.headers["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Host", "Accept-Encoding"])
    return response


def _preview(request: HttpRequest, brand: Brand, path: str, drafted: preview.Preview) -> HttpResponse:
    """Serve the page with a look that isn't published, for a frame of the back office alone."""
    token = request.GET[preview.PARAMETER]
    frame = {
        "css": f"/theme.preview.css?{preview.PARAMETER}={token}",
        "origin": drafted.origin,
        "session": drafted.session,
        "enrollment": drafted.enrollment_id,
    }
    draft, chosen_language = with_values(brand, drafted.values), request.GET.get("language", "")
    language = chosen_language if chosen_language in dict(settings.LANGUAGES) else get_language() or "en"
    target, category = resolve(brand.pk, path), request.GET.get("type", "")
    with override(language):
        html = render_index(draft, target, path, language, category, frame=frame)
    response = HttpResponse(html, status=200 if target.found else 404)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex"
    allowed = f"frame-ancestors {drafted.origin}"
    response.headers["Content-Security-Policy"] = CSP.replace("frame-ancestors 'none'", allowed)
    return response


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the brand's icon. Browsers ask for this where a page names no icon (the back office)."""
    brand = cast("Brand", request.brand)  # type: ignore[attr-defined]
    return HttpResponseRedirect(brands.picture(brand, "favicon", "favicon.svg"))
