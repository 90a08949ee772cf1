"""Employment in a group: a last day that is reported and taken back, and a return to work."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from uuid import UUID

from django.db import transaction

from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import NotFound
from planfront.members.models import Leaving, Member
from planfront.members.person_history import FactCause, write_facts


@transaction.atomic
def record_leaving(
    key: UUID, member_id: int, group_id: int, last_day: date, by_user: int | None, origin: Origin
) -> Leaving:
    """Record the last day of work for a group, as ``by_user`` reported it. ``key`` also names the ends of plans that go
    with it. Raises NotFound for who isn't of the group."""
    member = lock_row(Member.objects.filter(pk=member_id, group=group_id, merged_into=None), no_key=True)
    if member is None:
        raise NotFound
    leaving = Leaving.objects.create(
        pk=key,
        member=member,
        last_day=last_day,
        before=member.left_on,
        by_user=by_user,
        recorded_at=clock.business_now(),
    )
    _set_last_day(member, last_day, "left", origin)
    return leaving


@transaction.atomic
def withdraw_leaving(key: UUID, origin: Origin) -> None:
    """Put back the last day that was on record before, unless another day was recorded since. Twice is once."""
    leaving = lock_row(Leaving.objects.filter(pk=key, withdrawn_at=None))
    if leaving is None:
        return
    leaving.withdrawn_at = clock.business_now()
    leaving.save(update_fields=["withdrawn_at"])
    member = lock_row(Member.objects.filter(pk=leaving.member_id, left_on=leaving.last_day), no_key=True)
    if member is not None:
        _set_last_day(member, leaving.before, "leaving_withdrawn", origin)


def take_back(member: Member, hired_on: date, class_id: int | None, email: str, origin: Origin) -> Member:
    """Take a person who left back into the group. Runs inside a transaction that holds the member's row. The address of
    who signs in stays."""
    member.hired_on = hired_on
    member.save(update_fields=["hired_on"])
    facts = {"group_class_id": class_id, **({"email": email} if member.user_id is None else {})}
    write_facts(member, facts, FactCause("came_back", origin))
    _set_last_day(member, None, "came_back", origin)
    return member


def set_employment(member_id: int, hired_on: date | None, employee_number: str, origin: Origin) -> None:
    """Put the day of hire or the group's own number of a person right; what is empty stays. Runs inside a transaction
    that holds the member's row."""
    given = {"hired_on": hired_on, "employee_number": employee_number}
    facts = {name: value for name, value in given.items() if value}
    if facts:
        Member.objects.filter(pk=member_id).update(**facts)
        record(
            "member.employment_set", origin=origin, subject_type="member", subject_id=member_id, fields=sorted(facts)
        )


def _set_last_day(member: Member, left_on: date | None, verb: str, origin: Origin) -> None:
    member.left_on = left_on
    member.save(update_fields=["left_on"])
    meta = {"group": member.group_id}
    record(f"member.{verb}", origin=origin, subject_type="member", subject_id=member.pk, fields=["left_on"], meta=meta)


def leaving_of(key: UUID, member_id: int) -> Leaving | None:
    return Leaving.objects.filter(pk=key, member=member_id).first()


def is_todays(leaving: Leaving, user_id: int | None) -> bool:
    """Return whether the user reported it today."""
    return leaving.by_user == user_id and clock.local(leaving.recorded_at).date() == clock.today()


def leavings_to_undo(member_ids: Iterable[int], user_id: int | None) -> dict[int, UUID]:
    """Those that somebody reported today and hasn't taken back, by member."""
    rows = Leaving.objects.filter(member__in=list(member_ids), by_user=user_id, withdrawn_at=None)
    return {row.member_id: row.pk for row in rows if is_todays(row, user_id)}


def latest_leavings(group_id: int, most: int, member_id: int | None = None) -> list[Leaving]:
    """Return the last days of work that were reported last and stand, of a group's people or of one of them, the newest
    first."""
    rows = Leaving.objects.filter(member__group=group_id, withdrawn_at=None)
    if member_id is not None:
        rows = rows.filter(member=member_id)
    return list(rows.order_by("-recorded_at")[:most])
