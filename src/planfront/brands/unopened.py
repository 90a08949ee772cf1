"""Stores that aren't open yet: staff see them as shoppers will, for everyone else the host stays unknown.

A signed link from the back office starts a visit; a cookie of the host keeps it while its member of staff works for the
brand. Frames of the theme editor send no cookie; they name the draft's own token, in the address, in a header of their
calls, or, for pictures, in the address of the page that shows them.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlencode, urlsplit

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from planfront.accounts.selectors import user_by_id
from planfront.accounts.staffing import works_at
from planfront.brands import preview
from planfront.brands.models import Brand, Domain
from planfront.brands.selectors import site_url
from planfront.kernel.database.rows import get_or_none

COOKIE = f"{settings.COOKIE_PREFIX}pf_preview"
ENTER = "/preview/enter"
LEAVE = "/preview/leave"
LINK_SECONDS = 300
VISIT_SECONDS = 4 * 3600
_TOKEN = "visit"  # noqa: S105 - the name of a parameter
_LINK, _VISIT = "planfront.preview-link", "planfront.preview-visit"


def preview_link(brand: Brand, user_id: int) -> str:
    """The address that starts a visit of this member of staff; it works for five minutes."""
    token = signing.dumps([brand.pk, user_id], salt=_LINK)
    return f"{site_url(brand.pk)}{ENTER}?{urlencode({_TOKEN: token})}"


def respond_to_staff(
    request: HttpRequest, host: str, respond: Callable[[HttpRequest], HttpResponse]
) -> HttpResponse | None:
    """Return the response of a brand that isn't open, for those who may see it; None for everyone else."""
    if not _has_token(request):
        return None
    domain = get_or_none(Domain.objects.select_related("brand").filter(host=host.lower(), brand__active=False))
    if domain is None:
        return None
    brand = domain.brand
    brand.shown_pictures = domain.pictures or brand.shown_pictures
    response = _start_visit(request, brand) if request.path == ENTER else _continue_visit(request, brand, respond)
    if response is not None:
        response.headers["Cache-Control"] = "private, no-store"
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _has_token(request: HttpRequest) -> bool:
    """Return whether the request has a token at all, so that strangers cost no query."""
    return bool(request.GET.get(_TOKEN) or request.COOKIES.get(COOKIE) or _draft_token(request))


def _start_visit(request: HttpRequest, brand: Brand) -> HttpResponse | None:
    user_id = _staff_of(request.GET.get(_TOKEN, ""), brand, _LINK, LINK_SECONDS)
    if user_id is None:
        return None
    response = HttpResponseRedirect("/")
    response.set_cookie(
        COOKIE,
        signing.dumps([brand.pk, user_id], salt=_VISIT),
        max_age=VISIT_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.ENV.https,
    )
    return response


def _continue_visit(
    request: HttpRequest, brand: Brand, respond: Callable[[HttpRequest], HttpResponse]
) -> HttpResponse | None:
    visitor = _staff_of(request.COOKIES.get(COOKIE, ""), brand, _VISIT, VISIT_SECONDS)
    if visitor is None and preview.read(_draft_token(request), brand.pk) is None:
        return None
    if request.path == LEAVE:
        redirect = HttpResponseRedirect("/")
        redirect.delete_cookie(COOKIE, samesite="Lax")
        return redirect
    request.brand = brand  # type: ignore[attr-defined]
    return respond(request)


def _staff_of(token: str, brand: Brand, salt: str, seconds: int) -> int | None:
    """The member of staff whom a genuine, unexpired token names, while they work for the brand."""
    try:
        brand_id, user_id = signing.loads(token, salt=salt, max_age=seconds)
    except (signing.BadSignature, TypeError, ValueError):
        return None
    user = user_by_id(user_id) if brand_id == brand.pk else None
    return user.pk if user is not None and works_at(user, brand.pk) else None


def _draft_token(request: HttpRequest) -> str:
    in_referrer = parse_qs(urlsplit(request.headers.get("Referer", "")).query).get(preview.PARAMETER, [""])[0]
    return request.GET.get(preview.PARAMETER) or request.headers.get(preview.HEADER) or in_referrer
