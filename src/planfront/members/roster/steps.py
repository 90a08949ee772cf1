"""The work of the worker: the dry run, applying and undoing. Each may be started again after a crash."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from django.db import DatabaseError, IntegrityError, OperationalError, transaction

from planfront.audit.services import SYSTEM, record
from planfront.kernel import clock, locks
from planfront.kernel.errors import Conflict
from planfront.kernel.ids import new_uuid
from planfront.members.models import Member, RosterChange, RosterImport, RosterIssue, RosterState
from planfront.members.roster import effects
from planfront.members.roster.bulk import update_rows
from planfront.members.roster.matching import directory
from planfront.members.roster.people import Family, families
from planfront.members.roster.references import referenced
from planfront.members.roster.state import CHUNK, State, chunks, differing, member_of, same, states, write

logger = logging.getLogger(__name__)
MAX_ISSUES = 5_000
STALE = "Members of this roster were changed since the dry run. Check it again."
TOUCHED = "Changed since by somebody else."
IN_USE = "Has coverage, an account or an enrollment by now."
GONE = "Not there any more."


Work = Callable[[UUID], None]


class Lost(Exception):
    """Another process has taken the roster over, or somebody has discarded it."""


def check(roster_id: UUID) -> None:
    """The dry run: every row is read, every bad one reported, every effect kept. Nobody is changed."""
    roster = _take(roster_id, RosterState.CHECKING)
    if roster is None:
        return
    roster.issues.all().delete()
    roster.changes.all().delete()
    issues: list[RosterIssue] = []

    def say(row: int, field: str, code: str, message: str, fatal: bool) -> None:
        issues.append(RosterIssue(roster=roster, row=row, field=field, code=code, message=message, fatal=fatal))

    rows = [(number, cells) for number, cells in roster.table["rows"]]
    found = families(rows, roster.mapping, clock.today(), say)
    counts = _effects(roster, found, say, issues)
    _checked(roster, issues, counts | {"rows": len(rows), "employees": len(found)})


def _effects(roster: RosterImport, found: list[Family], say: Any, issues: list[RosterIssue]) -> dict[str, int]:
    known = directory(roster.brand_id, roster.group_id, found)
    matched = [(family, known.member_of(family, say)) for family in found]
    _once(matched, say)
    if any(issue.fatal for issue in issues):
        return {}
    counts: Counter[str] = Counter()
    today = clock.today()
    for done, part in enumerate(chunks(matched)):
        on_record = states([member for _family, member in part if member is not None])
        made: list[RosterChange] = []
        for family, member in part:
            before = on_record.get(member or 0, {})
            wanted = effects.after(before, family, today)
            kind = effects.effect(before, wanted)
            if not before and family.person.get("ends_on", today) < today:
                say(family.row, "ends_on", "over", "Has left and is not on record: left out.", False)
                kind = "left_out"
            counts[kind or "unchanged"] += 1
            if kind in RosterChange.Effect.values:
                made.append(_change(roster, family, kind, member, before, wanted))
        _keep(roster, made, done * CHUNK + len(part), len(matched))
    missing = set(known.by_number.values()) | {pk for keys in known.by_person.values() for pk in keys}
    counts["not_in_file"] = len(missing - {member for _family, member in matched})
    return dict(counts)


def _once(matched: Sequence[tuple[Family, int | None]], say: Any) -> None:
    first: dict[int, int] = {}
    for family, member in matched:
        if member is None:
            continue
        if member in first:
            say(family.row, "last_name", "twice", f"The same member as in row {first[member]}.", True)
        first.setdefault(member, family.row)


def _change(
    roster: RosterImport, family: Family, kind: str, member: int | None, before: State, wanted: State
) -> RosterChange:
    person = wanted["person"]
    sealed: dict[str, Any] = {"before": before, "after": wanted}
    return RosterChange(
        roster=roster,
        row=family.row,
        effect=kind,
        member_id=member,
        name=f"{person['last_name']}, {person['first_name']}",
        fields=differing(before, wanted),
        **sealed,
    )


@transaction.atomic
def _checked(roster: RosterImport, issues: list[RosterIssue], counts: dict[str, int]) -> None:
    held = _hold(roster)
    bad = sorted((one for one in issues), key=lambda one: (not one.fatal, one.row))
    RosterIssue.objects.bulk_create(bad[:MAX_ISSUES], batch_size=500)
    fatal = sum(one.fatal for one in issues)
    held.counts = counts | {"bad": fatal, "notes": len(issues) - fatal}
    held.state = RosterState.REFUSED if fatal else RosterState.READY
    if fatal:
        RosterChange.objects.filter(roster=held).delete()
    held.checked_at, held.claim, held.problem = clock.now(), None, ""
    held.save(update_fields=["counts", "state", "checked_at", "claim", "problem"])
    report(held)


def apply(roster_id: UUID) -> None:
    """All of it in one transaction, or none. Whose member was changed since the dry run stops it."""
    roster = _take(roster_id, RosterState.APPLYING)
    if roster is not None:
        _or_back(roster, RosterState.READY, _apply)


def undo(roster_id: UUID) -> None:
    """Puts back what was before for every member who is still as this roster made them; the rest says why not."""
    roster = _take(roster_id, RosterState.UNDOING)
    if roster is not None:
        _or_back(roster, RosterState.APPLIED, _undo)


def _or_back(roster: RosterImport, state: str, work: Callable[[RosterImport], None]) -> None:
    """On failure the roster is where it was, and says why."""
    try:
        work(roster)
    except (Lost, OperationalError):
        raise
    except Conflict as error:
        _back(roster, state, str(error.message))
    except (DatabaseError, IntegrityError) as error:
        logger.error("roster %s failed: %s", roster.pk, type(error).__name__)  # noqa: TRY400
        _back(roster, state, STALE)


@transaction.atomic
def _back(roster: RosterImport, state: str, problem: str) -> None:
    held = _hold(roster)
    held.state, held.problem, held.claim = state, problem[:300], None
    held.save(update_fields=["state", "problem", "claim"])
    report(held, "failed")


def _apply(roster: RosterImport) -> None:
    """First everybody is compared, a chunk at a time, so that a stale roster is known early; then all is written."""
    ids = list(roster.changes.values_list("pk", flat=True))
    for done, part in enumerate(chunks(ids)):
        _unchanged(list(RosterChange.objects.filter(pk__in=part)))
        _progress(roster, done * CHUNK + len(part), len(ids))
    with transaction.atomic():
        locks.lock_name(f"members.roster.{roster.group_id}")
        held = _hold(roster)
        for part in chunks(ids):
            changes = list(RosterChange.objects.filter(pk__in=part))
            members = locks.lock_rows(Member.objects.filter(pk__in=[one.member_id for one in changes if one.member_id]))
            _unchanged(changes)
            _write(held, changes, {member.pk: member for member in members})
        held.state, held.applied_at, held.claim, held.problem = RosterState.APPLIED, clock.now(), None, ""
        held.table = {}
        held.save(update_fields=["state", "applied_at", "claim", "problem", "table"])
        report(held)


def _unchanged(changes: Sequence[RosterChange]) -> None:
    now = states([one.member_id for one in changes if one.member_id])
    if any(one.before and not same(now.get(one.member_id or 0), one.before) for one in changes):
        raise Conflict(STALE)


def _write(roster: RosterImport, changes: list[RosterChange], members: dict[int, Member]) -> None:
    new = [one for one in changes if not one.before]
    made = Member.objects.bulk_create(
        [member_of(one.after, brand_id=roster.brand_id, group_id=roster.group_id) for one in new]
    )
    for one, member in zip(new, made, strict=True):
        one.member = member
    update_rows(new, ["member"])
    write([(members.get(one.member_id or 0) or _of(one), one.before, one.after) for one in changes])


def _of(change: RosterChange) -> Member:
    if change.member is None:
        raise Conflict(STALE)
    return change.member


def _undo(roster: RosterImport) -> None:
    ids = list(roster.changes.values_list("pk", flat=True))
    with transaction.atomic():
        locks.lock_name(f"members.roster.{roster.group_id}")
        held = _hold(roster)
        kept = 0
        for part in chunks(ids):
            kept += _put_back(list(RosterChange.objects.filter(pk__in=part)))
        held.counts = held.counts | {"restored": len(ids) - kept, "kept": kept}
        held.state, held.undone_at, held.claim, held.problem = RosterState.UNDONE, clock.now(), None, ""
        held.save(update_fields=["counts", "state", "undone_at", "claim", "problem"])
        report(held)


def _put_back(changes: list[RosterChange]) -> int:
    """How many of these could not be undone; they say why."""
    ids = [one.member_id for one in changes if one.member_id]
    members = {member.pk: member for member in locks.lock_rows(Member.objects.filter(pk__in=ids))}
    now = states(ids)
    used = referenced([one.member_id for one in changes if one.member_id and not one.before])
    back: list[tuple[Member, State, State]] = []
    gone: list[int] = []
    for one in changes:
        key = one.member_id or 0
        one.kept = _why_not(one, now.get(key), key in used)
        if one.kept:
            continue
        if one.before:
            back.append((members[key], now[key], {**one.before, "coverages": one.before["coverages"]}))
        else:
            gone.append(key)
    write(back)
    Member.objects.filter(pk__in=gone).delete()
    update_rows([one for one in changes if one.kept], ["kept"])
    return sum(1 for one in changes if one.kept)


def _why_not(change: RosterChange, now: State | None, used: bool) -> str:
    if now is None:
        return GONE
    if used:
        return IN_USE
    return "" if same(now, change.after) else TOUCHED


@transaction.atomic
def _take(roster_id: UUID, state: str) -> RosterImport | None:
    """The roster with a claim of our own; None when it is further on already."""
    roster = locks.lock_row(RosterImport.objects.filter(pk=roster_id))
    if roster is None or roster.state != state:
        return None
    roster.claim, roster.rows_done = new_uuid(), 0
    roster.save(update_fields=["claim", "rows_done"])
    return roster


def _hold(roster: RosterImport) -> RosterImport:
    """The row, locked, and still ours."""
    held = locks.lock_row(RosterImport.objects.filter(pk=roster.pk))
    if held is None or held.claim != roster.claim:
        raise Lost
    return held


@transaction.atomic
def _keep(roster: RosterImport, made: list[RosterChange], done: int, total: int) -> None:
    _hold(roster)
    RosterChange.objects.bulk_create(made)
    RosterImport.objects.filter(pk=roster.pk).update(rows_done=done, rows_total=total)


@transaction.atomic
def _progress(roster: RosterImport, done: int, total: int) -> None:
    _hold(roster)
    RosterImport.objects.filter(pk=roster.pk).update(rows_done=done, rows_total=total)


def report(roster: RosterImport, what: str = "") -> None:
    """One audit event: the roster has come into its state, or `what` has happened."""
    about = {"group": roster.group_id, "sha256": roster.sha256, "counts": roster.counts}
    record(
        f"roster.{what or roster.state}", origin=SYSTEM, subject_type="roster", subject_id=str(roster.pk), meta=about
    )
