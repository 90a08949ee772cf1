"""Fees that members owe beside premiums, as rows: written with every change of coverage, and read by everything that
says what somebody pays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Case, DecimalField, F, OuterRef, Q, QuerySet, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce

from planfront.coverage import timeline
from planfront.coverage.events import build_event
from planfront.coverage.models import CoverageEvent, EventKind, Fee, FeeSource, Policy, Version
from planfront.coverage.owed_fees import DUES, FeePolicy, OwedFee, find_owed, read_sold
from planfront.coverage.timeline import list_days
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_rows
from planfront.kernel.money import ZERO
from planfront.kernel.security.ids import new_uuid
from planfront.members.selectors import find_families

if TYPE_CHECKING:
    from planfront.coverage.ledger import Entry

_DAY = timedelta(days=1)
_BATCH = 1000
_Key = tuple[UUID, str, bool, date]
_Steps = dict[date, frozenset[str] | None]
"""The fees that the group pays of a policy from each day on; None: it isn't in force."""


def lock_policies_of(new: Iterable[tuple[int | None, UUID | None]]) -> None:
    """Lock the policies of members who get another one of a household, so that nobody ends them while dues are
    settled."""
    listed = [(key, household) for key, household in new if key is not None]
    if listed:
        households = {household for _key, household in listed if household is not None}
        members = with_households({key for key, _household in listed}, households)
        lock_rows(Policy.objects.filter(member__in=members).only("pk"))


def with_households(member_ids: Collection[int], households: Collection[UUID] = ()) -> set[int]:
    """Return members with those whose dues hang on theirs: of the households to which their policies were sold, and of
    these ``households``."""
    members, known = set(member_ids), set(households)
    while True:
        sold = Policy.objects.filter(member__in=members, household__isnull=False)
        known.update(key for key in sold.values_list("household", flat=True).distinct() if key is not None)
        rows = Policy.objects.filter(household__in=known, member__isnull=False) if known else Policy.objects.none()
        more = {key for key in rows.values_list("member", flat=True).distinct() if key is not None}
        if more <= members:
            return members
        members |= more


def find_household(member_id: int | None, day: date, *, charged: bool) -> UUID:
    """Return the household to which a policy is sold whose member owes dues once with their family: the family's.
    ``charged``: its cart has the dues, so that they are owed from its first ``day`` on: by a household of its own where
    the family owes them already."""
    family = find_families([member_id])[member_id] if member_id is not None else set()
    sold = Policy.objects.filter(member__in=[member_id, *family], household__isnull=False).order_by("created_at", "id")
    listed = sorted(sold.values_list("household", "member"), key=lambda row: row[1] != member_id)
    households = list(dict.fromkeys(key for key, _member in listed if key is not None))
    rows = Fee.objects.standing().filter(policy__household__in=households, code=DUES, plan_id=None)
    owing = {row.policy.household for row in rows.select_related("policy") if _read_row(row).owed_on(day)}
    fitting = [key for key in households if key not in owing or not charged]
    return min(fitting, key=lambda key: key not in owing, default=None) or new_uuid()


def settle_fees(member_ids: Iterable[int | None]) -> list[CoverageEvent]:
    """Bring the fees of members up to what their policies say, and return the events to publish. Runs inside a
    transaction that holds the locks of their policies."""
    members = with_households({key for key in member_ids if key is not None})
    policies = _read_policies(members)
    if not policies:
        return []
    others = _list_others(policies)
    stored = Fee.objects.filter(policy__in=[policy.id for rows in policies.values() for policy in rows])
    current = {_key_of(row): row for row in stored.filter(replaced_by=None)}
    owed = [fee for key, rows in policies.items() for fee in find_owed(rows, others[key])]
    new = _list_new(current, owed)
    Fee.objects.bulk_create(new, batch_size=_BATCH)
    return _list_events(policies, new)


def _list_events(policies: Mapping[int, Sequence[FeePolicy]], new: Iterable[Fee]) -> list[CoverageEvent]:
    """Return an event for each policy with new rows."""
    members = {policy.id: member_id for member_id, rows in policies.items() for policy in rows}
    keys = dict.fromkeys(row.policy_id for row in new)
    return [build_event(EventKind.FEES, policy_id=key, member_id=members[key]) for key in keys]


