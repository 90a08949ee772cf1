"""Merge a member's second record into the first: what that does, and doing it.

The preview is the code that merges. What is refused is said to staff only, in English like the back office.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row, lock_rows
from planfront.kernel.database.moves import AFTER, BEFORE, Move, list_moves
from planfront.kernel.errors import AppError, NotFound
from planfront.kernel.security.crypto import hash_content
from planfront.kernel.text.parse import show_date
from planfront.kernel.text.words import words_of
from planfront.members.coverage import OpenCover, coverage, repricing
from planfront.members.duplicates.moves import DEATHS, IDENTITIES, RELATIVES
from planfront.members.duplicates.search import note_pairs
from planfront.members.models import (
    MARITAL_NAMES,
    DuplicateMember,
    DuplicateState,
    Identity,
    Member,
    MergeRecord,
    Relative,
)
from planfront.members.person_facts import MAILING
from planfront.members.person_history import FactCause, FactChange, record_changes, stored_facts, to_stored
from planfront.members.selectors import day_of_death

OPEN_STATES = (DuplicateState.WAITING, DuplicateState.UNDONE)
_BATCH = 500
_GROUP = ("group_id", "group_class_id", "employee_number")
_AT_WORK = ("hired_on", "weekly_hours", "annual_salary")
_ADDRESS = ("address1", "address2", "city", "state", "zip", "county")
_FILLED = ("middle_name", "suffix", "email", "phone", "marital_status", "is_smoker", "agent_id", "portal_id")
LABELS = {
    "user_id": "Account to sign in with",
    "group_id": "Group",
    "group_class_id": "Class in the group",
    "employee_number": "Employee number",
    "hired_on": "Day of hire",
    "left_on": "Last day of work",
    "weekly_hours": "Weekly hours",
    "annual_salary": "Annual salary",
    "middle_name": "Middle name",
    "suffix": "Suffix",
    "email": "Email",
    "phone": "Phone",
    "marital_status": "Marital status",
    "is_smoker": "Tobacco",
    "agent_id": "Rep",
    "portal_id": "Portal",
    "active": "State",
    **dict.fromkeys(_ADDRESS, "Address"),
    **dict.fromkeys(MAILING, "Mailing address"),
}
FILLED = frozenset((*_FILLED, *_ADDRESS, *MAILING, *_AT_WORK, "left_on"))
"""Columns that are only filled in if empty. They may be changed afterwards, and stay so."""
SHORTEST, LONGEST = 3, 300


class NotOpen(AppError):
    status = 409
    default = "This was decided in the meantime."


class MergeRefused(AppError):
    """``reasons``: what is in the way."""

    status = 409
    default = "These records can't be merged."

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = tuple(reasons)


class MergeDiffers(AppError):
    """``preview``: what would be done now."""

    status = 409
    default = "It isn't what was previewed any more."

    def __init__(self, preview: Preview) -> None:
        super().__init__()
        self.preview = preview


@dataclass(frozen=True)
class Moved:
    """Rows that move together, in words. ``rows``: [key, what has to be the same for undoing]."""

    move: Move
    rows: Sequence[list[Any]]
    lines: Sequence[str]


@dataclass(frozen=True)
class Preview:
    """The effect of a merge. ``columns``: {"stays" or "goes": {column: [before, after]}}. ``taken``: what the record
    that stays takes over where it has nothing, ``left`` what stays behind, ``clashes`` why it can't be, ``doubts`` what
    somebody has to confirm."""

    stays: Member
    goes: Member
    moved: Sequence[Moved] = ()
    columns: Mapping[str, Mapping[str, list[Any]]] = field(default_factory=dict)
    taken: Sequence[tuple[str, str]] = ()
    left: Sequence[str] = ()
    clashes: Sequence[str] = ()
    doubts: Sequence[str] = ()

    @property
    def digest(self) -> str:
        """Names all that is shown and done, and both records as they are."""
        content = [
            [_column_texts(member) for member in (self.stays, self.goes)],
            [[item.move.table, item.rows, item.lines] for item in self.moved],
            [self.columns, self.taken, self.left, self.clashes, self.doubts],
        ]
        return hash_content(content)

    @property
    def sentences(self) -> list[str]:
        """All that it does, one thing a line."""
        moves = [f"{item.move.title}: {line}" for item in self.moved for line in item.lines]
        return [*moves, *(f"{label}: {value}" for label, value in self.taken), *self.left, *self.clashes, *self.doubts]


def _column_texts(member: Member) -> dict[str, str]:
    return {column.attname: str(getattr(member, column.attname)) for column in Member._meta.concrete_fields}


def preview_merge(pair: DuplicateMember, stays_id: int) -> Preview:
    """Return the effect of a merge in which the record ``stays_id`` of the pair stays. Raises NotFound for another."""
    if stays_id not in (pair.first_id, pair.second_id):
        raise NotFound
    people = Member.objects.select_related("user", "group", "group_class", "agent", "portal")
    members = people.in_bulk([pair.first_id, pair.second_id])
    stays = members.pop(stays_id)
    (goes,) = members.values()
    own = {row.member_id: row for row in Identity.objects.filter(member__in=[stays, goes])}
    families = _load_families(stays, goes)
    behind = _relatives_left_behind(families[stays.pk], families[goes.pk])
    columns, taken = _change_columns(stays, goes, takes_number=stays.pk not in own and goes.pk in own)
    return Preview(
        stays,
        goes,
        [item for move in list_moves() if (item := _find_moved(move, stays, goes, own, behind))],
        columns,
        taken,
        _describe_left(stays, goes, own, behind),
        [
            *_find_merged(stays, goes),
            *_find_clashes(stays, goes),
            *_twice_covered(stays, goes, families),
            *_priced_otherwise(stays, goes, columns),
        ],
        _find_doubts(stays, goes, own),
    )


def _load_families(*members: Member) -> dict[int, list[Relative]]:
    result: dict[int, list[Relative]] = {member.pk: [] for member in members}
    for row in Relative.objects.filter(member__in=members).select_related("death").order_by("birth_date", "id"):
        result[row.member_id].append(row)
    return result


def _identity_of(row: Relative) -> tuple[Any, ...]:
    return (*words_of(row.first_name, row.last_name), row.birth_date)


def _day_of_death(row: Relative) -> date | None:
    death = getattr(row, "death", None)
    return death.died_on if death is not None else None


def _relatives_left_behind(staying: Iterable[Relative], going: Sequence[Relative]) -> list[Relative]:
    """Return relatives who are on the other record, too, with the same day of death if they died, and whom no policy
    names: they needn't be there twice."""
    on_record = {(row.kind, _identity_of(row), _day_of_death(row)) for row in staying}
    twice = [row for row in going if (row.kind, _identity_of(row), _day_of_death(row)) in on_record]
    covered = {relative for relative, _policy in coverage().covered_relatives(row.pk for row in twice)}
    return [row for row in twice if row.pk not in covered]


