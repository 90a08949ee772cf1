"""The legal pages, written by the server: they need no script, print well and can be linked from mails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from planfront.brands import legal
from planfront.brands import selectors as brands
from planfront.catalog.richtext import to_html
from planfront.kernel import clock
from planfront.kernel.text.parse import show_phone
from planfront.parties.reps.selectors import public_licences
from planfront.webapp import manifest
from planfront.webapp.cookies import COOKIES, SESSION_STORAGE, STORAGE

if TYPE_CHECKING:
    from planfront.brands.models import Brand

_LANGUAGES = dict(settings.LANGUAGES)


@require_safe
def legal_page(request: HttpRequest, key: str) -> HttpResponse:
    """Serve a legal page in the visitor's language or in ``lang``; ``version`` selects an earlier one."""
    brand = cast("Brand", request.brand)  # type: ignore[attr-defined]
    language = request.GET.get("lang", "")
    language = language if language in _LANGUAGES else (get_language() or "en")[:2]
    with override(language):
        page = legal.legal_page(brand, key, language, _version(request))
        if page is None:
            raise Http404
        response = render(request, "webapp/legal.html", _context(brand, page, language))
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Content-Language"] = language
    patch_vary_headers(response, ["Accept-Language"])
    return response


def _version(request: HttpRequest) -> int | None:
    text = request.GET.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def _context(brand: Brand, page: legal.LegalPage, language: str) -> dict[str, Any]:
    other = next(code for code in _LANGUAGES if code != language)
    today = clock.today()
    return {
        "brand": brand,
        "page": page,
        "body": mark_safe(to_html(page.body)),  # noqa: S308 - cleaned by to_html
        "pages": legal.legal_pages(brand, language),
        "versions": [number for number in legal.legal_versions(brand, page.key) if number != page.version],
        "licences": public_licences(brand.pk, today) if page.key == "licenses" else [],
        "cookies": [("cookie", COOKIES), ("local", STORAGE), ("session", SESSION_STORAGE)]
        if page.key == "cookies"
        else [],
        "language": language,
        "other": {"code": other, "name": {"en": "English", "es": "Español"}[other]},
        "logo": brands.picture(brand, "logo", "logo.svg"),
        "favicon": brands.picture(brand, "favicon", "favicon.svg"),
        "first": manifest.assets().first,
        "theme_url": brands.brand_look(brand).url,
        "phone": show_phone(brand.phone),
    }
