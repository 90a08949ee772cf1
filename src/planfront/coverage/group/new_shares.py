"""The group's present contributions and classes, brought to the policies that it pays a part of from a day to come: the
preview for its administrator, and the versions, written by the worker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.selectors import list_events_of
from planfront.audit.services import SYSTEM, Origin, record
from planfront.coverage import ledger
from planfront.coverage.authors import Author
from planfront.coverage.fees import read_fees
from planfront.coverage.group import schemas
from planfront.coverage.group.amounts import Amounts, add_amounts, add_people, amounts_of
from planfront.coverage.group.fee_amounts import amounts_of_fee, take_from_pay
from planfront.coverage.ledger import Cause, Ledger
from planfront.coverage.models import Change, Policy
from planfront.coverage.owed_fees import DUES, GROUP, MEMBER, OwedFee, read_sold
from planfront.coverage.timeline import Kind, Terms, find_terms
from planfront.kernel import clock
from planfront.kernel.days.months import months_later
from planfront.kernel.errors import BusinessError, FieldErrors
from planfront.kernel.http.paging import cut_list
from planfront.kernel.security.crypto import hash_content
from planfront.kernel.security.ids import new_uuid
from planfront.kernel.text.parse import show_date, us_date
from planfront.members.group_people import people_by_id
from planfront.parties.groups.terms import DUES as PAYS_DUES

AT_ONCE = 100
_AHEAD, _MOST_PARTS = 12, 1_000
_STOPPED = "group.new_shares_stopped"


@dataclass(frozen=True)
class NewShare:
    """A policy whose shares, or the payer of whose dues, would be other ones from the day on. ``before`` and ``after``:
    its terms of that day; ``dues``: what it brings of the association's dues that day."""

    record: Ledger
    before: Terms
    after: Terms
    dues: Sequence[OwedFee] = ()

    def add_up(self, terms: Terms) -> Amounts:
        """Return the month's amounts by the terms before or after, with the dues."""
        plan = amounts_of(terms)
        payer = GROUP if _pays_dues(terms) else MEMBER
        fees = [amounts_of_fee(replace(fee, payer=payer), [plan], None) for fee in self.dues]
        return add_amounts(take_from_pay([plan, *fees]))


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
    listed = list(records)
    fees = [fee for fee in read_fees(record.policy.pk for record in listed) if fee.code == DUES and fee.owed_on(day)]
    for held in listed:
        before = find_terms(held.versions, day)
        if before is None or before.premium is None or held.payers is None:
            continue
        after = held.payers.split(held.policy, replace(before, share={}, shared_on=day, group_pays=None))
        if is_new_share(held.policy, before, after):
            yield NewShare(held, before, after, [fee for fee in fees if fee.policy_id == held.policy.pk])


def is_new_share(policy: Policy, before: Terms, after: Terms) -> bool:
    """Return whether something else is agreed: the shares, their rule, or who pays the association's dues."""
    return _agreed(after.share) != _agreed(before.share) or _changes_payer(policy, before, after)


def _changes_payer(policy: Policy, before: Terms, after: Terms) -> bool:
    """Return whether somebody else would pay the association's dues, where the policy brings any."""
    brings = any(fee.code == DUES for fee in read_sold(policy.sold_fees))
    return brings and _pays_dues(before) != _pays_dues(after)


def _pays_dues(terms: Terms) -> bool:
    return PAYS_DUES in (terms.group_pays or ())


