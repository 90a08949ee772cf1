"""The work of the worker: the dry run, applying and undoing. Each may be started again after a crash."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, IntegrityError, OperationalError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from planfront.audit.services import SYSTEM, record
from planfront.integrations.zips import library_state
from planfront.kernel import clock
from planfront.kernel.database import locks
from planfront.kernel.errors import AppError, Conflict
from planfront.kernel.security.ids import new_uuid
from planfront.kernel.text.folding import comparison_key
from planfront.kernel.text.parse import show_date
from planfront.members.coverage import coverage, repricing
from planfront.members.duplicates.search import find_duplicates
from planfront.members.models import Member, RosterChange, RosterImport, RosterIssue, RosterState
from planfront.members.roster import effects
from planfront.members.roster.bulk import update_rows
from planfront.members.roster.cells import Say
from planfront.members.roster.matching import Directory, directory
from planfront.members.roster.people import Family, group_families
from planfront.members.roster.references import list_referenced
from planfront.members.roster.relatives import Answered, check_relatives
from planfront.members.roster.rest import HELD, leave_rest
from planfront.members.roster.state import (
    CHUNK,
    State,
    chunks,
    column_value,
    covered_of,
    is_as_wanted,
    list_differences,
    member_of,
    relatives_on_record,
    states,
    write,
)
from planfront.members.roster.table import NOT_USED, corrections_of, parts_of, sheet_starts
from planfront.members.roster.words import explained_rows
from planfront.parties.groups.selectors import class_names

logger = logging.getLogger(__name__)
STALE = gettext_lazy("People in this roster have changed since it was checked. Check it again.")
TOUCHED = gettext_lazy("Changed since by someone else.")
REPRICED = gettext_lazy("A policy that follows this was changed since.")
IN_USE = gettext_lazy("Already has coverage, an account, or an enrollment.")
GONE = gettext_lazy("No longer there.")
PRICED_ELSEWHERE = gettext_lazy(
    "%(plan)s (%(number)s) is priced for %(place)s. Report the move on the policy's page, so the price follows."
)
MOVED_ON_PAGE = gettext_lazy("Report the move on the person's page, so the price follows.")
COVERED_BY_BIRTH = gettext_lazy(
    "%(plan)s (%(number)s) covers this person by the birth date on record. Correct it on the policy's page, so the "
    "policy follows."
)
CORRECTED_ON_PAGE = gettext_lazy("Correct the birth date on the person's page, where you see the price first.")
ENDS_BY_HAND = gettext_lazy(
    "The file says they leave on %s. An upload ends no one's employment: to end it, open their page."
)
_MOVED = frozenset({"zip", "state"})
_RATED = ("annual_salary", "weekly_hours", "gender", "group_class_id")
_PRICED = _MOVED | {"birth_date", "relatives", *_RATED}


Work = Callable[[UUID], None]


class Lost(Exception):
    """Another process has taken the roster over, or somebody has discarded it."""


class Findings:
    """The issues of rows found while they are read; ``bad`` are those that are held back."""

    def __init__(self, roster: RosterImport) -> None:
        self.roster = roster
        self.issues: list[RosterIssue] = []
        self.bad: set[int] = set()

    def __call__(self, row: int, field: str, code: str, message: str, held: bool) -> None:
        if held:
            self.bad.add(row)
        issue = RosterIssue(roster=self.roster, row=row, field=field, code=code, message=message, fatal=held)
        self.issues.append(issue)


def check(roster_id: UUID) -> None:
    """The dry run: every row is read, every bad one reported, every effect kept. Nobody is changed. After rows were
    mended, only they and those they have to do with are compared with what is on record."""
    roster = _claim_roster(roster_id, RosterState.CHECKING)
    if roster is not None:
        with override(roster.language):
            try:
                _check(roster)
            except AppError as error:
                _back(roster, RosterState.REFUSED, str(error.message))


def _check(roster: RosterImport) -> None:
    today, findings = clock.today(), Findings(roster)
    rows = explained_rows(roster, findings)
    people = group_families(
        rows, today, findings, everybody_employee=roster.everybody_employee, starts=sheet_starts(roster)
    )
    _classes(roster, people.families, findings)
    on_record = directory(roster.brand_id, roster.group_id, people.families, own_only=roster.by_group)
    matched = [(family, on_record.member_of(family, findings)) for family in people.families if family.person]
    members = {family.row: member for family, member in matched if member is not None}
    known, confirmed = relatives_on_record(sorted(members.values())), corrections_of(roster)["confirmed"]
    for family in people.families:
        answered = Answered(known.get(members.get(family.row, 0), ()), confirmed)
        employee = on_record.employee_of(family)
        check_relatives(employee, family.relatives, today, settings.ENV.child_age, answered, findings)
    _once(matched, findings)
    _left(matched, on_record, findings)
    if roster.by_group:
        _keep_employed(matched, on_record, today, findings)
    outcomes = _effects(roster, matched, people.held(findings.bad), findings)
    for row, bad in people.waiting(findings.bad):
        findings(row, "relationship", "waits", _("Goes with row %d, which has to be corrected.") % bad, False)
    held_back = people.held(findings.bad)
    there = {member for _family, member in matched}
    there |= {
        on_record.by_number[family.number].id for family in people.families if family.number in on_record.by_number
    }
    missing = on_record.everybody - there - {member for member, left in on_record.left.items() if left <= today}
    counts = {"rows": len(roster.table["rows"]), "employees": len(people.families), "not_in_file": len(missing)}
    counts["not_used"] = sum(issue.code in NOT_USED for issue in findings.issues)
    roster.missing = sorted(missing)
    _checked(roster, findings, outcomes | {str(row): HELD for row in held_back}, counts)


def _classes(roster: RosterImport, result: Sequence[Family], say: Say) -> None:
    """The name of a class becomes the group's class; one that isn't there is held back, with those that are."""
    with_class = [family for family in result if "group_class_id" in family.person]
    there = class_names(roster.group_id) if with_class else {}
    by_name = {comparison_key(name): key for key, names in there.items() for name in names}
    for family in with_class:
        word = str(family.person["group_class_id"])
        family.person["group_class_id"] = by_name.get(comparison_key(word))
        if family.person["group_class_id"] is None:
            own = ", ".join(names[0] for names in there.values())
            class_list = _("There are: %s.") % own if own else _("The group has none.")
            say(
                family.row,
                "group_class_id",
                "unknownClass",
                " ".join([_("The group has no class “%s”.") % word, class_list]),
                True,
            )


def _effects(
    roster: RosterImport, matched: Sequence[tuple[Family, int | None]], held: set[int], say: Findings
) -> dict[str, str]:
    """Return the effect on each good family, by its row. What was found before stays where nothing was mended."""
    good = [(family, member) for family, member in matched if family.row not in held]
    stays = _still_known(roster, [family for family, _member in good])
    fresh = [(family, member) for family, member in good if str(family.row) not in stays]
    _forget_changes(roster, set(map(int, stays)))
    outcomes = dict(stays)
    today = clock.today()
    for done, part in enumerate(chunks(fresh)):
        on_record = states([member for _family, member in part if member is not None])
        covered = covered_of(on_record)
        roster_changes: list[RosterChange] = []
        for family, member in part:
            before = on_record.get(member or 0, {})
            after = effects.state_after(before, family, today, covered)
            kind = effects.effect(before, after) or "unchanged"
            if not before and family.person.get("ends_on", today) < today:
                kind = "left_out"
            outcomes[str(family.row)] = kind
            if kind in RosterChange.Effect.values:
                roster_changes.append(_change(roster, family, kind, member, before, after))
        _keep(roster, roster_changes, done * CHUNK + len(part), len(fresh))
    for row, kind in outcomes.items():
        if kind == "left_out":
            say(int(row), "ends_on", "over", _("Has left and is not on record: left out."), False)
    _check_prices(roster, say)
    return outcomes


def _check_prices(roster: RosterImport, say: Findings) -> None:
    """Hold back what a member's policies couldn't follow, and say what the others do: no price stays behind a fact."""
    changed = roster.changes.exclude(effect=RosterChange.Effect.NEW).values_list("pk", "fields")
    for part in chunks([pk for pk, names in changed if _PRICED.intersection(names)]):
        rows = {row.member_id or 0: row for row in RosterChange.objects.filter(pk__in=part) if not _ends_soon(row)}
        _check_places(roster, rows, say)
        _check_birth_dates(roster, rows, say)
        _check_facts(roster, rows, say)
        roster.changes.filter(pk__in=[change.pk for change in rows.values() if change.row in say.bad]).delete()


def _ends_soon(change: RosterChange) -> bool:
    """Return whether coverage ends before a price could follow, on the first of next month."""
    left_on = change.after["person"]["left_on"]
    return change.effect == RosterChange.Effect.ENDED and left_on[:7] <= clock.today().isoformat()[:7]


def _check_places(roster: RosterImport, rows: Mapping[int, RosterChange], say: Say) -> None:
    places = {member: _place_of(row.after["person"]) for member, row in rows.items() if _MOVED.intersection(row.fields)}
    complete = {member: place for member, place in places.items() if all(place)}
    elsewhere = coverage().open_policies(complete).rated_elsewhere(complete)
    if roster.by_group:  # as with birth dates
        for member in {policy.member_id or 0: policy for policy in elsewhere}:
            say(rows[member].row, "zip", "priced", str(MOVED_ON_PAGE), True)
        return
    for policy in elsewhere:
        place = f"{policy.rated_state} {policy.rated_zip}".strip()
        say(rows[policy.member_id].row, "zip", "priced", PRICED_ELSEWHERE % {**_named(policy), "place": place}, True)


def _check_birth_dates(roster: RosterImport, rows: Mapping[int, RosterChange], say: Say) -> None:
    born = [member for member, row in rows.items() if "birth_date" in row.fields]
    held = [(covered.member_id or 0, covered) for covered in coverage().open_policies(born).covering()]
    for member, row in rows.items():
        for key in _born_otherwise(row) if "relatives" in row.fields else ():
            held += [(member, covered) for covered in coverage().open_policies([member]).covering(key)]
    if roster.by_group:  # once for each person: a group may not see how many policies there are, nor whose
        for member in dict(held):
            say(rows[member].row, "birth_date", "priced", str(CORRECTED_ON_PAGE), True)
        return
    for member, covered in held:
        say(rows[member].row, "birth_date", "priced", COVERED_BY_BIRTH % _named(covered), True)


def _born_otherwise(change: RosterChange) -> list[str]:
    """Return the ids of relatives on record whose birth date becomes another one."""
    born = {relative["id"]: relative["birth_date"] for relative in change.before["relatives"]}
    return [
        row["id"] for row in change.after["relatives"] if born.get(row["id"], row["birth_date"]) != row["birth_date"]
    ]


def _check_facts(roster: RosterImport, rows: Mapping[int, RosterChange], say: Say) -> None:
    """Price the policies that hang on facts of their members, and keep the digest of it with the change."""
    facts = {member: _rated_facts(row) for member, row in rows.items() if set(_RATED).intersection(row.fields)}
    for member, repriced in (
        repricing().preview_repricing(facts, roster.created_by_id, by_group=roster.by_group).items()
    ):
        change = rows[member]
        field = next(name for name in _RATED if name in change.fields)
        say(change.row, field, "priced", repriced.text, repriced.is_refused)
        if change.after.get("priced") != repriced.digest:
            change.after = {**change.after, "priced": repriced.digest}
            change.save(update_fields=["after"])


def _rated_facts(change: RosterChange) -> dict[str, Any]:
    """Return the new facts that a policy may hang on, by column."""
    person: State = change.after["person"]
    return {name: column_value(name, person[name]) for name in _RATED if name in change.fields}


def _named(policy: Any) -> dict[str, str]:
    return {"plan": policy.plan_name, "number": policy.number}


def _place_of(person: State) -> tuple[str, str]:
    return person["state"] or library_state(person["zip"]), person["zip"]


def _still_known(roster: RosterImport, good: Sequence[Family]) -> dict[str, str]:
    """Earlier outcomes of families without corrected or held rows."""
    if roster.recheck is None:
        return {}
    touched = {*map(int, roster.recheck), *(int(row) for row, kind in roster.outcomes.items() if kind == HELD)}
    return {
        str(family.row): roster.outcomes[str(family.row)]
        for family in good
        if str(family.row) in roster.outcomes and not touched.intersection(family.rows)
    }


def _forget_changes(roster: RosterImport, kept: set[int]) -> None:
    if not kept:
        roster.changes.all().delete()
        return
    rows = set(roster.changes.values_list("row", flat=True)) - kept
    for part in chunks(sorted(rows)):
        roster.changes.filter(row__in=part).delete()


def _once(matched: Sequence[tuple[Family, int | None]], say: Say) -> None:
    """Two families can't be one member."""
    rows: dict[int, list[int]] = {}
    for family, member in matched:
        if member is not None:
            rows.setdefault(member, []).append(family.row)
    for again in rows.values():
        for row in again if len(again) > 1 else ():
            other = again[0] if row != again[0] else again[1]
            say(row, "last_name", "twice", _("The same member as in row %d.") % other, True)


