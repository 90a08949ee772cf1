"""The group's present contributions and classes, brought to the policies that it pays a part of from a day to come: the
preview for its administrator, and the versions, written by the worker."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.coverage import ledger
from planfront.coverage.authors import Author
from planfront.coverage.group import schemas
from planfront.coverage.group.amounts import Amounts, add_amounts, amounts_of
from planfront.coverage.ledger import Cause, Ledger
from planfront.coverage.models import Policy
from planfront.coverage.timeline import Kind, Terms, find_terms
from planfront.kernel import clock
from planfront.kernel.days.months import months_later
from planfront.kernel.errors import BusinessError, FieldErrors
from planfront.kernel.http.paging import cut_list
from planfront.kernel.security.ids import new_uuid
from planfront.kernel.text.parse import show_date, us_date
from planfront.members.group_people import people_by_id

AT_ONCE = 200
_AHEAD = 12


@dataclass(frozen=True)
class NewShare:
    """A policy whose shares would be other ones from the day on. ``before`` and ``after``: its terms of that day."""

    record: Ledger
    before: Terms
    after: Terms


def list_days() -> list[date]:
    """Return the days from which on shares can be other ones: months that haven't begun."""
    first = clock.today().replace(day=1)
    return [months_later(first, count) for count in range(1, _AHEAD + 1)]


def read_day(text: str) -> date:
    """Return the day that was chosen, the next one where none was. Raises FieldErrors."""
    days = list_days()
    if not text:
        return days[0]
    day = us_date(text)
    if day not in days:
        raise FieldErrors.single("day", _("Choose the first day of one of the next twelve months."))
    return day


def find_new_shares(group_id: int, day: date) -> list[NewShare]:
    """Return the policies of a group whose shares would be other ones from a day on, by their numbers."""
    return list(_compare(ledger.load_ledgers(_find_policies(group_id, day).order_by("number")), day))


def _find_policies(group_id: int, day: date) -> Any:
    rows = Policy.objects.open_on(day).filter(effective_date__lt=day)
    return rows.filter(group=group_id, member__group=group_id)


def _compare(records: Iterable[Ledger], day: date) -> Iterator[NewShare]:
    for record in records:
        before = find_terms(record.versions, day)
        if before is None or before.premium is None or record.payers is None:
            continue
        after = record.payers.split(record.policy, replace(before, share={}, shared_on=day))
        if _agreed(after.share) != _agreed(before.share):
            yield NewShare(record, before, after)


def _agreed(share: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is agreed in a share: its amounts and its rule, but no names."""
    rule = {name: value for name, value in share.get("row", {}).items() if name != "class"}
    return {**{name: value for name, value in share.items() if name != "group"}, "row": rule}


def digest_of_shares(shares: Iterable[NewShare], day: date) -> str:
    rows = [[str(row.record.policy.pk), _agreed(row.before.share), _agreed(row.after.share)] for row in shares]
    return hashlib.sha256(json.dumps([day.isoformat(), rows], sort_keys=True).encode()).hexdigest()


def preview(group_id: int, query: schemas.NewSharesQuery) -> schemas.NewShares:
    """Return one page of the policies with other shares from a day on, and the sums of all. Raises FieldErrors."""
    day = read_day(query.day)
    shares = find_new_shares(group_id, day)
    cut = cut_list([row.record.policy.pk for row in shares], query.page, query.per_page)
    by_key = {row.record.policy.pk: row for row in shares}
    people = people_by_id(group_id, {row.record.policy.member_id or 0 for row in shares})
    listed = [by_key[key] for key in cut.keys]
    names = {key: person.name for key, person in people.items()}
    return schemas.NewShares.cut_to(
        cut,
        [_build_row(row, names.get(row.record.policy.member_id or 0, "")) for row in listed],
        day=show_date(day),
        days=[show_date(other) for other in list_days()],
        people=len({row.record.policy.member_id for row in shares}),
        before=schemas.MonthSplit.build(_add_premiums(row.before for row in shares)),
        after=schemas.MonthSplit.build(_add_premiums(row.after for row in shares)),
        digest=digest_of_shares(shares, day),
    )


def _add_premiums(terms: Iterable[Terms]) -> Amounts:
    """Return the sum of many people's amounts, which no single pay has."""
    return replace(add_amounts(amounts_of(row) for row in terms), mixed=True)


def _build_row(row: NewShare, name: str) -> schemas.NewShareRow:
    policy = row.record.policy
    return schemas.NewShareRow(
        name=name,
        policy_number=policy.number,
        plan=policy.plan_name,
        before=schemas.MonthSplit.build(amounts_of(row.before)),
        after=schemas.MonthSplit.build(amounts_of(row.after)),
    )


def start_writing(group_id: int, body: schemas.ConfirmedShares, author: Author) -> schemas.SharesStarted:
    """Let the worker write what was previewed. Raises FieldErrors, and BusinessError ``changeDiffers`` where anything
    has moved since."""
    from planfront.coverage.group.tasks import write_shares

    day = read_day(body.day)
    shares = find_new_shares(group_id, day)
    if not shares or digest_of_shares(shares, day) != body.digest:
        raise BusinessError("changeDiffers", _("Something has changed since. Please look at the amounts again."))
    write_shares.enqueue(group_id, day.isoformat(), str(new_uuid()), author.user_id or 0)
    return schemas.SharesStarted(day=show_date(day), policies=len(shares))


@transaction.atomic
def write_next(group_id: int, day: date, cause: Cause, after: UUID | None) -> UUID | None:
    """Write the versions of some policies, in the order of their keys. Returns the last one's key, None once none are
    left. What is written already stays as it is."""
    rows = _find_policies(group_id, day).order_by("pk")
    keys = list((rows.filter(pk__gt=after) if after else rows).values_list("pk", flat=True)[:AT_ONCE])
    differing = _compare(ledger.lock_ledgers(keys), day)
    ledger.write([ledger.add_change(row.record, Kind.SHARES, day, cause=cause) for row in differing])
    return keys[-1] if len(keys) == AT_ONCE else None
