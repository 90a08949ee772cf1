"""Permissions of staff by role and brand: the one place that the store's API and the back office ask.

Administrators do everything in their brands, service works on customers' matters, readers look. Staff who work for all
brands also see the tables that brands share; superusers may do everything.
"""

from __future__ import annotations

from typing import Any, cast

from django.conf import settings
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from planfront.accounts import factor
from planfront.accounts.models import Role, StaffBrand, StaffRole, User

SECOND_STEP = "second_step"  # where a session of the back office keeps whose second step was taken

SUPERUSER = "superuser"  # the role of who may do everything everywhere
# The rows that staff of the role Service change: customers' matters. Everything else is the administrators'.
CASEWORK = frozenset(
    {
        "enrollment.callnote",
        "enrollment.outstandingnumber",
        "enrollment.possibleduplicate",
        "leads.consentrevocation",
        "leads.lead",
        "leads.leadanswer",
        "leads.leadnote",
        "leads.locationconsent",
        "leads.repenquiry",
        "members.member",
        "members.relative",
        "members.rosterimport",
        "members.duplicatemember",
        "messaging.outboundemail",
        "coverage.policy",
        "coverage.reportedchange",
        "sales.underwritingcase",
        "privacy.privacyrequest",
        "shopping.quote",
        "shopping.sentquote",
    }
)


def staff_role_of(user: User) -> str:
    """Return the role by which the account works; "" for one that isn't staff."""
    return SUPERUSER if user.is_superuser else user.staff_role


def may_change(role: str, rows: str) -> bool:
    """Return whether staff of the role may change rows of a model ("app.model"). Readers view."""
    return role in (SUPERUSER, StaffRole.ADMIN) or (role == StaffRole.SERVICE and rows in CASEWORK)


def staff_who_may_change(rows: str) -> QuerySet[User]:
    """Return the active staff who may change rows of a model ("app.model") in some brand."""
    roles = [role for role in StaffRole if may_change(role, rows)]
    works = Q(is_superuser=True) | Q(role=Role.STAFF, is_staff=True, staff_role__in=roles)
    return User.objects.filter(works, is_active=True)


def is_working_staff(user: Any) -> bool:
    """Return True for an active member of staff with something to do."""
    return bool(
        isinstance(user, User)
        and user.is_active
        and (user.is_superuser or (user.role == Role.STAFF and user.is_staff and user.staff_role))
    )


def works_everywhere(user: User) -> bool:
    return user.is_superuser or user.all_brands


def brands_of_staff(user: User) -> frozenset[int]:
    """Return the brands of a user who doesn't work for all of them."""
    return frozenset(StaffBrand.objects.filter(user=user).values_list("brand_id", flat=True))


def works_at(user: User, brand_id: int) -> bool:
    """Return True when the user is staff who work for this brand."""
    if not is_working_staff(user):
        return False
    return works_everywhere(user) or StaffBrand.objects.filter(user=user, brand_id=brand_id).exists()


def is_foreign_staff(user: User | None, brand_id: int) -> bool:
    """Return True for staff who don't work for the brand: they get no session in its store."""
    return user is not None and user.role == Role.STAFF and not works_at(user, brand_id)


def second_step_taken(request: HttpRequest) -> bool:
    """Return True when the user of the back office has taken the second step, or needs none. Read once a request."""
    taken: bool | None = getattr(request, "second_step", None)
    if taken is None:
        user = cast(User, request.user)
        taken = request.session.get(SECOND_STEP) == user.pk or (
            not settings.STAFF_SECOND_FACTOR and factor.find_confirmed(user) is None
        )
        request.second_step = taken  # type: ignore[attr-defined]
    return taken