def _left(matched: Sequence[tuple[Family, int | None]], known: Directory, say: Findings) -> None:
    """Report the people who left before and are in the file without a last day."""
    for family, member in matched:
        left = known.left.get(member or 0)
        if left is None or family.on_record or "ends_on" in family.person:
            continue
        if effects.comes_back(left.isoformat(), family):
            hired = show_date(family.person["hired_on"])
            words = _("Left on %(left)s and was hired again on %(hired)s.") % {"left": show_date(left), "hired": hired}
            say(family.row, "hired_on", "back", words, False)
        else:
            words = _("Left on %s. If the person is back, enter a later hire date.") % show_date(left)
            say(family.row, "hired_on", "left", words, False)


def _keep_employed(matched: Sequence[tuple[Family, int | None]], known: Directory, today: date, say: Findings) -> None:
    """Leave out the last days of people on record: a group reports each with its consequences, on the person's page."""
    for family, member in matched:
        if member is None:
            continue
        ends = family.person.pop("ends_on", None)
        if ends is not None and known.left.get(member) != ends:
            say(family.row, "ends_on", "stays", ENDS_BY_HAND % show_date(ends), False)
        family.relatives = [
            (row, values) for row, values in family.relatives if (values.pop("ends_on", None) or today) >= today
        ]


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
        fields=list_differences(before, wanted),
        **sealed,
    )


