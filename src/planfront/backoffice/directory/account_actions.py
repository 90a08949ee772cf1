"""Actions of staff on accounts: invite somebody to sign in, and help after an authenticator app was lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest

from planfront.accounts import factor, staff_actions
from planfront.accounts.models import Role, User
from planfront.accounts.sign_in_by_mail.services import invite, send_password_link
from planfront.audit.services import record
from planfront.backoffice.lists.base import list_action, origin_of_staff
from planfront.brands.models import Brand
from planfront.members.models import Member
from planfront.parties.groups.models import Group
from planfront.parties.groups.services import account_to_administer, add_administrator
from planfront.parties.reps.models import Agent

# Which account a row's person gets.
_ROLES = {"agent": Role.REP, "member": Role.MEMBER}


class Refused(Exception):
    """The reason why somebody can't be invited, for the person who tried."""


def _brand(row: Any) -> Brand:
    brand = row.brand if hasattr(row, "brand") else row.brands.order_by("id").first()
    if brand is None:
        raise Refused(f"{row} doesn't belong to a brand.")
    return cast(Brand, brand)


def _name(row: Any) -> str:
    return " ".join(filter(None, (row.first_name, row.last_name)))


def _find_or_create_account(request: HttpRequest, row: Any) -> User:
    """Return the row's account; create one for its email address if it has none."""
    if row.user is not None:
        return cast(User, row.user)
    email = str(row.email or "").strip().lower()
    if not email:
        raise Refused(f"{row} has no email address.")
    if User.objects.filter(email=email).exists():
        raise Refused(f"Another account already uses the email address of {row}.")
    role = _ROLES[row._meta.model_name]
    row.user = User.objects.create_user(email, None, role=role, name=_name(row)[:120])
    row.save(update_fields=["user"])
    record("backoffice.user.added", origin=origin_of_staff(request), subject_type="user", subject_id=row.user.pk)
    return cast(User, row.user)


def _accounts_to_invite(request: HttpRequest, row: Any) -> list[User]:
    """Return the accounts that an invitation goes to. A group's first administrator is created for the group's own
    address."""
    if isinstance(row, User):
        return [row]
    if not isinstance(row, Group):
        return [_find_or_create_account(request, row)]
    people = [administrator.user for administrator in row.administrators.select_related("user")]
    if not people:
        return [_first_administrator(request, row)]
    waiting = [user for user in people if user.is_active and not user.has_usable_password()]
    return waiting or people[:1]


def _first_administrator(request: HttpRequest, group: Group) -> User:
    email = group.email.strip().lower()
    if not email:
        raise Refused(f"{group} has no email address.")
    origin = origin_of_staff(request)
    # It is a person's account, whose name nobody has told yet.
    user = account_to_administer(group_id=group.pk, email=email, name="", language="en", origin=origin)
    if user is None:
        raise Refused(f"Another account already uses the email address of {group}.")
    add_administrator(group_id=group.pk, user_id=user.pk, receives_mail=False, origin=origin)
    return user


@transaction.atomic
def _send_invitation(request: HttpRequest, row: Any, language: str) -> None:
    for user in _accounts_to_invite(request, row):
        _invite_person(request, row, user, language)


def _invite_person(request: HttpRequest, row: Any, user: User, language: str) -> None:
    if not user.is_active:
        raise Refused(f"The account of {row} is not active.")
    if user.has_usable_password():
        raise Refused(f"{row} has a password already.")
    brand = _brand_of_user(user) if isinstance(row, User) else _brand(row)
    if language and user.language != language:
        user.language = language
        user.save(update_fields=["language"])
    invite(brand=brand, user=user, name=user.name, origin=origin_of_staff(request, brand.pk), language=user.language)


def send_invitation(request: HttpRequest, user: User) -> None:
    """Mail a new account's person a link to choose a password. Raises Refused."""
    _send_invitation(request, user, "")


