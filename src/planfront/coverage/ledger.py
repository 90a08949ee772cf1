"""Policies as they are kept: rows into timeline's shapes and back, and the one place that writes to the book."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cache, partial
from itertools import zip_longest
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q

from planfront.catalog.selectors import catalog, part_month_of
from planfront.coverage import timeline
from planfront.coverage.adjustments import add_adjustments
from planfront.coverage.authors import SYSTEM, Author
from planfront.coverage.events import build_event, publish_events
from planfront.coverage.fees import settle_fees, with_households
from planfront.coverage.models import Change, CoveredPerson, EventKind, LifeEvent, Policy, Reason, Version
from planfront.coverage.models.record import WITHDRAWAL
from planfront.coverage.past_months import MonthDifference, list_differences
from planfront.coverage.payers import Payers
from planfront.coverage.timeline import (
    SELF,
    Covered,
    Days,
    Kind,
    Place,
    Price,
    Role,
    Terms,
    find_terms,
    find_version,
    join_days,
)
from planfront.kernel import clock
from planfront.kernel.database.copying import add_rows
from planfront.kernel.database.durable import wait_for_standby
from planfront.kernel.database.locks import lock_rows
from planfront.kernel.money import ZERO
from planfront.kernel.security.ids import new_uuid

_DAY = timedelta(days=1)
_BATCH = 1000
_STOOD_STILL = timedelta(days=60)


@dataclass
class Ledger:
    """A policy with what happened to it and its versions, in the order in which they were recorded. ``history`` has
    neither withdrawals nor what they took back. ``payers``: who splits new prices; None: they come with their shares.
    ``insurer_ids``, ``staying``: of the people of a policy that begins, by key.
    """

    policy: Policy
    rows: list[Change] = field(default_factory=list)
    history: list[timeline.Change] = field(default_factory=list)
    versions: list[timeline.Version] = field(default_factory=list)
    payers: Payers | None = None
    insurer_ids: Mapping[str, str] = field(default_factory=dict)
    staying: frozenset[str] = frozenset()

    @property
    def withdrawn(self) -> dict[UUID, datetime]:
        """Return when changes were taken back, by their ids."""
        return {row.withdraws_id: row.recorded for row in self.rows if row.withdraws_id}

    def change_of(self, version: timeline.Version) -> Change:
        """Return the change that a version came of."""
        return next(row for row in self.rows if str(row.pk) == version.change_id)

    def number_of(self, version: timeline.Version) -> int:
        """Return a version's place among those of the policy, from 1 on. Versions are only added, so it stays."""
        return self.versions.index(version) + 1


@dataclass(frozen=True)
class Cause:
    """The reason why a change is made. ``order``: of changes that are made together. ``reported_on``: None for today.
    ``note``: what whoever made it wrote down."""

    author: Author = SYSTEM
    event: LifeEvent | None = None
    happened_on: date | None = None
    reason: Reason | None = None
    order: UUID | None = None
    reported_on: date | None = None
    note: str = ""


@dataclass(frozen=True)
class Entry:
    """A change to be written, with the versions that it adds."""

    ledger: Ledger
    change: Change
    added: Sequence[timeline.Version]
    first_day: date

    @property
    def earlier(self) -> list[timeline.Version]:
        """Return the policy's versions as they were before the change."""
        return [row for row in self.ledger.versions if row.recorded < self.change.recorded]

    def past_months(self, through: date) -> list[MonthDifference] | None:
        """Return what it costs for months that have begun (see past_months.list_differences): nothing as long as the
        insurer decides, as the first bill follows the decision."""
        if self.ledger.policy.awaits_decision:
            return []
        return list_differences(self.earlier, self.added, through, cache(part_month_of))


def lock_ledgers(policy_ids: Iterable[Any]) -> list[Ledger]:
    """The policies locked, in the order of their keys, with their history. Runs inside a transaction. All others of
    their members are locked, too, and of households that owe dues once, as what somebody owes hangs on all of them."""
    keys = set(policy_ids)
    members = Policy.objects.filter(pk__in=keys, member__isnull=False).order_by().values_list("member", flat=True)
    locked = lock_rows(Policy.objects.filter(Q(pk__in=keys) | Q(member__in=with_households(set(members)))))
    return load_ledgers(policy for policy in locked if policy.pk in keys)


