"""Reading accounts for other rooms."""

from __future__ import annotations

from planfront.accounts.models import User


def staff_by_email(email: str) -> User | None:
    """The active member of staff with this address, or nobody."""
    return User.objects.filter(email=email.strip().lower(), is_staff=True, is_active=True).first()