def _find_moved(
    move: Move, stays: Member, goes: Member, own: Mapping[int, Identity], behind: Sequence[Relative]
) -> Moved | None:
    if move == IDENTITIES and stays.pk in own:
        return None
    rows = move.rows_of([goes.pk])
    if move == RELATIVES:
        rows = rows.exclude(pk__in=[row.pk for row in behind])
    if move == DEATHS:
        rows = rows.exclude(relative__in=behind)
        if day_of_death(stays.pk) is not None:
            rows = rows.exclude(relative=None)
    loaded = list(rows.only("pk", *move.shows, *move.steady))
    if not loaded:
        return None
    return Moved(move, [steady_of(move, row) for row in loaded], [move.describe(row) for row in loaded])


def steady_of(move: Move, row: Any) -> list[Any]:
    return [str(row.pk), *(str(getattr(row, name)) for name in move.steady)]


def _change_columns(stays: Member, goes: Member, *, takes_number: bool) -> tuple[dict[str, dict[str, list[Any]]], Any]:
    """Return what changes on both rows, and in words what the one that stays takes over."""
    taken = [name for name in _FILLED if _is_empty(stays, name) and not _is_empty(goes, name)]
    for address in (_ADDRESS, MAILING):
        if not any(getattr(stays, name) for name in address):
            taken += [name for name in address if getattr(goes, name)]
    if goes.user is not None and (stays.user is None or (_is_unused(stays.user) and not _is_unused(goes.user))):
        taken.append("user_id")
    if goes.group_id is not None and stays.group_id in (None, goes.group_id):
        names = (*_GROUP, *_AT_WORK)
        taken += [name for name in names if _is_empty(stays, name) and not _is_empty(goes, name)]
        if stays.left_on != goes.left_on and (stays.group_id is None or goes.left_on is None):
            taken.append("left_on")
    if goes.active and not stays.active:
        taken.append("active")
    after = {name: getattr(goes, name) for name in taken}
    gone: dict[str, Any] = {"active": False, "merged_into_id": stays.pk, "group_id": None, "group_class_id": None}
    gone |= {"employee_number": ""} | ({"user_id": stays.user_id} if "user_id" in after else {})
    if takes_number:
        after["ssn_last4"], gone["ssn_last4"] = goes.ssn_last4, ""
    columns = {"stays": _before_and_after(stays, after), "goes": _before_and_after(goes, gone)}
    return columns, list(dict.fromkeys((LABELS[name], _column_text(goes, name)) for name in taken))