def load_ledgers(policies: Iterable[Policy]) -> list[Ledger]:
    """Load ledgers in two queries, however many there are."""
    listed = list(policies)
    payers = Payers(listed)
    ledgers = {policy.pk: Ledger(policy, payers=payers) for policy in listed}
    changes = Change.objects.filter(policy__in=list(ledgers)).select_related("event", "reason")
    for change in changes.order_by("recorded", "id"):
        ledgers[change.policy_id].rows.append(change)
    for ledger in ledgers.values():
        withdrawn = ledger.withdrawn
        standing = [row for row in ledger.rows if row.kind != WITHDRAWAL and row.pk not in withdrawn]
        ledger.history = [read_change(row) for row in standing]
    for row in Version.objects.filter(policy__in=list(ledgers)).order_by("recorded", "id"):
        ledgers[row.policy_id].versions.append(read_version(row))
    return list(ledgers.values())


def read_version(row: Version) -> timeline.Version:
    return timeline.Version(row.effective, row.recorded, str(row.change_id), _terms_of(row) if row.in_force else None)


def _terms_of(row: Version) -> Terms:
    return Terms(
        plan_id=row.plan_id or 0,
        tier=row.tier,
        place=Place(row.state, row.zip, row.county_fips),
        covered=tuple(read_person(person) for person in row.covered),
        rated_on=row.rated_on or row.effective,
        amount=row.amount,
        riders=tuple(row.riders),
        inputs=row.inputs,
        premium=row.premium,
        fees=row.fees,
        proof=row.proof,
        share=row.share or {},
        shared_on=row.shared_on,
        group_pays=frozenset(row.group_pays or ()),
    )


def read_change(row: Change) -> timeline.Change:
    """The change as the arithmetic takes it. Amounts in ``facts`` are texts, days ISO."""
    facts = row.facts
    return timeline.Change(
        str(row.pk),
        Kind(row.kind),
        row.effective,
        row.recorded,
        terms=_read_terms(facts["terms"]) if "terms" in facts else None,
        person=read_person(facts["person"]) if "person" in facts else None,
        key=facts.get("key", ""),
        plan_id=facts.get("plan_id"),
        amount=Decimal(facts["amount"]) if "amount" in facts else None,
        riders=tuple(facts["riders"]) if "riders" in facts else None,
        place=Place(**facts["place"]) if "place" in facts else None,
        inputs=facts.get("inputs"),
        first_days={key: date.fromisoformat(day) for key, day in facts.get("first_days", {}).items()} or None,
        group_pays=frozenset(facts["group_pays"]) if "group_pays" in facts else None,
    )


def facts_of(change: timeline.Change) -> dict[str, Any]:
    """Return the stored form of what a change says beside its kind and day."""
    place = change.place
    facts: dict[str, Any] = {
        "terms": write_terms(change.terms) if change.terms else None,
        "person": write_person(change.person) if change.person else None,
        "key": change.key or None,
        "plan_id": change.plan_id,
        "amount": None if change.amount is None else str(change.amount),
        "riders": None if change.riders is None else list(change.riders),
        "place": _write_place(place) if place else None,
        "inputs": None if change.inputs is None else dict(change.inputs),
        "first_days": {key: day.isoformat() for key, day in (change.first_days or {}).items()} or None,
        "group_pays": None if change.group_pays is None else sorted(change.group_pays),
    }
    return {name: value for name, value in facts.items() if value is not None}


def _write_place(place: Place) -> dict[str, str]:
    return {"state": place.state, "zip": place.zip, "county_fips": place.county_fips}


def read_person(stored: Mapping[str, str]) -> Covered:
    days = [stored[name] for name in ("birth_date", "original_date", "joined_on") if name in stored]
    return Covered(stored["key"], Role(stored["role"]), *map(date.fromisoformat, days))


def write_person(person: Covered) -> dict[str, str]:
    return {
        "key": person.key,
        "role": person.role.value,
        "birth_date": person.birth_date.isoformat(),
        "original_date": person.original_date.isoformat(),
        "joined_on": person.joined_on.isoformat(),
    }