@transaction.atomic
def _checked(roster: RosterImport, findings: Findings, outcomes: dict[str, str], counts: dict[str, int]) -> None:
    row = _hold(roster)
    row.issues.all().delete()
    issues = sorted(findings.issues, key=lambda issue: (not issue.fatal, issue.row))
    RosterIssue.objects.bulk_create(issues, batch_size=500)
    bad = sum(issue.fatal for issue in issues)
    row.counts = counts | Counter(outcomes.values()) | {"bad": bad, "notes": len(issues) - bad}
    may_apply = row.changes.exists()
    row.state = RosterState.READY if may_apply or HELD not in outcomes.values() else RosterState.REFUSED
    row.outcomes, row.recheck, row.missing = outcomes, None, roster.missing
    row.checked_at, row.claim, row.problem = clock.business_now(), None, ""
    row.save(update_fields=["counts", "state", "outcomes", "recheck", "missing", "checked_at", "claim", "problem"])
    report(row)


def apply(roster_id: UUID) -> None:
    """All of it in one transaction, or none. Whose member was changed since the dry run stops it."""
    roster = _claim_roster(roster_id, RosterState.APPLYING)
    if roster is not None:
        _or_back(roster, RosterState.READY, _apply)


def undo(roster_id: UUID) -> None:
    """Puts back what was before for every member who is still as this roster made them; the rest says why not."""
    roster = _claim_roster(roster_id, RosterState.UNDOING)
    if roster is not None:
        _or_back(roster, RosterState.APPLIED, _undo)


