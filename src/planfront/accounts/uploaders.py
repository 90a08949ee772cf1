"""The signed cookie by which staff may send large files to the back office.

The loop that reads all requests (``config.server``) checks it, since it can't wait for a database. The page checks
again, and more.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponse, parse_cookie

GetResponse = Callable[[HttpRequest], HttpResponse]
_SALT = "planfront.accounts.uploaders"
_GOOD, _FRESH = timedelta(days=1), timedelta(hours=1)


def may_upload(cookies: str) -> bool:
    """Return whether a Cookie header has the signed cookie that staff got within the last day."""
    return _is_signed(parse_cookie(cookies).get(settings.UPLOAD_COOKIE), _GOOD)


def let_staff_upload(get_response: GetResponse) -> GetResponse:
    """Middleware, after the sign-in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path.startswith("/backoffice/"):
            _hand_out(request, response)
        return response

    return middleware


def _hand_out(request: HttpRequest, response: HttpResponse) -> None:
    name, sent = settings.UPLOAD_COOKIE, request.COOKIES.get(settings.UPLOAD_COOKIE)
    if not getattr(request.user, "is_staff", False):
        if sent:
            response.delete_cookie(name, samesite="Strict")
    elif not _is_signed(sent, _FRESH):
        value = TimestampSigner(salt=_SALT).sign(str(request.user.pk))
        response.set_cookie(
            name,
            value,
            max_age=_GOOD,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Strict",
        )


def _is_signed(value: str | None, max_age: timedelta) -> bool:
    try:
        TimestampSigner(salt=_SALT).unsign(value or "", max_age=max_age)
    except BadSignature:
        return False
    return True