def write_terms(terms: Terms) -> dict[str, Any]:
    return {
        "plan_id": terms.plan_id,
        "tier": terms.tier,
        "place": _write_place(terms.place),
        "covered": [write_person(person) for person in terms.covered],
        "rated_on": terms.rated_on.isoformat(),
        "amount": None if terms.amount is None else str(terms.amount),
        "riders": list(terms.riders),
        "inputs": dict(terms.inputs),
        "premium": None if terms.premium is None else str(terms.premium),
        "fees": str(terms.fees),
        "proof": dict(terms.proof),
        "share": dict(terms.share),
        "shared_on": terms.shared_on.isoformat() if terms.shared_on else None,
        "group_pays": sorted(terms.group_pays or ()),
    }


def _read_terms(stored: Mapping[str, Any]) -> Terms:
    return Terms(
        plan_id=stored["plan_id"],
        tier=stored["tier"],
        place=Place(**stored["place"]),
        covered=tuple(read_person(person) for person in stored["covered"]),
        rated_on=date.fromisoformat(stored["rated_on"]),
        amount=None if stored["amount"] is None else Decimal(stored["amount"]),
        riders=tuple(stored["riders"]),
        inputs=stored["inputs"],
        premium=None if stored["premium"] is None else Decimal(stored["premium"]),
        fees=Decimal(stored["fees"]),
        proof=stored["proof"],
        share=stored.get("share", {}),
        shared_on=date.fromisoformat(stored["shared_on"]) if stored.get("shared_on") else None,
        group_pays=frozenset(stored.get("group_pays", ())),
    )


def recall_prices(
    versions: Sequence[timeline.Version],
    compute: Price | None = None,
    split: Price | None = None,
    *,
    new_shares: date | None = None,
) -> Price:
    """Prices as they are on record; ``compute`` is asked for terms that were never priced, and ``split`` for those that
    were with the shares of another day. Of shares of one day, those written last count. ``new_shares``: the day whose
    shares are split again though they are on record.

    What was sold keeps its price and its shares, whatever tables and groups say today. Without ``compute`` terms that
    were never priced have no premium.
    """
    on_record = [(_unpriced(row.terms), row.terms) for row in versions if row.terms is not None]

    def price(terms: Terms) -> Terms:
        wished = _unpriced(terms)
        same_price = [other for unpriced, other in on_record if unpriced == wished]
        is_split_again = new_shares is not None and terms.shared_on == new_shares
        for other in () if is_split_again else reversed(same_price):
            if other.shared_on == terms.shared_on:
                return other if terms.group_pays is None else replace(other, group_pays=terms.group_pays)
        if same_price:
            other = same_price[-1]
            priced = replace(terms, premium=other.premium, fees=other.fees, proof=other.proof)
        elif compute is None:
            return replace(terms, premium=None, proof={}, share={})
        else:
            priced = compute(terms)
        priced = split(priced) if split else priced
        on_record.append((wished, priced))
        return priced

    return price


def _unpriced(terms: Terms) -> Terms:
    """Return terms without what a price and its shares are."""
    return replace(terms, premium=None, fees=ZERO, proof={}, share={}, shared_on=None, group_pays=None)


def _price_of(ledger: Ledger, compute: Price | None, new_shares: date | None = None) -> Price:
    """Return prices as they are on record, else computed, with who pays how much of them. Without payers what computes
    a price brings its shares, too."""
    payers = ledger.payers
    split = compute if payers is None else partial(payers.split, ledger.policy)
    return recall_prices(ledger.versions, compute, split, new_shares=new_shares)


def add_change(
    ledger: Ledger,
    kind: Kind,
    effective: date,
    *,
    cause: Cause = Cause(),
    compute: Price | None = None,
    **facts: Any,
) -> Entry:
    """A change and what it adds, on the ledger and to be written. ``facts``: see timeline.Change.

    Raises ChangeRefused, and what ``compute`` raises.
    """
    if kind in (Kind.RENEWAL, Kind.SHARES) and ledger.payers is not None:
        facts["group_pays"] = ledger.payers.list_paid_fees(ledger.policy)
    change = timeline.Change(str(new_uuid()), kind, effective, _next_instant(ledger), **facts)
    price = _price_of(ledger, compute, effective if kind is Kind.SHARES else None)
    added = timeline.plan_change(ledger.history, ledger.versions, change, price)
    entry = Entry(ledger, _change_row(ledger, change, cause), added, change.first_day)
    entry.change.facts = {**facts_of(change), **({"note": cause.note} if cause.note else {})}
    return _keep(entry, history=[*ledger.history, change])