def _or_back(roster: RosterImport, state: str, work: Callable[[RosterImport], None]) -> None:
    """Set a roster back to its state before, with the reason, where the work fails."""
    try:
        with override(roster.language):
            work(roster)
    except (Lost, OperationalError):
        raise
    except AppError as error:
        _back(roster, state, str(error.message))
    except (DatabaseError, IntegrityError) as error:
        logger.error("roster %s failed: %s", roster.pk, type(error).__name__)  # noqa: TRY400
        _back(roster, state, str(STALE))


@transaction.atomic
def _back(roster: RosterImport, state: str, problem: str) -> None:
    locked = _hold(roster)
    locked.state, locked.problem, locked.claim = state, problem[:300], None
    locked.save(update_fields=["state", "problem", "claim"])
    report(locked, "failed")


def _apply(roster: RosterImport) -> None:
    """First everybody is compared, a chunk at a time, so that a stale roster is known early; then all is written."""
    ids = list(roster.changes.values_list("pk", flat=True))
    for done, part in enumerate(chunks(ids)):
        _unchanged(list(RosterChange.objects.filter(pk__in=part)))
        _progress(roster, done * CHUNK + len(part), len(ids))
    with transaction.atomic():
        locks.lock_name(f"members.roster.{roster.group_id}")
        locked = _hold(roster)
        for part in chunks(ids):
            changes = list(RosterChange.objects.filter(pk__in=part))
            members = locks.lock_rows(
                Member.objects.filter(pk__in=[change.member_id for change in changes if change.member_id])
            )
            _unchanged(changes)
            _write(locked, changes, {member.pk: member for member in members})
        leave_rest(locked)
        locked.state, locked.applied_at, locked.claim, locked.problem = (
            RosterState.APPLIED,
            clock.business_now(),
            None,
            "",
        )
        parts = parts_of(locked)  # what is said of rows names their sheets
        locked.table, locked.corrections = ({"headings": [], "rows": [], "parts": parts} if parts else {}), {}
        locked.save(update_fields=["state", "applied_at", "claim", "problem", "table", "corrections"])
        report(locked)