def _agreed(share: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is agreed in a share: its amounts and its rule, but no names."""
    rule = {name: value for name, value in share.get("row", {}).items() if name != "class"}
    return {**{name: value for name, value in share.items() if name != "group"}, "row": rule}


def digest_of_shares(shares: Iterable[NewShare], day: date) -> str:
    rows = [
        [str(row.record.policy.pk), *([_agreed(terms.share), _pays_dues(terms)] for terms in (row.before, row.after))]
        for row in shares
    ]
    return hash_content([day, sorted(rows, key=lambda row: str(row[0]))])


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
        before=schemas.MonthSplit.build(add_people(row.add_up(row.before) for row in shares)),
        after=schemas.MonthSplit.build(add_people(row.add_up(row.after) for row in shares)),
        digest=digest_of_shares(shares, day),
    )


def _build_row(row: NewShare, name: str) -> schemas.NewShareRow:
    policy = row.record.policy
    return schemas.NewShareRow(
        name=name,
        policy_number=policy.number,
        plan=policy.plan_name,
        before=schemas.MonthSplit.build(row.add_up(row.before)),
        after=schemas.MonthSplit.build(row.add_up(row.after)),
    )


@dataclass(frozen=True)
class Part:
    """The policies of some of a group's members, by the ids of the first and the last one, that are written together:
    a member's policies are in one part, so that one letter tells of all. ``policies``: how many of them get other
    shares; ``digest`` names these shares."""

    first: int
    last: int
    policies: int
    digest: str


@transaction.atomic
def start_writing(
    group_id: int, body: schemas.ConfirmedShares, author: Author, origin: Origin
) -> schemas.SharesStarted:
    """Let the worker write what was previewed. Raises FieldErrors, and BusinessError ``changeDiffers`` where anything
    has moved since."""
    from planfront.coverage.group.tasks import write_shares

    day, order = read_day(body.day), str(new_uuid())
    shares = find_new_shares(group_id, day)
    if not shares or digest_of_shares(shares, day) != body.digest:
        raise BusinessError("changeDiffers", _("Something has changed. Please review the amounts again."))
    meta = {"order": order, "day": day.isoformat(), "policies": len(shares)}
    record("group.new_shares_started", origin=origin, subject_type="group", subject_id=group_id, meta=meta)
    for part in cut_parts(group_id, day, shares):
        where = (part.first, part.last, part.policies, part.digest)
        write_shares.enqueue(group_id, day.isoformat(), order, author.user_id, *where)
    return schemas.SharesStarted(day=show_date(day), policies=len(shares), order=order)


def cut_parts(group_id: int, day: date, shares: Iterable[NewShare]) -> Iterator[Part]:
    """Return the parts in which shares are written, in the order of their members."""
    by_member: dict[int, list[NewShare]] = {}
    for row in shares:
        by_member.setdefault(row.record.policy.member_id or 0, []).append(row)
    members = list(_find_policies(group_id, day).order_by("member").values_list("member", flat=True).distinct())
    for start in range(0, len(members), AT_ONCE):
        part = members[start : start + AT_ONCE]
        rows = [row for member_id in part for row in by_member.get(member_id, ())]
        if rows:
            yield Part(part[0], part[-1], len(rows), digest_of_shares(rows, day))


@transaction.atomic
def write_part(group_id: int, day: date, author: Author, order: UUID, part: Part) -> None:
    """Write the versions of a part as they were agreed to. Where anything of it has moved since, nothing of the part is
    written, and an event says so. What is written already stays as it is."""
    rows = _find_policies(group_id, day).filter(member__gte=part.first, member__lte=part.last)
    records = ledger.lock_ledgers(list(rows.values_list("pk", flat=True)))
    written = Change.objects.filter(order=order, policy__in=[row.policy.pk for row in records])
    if written.exists():
        return
    shares = list(_compare(records, day))
    if digest_of_shares(shares, day) != part.digest:
        meta = {"group": group_id, "first": str(part.first), "policies": part.policies}
        record(_STOPPED, origin=SYSTEM, subject_type="new_shares", subject_id=str(order), meta=meta)
        return
    cause = Cause(author, order=order)
    ledger.write([ledger.add_change(row.record, Kind.SHARES, day, cause=cause) for row in shares])


def count_written(group_id: int, order: UUID) -> schemas.SharesProgress:
    """Return how many policies of an order of the group are written, and how many were left as they were."""
    written = Change.objects.filter(order=order, kind=Kind.SHARES, policy__group=group_id).count()
    events = list_events_of("new_shares", order, most=_MOST_PARTS)
    left = {event.meta["first"]: event.meta["policies"] for event in events if event.meta["group"] == group_id}
    return schemas.SharesProgress(written=written, left=sum(left.values()))