def withdraw_change(
    ledger: Ledger, change: timeline.Change, *, cause: Cause = Cause(), compute: Price | None = None
) -> Entry:
    """Return the entry that takes a change back. Raises ChangeRefused where a later one stands on it: on an issue, all
    do."""
    if change.kind is Kind.ISSUE and len(ledger.history) > 1:
        raise timeline.ChangeRefused(timeline.Refused.NOT_IN_FORCE, change.id)
    price = _price_of(_recall_earlier(ledger, change), compute)
    taken = replace(change, id=str(new_uuid()), recorded=_next_instant(ledger))
    added = timeline.plan_withdrawal(ledger.history, ledger.versions, change, taken.recorded, price)
    row = _change_row(ledger, taken, cause)
    row.kind, row.withdraws_id = WITHDRAWAL, UUID(change.id)
    row.facts = {"note": cause.note} if cause.note else {}
    added = [replace(version, change_id=_source(version, change, taken)) for version in added]
    entry = Entry(ledger, row, added, change.first_day)
    return _keep(entry, history=[other for other in ledger.history if other.id != change.id])


def _recall_earlier(ledger: Ledger, change: timeline.Change) -> Ledger:
    """Return the ledger as prices are recalled from where a change is taken back: of new shares, those from before them
    count again."""
    if change.kind is not Kind.SHARES:
        return ledger
    return replace(ledger, versions=sorted(ledger.versions, key=lambda row: row.recorded < change.recorded))


def _source(version: timeline.Version, change: timeline.Change, taken: timeline.Change) -> str:
    """Rows that a withdrawal makes are its own, but those that bring other changes' terms back."""
    return taken.id if version.change_id == change.id else version.change_id


def _keep(entry: Entry, history: list[timeline.Change]) -> Entry:
    ledger = entry.ledger
    ledger.history, ledger.rows = history, [*ledger.rows, entry.change]
    ledger.versions = [*ledger.versions, *entry.added]
    entry.change.after = _monthly(ledger.versions, entry.first_day)
    return entry


def _next_instant(ledger: Ledger) -> datetime:
    """Now, or just after what was recorded last: no two changes of a policy share an instant."""
    last = max((row.recorded for row in ledger.rows), default=None)
    now = clock.business_now()
    return now if last is None or last < now else last + timedelta(microseconds=1)


def _change_row(ledger: Ledger, change: timeline.Change, cause: Cause) -> Change:
    return Change(
        pk=UUID(change.id),
        policy=ledger.policy,
        kind=change.kind,
        effective=change.effective,
        recorded=change.recorded,
        order=cause.order or new_uuid(),
        event=cause.event,
        happened_on=cause.happened_on,
        reported_on=cause.reported_on or clock.today(),
        reason=cause.reason,
        by=cause.author.by,
        by_user=cause.author.user_id,
        before=_monthly(ledger.versions, change.first_day),
    )


def _monthly(versions: Sequence[timeline.Version], day: date) -> Decimal | None:
    terms = find_terms(versions, day)
    return terms.monthly if terms else None


def write(entries: Sequence[Entry], *, new: bool = False, kind: EventKind | None = None) -> None:
    """Add changes with their versions, and bring policies, people and fees up to what they say. Runs inside a
    transaction that holds the policies' locks. ``new``: the policies are so new that they have no people yet, that they
    say already that they show today's terms, and that no change can reach back behind a bill. ``kind``: of the events,
    where it isn't that of the changes."""
    wait_for_standby()
    add_rows(Change, (entry.change for entry in entries))
    add_rows(Version, (_version_row(entry.ledger.policy, row) for entry in entries for row in entry.added))
    refresh({entry.ledger.policy.pk: entry.ledger for entry in entries}.values(), new=new)
    events = [
        build_event(
            kind or EventKind(entry.change.kind),
            policy=entry.ledger.policy,
            change=entry.change,
            order=entry.change.order,
        )
        for entry in entries
    ]
    fees = settle_fees(entry.ledger.policy.member_id for entry in entries)
    publish_events([*events, *fees, *([] if new else add_adjustments(entries))])