def _brand_of_user(user: User) -> Brand:
    """Return the brand of the account's rep, group or member; for staff the first one they work for."""
    own: tuple[Any, ...] = (
        Agent.objects.filter(user=user),
        Group.objects.filter(administrators__user=user),
        Member.objects.filter(user=user),
    )
    for rows in own:
        row = rows.first()
        if row is not None:
            return _brand(row)
    brand = brand_of_staff(user)
    if brand is None:
        raise Refused("There is no brand yet. Create one first; the email is sent in its name.")
    if not (brand.active or settings.BACKOFFICE_HOST):
        raise Refused("No store is public yet. Set BACKOFFICE_HOST to the host of the back office, or publish one.")
    return brand


def brand_of_staff(user: User) -> Brand | None:
    """Return the brand whose name mail to a member of staff bears: one they work for, a public one first."""
    brands = Brand.objects.order_by("-active", "id")
    works_at = list(user.staff_brands.values_list("brand_id", flat=True))
    return (brands.filter(pk__in=works_at) if works_at else brands).first()


class Invites:
    """Mixed into the pages of people who may sign in."""

    actions: Any = ("invite_to_sign_in", "invite_in_spanish")

    @list_action("Invite to sign in", permissions=["change"])
    def invite_to_sign_in(self, request: HttpRequest, rows: Any) -> None:
        """Mail each a link to choose a password, in the account's language; who has none gets an account first."""
        self._invite_all(request, rows, "")

    @list_action("Invite to sign in, in Spanish", permissions=["change"])
    def invite_in_spanish(self, request: HttpRequest, rows: Any) -> None:
        """Invite the people; the account's emails are in Spanish from now on."""
        self._invite_all(request, rows, "es")

    def _invite_all(self, request: HttpRequest, rows: Any, language: str) -> None:
        for row in rows:
            try:
                _send_invitation(request, row, language)
            except Refused as reason:
                messages.error(request, str(reason))
            else:
                messages.success(request, f"An invitation to {row} is on its way.")


class AccountHelp:
    """Actions on accounts for colleagues and customers, never on one's own."""

    def _each(self: Any, request: HttpRequest, rows: Any, act: Callable[[User], str]) -> None:
        for user in rows:
            if user.pk == cast(User, request.user).pk:
                messages.error(request, "Someone else has to do this for your account.")
            elif not self.has_change_permission(request, user):
                messages.error(request, f"{user} works with brands that you don't have access to.")
            else:
                try:
                    messages.success(request, act(user))
                except Refused as refused:
                    messages.error(request, str(refused))

    @list_action("Turn off two-step sign-in", permissions=["change"])
    def turn_off_second_factor(self, request: HttpRequest, rows: Any) -> None:
        """Turn off two-step sign-in for people who lost both the app and the recovery codes."""

        def act(user: User) -> str:
            factor.turn_off(user=user, origin=origin_of_staff(request))
            return f"Two-step sign-in of {user} is off."

        self._each(request, rows, act)

    @list_action("Sign out everywhere", permissions=["change"])
    def end_sessions(self, request: HttpRequest, rows: Any) -> None:
        def act(user: User) -> str:
            ended = staff_actions.sessions_end_everywhere(user=user, origin=origin_of_staff(request))
            return f"{user} is signed out ({ended} {'session' if ended == 1 else 'sessions'})."

        self._each(request, rows, act)

    @list_action("Deactivate", permissions=["change"])
    def deactivate(self, request: HttpRequest, rows: Any) -> None:
        def act(user: User) -> str:
            staff_actions.close_account(user=user, origin=origin_of_staff(request))
            return f"{user} can no longer sign in."

        self._each(request, rows, act)

    @list_action("Activate", permissions=["change"])
    def activate(self, request: HttpRequest, rows: Any) -> None:
        def act(user: User) -> str:
            staff_actions.reopen_account(user=user, origin=origin_of_staff(request))
            return f"{user} can sign in again."

        self._each(request, rows, act)

    @list_action("Email a link to set a new password", permissions=["change"])
    def send_password_link(self, request: HttpRequest, rows: Any) -> None:
        def act(user: User) -> str:
            brand = _brand_of_user(user)
            send_password_link(brand=brand, user=user, origin=origin_of_staff(request, brand.pk))
            return f"A link is on its way to {user}."

        self._each(request, rows, act)