def _unchanged(changes: Sequence[RosterChange]) -> None:
    current = states([change.member_id for change in changes if change.member_id])
    if any(change.before and not is_as_wanted(current.get(change.member_id or 0), change.before) for change in changes):
        raise Conflict(STALE)


def _write(roster: RosterImport, changes: list[RosterChange], members: dict[int, Member]) -> None:
    new = [change for change in changes if not change.before]
    result = Member.objects.bulk_create(
        [member_of(item.after, brand_id=roster.brand_id, group_id=roster.group_id) for item in new]
    )
    for item, member in zip(new, result, strict=True):
        item.member = member
    update_rows(new, ["member"])
    find_duplicates(roster.brand_id, result)
    _reprice(roster, [change for change in changes if change.before])
    write(
        [
            (members.get(change.member_id or 0) or _changed_member(change), change.before, change.after)
            for change in changes
        ],
        roster.pk,
    )


def _reprice(roster: RosterImport, changes: Sequence[RosterChange]) -> None:
    """Let policies follow the facts of their members as it was checked. Raises Conflict where they would otherwise."""
    rated = {
        change.member_id or 0: change
        for change in changes
        if set(_RATED).intersection(change.fields) and not _ends_soon(change)
    }
    digests = {member: change.after["priced"] for member, change in rated.items() if "priced" in change.after}
    facts = {member: _rated_facts(change) for member, change in rated.items()}
    try:
        repricing().reprice(facts, digests, roster.pk, roster.created_by_id, by_group=roster.by_group)
    except Conflict as differs:
        raise Conflict(STALE) from differs