def _is_unused(user: Any) -> bool:
    """Return whether an account was invited and has no password yet."""
    return not user.has_usable_password()


def _is_empty(member: Member, name: str) -> bool:
    return getattr(member, name) in (None, "")


def _before_and_after(member: Member, after: Mapping[str, Any]) -> dict[str, list[Any]]:
    before = {name: getattr(member, name) for name in after}
    return {name: [as_stored(before[name]), as_stored(value)] for name, value in after.items() if before[name] != value}


def as_stored(value: Any) -> Any:
    """A column's value as a record of a merge has it."""
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def _column_text(member: Member, name: str) -> str:
    if name in _ADDRESS:
        return ", ".join(member.address_lines())
    if name in MAILING:
        return ", ".join(member.address_lines("mailing_"))
    if name == "is_smoker":
        return "Yes" if member.is_smoker else "No"
    if name == "active":
        return "Active" if member.active else "Not active"
    if name == "marital_status" and member.marital_status is not None:
        return MARITAL_NAMES.get(member.marital_status, "")
    value = getattr(member, name.removesuffix("_id"))
    if name == "left_on" and value is None:
        return "None, works there"
    return show_date(value) if isinstance(value, date) else str(value)


def _describe_left(stays: Member, goes: Member, own: Mapping[int, Identity], behind: Sequence[Relative]) -> list[str]:
    """Return what stays on the record that goes, and why."""
    lines = [f"{row.first_name} {row.last_name}, {show_date(row.birth_date)}, is on both records" for row in behind]
    if stays.pk in own and goes.pk in own:
        lines.append(f"Social Security number ending {goes.ssn_last4}: the record that stays keeps its own")
    died_on = day_of_death(goes.pk)
    if died_on is not None and day_of_death(stays.pk) is not None:
        lines.append(f"The death on {show_date(died_on)} is on both records")
    for name in (*_GROUP, *_FILLED, *_AT_WORK):
        values = [getattr(member, name) for member in (stays, goes)]
        if name != "group_id" and not _is_empty(stays, name) and not _is_empty(goes, name) and values[0] != values[1]:
            lines.append(
                f"{LABELS[name]} {_column_text(goes, name)}: the record that stays keeps {_column_text(stays, name)}"
            )
    for name in ("address1", "mailing_address1"):
        places = [_column_text(member, name) for member in (goes, stays)]
        if all(places) and places[0] != places[1]:
            lines.append(f"{LABELS[name]} {places[0]}: the record that stays keeps {places[1]}")
    return lines


def _find_merged(stays: Member, goes: Member) -> list[str]:
    return [
        f"{member.name} ({member.pk}) was merged into another record already."
        for member in (stays, goes)
        if member.merged_into_id is not None
    ]


def _find_clashes(stays: Member, goes: Member) -> list[str]:
    clashes = []
    accounts = [user for user in (stays.user, goes.user) if user is not None and not _is_unused(user)]
    if len(accounts) == 2:
        emails = " and ".join(user.email for user in accounts)
        clashes.append(
            f"Both sign in with accounts of their own: {emails}. Take the one not used off its record first."
        )
    if stays.group is not None and goes.group is not None and stays.group_id != goes.group_id:
        groups = f"{stays.group.name} and {goes.group.name}"
        clashes.append(f"They are in different groups: {groups}. Take one of them out of its group first.")
    days = [day for member in (stays, goes) if (day := day_of_death(member.pk))]
    if len(set(days)) == 2:
        words = " and ".join(show_date(day) for day in days)
        clashes.append(f"Two days of death are on record, {words}. Take the wrong one back first.")
    return clashes


