"""The check in front of every API operation: a valid token, its session, this brand, and the browser's cookie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from django.conf import settings
from django.db.models import BigIntegerField, IntegerField, UUIDField
from django.http import HttpRequest
from ninja.security import HttpBearer

from planfront.accounts import services, tokens
from planfront.accounts.models import Role, User, VisitorSession
from planfront.accounts.staffing import is_foreign_staff, staff_role_of
from planfront.kernel import clock
from planfront.kernel.database import replicas
from planfront.kernel.database.prepared import Param, Prepared
from planfront.kernel.http.request import ApiRequest

_SESSION = Prepared(
    lambda: VisitorSession.objects.filter(
        pk=Param("id", UUIDField()),
        brand_id=Param("brand", BigIntegerField()),
        generation=Param("generation", IntegerField()),
    )
)


@dataclass(frozen=True)
class Actor:
    """The person behind a request, as ``kernel.http.request.ActorLike`` has it."""

    kind: str
    user_id: int | None
    staff_role: str = ""


def actor_of(user: User | None) -> Actor:
    """Return who acts in a session of the account; a visitor without an active one."""
    if user is None or not user.is_active:
        return Actor("visitor", None)
    return Actor(user.role, user.pk, staff_role_of(user) if user.role == Role.STAFF else "")


class VisitorToken(HttpBearer):
    """``Authorization: Bearer <token>`` of POST /api/v1/session. Fills request.visitor and request.actor."""

    def authenticate(self, request: HttpRequest, token: str) -> Any | None:
        claim = tokens.read(token)
        if claim is None:
            return None
        api_request = cast(ApiRequest, request)
        session = _read_session(claim, api_request.brand.id)
        now = clock.now()
        if session is None or session.expires_at <= now or services.timed_out(session, now):
            return None
        if not _cookie_agrees(request, session):
            return None
        user = session.user
        if is_foreign_staff(user, session.brand_id):
            return None
        services.touch(session, now)
        api_request.visitor = session
        api_request.actor = actor_of(user)
        return session


def _read_session(claim: tokens.Claim, brand_id: int) -> VisitorSession | None:
    """Read the session of a claim. A visitor's may come from a replica; that of a signed-in person is read where
    sign-ins end."""
    session = _SESSION.row(id=claim.session_id, brand=brand_id, generation=claim.generation)
    if replicas.chosen_replica() is None or (session is not None and session.user_id is None):
        return session
    with replicas.reading_the_primary():
        return _SESSION.row(id=claim.session_id, brand=brand_id, generation=claim.generation)


def _cookie_agrees(request: HttpRequest, session: VisitorSession) -> bool:
    cookie = request.COOKIES.get(settings.VISITOR_COOKIE, "")
    return services.cookie_proves(cookie, session) if cookie else not session.bound
