"""The request as the API's operations see it."""

from __future__ import annotations

from typing import Protocol
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest

from planfront.kernel.security.crypto import keyed_hash

_SHORTEST_SECRET = 20


class BrandLike(Protocol):
    """The part of a brand that lower rooms may read."""

    id: int
    key: str
    name: str


class VisitorLike(Protocol):
    """The visitor session behind the token. ``user_id``: the account that is, or was, signed in to it."""

    id: UUID
    brand_id: int
    user_id: int | None


class ActorLike(Protocol):
    """The person who acts.

    ``kind``: visitor, rep, group, member or staff. ``user_id``: None for visitors. ``staff_role``: the role of staff
    (``accounts.staffing``), "" for others.
    """

    @property
    def kind(self) -> str: ...
    @property
    def user_id(self) -> int | None: ...
    @property
    def staff_role(self) -> str: ...


class ApiRequest(HttpRequest):
    """HttpRequest after the host middleware and the token check."""

    brand: BrandLike
    visitor: VisitorLike
    actor: ActorLike


def client_ip(request: HttpRequest) -> str:
    """Return the address of the peer; behind the operator's HTTPS proxy, the address that the proxy saw.

    Tries are limited by address: with the proxy's own, all visitors would share one count.
    """
    forwarded = request.headers.get("X-Forwarded-For", "")
    if forwarded and settings.ENV.https:
        return forwarded.rsplit(",", 1)[-1].strip()[:45]
    return str(request.META.get("REMOTE_ADDR", ""))[:45]


def browser_key(secret: str) -> str:
    """Return the key of a browser, from the secret of its cookie; "" for a browser without one."""
    return keyed_hash(f"browser:{secret}", "known-place") if len(secret) >= _SHORTEST_SECRET else ""


def browser_of(request: HttpRequest) -> str:
    """Return the key of the request's browser, if anyone has signed in with it before."""
    return browser_key(request.COOKIES.get(settings.BROWSER_COOKIE, ""))