def _list_others(policies: Mapping[int, Sequence[FeePolicy]]) -> dict[int, list[FeePolicy]]:
    """Return the policies of the others of each member's households."""
    sharing: dict[UUID, list[tuple[int, FeePolicy]]] = defaultdict(list)
    for key, rows in policies.items():
        for row in rows:
            if row.household is not None:
                sharing[row.household].append((key, row))
    households = {key: {row.household for row in rows if row.household is not None} for key, rows in policies.items()}
    return {
        key: [row for household in keys for other, row in sharing[household] if other != key]
        for key, keys in households.items()
    }


def _read_policies(member_ids: Iterable[int]) -> dict[int, list[FeePolicy]]:
    """Return the members' policies that were sold with fees, with the days on which they are in force."""
    rows = Policy.objects.filter(member__in=list(member_ids), sold_fees__isnull=False).order_by("pk")
    listed = list(rows.values_list("pk", "member", "number", "created_at", "sold_fees", "household"))
    steps = _read_steps([row[0] for row in listed])
    policies: dict[int, list[FeePolicy]] = defaultdict(list)
    for key, member_id, number, issued, sold, household in listed:
        policy = FeePolicy(key, number, issued, read_sold(sold), (), household=household)
        policies[member_id].append(_with_steps(policy, steps.get(key, {})))
    return policies


def _read_steps(policy_ids: Sequence[UUID]) -> dict[UUID, _Steps]:
    """Return the steps of policies. Of a day's versions the last one counts."""
    steps: dict[UUID, _Steps] = defaultdict(dict)
    rows = Version.objects.filter(policy__in=policy_ids).order_by("policy", "effective", "recorded", "id")
    for key, effective, in_force, pays in rows.values_list("policy_id", "effective", "in_force", "group_pays"):
        steps[key][effective] = frozenset(pays or ()) if in_force else None
    return steps


def _steps_of(versions: Sequence[timeline.Version]) -> _Steps:
    in_order = sorted(versions, key=lambda row: row.recorded)
    return {row.effective: frozenset(row.terms.group_pays or ()) if row.terms else None for row in in_order}


def _with_steps(policy: FeePolicy, steps: _Steps) -> FeePolicy:
    """Return a policy with the days on which it is in force, and the fees that its group pays from each day on."""
    days = list_days({day: kinds is not None for day, kinds in steps.items()})
    return replace(policy, days=days, paid=[(day, kinds) for day, kinds in sorted(steps.items()) if kinds is not None])


def _key_of(row: Fee) -> _Key:
    return row.policy_id, row.code, row.once, row.effective


def _list_new(current: Mapping[_Key, Fee], owed: Iterable[OwedFee]) -> list[Fee]:
    """Return the rows to add: what is owed and isn't on record, and voids of what is on record and isn't owed."""
    by_key = {(fee.policy_id, fee.code, fee.once, fee.first): fee for fee in owed}
    new = [
        _build_row(fee, current.get(key))
        for key, fee in by_key.items()
        if (row := current.get(key)) is None or (row.amount, row.until, row.payer) != (fee.amount, fee.last, fee.payer)
    ]
    over = [row for key, row in current.items() if key not in by_key and not _is_void(row)]
    voids = [_build_row(replace(_read_row(row), last=row.effective - _DAY), row) for row in over]
    return [*new, *voids]


def _is_void(row: Fee) -> bool:
    return row.until is not None and row.until < row.effective


def _build_row(fee: OwedFee, replaced: Fee | None) -> Fee:
    return Fee(
        policy_id=fee.policy_id,
        source=FeeSource.PLAN if fee.plan_id else FeeSource.ASSOCIATION,
        code=fee.code,
        plan_id=fee.plan_id or None,
        amount=fee.amount,
        once=fee.once,
        effective=fee.first,
        until=fee.last,
        payer=fee.payer,
        recorded=clock.business_now(),
        replaces=replaced,
    )


@dataclass(frozen=True)
class DuesChange:
    """The association's dues of a member as they are on record, and as changes would leave them."""

    now: Sequence[OwedFee] = ()
    then: Sequence[OwedFee] = ()

    def of_policies(self, policy_ids: Collection[UUID]) -> DuesChange:
        """Return the dues that these policies bring, for readers who see no others."""
        now, then = ([fee for fee in fees if fee.policy_id in policy_ids] for fees in (self.now, self.then))
        return DuesChange(now, then)


