"""What staff do with accounts: invite somebody to sign in, and help who lost the authenticator app."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest

from planfront.accounts import factor
from planfront.accounts.models import Role, User
from planfront.audit.services import record
from planfront.backoffice.base import acting, origin_of_staff
from planfront.brands.models import Brand
from planfront.members.models import Member
from planfront.people.services import invite
from planfront.producers.models import Agent
from planfront.sponsors.models import Group

# Which account a row's person gets.
_ROLES = {"agent": Role.REP, "group": Role.GROUP, "member": Role.MEMBER}


class Refused(Exception):
    """Why somebody can't be invited, for the person who tried."""


def _brand(row: Any) -> Brand:
    brand = row.brand if hasattr(row, "brand") else row.brands.order_by("id").first()
    if brand is None:
        raise Refused(f"{row} belongs to no brand.")
    return cast(Brand, brand)


def _name(row: Any) -> str:
    if hasattr(row, "first_name"):
        return " ".join(filter(None, (row.first_name, row.last_name)))
    return str(row.name)


def _account(request: HttpRequest, row: Any) -> User:
    """The row's account, made for its e-mail address if it has none."""
    if row.user is not None:
        return cast(User, row.user)
    email = str(row.email or "").strip().lower()
    if not email:
        raise Refused(f"{row} has no e-mail address.")
    if User.objects.filter(email=email).exists():
        raise Refused(f"The address of {row} is another account's already.")
    role = _ROLES[row._meta.model_name]
    # A group's account is a person's, whose name nobody has told yet.
    row.user = User.objects.create_user(email, None, role=role, name="" if role == Role.GROUP else _name(row)[:120])
    row.save(update_fields=["user"])
    record("backoffice.user.added", origin=origin_of_staff(request), subject_type="user", subject_id=row.user.pk)
    return cast(User, row.user)


@transaction.atomic
def _invite(request: HttpRequest, row: Any) -> None:
    user = row if isinstance(row, User) else _account(request, row)
    if not user.is_active:
        raise Refused(f"The account of {row} is not active.")
    if user.has_usable_password():
        raise Refused(f"{row} has a password already.")
    brand = _brand_of_user(user) if isinstance(row, User) else _brand(row)
    invite(brand=brand, user=user, name=user.name, origin=origin_of_staff(request))


def _brand_of_user(user: User) -> Brand:
    """The brand of the account's rep, group or member; staff's is the first one."""
    managers: tuple[Any, ...] = (Agent.objects, Group.objects, Member.objects)
    for manager in managers:
        row = manager.filter(user=user).first()
        if row is not None:
            return _brand(row)
    brand = Brand.objects.filter(active=True).order_by("id").first()
    if brand is None:
        raise Refused("There is no brand.")
    return brand


class Invites:
    """Mixed into the pages of people who may sign in."""

    actions: Any = ("invite_to_sign_in",)

    @acting("Invite to sign in", permissions=["change"])
    def invite_to_sign_in(self, request: HttpRequest, rows: Any) -> None:
        """Mail each a link to choose a password; who has none gets an account first."""
        for row in rows:
            try:
                _invite(request, row)
            except Refused as reason:
                messages.error(request, str(reason))
            else:
                messages.success(request, f"An invitation to {row} is on its way.")


class SecondFactorReset:
    """Mixed into the page of accounts."""

    @acting("Turn off two-step sign-in", permissions=["change"])
    def turn_off_second_factor(self, request: HttpRequest, rows: Any) -> None:
        """For who lost app and recovery codes. Nobody does it for oneself: the own way needs the password."""
        for user in rows:
            if user.pk == cast(User, request.user).pk:
                messages.error(request, "Somebody else has to do this for your account.")
                continue
            factor.turn_off(user=user, origin=origin_of_staff(request))
            messages.success(request, f"Two-step sign-in of {user} is off.")
