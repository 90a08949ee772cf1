"""Browsers and networks that an account's owner has signed in from.

A try from elsewhere counts as a stranger's, and is slowed together with all strangers. The person's own browser is
counted on its own, so other people's tries never keep them out. Only keyed hashes are stored.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from planfront.accounts.models import TrustedDevice
from planfront.kernel import clock
from planfront.kernel.http.networks import network_of
from planfront.kernel.http.request import browser_key, client_ip
from planfront.kernel.security.crypto import keyed_hash

if TYPE_CHECKING:
    from planfront.accounts.models import User
    from planfront.audit.services import Origin

KEPT = timedelta(days=180)
_MOST = 20  # of one account


def network_key(ip: str) -> str:
    return keyed_hash(f"network:{network_of(ip)}", "known-place") if ip else ""


def known_keys(email: str, origin: Origin) -> frozenset[str]:
    """Return which of the origin's browser and network the account has signed in from.

    An address without an account costs as much time as one with an account.
    """
    keys = [key for key in (origin.browser, network_key(origin.ip)) if key]
    rows = TrustedDevice.objects.filter(user__email=email, key__in=keys, seen_at__gt=clock.now() - KEPT)
    return frozenset(rows.values_list("key", flat=True))


def mark(request: HttpRequest, response: HttpResponse) -> str:
    """Give the browser a secret that it is known by, if it has none. Returns its key."""
    secret = request.COOKIES.get(settings.BROWSER_COOKIE, "")
    if not browser_key(secret):
        secret = secrets.token_urlsafe(24)
    response.set_cookie(
        settings.BROWSER_COOKIE,
        secret,
        max_age=int(KEPT.total_seconds()),
        httponly=True,
        samesite="Strict",
        secure=settings.ENV.https,
    )
    return browser_key(secret)


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Remember this browser and network after a sign-in of the account's owner."""
    now = clock.now()
    for key in filter(None, (mark(request, response), network_key(client_ip(request)))):
        TrustedDevice.objects.update_or_create(user=user, key=key, defaults={"seen_at": now})
    newest = TrustedDevice.objects.filter(user=user).order_by("-seen_at").values_list("pk", flat=True)[:_MOST]
    TrustedDevice.objects.filter(user=user).exclude(pk__in=list(newest)).delete()


def prune(now: datetime) -> None:
    """Delete those that nobody has signed in from for half a year."""
    TrustedDevice.objects.filter(seen_at__lt=now - KEPT).delete()