def preview_dues(entries: Sequence[Entry]) -> DuesChange:
    """Return what changes of one member's policies would do to the association's dues."""
    member_id = entries[0].ledger.policy.member_id if entries else None
    if member_id is None:
        return DuesChange()
    ahead = {entry.ledger.policy.pk: entry.ledger.versions for entry in entries}
    known = _read_policies(with_households({member_id}))
    policies = [*known.get(member_id, []), *_list_new_policies(entries)]
    family = _list_others(known).get(member_id, [])
    changed = [_with_steps(row, _steps_of(ahead[row.id])) if row.id in ahead else row for row in policies]
    then = [fee for fee in find_owed(changed, family) if fee.code == DUES]
    return DuesChange(read_dues([member_id]).get(member_id, ()), then)


def _list_new_policies(entries: Sequence[Entry]) -> list[FeePolicy]:
    """Return policies with fees that changes begin and that aren't written yet."""
    new = {entry.ledger.policy.pk: entry.ledger.policy for entry in entries if not entry.ledger.policy.number}
    return [
        FeePolicy(key, "", row.created_at, read_sold(row.sold_fees), (), household=row.household)
        for key, row in new.items()
    ]


def read_fees(policy_ids: Iterable[UUID], known: datetime | None = None) -> list[OwedFee]:
    """Return the fees on record of policies, as known at an instant (None: now): monthly ones first."""
    stored = Fee.objects.filter(policy__in=list(policy_ids)).order_by("once", "effective", "recorded", "id")
    rows = [row for row in stored if known is None or row.recorded <= known]
    replaced = {row.replaces_id for row in rows}
    return [_read_row(row) for row in rows if row.pk not in replaced and not _is_void(row)]


def fees_of_group(group_id: int, member_ids: Iterable[int] | None = None) -> dict[UUID, list[OwedFee]]:
    """Return the fees on record of a group's policies, of all of its members or of some, by policy."""
    rows = Fee.objects.standing().filter(policy__group_id=group_id, policy__member__group_id=group_id)
    if member_ids is not None:
        rows = rows.filter(policy__member__in=list(member_ids))
    fees: dict[UUID, list[OwedFee]] = defaultdict(list)
    for row in rows.order_by("once", "effective", "recorded", "id"):
        fees[row.policy_id].append(_read_row(row))
    return fees


def read_dues(
    member_ids: Iterable[int], known: datetime | None = None, *, of_households: bool = False
) -> dict[int, list[OwedFee]]:
    """Return the association's dues of members, as known at an instant (None: now), by member. ``of_households``: only
    those that a household owes once."""
    rows: Any = Fee.objects.standing(known).filter(policy__member__in=list(member_ids), code=DUES, plan_id=None)
    if of_households:
        rows = rows.filter(policy__household__isnull=False)
    dues: dict[int, list[OwedFee]] = defaultdict(list)
    for row in rows.annotate(member_id=F("policy__member")):
        dues[row.member_id].append(_read_row(row))
    return dues


def annotate_fees(policies: QuerySet[Policy], today: date) -> QuerySet[Policy]:
    """Add what policies bring beside their price: ``monthly_fees`` of the month that their row shows, and ``once``."""
    shown_day = Case(
        When(effective_date__gt=today, then=F("effective_date")),
        When(end_date__lt=today, then=F("end_date")),
        default=Value(today),
    )
    fees = Fee.objects.standing().filter(policy=OuterRef("pk")).order_by()
    on_day = fees.filter(Q(until=None) | Q(until__gte=OuterRef("shown_day")), once=False)
    return policies.annotate(shown_day=shown_day).annotate(
        monthly_fees=_sum_fees(on_day.filter(effective__lte=OuterRef("shown_day"))),
        once=_sum_fees(fees.filter(once=True)),
    )


def _sum_fees(fees: QuerySet[Fee]) -> Coalesce:
    total = fees.values("policy").annotate(total=Sum("amount")).values("total")
    return Coalesce(Subquery(total), Value(ZERO), output_field=DecimalField(max_digits=10, decimal_places=2))


def _read_row(row: Fee) -> OwedFee:
    return OwedFee(row.policy_id, row.code, row.amount, row.effective, row.until, row.once, row.plan_id or 0, row.payer)
