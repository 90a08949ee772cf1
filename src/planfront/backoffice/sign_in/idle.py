"""Limits of a staff sign-in: 15 minutes without a request, 12 hours in all. The server enforces them."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from planfront.accounts.limits import IDLE, LONGEST
from planfront.accounts.models import User
from planfront.audit.services import record
from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.scope import once_a_request
from planfront.kernel import clock

_SEEN = "seen"
_BEGAN = "began"
_TOUCH = 30
_UNUSED = "You were signed out after 15 minutes of inactivity."
UNATTENDED = "/backoffice/open/"
"""Calls that pages make automatically: no sign that anyone works."""


def is_in_use(request: HttpRequest) -> bool:
    """Return whether the sign-in is still in use; note this request as a use, or end the sign-in."""
    return once_a_request(request, "in_use", lambda: _check_sign_in(request))


def _check_sign_in(request: HttpRequest) -> bool:
    now = int(clock.now().timestamp())
    began = request.session.get(_BEGAN) or _session_start(request, now)
    match = request.session.get(_SEEN, began)
    if now - match > IDLE.total_seconds():
        _end_session(request, _UNUSED)
        return False
    if now - began > LONGEST.total_seconds():
        _end_session(request, "You were signed out after 12 hours.")
        return False
    if now - match > _TOUCH and request.path != UNATTENDED:
        request.session[_SEEN] = now
    return True


def _session_start(request: HttpRequest, now: int) -> int:
    """Return the time at which this sign-in began; its first request notes it."""
    last = cast(User, request.user).last_login
    request.session[_BEGAN] = began = int(last.timestamp()) if last is not None else now
    return began


def _end_session(request: HttpRequest, why: str) -> None:
    """End the sign-in; the sign-in page gives the reason."""
    user = cast(User, request.user)
    record("backoffice.timed_out", origin=origin_of_staff(request), subject_type="user", subject_id=user.pk)
    logout(request)
    messages.info(request, why)


@require_POST
def keep_alive(_request: HttpRequest) -> HttpResponse:
    """Note that the person is still working; the page calls it now and then."""
    return HttpResponse(status=204)


@require_POST
def end_idle(request: HttpRequest) -> HttpResponse:
    """End the sign-in of a page that was idle for too long."""
    _end_session(request, _UNUSED)
    return HttpResponse(status=204)
