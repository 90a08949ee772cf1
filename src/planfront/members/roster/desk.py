"""A roster as the group's administrator who uploaded it sees it."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from planfront.kernel.http.paging import cut_list
from planfront.members.models import Member, RosterChange, RosterImport, RosterState
from planfront.members.roster import schemas
from planfront.members.roster.choosing import list_choices, list_columns, title_of, words_of
from planfront.members.roster.columns import relation_columns
from planfront.members.roster.differences import list_differences
from planfront.members.roster.files import as_csv, as_xlsx, blank_csv, blank_xlsx
from planfront.members.roster.invitations import count_invited, is_open_to_undo
from planfront.members.roster.mending import Cell, HeldRow, held_page, list_missing_fields
from planfront.members.roster.places import Places
from planfront.members.roster.rest import HELD
from planfront.members.roster.returned import held_sheet
from planfront.members.roster.table import read_table
from planfront.members.roster.words import Question, list_open_words, list_questions
from planfront.parties.groups.selectors import class_names

MOVING = (RosterState.CHECKING, RosterState.APPLYING, RosterState.UNDOING)
_MAPPED = (RosterState.MAPPING, RosterState.REFUSED, RosterState.READY)
_SHOWN = 100
_EFFECTS = {"added": (RosterChange.Effect.NEW,), "changed": (RosterChange.Effect.CHANGED, RosterChange.Effect.ENDED)}
_UNTOLD = ("waits", "priced")
"""Codes of what is said elsewhere: of a row with its family's, and beside the change that has a price."""
TYPES = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
}


