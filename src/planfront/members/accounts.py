"""Members' accounts: whose one is, and who is invited to have one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from planfront.accounts.party import OwnParty
from planfront.accounts.sign_in_by_mail.services import invitation_page, invite
from planfront.accounts.staff_actions import member_account
from planfront.audit.services import SYSTEM, Origin
from planfront.members.models import Member
from planfront.members.person_history import FactCause
from planfront.members.selectors import member_of_user
from planfront.members.services import change_person, lock_member_without_account, lock_newcomer

if TYPE_CHECKING:
    from planfront.accounts.models import User


def party_of_member(brand_id: int, account: int | None) -> OwnParty:
    member = member_of_user(brand_id, account)
    if member is None:
        return OwnParty()
    return OwnParty(
        user_id=member.id, group_id=member.group_id, name=member.name, email=member.email, phone=member.phone
    )


def follow_email(account: int, email: str, origin: Origin) -> None:
    """Write the new address of an account on the record of whoever signs in with it."""
    for member_id in Member.objects.filter(user=account, merged_into=None).values_list("pk", flat=True):
        change_person(member_id, None, FactCause("contact", origin), email=email)


@transaction.atomic
def invite_enrollee(*, member_id: int, language: str) -> None:
    """Give a member who enrolled an account and a link to choose its password, once. No mail goes to an address that
    is an account's already: it may be somebody else's."""
    _send_invitation(lock_member_without_account(member_id), language)


@transaction.atomic
def invite_newcomer(*, member_id: int, language: str) -> None:
    """Invite a member whom a group put on record, as ``invite_enrollee`` does."""
    _send_invitation(lock_newcomer(member_id), language)


def find_sign_in_page(member: Member, home: str) -> str:
    """Return the page that a mail to a member opens: ``home``, or for who has no password yet a new link to choose
    one, for which an account is made where there is none. Runs inside a transaction."""
    user = member.user or _add_account(member, "en")
    if user is None or user.has_usable_password():
        return home
    return invitation_page(user, member.brand)


def _send_invitation(member: Member | None, language: str) -> None:
    if member is None:
        return
    user = _add_account(member, language)
    if user is not None:
        invite(brand=member.brand, user=user, name=member.first_name, origin=SYSTEM, language=language)


def _add_account(member: Member, language: str) -> User | None:
    """Return a new account of a member, None where the address is an account's already."""
    email, name = member.email.strip().lower(), member.name[:120]
    user = member_account(email=email, name=name, language=language, origin=SYSTEM)
    if user is not None:
        member.user = user
        member.save(update_fields=["user"])
    return user