def _changed_member(change: RosterChange) -> Member:
    if change.member is None:
        raise Conflict(STALE)
    return change.member


def _undo(roster: RosterImport) -> None:
    ids = list(roster.changes.values_list("pk", flat=True))
    with transaction.atomic():
        locks.lock_name(f"members.roster.{roster.group_id}")
        locked = _hold(roster)
        kept_count, order = 0, new_uuid()
        for part in chunks(ids):
            kept_count += _put_back(list(RosterChange.objects.filter(pk__in=part)), order)
        locked.counts = locked.counts | {"restored": len(ids) - kept_count, "kept": kept_count}
        locked.state, locked.undone_at, locked.claim, locked.problem = (
            RosterState.UNDONE,
            clock.business_now(),
            None,
            "",
        )
        locked.save(update_fields=["counts", "state", "undone_at", "claim", "problem"])
        report(locked)


def _put_back(changes: list[RosterChange], order: UUID) -> int:
    """Put members back, and return how many could not be undone; they say why. ``order`` names what becomes of their
    coverage."""
    ids = [change.member_id for change in changes if change.member_id]
    members = {member.pk: member for member in locks.lock_rows(Member.objects.filter(pk__in=ids))}
    current = states(ids)
    used = list_referenced([change.member_id for change in changes if change.member_id and not change.before])
    repriced = [
        change
        for change in changes
        if "priced" in change.after and is_as_wanted(current.get(change.member_id or 0), change.after)
    ]
    stuck = _take_back_prices(repriced)
    back: list[tuple[Member, State, State]] = []
    gone: list[int] = []
    for change in changes:
        key = change.member_id or 0
        change.kept = str(REPRICED) if key in stuck else _why_not(change, current.get(key), key in used)
        if change.kept:
            continue
        if change.before:
            back.append((members[key], current[key], change.before))
        else:
            gone.append(key)
    write(back, order)
    Member.objects.filter(pk__in=gone).delete()
    update_rows([change for change in changes if change.kept], ["kept"])
    return sum(1 for change in changes if change.kept)


def _take_back_prices(changes: Sequence[RosterChange]) -> set[int]:
    """Take back what policies followed, and return the members of whose policies that can't be."""
    members = [change.member_id for change in changes if change.member_id]
    if not members:
        return set()
    roster = changes[0].roster
    return repricing().take_back_repricing(roster.pk, members, roster.created_by_id)


def _why_not(change: RosterChange, now: State | None, used: bool) -> str:
    if now is None:
        return str(GONE)
    if used:
        return str(IN_USE)
    return "" if is_as_wanted(now, change.after) else str(TOUCHED)


@transaction.atomic
def _claim_roster(roster_id: UUID, state: str) -> RosterImport | None:
    """The roster with a claim of our own; None when it is further on already."""
    roster = locks.lock_row(RosterImport.objects.filter(pk=roster_id))
    if roster is None or roster.state != state:
        return None
    roster.claim, roster.rows_done = new_uuid(), 0
    roster.save(update_fields=["claim", "rows_done"])
    return roster


def _hold(roster: RosterImport) -> RosterImport:
    """The row, locked, and still ours."""
    locked = locks.lock_row(RosterImport.objects.filter(pk=roster.pk))
    if locked is None or locked.claim != roster.claim:
        raise Lost
    return locked


@transaction.atomic
def _keep(roster: RosterImport, roster_changes: list[RosterChange], done: int, total: int) -> None:
    _hold(roster)
    RosterChange.objects.bulk_create(roster_changes)
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
