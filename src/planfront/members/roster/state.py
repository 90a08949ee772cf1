"""A member's whole state as a roster sees it, read and written for many members at once.

A state is {"person": {…}, "ssn": "…", "relatives": [{"id", …}], "coverages": {"policy id": last day}}, dates as
ISO texts, "" without a last day; {} is nobody. With "priced", the digest of what policies do with it is kept. It holds
opened numbers: it is kept in sealed columns only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

from planfront.kernel.security.crypto import blind_index
from planfront.kernel.text.folding import name_key
from planfront.members.coverage import coverage
from planfront.members.models import Identity, Member, Relative
from planfront.members.person_history import SSN_INDEX, FactCause, FactChange, from_stored, record_changes, to_stored
from planfront.members.roster.bulk import update_rows
from planfront.members.roster.fields import PERSON, RELATIVE

State = dict[str, Any]
CHUNK = 500
_DATES = {"birth_date", "hired_on", "left_on"}
_AMOUNTS = {"weekly_hours", "annual_salary"}


def chunks(items: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (items[at : at + CHUNK] for at in range(0, len(items), CHUNK))


def as_json(value: Any) -> Any:
    if isinstance(value, Decimal):
        return str(value)
    return value.isoformat() if isinstance(value, date) else value


def _plain(row: Any, names: Sequence[str]) -> State:
    return {name: as_json(getattr(row, name)) for name in names}


def relatives_on_record(member_ids: Sequence[int]) -> dict[int, set[tuple[str, str, date]]]:
    """Return the relatives of these members by name, as names are compared, and birth date."""
    result: dict[int, set[tuple[str, str, date]]] = {}
    for part in chunks(member_ids):
        rows = Relative.objects.filter(member_id__in=part, kind=Relative.Kind.DEPENDENT)
        for member, first, last, born in rows.values_list("member_id", "first_name", "last_name", "birth_date"):
            result.setdefault(member, set()).add((name_key(first), name_key(last), born))
    return result


def states(member_ids: Sequence[int]) -> dict[int, State]:
    """Return the state of these members on record, without those who were merged into another record."""
    result: dict[int, State] = {}
    for part in chunks(member_ids):
        ids = []
        for member in Member.objects.filter(pk__in=part, merged_into=None):
            ids.append(member.pk)
            result[member.pk] = {"person": _plain(member, PERSON), "ssn": "", "relatives": [], "coverages": {}}
        for identity in Identity.objects.filter(member_id__in=ids):
            result[identity.member_id]["ssn"] = identity.ssn
        kind = Relative.Kind.DEPENDENT
        for row in Relative.objects.filter(member_id__in=ids, kind=kind).order_by("birth_date", "id"):
            facts = {"id": str(row.pk), "relationship": row.relationship, "ssn": row.ssn, **_plain(row, RELATIVE)}
            result[row.member_id]["relatives"].append(facts)
        for policy in coverage().kept_policies().filter(member_id__in=ids):
            last_day = policy.end_date.isoformat() if policy.end_date else ""
            result[policy.member_id or 0]["coverages"][str(policy.pk)] = last_day
    return result


def covered_of(on_record: Mapping[int, State]) -> Set[str]:
    """Return the ids of the relatives in these states whom a policy covers or ever covered."""
    ids = [UUID(relative["id"]) for state in on_record.values() for relative in state["relatives"]]
    return {str(relative) for relative, _policy in coverage().covered_relatives(ids)} if ids else frozenset()


def is_as_wanted(now: State | None, wanted: State) -> bool:
    """Return whether a member is as a change says. Coverage added later is not a difference, nor are columns that were
    not yet kept then."""
    if not now or not wanted:
        return not now and not wanted
    covers = {key: now["coverages"].get(key) for key in wanted["coverages"]}
    return (
        {name: now["person"][name] for name in wanted["person"]} == wanted["person"]
        and now["ssn"] == wanted["ssn"]
        and _kept_then(_by_id(now), _by_id(wanted)) == _by_id(wanted)
        and covers == wanted["coverages"]
    )


def list_differences(before: State, after: State) -> list[str]:
    """Names of what a change changes; "relatives" and "coverage" stand for all of theirs."""
    if not before:
        return []
    names = [name for name in PERSON if before["person"].get(name) != after["person"].get(name)]
    more = {
        "ssn": before["ssn"] != after["ssn"],
        "relatives": _by_id(before) != _by_id(after),
        "coverage": before["coverages"] != after["coverages"],
    }
    return [*names, *(name for name, differs in more.items() if differs)]


def _kept_then(now: dict[str, State], wanted: dict[str, State]) -> dict[str, State]:
    """Relatives as they are now, without what the others don't say."""
    return {key: {name: row[name] for name in wanted.get(key, row) if name in row} for key, row in now.items()}


