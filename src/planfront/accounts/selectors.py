"""Reading accounts for other rooms."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from planfront.accounts.limits import IDLE, LONGEST
from planfront.accounts.models import User, VisitorSession
from planfront.kernel import clock


def staff_by_email(email: str) -> User | None:
    """Return the active member of staff with this address; None when there is none."""
    return User.objects.filter(email=email.strip().lower(), is_staff=True, is_active=True).first()


@dataclass(frozen=True)
class Account:
    """An account as other rooms see one."""

    id: int
    role: str
    name: str
    email: str


def any_staff() -> bool:
    """Return whether anyone can sign in to the back office."""
    return User.objects.filter(is_staff=True, is_active=True).exists()


def account_of(user_id: int | None) -> Account | None:
    """Return the active account with this id."""
    row = user_by_id(user_id)
    return Account(row.pk, row.role, row.name, row.email) if row else None


def user_by_email(email: str) -> User | None:
    """Return the active account with this address, for rooms that act on accounts."""
    return User.objects.filter(email=email.strip().lower(), is_active=True).first()


def account_at(email: str) -> User | None:
    """Return the account with this address, also a closed one."""
    return User.objects.filter(email=email.strip().lower()).first()


def user_by_id(user_id: int | None) -> User | None:
    return User.objects.filter(pk=user_id, is_active=True).first() if user_id else None


def user_names(user_ids: Iterable[int | None]) -> dict[int, str]:
    """Return people's names, or their addresses, by account. Closed accounts are included."""
    rows = User.objects.filter(pk__in=[key for key in user_ids if key])
    return {key: name or email for key, name, email in rows.values_list("pk", "name", "email")}


def live_sessions(user_id: int) -> list[VisitorSession]:
    """Return the account's sessions that are signed in, the latest first."""
    now = clock.now()
    rows = VisitorSession.objects.filter(
        user_id=user_id, expires_at__gt=now, seen_at__gte=now - IDLE, signed_in_at__gte=now - LONGEST
    )
    return list(rows.order_by("-seen_at"))
