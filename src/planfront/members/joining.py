"""A group puts somebody new on record."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.accounts.selectors import user_by_email
from planfront.audit.services import Origin
from planfront.kernel.database.locks import lock_name, lock_row
from planfront.kernel.errors import BusinessError, FieldErrors
from planfront.kernel.text.parse import show_date
from planfront.members.duplicates.search import find_duplicates
from planfront.members.employment import take_back
from planfront.members.models import Member
from planfront.members.roster.matching import directory
from planfront.members.roster.people import Family
from planfront.members.selectors import email_taken
from planfront.members.services import create_member
from planfront.members.tasks import invite_newcomer


@dataclass(frozen=True)
class Newcomer:
    """A person who joins a group. ``language``: of the invitation."""

    brand_id: int
    group_id: int
    class_id: int | None
    first_name: str
    last_name: str
    suffix: str
    birth_date: date
    gender: int
    email: str
    hired_on: date
    language: str


@transaction.atomic
def add_newcomer(newcomer: Newcomer, origin: Origin) -> tuple[Member, bool]:
    """A member of the group, who is invited to sign in, and whether they are back: whoever left the group before comes
    back to their record. Raises BusinessError ``alreadyThere`` for somebody on record by the rule of rosters, and
    FieldErrors for an address that is somebody else's."""
    lock_name(f"twins:{newcomer.brand_id}:{newcomer.birth_date}")
    former = _find_former(newcomer)
    if former is not None and former.user_id is not None:
        return take_back(former, newcomer.hired_on, newcomer.class_id, newcomer.email, origin), True
    taken = email_taken(newcomer.brand_id, newcomer.email, former.pk if former else None)
    if taken or user_by_email(newcomer.email) is not None:
        raise FieldErrors.single("email", _("This address can't be invited. Please use another one."))
    if former is not None:
        member = take_back(former, newcomer.hired_on, newcomer.class_id, newcomer.email, origin)
    else:
        member = _create_member(newcomer, origin)
    find_duplicates(newcomer.brand_id, [member])
    invite_newcomer.enqueue(member.pk, newcomer.language)
    return member, former is not None


def _create_member(newcomer: Newcomer, origin: Origin) -> Member:
    return create_member(
        origin=origin,
        brand_id=newcomer.brand_id,
        group_id=newcomer.group_id,
        group_class_id=newcomer.class_id,
        first_name=newcomer.first_name,
        last_name=newcomer.last_name,
        suffix=newcomer.suffix,
        birth_date=newcomer.birth_date,
        gender=newcomer.gender,
        email=newcomer.email,
        hired_on=newcomer.hired_on,
    )


def _find_former(newcomer: Newcomer) -> Member | None:
    """Return the person of the same name and birth date who left the group, with the row locked; None for a new one. As
    in a roster, a person with the same name and birth date in the group is the same one."""
    names = {"first_name": newcomer.first_name, "last_name": newcomer.last_name}
    family = Family(1, {**names, "birth_date": newcomer.birth_date, "email": newcomer.email}, rows=[1])
    problems: list[str] = []

    def say(_row: int, _field: str, _code: str, message: str, fatal: bool) -> None:
        if fatal:
            problems.append(message)

    member_id = directory(newcomer.brand_id, newcomer.group_id, [family]).member_of(family, say)
    if member_id is None and not problems:
        return None
    row = lock_row(Member.objects.filter(pk=member_id or 0, merged_into=None, active=True), no_key=True)
    if row is None or row.left_on is None:
        words = _("Someone with this name and birth date is already in your group.")
        raise BusinessError("alreadyThere", words, {"member_id": member_id} if member_id is not None else {})
    if newcomer.hired_on <= row.left_on:
        words = _("%(name)s left on %(day)s. The hire date must be later.")
        raise FieldErrors.single("hired_on", words % {"name": row.name, "day": show_date(row.left_on)})
    return row
