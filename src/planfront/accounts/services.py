"""Starting, ending and signing in to sessions."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from planfront.accounts import factor, mailtokens, tickets, trusted_devices
from planfront.accounts.constant_time import find_by_password
from planfront.accounts.figures import visits_tally
from planfront.accounts.limits import IDLE, LONGEST
from planfront.accounts.models import User, VisitorSession
from planfront.accounts.pacing import check_pace, clear_pace
from planfront.accounts.party import EMAIL_SET, TRUST_ADDRESS
from planfront.accounts.staffing import is_foreign_staff
from planfront.audit.pruning import days_ago, exclude_held, record_pruned
from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, FieldError, FieldErrors, NotFound, TooManyRequests
from planfront.kernel.hooks import Hook
from planfront.kernel.http import throttle
from planfront.kernel.http.networks import network_of
from planfront.kernel.security.crypto import keyed_hash

SIGN_IN = "sign-in"
SECOND_FACTOR = "secondFactor"
_TOUCH = timedelta(seconds=30)
_PURPOSE = "visitor-secret"
_CHUNK = 500
_STARTS = timedelta(minutes=10)


CarryOver = Callable[[UUID, UUID], None]
# Moves a room's rows from a timed-out session to the person's next one.
CARRY_OVER: Hook[CarryOver] = Hook("accounts.carry_over")


@dataclass(frozen=True)
class Started:
    """A session and the cookie value that proves it (None when the caller's cookie stays)."""

    session: VisitorSession
    cookie: str | None


def _expiry(now: datetime) -> datetime:
    return now + timedelta(days=settings.VISITOR_SESSION_DAYS)


def cookie_proves(cookie: str, session: VisitorSession) -> bool:
    """Return True when a cookie's value belongs to this session."""
    key, _sep, secret = cookie.partition(".")
    return key == session.id.hex and constant_time_compare(session.secret_hash, keyed_hash(secret, _PURPOSE))


def session_by_cookie(cookie: str, brand_id: int) -> VisitorSession | None:
    """Return the live session that a cookie value proves on this brand."""
    try:
        session_id = UUID(hex=cookie.partition(".")[0])
    except ValueError:
        return None
    session = VisitorSession.objects.select_related("user").filter(pk=session_id, brand_id=brand_id).first()
    if session is None or session.expires_at <= clock.now():
        return None
    return session if cookie_proves(cookie, session) else None


def timed_out(session: VisitorSession, now: datetime) -> bool:
    """Return True when the person did nothing for too long, or has been signed in for longer than anyone may be."""
    if session.user_id is None:
        return False
    began = session.signed_in_at or session.created_at
    return now - session.seen_at > IDLE or now - began > LONGEST


def touch(session: VisitorSession, now: datetime) -> None:
    """Note that the session is used; at most twice a minute, so that calls stay cheap."""
    if session.user_id is not None and now - session.seen_at > _TOUCH:
        VisitorSession.objects.filter(pk=session.pk).update(seen_at=now)
        session.seen_at = now


def time_out(*, session: VisitorSession, origin: Origin) -> None:
    """End a sign-in that its browser found unused. What was made in it waits for the same person."""
    if session.user_id is None:
        return
    record("session.timed_out", origin=origin, subject_type="session", subject_id=session.id)
    session.seen_at = clock.now() - IDLE - _TOUCH
    session.save(update_fields=["seen_at"])


@transaction.atomic
def start_session(*, brand_id: int, cookie: str, bound: bool, ip: str = "") -> Started:
    """Continue the session of ``cookie``, or start a new one.

    Raises TooManyRequests for a network that starts too many; sessions that exist go on.
    """
    session, now = session_by_cookie(cookie, brand_id) if cookie else None, clock.now()
    if session is not None and is_foreign_staff(session.user, brand_id):
        session = None
    if session is not None and timed_out(session, now):
        return _create_session(brand_id, bound, before=session)
    if session is not None:
        session.seen_at, session.expires_at = now, _expiry(now)
        session.save(update_fields=["seen_at", "expires_at"])
        return Started(session, None)
    _pace_starts(ip)
    return _create_session(brand_id, bound)


def _pace_starts(ip: str) -> None:
    limit = settings.ENV.sessions_per_address
    if not limit or not ip:
        return
    try:
        throttle.check("visits", network_of(ip), limit=limit, window=_STARTS, announced=False)
    except TooManyRequests as error:
        message = _("Too many visits started from your network. Please try again in a few minutes.")
        raise TooManyRequests(message, retry_after=error.retry_after) from None


def _create_session(brand_id: int, bound: bool, before: VisitorSession | None = None) -> Started:
    now, secret = clock.now(), secrets.token_urlsafe(24)
    session = VisitorSession.objects.create(
        brand_id=brand_id,
        secret_hash=keyed_hash(secret, _PURPOSE),
        bound=bound,
        before=before,
        created_at=now,
        seen_at=now,
        expires_at=_expiry(now),
    )
    return Started(session, f"{session.id.hex}.{secret}")


def sign_in(*, session: VisitorSession, email: str, password: str, origin: Origin, device: str = "") -> Started:
    """Make ``session`` the account's session, with a new cookie. Somebody else's session ends: the account gets one of
    its own. Raises FieldErrors; TooManyRequests while the account or the address has to wait, whether it exists or
    not; BusinessError ``secondFactor`` with a ticket when the account has one."""
    subject = email.strip().lower()
    check_pace(SIGN_IN, subject, origin)
    user = find_by_password(subject, password)
    if user is None or not user.is_active or is_foreign_staff(user, session.brand_id):
        record("session.sign_in_refused", origin=origin, subject_type="session", subject_id=session.id)
        message = _("The email or password isn't correct.")
        if user is not None and not user.is_active:
            message = _("This account is turned off. Please call us if you need it.")
        raise FieldErrors([FieldError("email", message), FieldError("password", message)], message)
    clear_pace(SIGN_IN, subject, origin)
    return enter(session=session, user=user, origin=origin, device=device)


def enter(*, session: VisitorSession, user: User, origin: Origin, device: str) -> Started:
    """Sign in who proved to be the account's person, once their second factor isn't missing. Every first step of a
    sign-in ends here: password, mailed link, single sign-on. Raises BusinessError as ``sign_in`` does."""
    if factor.find_confirmed(user) is not None:
        raise BusinessError(
            SECOND_FACTOR,
            _("Enter the code that your authenticator app shows."),
            {"ticket": tickets.issue(session, user)},
        )
    if user.is_staff and settings.STAFF_SECOND_FACTOR:
        raise BusinessError("secondFactorMissing", _("Set up two-step sign-in in the back office first."))
    return _attach(session=session, user=user, origin=origin, device=device)


def sign_in_second(*, session: VisitorSession, ticket: str, code: str, origin: Origin, device: str = "") -> Started:
    """Take the second step, with the ticket that the first one gave this session. Raises FieldErrors, NotFound."""
    user = tickets.read(session, ticket)
    if user is None:
        raise NotFound(_("This took too long. Please sign in again."))
    factor.check_code(user=user, code=code, origin=origin)
    return _attach(session=session, user=user, origin=origin, device=device)


@transaction.atomic
def _attach(*, session: VisitorSession, user: User, origin: Origin, device: str) -> Started:
    """Make the session the account's. Only ``enter`` and ``sign_in_second`` call it, which know the person."""
    if session.user_id not in (None, user.pk):
        # What one person opened in a session is not the next one's to see.
        _end(session)
        session = _create_session(session.brand_id, session.bound).session
    # A new generation and secret end every token and cookie given out before: a stolen or planted one gains nothing.
    now, secret = clock.now(), secrets.token_urlsafe(24)
    session.user, session.generation = user, session.generation + 1
    session.secret_hash = keyed_hash(secret, _PURPOSE)
    session.seen_at, session.signed_in_at, session.expires_at = now, now, _expiry(now)
    session.device, session.ip = device[:120], origin.ip
    before, session.before = session.before, None
    session.save()
    if before is not None and before.user_id == user.pk and before.brand_id == session.brand_id:
        for carry in CARRY_OVER:
            carry(before.pk, session.pk)
        _end(before)
    user.last_login = now
    user.save(update_fields=["last_login"])
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


def end_sessions(*, user: User, keep: VisitorSession | None = None, only: UUID | None = None) -> int:
    """End the account's live sessions: all but ``keep``, or the one named. Returns how many ended."""
    now = clock.now()
    rows = VisitorSession.objects.filter(user=user, expires_at__gt=now)
    if keep is not None:
        rows = rows.exclude(pk=keep.pk)
    if only is not None:
        rows = rows.filter(pk=only)
    return rows.update(generation=F("generation") + 1, expires_at=now)


@transaction.atomic
def set_email(*, user: User, email: str, origin: Origin) -> bool:
    """Give the account another address to sign in with; False when it became another account's meanwhile."""
    if User.objects.filter(email=email).exclude(pk=user.pk).exists():
        return False
    before, user.email = user.email, email
    user.save(update_fields=["email"])
    for trust in TRUST_ADDRESS:
        trust([before])
    record("account.email_set", origin=origin, subject_type="user", subject_id=user.pk, fields=["email"])
    own = replace(origin, kind=user.role, user_id=user.pk)
    for follow in EMAIL_SET:
        follow(user.pk, email, own)
    return True


def prune_sessions(now: datetime | None = None) -> int:
    """Delete visitors' and staff sessions that ended (KEEP_SESSIONS_DAYS ago). Returns how many of visitors.

    A visitor's quotes and applications stay, without a session.
    """
    moment = days_ago(settings.ENV.keep_sessions, now)
    Session.objects.filter(expire_date__lt=moment).delete()
    mailtokens.prune(now or clock.now())
    trusted_devices.prune(now or clock.now())
    keys = list(exclude_held(VisitorSession.objects.filter(expires_at__lt=moment)).values_list("pk", flat=True))
    for start in range(0, len(keys), _CHUNK):
        with transaction.atomic():
            rows = VisitorSession.objects.filter(pk__in=keys[start : start + _CHUNK], expires_at__lt=moment)
            visits_tally(rows)
            rows.delete()
    return record_pruned("visitor_session", len(keys))