def describe(roster: RosterImport) -> schemas.Roster:
    """Return all of an upload but its changes and its rows to fix, which have pages."""
    moving = roster.state in MOVING
    done, total = roster.rows_done, max(roster.rows_total, 1)
    rest = roster.rests.exclude(state=RosterState.DISCARDED).first()
    return schemas.Roster(
        roster_id=roster.pk,
        file_name=roster.file_name,
        state=roster.state,
        rows=roster.counts.get("rows", roster.rows_total),
        percent=min(99, done * 100 // total) if moving else 100,
        problem=roster.problem,
        mapping=_describe_mapping(roster) if roster.state in _MAPPED else None,
        counts=None if moving or not roster.checked_at else _count(roster),
        notes=[] if moving else _list_notes(roster),
        missing=[] if moving else _list_missing(roster),
        may_undo=is_open_to_undo(roster),
        skipped_roster=rest.pk if rest else None,
        is_rest=roster.rest_of_id is not None,
    )


def _describe_mapping(roster: RosterImport) -> schemas.RosterMapping:
    table = read_table(roster)
    fields = list_choices(roster.mapping)
    return schemas.RosterMapping(
        columns=[
            schemas.RosterColumn(heading=column.heading, samples=column.samples, field=column.field)
            for column in list_columns(roster)
        ],
        fields=[
            schemas.RosterFields(
                title=title,
                choices=[schemas.RosterChoice(value=choice.name, label=choice.label) for choice in choices],
            )
            for title, choices in fields
        ],
        questions=_questions(roster, roster.mapping),
        notes=list(table.get("notes", [])),
        sheets=[schemas.RosterSheet(name=sheet["name"], read=sheet["read"]) for sheet in table.get("sheets", [])],
        relations=relation_columns(table["headings"], table["rows"], roster.mapping),
        everyone_employee=roster.everybody_employee,
    )


def check_columns(roster: RosterImport, mapping: Mapping[str, int]) -> schemas.ColumnCheck:
    table = read_table(roster)
    return schemas.ColumnCheck(
        questions=_questions(roster, mapping),
        relations=relation_columns(table["headings"], table["rows"], mapping),
    )


def _questions(roster: RosterImport, mapping: Mapping[str, int]) -> list[schemas.RosterQuestion]:
    return [_describe_question(question) for question in list_questions(roster, mapping)]


def _describe_question(question: Question) -> schemas.RosterQuestion:
    return schemas.RosterQuestion(
        kind=question.kind,
        title=title_of(question),
        words=[
            schemas.RosterWord(key=word.key, text=words_of(question, word), rows=word.rows, meaning=word.meaning)
            for word in question.words
        ],
        choices=_choices(question.choices),
    )


def _choices(choices: Iterable[tuple[str, Any]]) -> list[schemas.RosterChoice]:
    return [schemas.RosterChoice(value=value, label=str(label)) for value, label in choices]


def _count(roster: RosterImport) -> schemas.RosterCounts:
    counts = roster.counts
    done = roster.state in (RosterState.APPLIED, RosterState.UNDONE)
    return schemas.RosterCounts(
        rows=counts.get("rows", roster.rows_total),
        added=counts.get("new", 0),
        changed=counts.get("changed", 0) + counts.get("ended", 0),
        unchanged=counts.get("unchanged", 0),
        skipped=counts.get(HELD, 0),
        unused=counts.get("not_used", 0) + counts.get("left_out", 0),
        missing=counts.get("not_in_file", 0),
        invited=count_invited(roster) if done else _count_addresses(roster),
        restored=counts.get("restored", 0),
        kept=counts.get("kept", 0),
    )


def _count_addresses(roster: RosterImport) -> int:
    """Return how many of the people whom an upload would add have an email address."""
    added = roster.changes.filter(effect=RosterChange.Effect.NEW).defer("before")
    return sum(1 for change in added.iterator(chunk_size=500) if change.after["person"]["email"])


def _list_notes(roster: RosterImport) -> list[schemas.RosterNote]:
    places = Places(roster)
    rows = roster.issues.filter(fatal=False).exclude(code__in=_UNTOLD)[:_SHOWN]
    return [
        schemas.RosterNote(
            where=places.of_cell(issue.row, issue.field) or places.of_rows([issue.row], ()),
            text=places.in_words(issue.message),
        )
        for issue in rows
    ]


def _list_missing(roster: RosterImport) -> list[schemas.RosterPerson]:
    rows = Member.objects.filter(pk__in=roster.missing[:_SHOWN], group=roster.group_id, active=True)
    return [schemas.RosterPerson(member_id=row.pk, name=row.name) for row in rows.order_by("last_name", "first_name")]


def list_effects(roster: RosterImport, query: schemas.RosterChangesQuery) -> schemas.RosterEffects:
    rows = roster.changes.filter(effect__in=_EFFECTS[query.effect]).order_by("row")
    cut = cut_list(list(rows.values_list("pk", flat=True)), query.page, query.per_page)
    changes = list(rows.filter(pk__in=cut.keys).select_related("member"))
    told: dict[int, list[str]] = {}
    for row, text in roster.issues.filter(
        code="priced", fatal=False, row__in=[change.row for change in changes]
    ).values_list("row", "message"):
        told.setdefault(row, []).append(text)
    classes = class_names(roster.group_id)
    return schemas.RosterEffects.cut_to(
        cut, [_describe_effect(roster, change, told.get(change.row, []), classes) for change in changes]
    )


def _describe_effect(
    roster: RosterImport, change: RosterChange, notes: list[str], classes: Mapping[int, tuple[str, ...]]
) -> schemas.RosterEffect:
    person = change.after["person"]
    return schemas.RosterEffect(
        row=change.row,
        name=f"{person['first_name']} {person['last_name']}",
        member_id=change.member_id if change.member and change.member.group_id == roster.group_id else None,
        differences=[
            schemas.RosterDifference(label=row.label, before=row.before, after=row.after)
            for row in list_differences(change, classes)
        ],
        notes=notes,
        kept=change.kept,
    )


def list_held(roster: RosterImport, query: schemas.RosterPage) -> schemas.RosterHeldRows:
    """Return a page of rows to fix; its length is the engine's, by the number of columns."""
    page, rows = held_page(roster, query.page)
    return schemas.RosterHeldRows(
        result=[_describe_held(row) for row in rows],
        total=page.paginator.count,
        more=False,
        page=page.number,
        pages=page.paginator.num_pages,
        per_page=page.paginator.per_page,
        lacking=[
            schemas.LackingField(
                field=one["name"], label=one["label"], rows=one["count"], choices=_choices(one["choices"])
            )
            for one in list_missing_fields(roster)
        ],
        open_words=list_open_words(roster),
    )


def _describe_held(row: HeldRow) -> schemas.RosterHeldRow:
    return schemas.RosterHeldRow(
        row=row.number,
        where=row.where,
        name=row.name,
        employee=row.employee,
        notes=row.notes,
        cells=[_describe_cell(cell) for cell in row.cells],
        others=[_describe_cell(cell) for cell in row.others],
        asks=row.asks,
    )


def _describe_cell(cell: Cell) -> schemas.RosterCell:
    return schemas.RosterCell(
        field=cell.name,
        label=cell.label,
        text="" if cell.secret else cell.text,
        hint=cell.hint,
        problems=list(cell.problems),
        likely=cell.likely,
        choices=_choices(cell.options),
    )


def held_file(roster: RosterImport, kind: str) -> schemas.RosterFile:
    """Return the rows to fix as they stand, each with what is wrong. It has numbers in full, as the file had."""
    lines = held_sheet(roster)
    stem = roster.file_name.rpartition(".")[0] or roster.file_name
    return _file(f"{stem}-rows-to-fix", kind, as_xlsx(lines) if kind == "xlsx" else as_csv(lines))


def blank_file(kind: str) -> schemas.RosterFile:
    return _file("roster", kind, blank_xlsx() if kind == "xlsx" else blank_csv())


def _file(name: str, kind: str, content: bytes) -> schemas.RosterFile:
    return schemas.RosterFile(
        name=f"{name}.{kind}", type=TYPES[kind], content=base64.b64encode(content).decode("ascii")
    )


def mapping_of(roster: RosterImport, columns: Sequence[str]) -> dict[str, int]:
    """Return the columns' positions by field, as they were chosen; unknown fields and surplus columns are left out."""
    known = {choice.name for _title, choices in list_choices(roster.mapping) for choice in choices}
    width = len(read_table(roster)["headings"])
    return {name: at for at, name in enumerate(columns[:width]) if name in known}
