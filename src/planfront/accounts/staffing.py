"""What staff may do, and in which brands: the one place that the store's API and the back office ask.

Administrators do everything in their brands, service works on customers' matters, readers look. Who works for all
brands also sees the tables that brands share; superusers may do everything.
"""

from __future__ import annotations

from typing import Any

from planfront.accounts.models import Role, StaffBrand, User


def is_working_staff(user: Any) -> bool:
    """An active member of staff with something to do."""
    return bool(
        isinstance(user, User)
        and user.is_active
        and (user.is_superuser or (user.role == Role.STAFF and user.is_staff and user.staff_role))
    )


def works_everywhere(user: User) -> bool:
    return user.is_superuser or user.all_brands


def brands_of_staff(user: User) -> frozenset[int]:
    """The brands of somebody who doesn't work for all of them."""
    return frozenset(StaffBrand.objects.filter(user=user).values_list("brand_id", flat=True))


def works_at(user: User, brand_id: int) -> bool:
    """Whether the member of staff works for this brand."""
    if not is_working_staff(user):
        return False
    return works_everywhere(user) or StaffBrand.objects.filter(user=user, brand_id=brand_id).exists()


def is_foreign_staff(user: User | None, brand_id: int) -> bool:
    """Whether this is staff who don't work for the brand: they get no session in its store."""
    return user is not None and user.role == Role.STAFF and not works_at(user, brand_id)