def _twice_covered(stays: Member, goes: Member, families: Mapping[int, Sequence[Relative]]) -> list[str]:
    """Plans that would cover somebody twice."""
    today = clock.today()
    names = {row.pk: row for rows in families.values() for row in rows}
    clashes, theirs = [], coverage().open_covers(goes.pk, today)
    for left in coverage().open_covers(stays.pk, today):
        for right in (row for row in theirs if _overlaps(left, row)):
            person, same = (names.get(key) if key else None for key in (left.relative_id, right.relative_id))
            if (person and _identity_of(person)) != (same and _identity_of(same)):
                continue
            name = f"{person.first_name} {person.last_name}" if person else stays.name
            clashes.append(
                f"{left.number} and {right.number} are both {left.plan_name} and would cover {name} twice. "
                "End or cancel one of them first."
            )
    return clashes


_RATED = ("is_smoker", "gender", "weekly_hours", "annual_salary")


def _priced_otherwise(stays: Member, goes: Member, columns: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Policies that go by other facts than the record that stays would have of their member."""
    facts = {
        name: getattr(goes if name in columns["stays"] else stays, name)
        for name in _RATED
        if getattr(stays, name) != getattr(goes, name)
    }
    known = {name: value for name, value in facts.items() if value is not None}
    return [
        f"{policy.plan_name} ({policy.number}) depends on tobacco use, gender, income or hours that differ between the "
        "records. Change them on the policy's page first, so the price follows."
        for policy in repricing().policies_to_reprice({stays.pk: known, goes.pk: known})
    ]


def _overlaps(left: OpenCover, right: OpenCover) -> bool:
    """Return whether both are of one plan and have a day in common."""
    starts_in_time = left.since <= (right.until or date.max) and right.since <= (left.until or date.max)
    return left.plan_id == right.plan_id and starts_in_time


def _find_doubts(stays: Member, goes: Member, own: Mapping[int, Identity]) -> list[str]:
    numbers = [own[member.pk].ssn for member in (stays, goes) if member.pk in own]
    if len(numbers) == 2 and numbers[0] != numbers[1]:
        ends = f"ending {stays.ssn_last4} and {goes.ssn_last4}"
        return [f"Two Social Security numbers are on record, {ends}: one of them was mistyped."]
    return []


@transaction.atomic
def merge(*, pair_id: UUID, stays_id: int, digest: str, confirmed: bool, origin: Origin) -> MergeRecord:
    """Do what was previewed. ``confirmed``: the preview's doubts are.

    Raises NotFound, NotOpen, MergeDiffers where it isn't what ``digest`` names, and MergeRefused: nothing is written
    then.
    """
    pair = lock_pair(pair_id)
    if pair.state not in OPEN_STATES:
        raise NotOpen
    goes_id = pair.second_id if stays_id == pair.first_id else pair.first_id
    both = (stays_id, goes_id)
    lock_all({move.table: move.rows_of(both if move.locked == AFTER else both[1:]) for move in list_moves()}, both)
    preview = preview_merge(pair, stays_id)
    if preview.digest != digest:
        raise MergeDiffers(preview)
    if preview.clashes or (preview.doubts and not confirmed):
        raise MergeRefused(preview.clashes or preview.doubts)
    _write_merge(preview, origin)
    coverage().settle_fees(both)
    _hand_on_pairs(pair, goes_id, stays_id)
    decide(pair, DuplicateState.MERGED, origin)
    merge_record = MergeRecord(
        pair=pair, stays_id=stays_id, goes_id=goes_id, merged_at=clock.business_now(), merged_by_id=origin.user_id
    )
    merge_record.rows = {
        item.move.table: {"column": item.move.column, "rows": [list(row) for row in item.rows]}
        for item in preview.moved
        if item.move.follows is None
    }
    merge_record.columns = {name: dict(columns) for name, columns in preview.columns.items()}
    merge_record.counts = {item.move.table: len(item.rows) for item in preview.moved}
    merge_record.save()
    note(merge_record, "merged", origin)
    return merge_record


def lock_pair(pair_id: UUID) -> DuplicateMember:
    pair = lock_row(DuplicateMember.objects.filter(pk=pair_id))
    if pair is None:
        raise NotFound
    return pair


def lock_all(rows: Mapping[str, Any], member_ids: Iterable[int]) -> None:
    """Lock rows in the order that all changes of them keep: what is locked before the members, the members, and what is
    locked after them, each by key. ``rows``: querysets by table."""
    moves = [move for move in list_moves() if move.table in rows]
    for move in moves:
        if move.locked == BEFORE:
            lock_rows(rows[move.table].only("pk"))
    lock_rows(Member.objects.filter(pk__in=list(member_ids)), no_key=True)
    for move in moves:
        if move.locked == AFTER:
            lock_rows(rows[move.table].only("pk"))


def _write_merge(preview: Preview, origin: Origin) -> None:
    for item in preview.moved:
        if item.move.follows is None:
            move_rows(item.move, [row[0] for row in item.rows], preview.stays.pk)
    write_columns(
        (
            (member.pk, {column: after for column, (_before, after) in preview.columns[name].items()})
            for member, name in ((preview.goes, "goes"), (preview.stays, "stays"))
        ),
        FactCause("merge", origin),
    )


def move_rows(move: Move, keys: Sequence[str], member_id: int) -> None:
    """Make rows a member's, and those that follow them."""
    followers = [item for item in list_moves() if item.follows and item.follows[0] == move.table]
    for at in range(0, len(keys), _BATCH):
        part = keys[at : at + _BATCH]
        move.model._default_manager.filter(pk__in=part).update(**{move.column: member_id})
        for item in followers:
            rows = item.model._default_manager.filter(**{f"{item.follows[1]}__in": part} if item.follows else {})
            rows.update(**{item.column: member_id})
        if move.after is not None:
            move.after(part, member_id)


def write_columns(members: Iterable[tuple[int, Mapping[str, Any]]], cause: FactCause) -> None:
    """Columns of both members. An account and a number of a group belong to one of them at any time."""
    listed = list(members)
    for name, nothing in (("user_id", None), ("employee_number", "")):
        Member.objects.filter(pk__in=[key for key, columns in listed if name in columns]).update(**{name: nothing})
    records = Member.objects.in_bulk([key for key, _columns in listed])
    facts = []
    for key, columns in listed:
        before = stored_facts(records[key])
        after = {name: to_stored(_as_column(name, value)) for name, value in columns.items() if name in before}
        facts.append(FactChange(records[key], before, after))
    record_changes(facts, cause)
    for key, columns in listed:
        if columns:
            values = {name: _as_column(name, value) for name, value in columns.items()}
            Member.objects.filter(pk=key).update(**values)


def _as_column(name: str, value: Any) -> Any:
    column: Any = Member._meta.get_field(name)
    return column.to_python(value)


def _hand_on_pairs(pair: DuplicateMember, goes_id: int, stays_id: int) -> None:
    """Pair the record that stays with the waiting duplicates of the one that goes."""
    rows = DuplicateMember.objects.filter(Q(first=goes_id) | Q(second=goes_id), state=DuplicateState.WAITING).exclude(
        pk=pair.pk
    )
    matched_by_member = {row.second_id if row.first_id == goes_id else row.first_id: row.matched for row in rows}
    note_pairs(
        pair.brand_id,
        {(min(stays_id, other), max(stays_id, other)): matched for other, matched in matched_by_member.items()},
    )


def decide(pair: DuplicateMember, state: DuplicateState, origin: Origin, reason: str = "") -> None:
    pair.state, pair.reason = state, reason
    pair.decided_at, pair.decided_by_id = clock.business_now(), origin.user_id
    pair.save(update_fields=["state", "reason", "decided_at", "decided_by"])


def note(kept: MergeRecord, verb: str, origin: Origin) -> None:
    """Record the event for both members."""
    for key in (kept.stays_id, kept.goes_id):
        record(
            f"member.{verb}",
            origin=origin,
            subject_type="member",
            subject_id=key,
            meta={"stays": kept.stays_id, "goes": kept.goes_id, "rows": dict(kept.counts)},
        )


@transaction.atomic
def keep_apart(*, pair_id: UUID, reason: str, origin: Origin) -> None:
    """They are two people, and aren't asked about again. Raises NotFound and NotOpen."""
    pair = lock_pair(pair_id)
    if pair.state not in OPEN_STATES:
        raise NotOpen
    decide(pair, DuplicateState.APART, origin, reason)
    for key in (pair.first_id, pair.second_id):
        record(
            "member.twins_kept_apart",
            origin=origin,
            subject_type="member",
            subject_id=key,
            meta={"members": [pair.first_id, pair.second_id]},
        )
