"""The history of people: the one place that writes and reads it.

Each door that changes what is on record of a person writes here, and the rows of Member and Relative are what holds
today. A person without a change has no rows here; the first one brings a row with what was on record until then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from planfront.audit.services import SYSTEM, Origin
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_rows
from planfront.kernel.hooks import Hook
from planfront.kernel.security.crypto import blind_index
from planfront.members.models import Identity, Member, PersonVersion, Relative
from planfront.members.person_facts import (
    MEMBER_FACTS,
    NEVER_CHANGE,
    RELATIVE_FACTS,
    FactKind,
    FactRow,
    counting_rows,
    facts_on,
    since_when,
)
from planfront.messaging.returned import trust_addresses

SSN_INDEX = "member-ssn"
Person = Member | Relative
_BATCH = 500
_STOOD_STILL = timedelta(days=60)
_DATES, _AMOUNTS = {"birth_date"}, {"weekly_hours", "annual_salary"}


@dataclass(frozen=True)
class FactCause:
    """The reason why facts are written. ``effective``: the first day of a change, None for today. ``is_correction``:
    what was on record was never true. ``cause``: why, such as "move"."""

    cause: str
    origin: Origin = SYSTEM
    effective: date | None = None
    is_correction: bool = False
    order: UUID | None = None
    note: str = ""


@dataclass(frozen=True)
class FactChange:
    """Facts of a person as they are on record and as they become, in stored form. Facts that stay may be left out."""

    person: Person
    before: Mapping[str, Any]
    after: Mapping[str, Any]

    @property
    def changed(self) -> dict[str, Any]:
        names = facts_kept(self.person)
        return {name: value for name, value in self.after.items() if name in names and self.before.get(name) != value}


def facts_kept(person: Person) -> Sequence[str]:
    """Return the names of the facts whose history is kept."""
    return MEMBER_FACTS if isinstance(person, Member) else RELATIVE_FACTS


def to_stored(value: Any) -> Any:
    if isinstance(value, Decimal):
        return str(value.normalize() + 0) if value else "0"
    return value.isoformat() if isinstance(value, date) else value


def from_stored(name: str, value: Any) -> Any:
    if value is None or not isinstance(value, str):
        return value
    if name in _DATES:
        return date.fromisoformat(value)
    return Decimal(value) if name in _AMOUNTS else value


def stored_facts(person: Person, ssn: str | None = None) -> dict[str, Any]:
    """Return all facts on a person's row, in stored form. ``ssn``: a member's number, None to read it."""
    if ssn is None:
        ssn = _number_of(person)
    return {name: ssn if name == "ssn" else to_stored(getattr(person, name)) for name in facts_kept(person)}


def _number_of(person: Person) -> str:
    if isinstance(person, Relative):
        return str(person.ssn)
    identity = Identity.objects.filter(member=person).first()
    return str(identity.ssn) if identity else ""


@transaction.atomic(savepoint=False)
def write_facts(person: Person, fields: Mapping[str, Any], cause: FactCause) -> list[str]:
    """Write facts of a person whose row the caller holds, and bring the row up to today. Returns the names of those
    that differ from what is on record."""
    history = rows_of([person]).get(_key(person), [])
    before = stored_facts(person) | facts_on(history, clock.today())
    change = FactChange(person, before, {name: to_stored(value) for name, value in fields.items()})
    if not change.changed:
        return []
    added = _plan_versions(change, history, cause)
    _add_versions(added)
    _trust_old_addresses([change], cause)
    current = facts_on([*history, *map(read_row, added)], clock.today())
    _show(person, {name: current[name] for name in change.changed})
    return list(change.changed)


def record_changes(changes: Iterable[FactChange], cause: FactCause) -> None:
    """Add what changes to the history. Callers write the rows of people themselves. Runs inside a transaction that
    holds them."""
    listed = [change for change in changes if change.changed]
    for at in range(0, len(listed), _BATCH):
        part = listed[at : at + _BATCH]
        histories = rows_of([change.person for change in part])
        versions: list[PersonVersion] = []
        for change in part:
            versions += _plan_versions(change, histories.get(_key(change.person), []), cause)
        _add_versions(versions)
        _trust_old_addresses(part, cause)


def _trust_old_addresses(changes: Iterable[FactChange], cause: FactCause) -> None:
    """End what is on record of mail to the addresses that people no longer have."""
    old = [change.before["email"] for change in changes if "email" in change.changed and change.before.get("email")]
    if old:
        trust_addresses(old, origin=cause.origin)


PERSON_WRITTEN: Hook[Callable[[Sequence[PersonVersion]], None]] = Hook("members.person_written")
"""Called with rows of history that were added, in the transaction that adds them."""


def _add_versions(versions: Sequence[PersonVersion]) -> None:
    PersonVersion.objects.bulk_create(versions)
    for tell in PERSON_WRITTEN:
        tell(versions)


def _plan_versions(change: FactChange, history: Sequence[FactRow], cause: FactCause) -> list[PersonVersion]:
    today = clock.today()
    changed = change.changed
    corrected = set(changed) if cause.is_correction else set(changed) & NEVER_CHANGE
    planned: list[PersonVersion] = []
    if not history:
        whole = {**stored_facts(change.person, change.before.get("ssn")), **change.before}
        kept = {name: value for name, value in whole.items() if name in facts_kept(change.person)}
        planned.append(_version(change.person, FactKind.FIRST, None, kept, FactCause("")))
    by_day: dict[date | None, dict[str, Any]] = defaultdict(dict)
    for name in changed:
        if name in corrected:
            by_day[since_when(history, name, cause.effective or today)][name] = changed[name]
    planned += [_version(change.person, FactKind.CORRECTION, day, facts, cause) for day, facts in by_day.items()]
    others = {name: value for name, value in changed.items() if name not in corrected}
    if others:
        planned.append(_version(change.person, FactKind.CHANGE, cause.effective or today, others, cause))
    for number, version in enumerate(planned, len(history) + 1):
        version.number = number
    return planned


def _version(
    person: Person, kind: FactKind, effective: date | None, facts: Mapping[str, Any], cause: FactCause
) -> PersonVersion:
    version = PersonVersion(
        member=person if isinstance(person, Member) else None,
        relative=person if isinstance(person, Relative) else None,
        kind=kind.value,
        effective=effective,
        recorded=clock.business_now(),
        recorded_on=clock.today(),
        order=cause.order,
        by=cause.origin.kind,
        by_user=cause.origin.user_id,
        cause=cause.cause,
        note=cause.note,
    )
    version.facts = dict(facts)
    return version


def _key(person: Person) -> tuple[str, Any]:
    return ("member" if isinstance(person, Member) else "relative", person.pk)


def _versions(people: Iterable[Person]) -> QuerySet[PersonVersion]:
    keys: dict[str, list[Any]] = defaultdict(list)
    for person in people:
        kind, key = _key(person)
        keys[kind].append(key)
    rule = Q(pk__in=())
    for kind, values in keys.items():
        rule |= Q(**{f"{kind}__in": values})
    return PersonVersion.objects.filter(rule).order_by("number")


def versions_of(person: Person) -> list[PersonVersion]:
    """Return a person's rows, oldest first."""
    return list(_versions([person]))