def _version_row(policy: Policy, version: timeline.Version) -> Version:
    row = Version(
        policy=policy,
        change_id=version.change_id,
        effective=version.effective,
        recorded=version.recorded,
        in_force=version.terms is not None,
    )
    if version.terms is not None:
        stored = version.terms
        row.plan_id, row.tier, row.rated_on = stored.plan_id, stored.tier, stored.rated_on
        row.state, row.zip, row.county_fips = stored.place.state, stored.place.zip, stored.place.county_fips
        row.amount, row.riders, row.inputs = stored.amount, list(stored.riders), dict(stored.inputs)
        row.covered = [write_person(person) for person in stored.covered]
        row.premium, row.fees, row.proof = stored.premium, stored.fees, dict(stored.proof)
        row.employer, row.own, row.share = stored.employer, stored.own, dict(stored.share)
        row.shared_on, row.group_pays = stored.shared_on, sorted(stored.group_pays or ()) or None
    return row


_SHOWN = [
    "effective_date",
    "end_date",
    "plan_id",
    "plan_name",
    "category",
    "tier",
    "monthly",
    "amount",
    "riders",
]
_PERSON_DAYS = ["role", "birth_date", "original_date", "effective_date", "end_date"]


def refresh(ledgers: Iterable[Ledger], *, new: bool = False) -> None:
    """Write what the versions say on the rows of policies and their people, for lists: of a policy that is in force the
    terms of today, else those it starts or ended with. ``new``: see ``write``."""
    today = clock.today()
    listed, changed = list(ledgers), []
    for ledger in listed:
        before = _listed_values(ledger.policy)
        _show_terms(ledger.policy, periods_of(ledger.versions), today)
        if _listed_values(ledger.policy) != before:
            changed.append(ledger.policy)
    if not new:
        Policy.objects.filter(pk__in=[ledger.policy.pk for ledger in listed]).update(shown_on=today)
    Policy.objects.bulk_update(changed, _SHOWN, batch_size=_BATCH)
    _refresh_people(listed, () if new else _people_on_record(listed))


def _listed_values(policy: Policy) -> list[Any]:
    return [copy(getattr(policy, name)) for name in _SHOWN]


def refresh_due() -> int:
    """Rows of policies whose terms became other ones since they were written (the ticker calls this). Returns how many.

    It looks back as far as the ticker may have stood still.
    """
    today = clock.today()
    begun = Version.objects.filter(effective__lte=today, effective__gt=today - _STOOD_STILL)
    late = begun.filter(effective__gt=F("policy__shown_on")).order_by().values_list("policy", flat=True)
    keys = sorted(set(late))
    for at in range(0, len(keys), _BATCH):
        with transaction.atomic():
            refresh(lock_ledgers(keys[at : at + _BATCH]))
    return len(keys)


@dataclass(frozen=True)
class VersionPeriod:
    """Days on which one version holds; ``last`` None: without an end."""

    first: date
    last: date | None
    version: timeline.Version


def version_periods(versions: Sequence[timeline.Version], known: datetime | None = None) -> list[VersionPeriod]:
    """Return which version holds when, as known at an instant (None: by now), by day. Days on which nothing is in force
    have their own."""
    days = sorted({row.effective for row in versions if known is None or row.recorded <= known})
    periods = [(day, after, find_version(versions, day, known)) for day, after in zip_longest(days, days[1:])]
    return [VersionPeriod(day, after - _DAY if after else None, version) for day, after, version in periods if version]


@dataclass(frozen=True)
class CoveragePeriod:
    """Terms from a day to another one, None without an end. ``version``: the one that begins them."""

    first: date
    last: date | None
    terms: Terms
    version: timeline.Version


def periods_of(versions: Sequence[timeline.Version]) -> list[CoveragePeriod]:
    """Return what is in force when, as it is known now, by day. Periods with the same terms are one."""
    periods: list[CoveragePeriod] = []
    for period in version_periods(versions):
        first, terms = period.first, period.version.terms
        if terms is None:
            continue
        if periods and periods[-1].terms == terms and periods[-1].last == first - _DAY:
            periods[-1] = replace(periods[-1], last=period.last)
        else:
            periods.append(CoveragePeriod(first, period.last, terms, period.version))
    return periods


