"""Links in mail that prove who opens them: single use, short-lived, bound to one brand."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from planfront.accounts.models import MailToken, Purpose, User
from planfront.accounts.party import TRUST_ADDRESS
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_rows
from planfront.kernel.errors import NotFound
from planfront.kernel.security.crypto import keyed_hash

__all__ = ["LIVES", "PASSWORD", "Purpose", "end_all", "issue", "look_up", "prune", "use"]

LIVES = {
    Purpose.RESET: timedelta(hours=1),
    Purpose.LINK: timedelta(minutes=15),
    Purpose.EMAIL: timedelta(days=1),
    Purpose.INVITE: timedelta(days=7),
}
PASSWORD = (Purpose.RESET, Purpose.INVITE)
_GONE = _("This link is no longer valid. Ask for a new one.")


def _hash(secret: str) -> str:
    return keyed_hash(secret, "mail-token")


@transaction.atomic
def issue(*, user: User, purpose: Purpose, brand_id: int, email: str = "") -> str:
    """Make a link and return its secret. Older links of the same purpose end."""
    now, secret = clock.now(), secrets.token_urlsafe(24)
    MailToken.objects.filter(user=user, purpose=purpose, used_at=None).update(used_at=now)
    MailToken.objects.create(
        purpose=purpose,
        user=user,
        brand_id=brand_id,
        email=email or user.email,
        secret_hash=_hash(secret),
        created_at=now,
        expires_at=now + LIVES[purpose],
    )
    return secret


def look_up(*, secret: str, brand_id: int | None, purposes: tuple[Purpose, ...]) -> MailToken:
    """Return a link's row while it can be used. Raises NotFound.

    ``brand_id`` is None for a link of staff to the back office, which belongs to no brand.
    """
    rows = MailToken.objects.select_related("user").filter(
        secret_hash=_hash(secret), purpose__in=purposes, used_at=None
    )
    rows = rows.filter(user__is_staff=True) if brand_id is None else rows.filter(brand_id=brand_id)
    match = rows.first()
    if match is None or match.expires_at <= clock.now() or not match.user.is_active:
        raise NotFound(_GONE)
    return match


@transaction.atomic
def use(*, secret: str, brand_id: int, purposes: tuple[Purpose, ...]) -> MailToken:
    """Look up a link and end it. Of several uses at the same time one succeeds; the others raise NotFound."""
    result = look_up(secret=secret, brand_id=brand_id, purposes=purposes)
    locked = lock_rows(MailToken.objects.filter(pk=result.pk, used_at=None))
    if not locked:
        raise NotFound(_GONE)
    result.used_at = clock.now()
    result.save(update_fields=["used_at"])
    for trust in TRUST_ADDRESS:
        trust([result.email])
    return result


def end_all(user: User) -> None:
    """End every open link of an account."""
    MailToken.objects.filter(user=user, used_at=None).update(used_at=clock.now())


def prune(now: datetime | None = None) -> int:
    """Delete links that ended a day ago. Returns how many."""
    deleted, _rows = MailToken.objects.filter(expires_at__lt=(now or clock.now()) - timedelta(days=1)).delete()
    return deleted