def _by_id(state: State) -> dict[str, State]:
    return {relative["id"]: relative for relative in state["relatives"]}


def member_of(state: State, **columns: Any) -> Member:
    """A new row, not yet saved."""
    return Member(ssn_last4=state["ssn"][-4:], **_columns(state["person"]), **columns)


def _columns(values: State) -> State:
    return {name: column_value(name, value) for name, value in values.items()}


def column_value(name: str, value: Any) -> Any:
    """Return a value of a state as its column has it."""
    if name in _DATES and value:
        return date.fromisoformat(value)
    return Decimal(value) if name in _AMOUNTS and value is not None else value


def write(changes: Sequence[tuple[Member, State, State]], order: UUID) -> None:
    """Make saved members what the second state says; the first is what they are now. ``order`` names the changes of
    coverage. Inside a transaction."""
    for part in chunks(changes):
        _record_history(part, order)
        _write_people([item for item in part if item[1] and _differs(item[1]["person"], item[2]["person"])])
        _write_numbers([item for item in part if (item[1] or {"ssn": ""})["ssn"] != item[2]["ssn"]])
        _write_relatives(part)
        _write_coverages(part, order)


def _record_history(part: Sequence[tuple[Member, State, State]], order: UUID) -> None:
    """Keep what becomes different of people who were on record."""
    facts = []
    for member, before, after in part:
        if not before:
            continue
        facts.append(FactChange(member, _as_facts(before["person"], before), _as_facts(after["person"], after)))
        had = _by_id(before)
        for key, row in _by_id(after).items():
            if key in had:
                person = _relative(member, had[key])
                facts.append(FactChange(person, _as_facts(had[key], had[key]), _as_facts(row, row)))
    record_changes(facts, FactCause("roster", order=order))


def _as_facts(values: State, numbered: State) -> State:
    """Return what a state says in the form in which histories are kept."""
    return {name: to_stored(from_stored(name, value)) for name, value in {**values, "ssn": numbered["ssn"]}.items()}


def _differs(now: State, wanted: State) -> bool:
    return any(now.get(name) != value for name, value in wanted.items())


def _write_people(part: Sequence[tuple[Member, State, State]]) -> None:
    for member, _now, after in part:
        for name, value in _columns(after["person"]).items():
            setattr(member, name, value)
    update_rows([member for member, _now, _wanted in part], PERSON)


def _write_numbers(part: Sequence[tuple[Member, State, State]]) -> None:
    had = [member.pk for member, before, _wanted in part if before and before["ssn"]]
    if had:
        Identity.objects.filter(member_id__in=had).delete()
    Identity.objects.bulk_create(
        Identity(member=member, ssn=after["ssn"], ssn_index=blind_index(after["ssn"], SSN_INDEX))
        for member, _now, after in part
        if after["ssn"]
    )
    for member, _now, after in part:
        member.ssn_last4 = after["ssn"][-4:]
    update_rows([member for member, before, _wanted in part if before], ["ssn_last4"])


def _write_relatives(part: Sequence[tuple[Member, State, State]]) -> None:
    """Keep whom a policy names on record."""
    gone: list[UUID] = []
    changed: list[Relative] = []
    new: list[Relative] = []
    for member, before, after in part:
        had, has = (_by_id(before) if before else {}), _by_id(after)
        gone += [UUID(key) for key in had if key not in has]
        for key, row in has.items():
            if had.get(key) != row:
                (changed if key in had else new).append(_relative(member, row))
    if gone:
        covered = {relative for relative, _policy in coverage().covered_relatives(gone)}
        Relative.objects.filter(pk__in=set(gone) - covered).delete()
    for relative in changed:
        relative.save(force_update=True, update_fields=[*RELATIVE, "relationship", "ssn"])
    Relative.objects.bulk_create(new)


def _relative(member: Member, state: State) -> Relative:
    columns = _columns({name: state[name] for name in RELATIVE if name in state})
    return Relative(
        id=state["id"],
        member=member,
        kind=Relative.Kind.DEPENDENT,
        relationship=state["relationship"],
        ssn=state["ssn"],
        **columns,
    )


def _write_coverages(part: Sequence[tuple[Member, State, State]], order: UUID) -> None:
    last_days: dict[UUID, date | None] = {}
    for _member, before, after in part:
        for key, last_day in after["coverages"].items():
            if (before or {"coverages": {}})["coverages"].get(key) != last_day:
                last_days[UUID(key)] = date.fromisoformat(last_day) if last_day else None
    if last_days:
        coverage().set_last_days(last_days, order)
