"""Starting, ending and signing in to sessions."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from planfront.accounts.models import User, VisitorSession
from planfront.audit.services import Origin, record
from planfront.kernel import clock, throttle
from planfront.kernel.crypto import keyed_hash
from planfront.kernel.errors import FieldError, FieldErrors

_PURPOSE = "visitor-secret"
_CHUNK = 500


@dataclass(frozen=True)
class Started:
    """A session and the cookie value that proves it (None when the caller's cookie stays)."""

    session: VisitorSession
    cookie: str | None


def _expiry(now: datetime) -> datetime:
    return now + timedelta(days=settings.VISITOR_SESSION_DAYS)


def cookie_proves(cookie: str, session: VisitorSession) -> bool:
    """Whether a cookie value belongs to this very session."""
    key, _sep, secret = cookie.partition(".")
    return key == session.id.hex and constant_time_compare(session.secret_hash, keyed_hash(secret, _PURPOSE))


def session_by_cookie(cookie: str, brand_id: int) -> VisitorSession | None:
    """The live session that a cookie value proves on this brand."""
    try:
        session_id = UUID(hex=cookie.partition(".")[0])
    except ValueError:
        return None
    session = VisitorSession.objects.select_related("user").filter(pk=session_id, brand_id=brand_id).first()
    if session is None or session.expires_at <= clock.now():
        return None
    return session if cookie_proves(cookie, session) else None


@transaction.atomic
def session_start(*, brand_id: int, cookie: str, bound: bool) -> Started:
    """Continue the session of ``cookie``, or start a fresh one."""
    session = session_by_cookie(cookie, brand_id) if cookie else None
    if session is not None:
        now = clock.now()
        session.seen_at, session.expires_at = now, _expiry(now)
        session.save(update_fields=["seen_at", "expires_at"])
        return Started(session, None)
    return _fresh(brand_id, bound)


def _fresh(brand_id: int, bound: bool) -> Started:
    now, secret = clock.now(), secrets.token_urlsafe(24)
    session = VisitorSession.objects.create(
        brand_id=brand_id,
        secret_hash=keyed_hash(secret, _PURPOSE),
        bound=bound,
        created_at=now,
        seen_at=now,
        expires_at=_expiry(now),
    )
    return Started(session, f"{session.id.hex}.{secret}")


def sign_in(*, session: VisitorSession, email: str, password: str, origin: Origin) -> Started:
    """Make ``session`` the account's session, with a new cookie. Somebody else's session ends: the account gets one of
    its own. Raises FieldErrors, TooManyRequests after ten tries in 15 minutes."""
    subject = email.strip().lower()
    window = timedelta(minutes=15)
    throttle.check("sign-in", subject, limit=10, window=window)
    throttle.check("sign-in-ip", origin.ip, limit=100, window=window)
    user = authenticate(email=subject, password=password)
    if not isinstance(user, User):
        record("session.sign_in_refused", origin=origin, subject_type="session", subject_id=session.id)
        message = _("The e-mail or the password is not right.")
        raise FieldErrors([FieldError("email", message), FieldError("password", message)], message)
    throttle.clear("sign-in", subject)
    return _attach(session, user, origin)


@transaction.atomic
def _attach(session: VisitorSession, user: User, origin: Origin) -> Started:
    if session.user_id not in (None, user.pk):
        # What one person opened in a session is not the next one's to see.
        _end(session)
        session = _fresh(session.brand_id, session.bound).session
    # A new generation and secret end every token and cookie given out before: a stolen or planted one gains nothing.
    secret = secrets.token_urlsafe(24)
    session.user, session.generation = user, session.generation + 1
    session.secret_hash = keyed_hash(secret, _PURPOSE)
    session.save(update_fields=["user", "generation", "secret_hash"])
    signed = Origin(user.role, user.pk, origin.brand_id, origin.ip)
    record("session.signed_in", origin=signed, subject_type="session", subject_id=session.id)
    return Started(session, f"{session.id.hex}.{secret}")


def _end(session: VisitorSession) -> None:
    session.generation += 1
    session.expires_at = clock.now()
    session.save(update_fields=["generation", "expires_at"])


@transaction.atomic
def sign_out(*, session: VisitorSession, origin: Origin) -> None:
    """End the session for good; the browser starts a new one."""
    record("session.signed_out", origin=origin, subject_type="session", subject_id=session.id)
    _end(session)


def sessions_prune(now: datetime | None = None) -> int:
    """Delete visitors' and staff sessions that have expired. Returns how many of visitors went.

    What a visitor made stays; it belongs to no session then."""
    moment = now or clock.now()
    Session.objects.filter(expire_date__lt=moment).delete()
    keys = list(VisitorSession.objects.filter(expires_at__lt=moment).values_list("pk", flat=True))
    for start in range(0, len(keys), _CHUNK):
        with transaction.atomic():
            VisitorSession.objects.filter(pk__in=keys[start : start + _CHUNK], expires_at__lt=moment).delete()
    return len(keys)