def rows_of(people: Iterable[Person]) -> dict[tuple[str, Any], list[FactRow]]:
    """Return the rows of several people as the arithmetic takes them, by person."""
    rows: dict[tuple[str, Any], list[FactRow]] = defaultdict(list)
    for row in _versions(people):
        key = ("member", row.member_id) if row.member_id is not None else ("relative", row.relative_id)
        rows[key].append(read_row(row))
    return rows


def read_row(row: PersonVersion) -> FactRow:
    return FactRow(row.number, FactKind(row.kind), row.effective, row.recorded_on, row.facts, row.withdraws)


def facts_of(person: Person, day: date | None = None, known: date | None = None) -> dict[str, Any]:
    """Return the facts of a person on a day (None: today), as known at the end of another one (None: by now), in stored
    form."""
    rows = rows_of([person]).get(_key(person), [])
    return stored_facts(person) | facts_on(rows, day or clock.today(), known)


def changed_facts(member_id: int, day: date) -> dict[str, Any]:
    """Return the facts of a member on a day that were changed or put right since the member is on record."""
    rows = [read_row(row) for row in PersonVersion.objects.filter(member=member_id).order_by("number")]
    changed = {name for row in counting_rows(rows) if row.kind is not FactKind.FIRST for name in row.facts}
    return {name: from_stored(name, value) for name, value in facts_on(rows, day).items() if name in changed}