@dataclass(frozen=True)
class Stay:
    """Days on which a policy covers a person without a gap; ``last`` None: without an end."""

    first: date
    last: date | None


def stays_of(periods: Iterable[CoveragePeriod]) -> dict[str, list[Stay]]:
    """Return the stays of each person by key, the earliest first."""
    days: dict[str, list[Days]] = defaultdict(list)
    for period in periods:
        for person in period.terms.covered:
            days[person.key].append((period.first, period.last))
    return {key: [Stay(first, last) for first, last in join_days(own)] for key, own in days.items()}


def period_on(periods: Sequence[CoveragePeriod], day: date) -> CoveragePeriod | None:
    """Return the period of a day, else the last one before it; before the first day, the first one."""
    return next((period for period in reversed(periods) if period.first <= day), periods[0] if periods else None)


def _show_terms(policy: Policy, periods: Sequence[CoveragePeriod], today: date) -> None:
    policy.shown_on = today
    if not periods:
        policy.end_date = policy.effective_date - _DAY
        return
    policy.effective_date, policy.end_date = periods[0].first, periods[-1].last
    begun = [period for period in periods if period.first <= today]
    terms = (begun[-1] if begun else periods[0]).terms
    if policy.plan_id != terms.plan_id:
        _show_plan(policy, terms)
    if {rider["code"] for rider in policy.riders} != set(terms.riders):
        _show_riders(policy, terms)
    policy.tier, policy.monthly, policy.amount = terms.tier, terms.monthly, terms.amount


def _show_plan(policy: Policy, terms: Terms) -> None:
    """Another plan follows: its name."""
    policy.plan_id = terms.plan_id
    if view := catalog().plans.get(terms.plan_id):
        policy.plan_name, policy.category = view.name[:200], view.category


def _show_riders(policy: Policy, terms: Terms) -> None:
    """Those it has: as they were sold, others by the name that the plan has for them."""
    sold = {rider["code"]: rider for rider in policy.riders}
    view = catalog().plans.get(terms.plan_id)
    labels = {rider.code: rider.label for rider in view.riders} if view else {}
    policy.riders = [sold.get(code) or {"code": code, "name": labels.get(code, code)} for code in terms.riders]


def _people_on_record(ledgers: Sequence[Ledger]) -> Iterable[CoveredPerson]:
    return CoveredPerson.objects.filter(policy__in=[ledger.policy.pk for ledger in ledgers])


def _refresh_people(ledgers: Sequence[Ledger], known_people: Iterable[CoveredPerson]) -> None:
    stored: dict[Any, dict[str, CoveredPerson]] = defaultdict(dict)
    for person in known_people:
        stored[person.policy_id][person.key] = person
    new, changed = [], []
    for ledger in ledgers:
        covered = _people_of(ledger)
        for key, row in covered.items():
            present = stored[ledger.policy.pk].get(key)
            if present is None:
                new.append(row)
            elif any(getattr(present, name) != getattr(row, name) for name in _PERSON_DAYS):
                row.pk = present.pk
                changed.append(row)
        for key, present in stored[ledger.policy.pk].items():
            if key not in covered and (present.end_date is None or present.end_date >= present.effective_date):
                present.end_date = present.effective_date - _DAY
                changed.append(present)
    add_rows(CoveredPerson, new)
    CoveredPerson.objects.bulk_update(changed, _PERSON_DAYS, batch_size=_BATCH)


def _people_of(ledger: Ledger) -> dict[str, CoveredPerson]:
    periods = periods_of(ledger.versions)
    stays = stays_of(periods)
    people = {person.key: person for period in periods for person in period.terms.covered}
    return {
        person.key: CoveredPerson(
            policy=ledger.policy,
            key=person.key,
            relative_id=None if person.key == SELF else UUID(person.key),
            role=person.role.value,
            birth_date=person.birth_date,
            original_date=person.original_date,
            effective_date=stays[person.key][-1].first,
            end_date=stays[person.key][-1].last,
            insurer_id=ledger.insurer_ids.get(person.key, ""),
            stays=person.key in ledger.staying,
        )
        for person in people.values()
    }