def show_today(person: Person, names: Iterable[str]) -> None:
    """Write on a person's row what holds today of some facts."""
    current = facts_of(person)
    _show(person, {name: current[name] for name in names})


def _show(person: Person, facts: Mapping[str, Any]) -> None:
    """Write facts in stored form on a person's row."""
    columns = []
    for name, value in facts.items():
        if name == "ssn" and isinstance(person, Member):
            _show_number(person, value)
            continue
        setattr(person, name, from_stored(name, value))
        columns.append(name)
    if columns:
        person.save(update_fields=columns)


def _show_number(member: Member, ssn: str) -> None:
    if ssn:
        index = blind_index(ssn, SSN_INDEX)
        Identity.objects.update_or_create(member=member, defaults={"ssn": ssn, "ssn_index": index})
    else:
        Identity.objects.filter(member=member).delete()
    member.ssn_last4 = ssn[-4:]
    member.save(update_fields=["ssn_last4"])


def _rows_of_order(order: UUID, member_id: int) -> QuerySet[PersonVersion]:
    own = Q(member=member_id) | Q(relative__member=member_id)
    return PersonVersion.objects.filter(own, order=order).exclude(kind=FactKind.WITHDRAWAL).order_by("number")


def first_of_order(order: UUID, member_id: int) -> PersonVersion | None:
    """Return the first row that an order wrote of a member and their family."""
    return _rows_of_order(order, member_id).first()


def latest_changes(group_id: int, cause: str, most: int, member_id: int | None = None) -> list[PersonVersion]:
    """Return the changes of a group's people, or of one of them, that were written last for a cause and stand, the
    newest first."""
    withdrawn = PersonVersion.objects.filter(member=OuterRef("member"), withdraws=OuterRef("number"))
    rows = PersonVersion.objects.filter(member__group=group_id, cause=cause, kind=FactKind.CHANGE)
    if member_id is not None:
        rows = rows.filter(member=member_id)
    return list(rows.exclude(Exists(withdrawn)).order_by("-recorded")[:most])


def order_to_undo(member_id: int, causes: Collection[str], user_id: int | None) -> str:
    """Return the last order that somebody made of a member's facts today for one of some causes and hasn't taken back,
    or ""."""
    rows = PersonVersion.objects.filter(member=member_id, recorded_on=clock.today())
    listed = list(rows.order_by("-number"))
    withdrawn = {row.withdraws for row in listed}
    own = (row for row in listed if row.cause in causes and row.by_user == user_id and row.number not in withdrawn)
    return next((str(row.order) for row in own if row.kind != FactKind.WITHDRAWAL and row.order), "")


@transaction.atomic(savepoint=False)
def withdraw_facts(order: UUID, member_id: int, origin: Origin) -> bool:
    """Take back what was written of a member and their family with an order. Returns whether something was."""
    count = 0
    for row in _rows_of_order(order, member_id):
        person = _hold(row)
        history = rows_of([person])[_key(person)]
        if row.number in {other.withdraws for other in history}:
            continue
        version = _version(person, FactKind.WITHDRAWAL, row.effective, {}, FactCause(row.cause, origin))
        version.number, version.withdraws = len(history) + 1, row.number
        _add_versions([version])
        show_today(person, row.facts)
        count += 1
    return count > 0


def _hold(row: PersonVersion) -> Person:
    rows: Any = Member.objects.all() if row.member_id is not None else Relative.objects.all()
    (person,) = lock_rows(rows.filter(pk=row.member_id or row.relative_id), no_key=True)
    return person  # type: ignore[no-any-return]


def refresh_due_people() -> int:
    """Bring rows of people up to facts that hold since lately (the ticker calls this). Returns how many were written.

    It looks back as far as the ticker may have stood still.
    """
    today = clock.today()
    due = PersonVersion.objects.filter(effective__lte=today, effective__gt=today - _STOOD_STILL)
    late = [row for row in due.order_by("number") if row.effective is not None and row.recorded_on < row.effective]
    count = 0
    for row in late:
        with transaction.atomic():
            person = _hold(row)
            before = stored_facts(person)
            current = facts_of(person)
            names = [name for name in row.facts if before[name] != current[name]]
            if names:
                show_today(person, names)
                count += 1
    return count
