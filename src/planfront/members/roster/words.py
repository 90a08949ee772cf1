"""Words of a roster's columns that the store doesn't know. A person says once what each means; that goes for all rows,
and for the group's next files.

An answer is the text that takes the word's place ("Spouse" for "Common Law Spouse"), or one of the marks below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.imports.layouts import normalise
from planfront.kernel.text.folding import comparison_key
from planfront.kernel.text.parse import SUFFIXES
from planfront.members.models import Gender, RosterImport
from planfront.members.pay import HOUR, MONTH, NEVER_A_YEAR, PERIODS, YEAR, may_be_yearly
from planfront.members.roster import cells as readers
from planfront.members.roster.cells import CHILD, DISABLED, SELF, SPOUSE, BadCell
from planfront.members.roster.fields import BY_NAME, label_of
from planfront.members.roster.table import Cells, people_rows, rows_by_field, sheet_at, sheet_starts
from planfront.parties.groups.selectors import class_names

Answers = Mapping[str, Mapping[str, str]]
"""Meanings of words by kind of column and key of the word."""
HOLD, EMPTY, OUT, OUT_WITH_FAMILY = "=hold", "=empty", "=out", "=family"
MASKED, LOW, MIDDLE = "masked", "low", "middle"
MOST_WORDS = 40
_LONGEST = 60
_HOLD = (HOLD, gettext_lazy("Hold these rows for now"))
_RELATIONS = (
    ("EE", gettext_lazy("Employee")),
    ("Spouse", gettext_lazy("Spouse or domestic partner")),
    ("Child", gettext_lazy("Child")),
    ("Disabled Child", gettext_lazy("Child with a disability, of any age")),
    (OUT, gettext_lazy("Leave these people out")),
    (OUT_WITH_FAMILY, gettext_lazy("Leave these employees and their families out")),
    _HOLD,
)
_CHOICES = {
    "relationship": _RELATIONS,
    "gender": (
        ("Female", gettext_lazy("Female")),
        ("Male", gettext_lazy("Male")),
        ("Other", gettext_lazy("Other")),
        _HOLD,
    ),
    "suffix": (*((word, word) for word in SUFFIXES), (EMPTY, gettext_lazy("Leave the suffix out")), _HOLD),
    "marital_status": (
        ("Single", gettext_lazy("Single")),
        ("Married", gettext_lazy("Married")),
        ("Divorced", gettext_lazy("Divorced")),
        ("Widowed", gettext_lazy("Widowed")),
        (EMPTY, gettext_lazy("Leave the status out")),
        _HOLD,
    ),
    "annual_salary": (
        (HOUR, gettext_lazy("Dollars an hour")),
        (MONTH, gettext_lazy("Dollars a month")),
        (YEAR, gettext_lazy("Dollars a year")),
        (EMPTY, gettext_lazy("Leave these salaries out")),
        _HOLD,
    ),
    "ssn": ((EMPTY, gettext_lazy("Leave these numbers out")), _HOLD),
}
_CLASS = "group_class_id"
KINDS = (*_CHOICES, _CLASS)
_BY_VALUE: dict[str, dict[object, str]] = {
    "relationship": {SELF: "EE", SPOUSE: "Spouse", CHILD: "Child", DISABLED: "Disabled Child"},
    "gender": {Gender.FEMALE.value: "Female", Gender.MALE.value: "Male", Gender.OTHER.value: "Other"},
    "suffix": {word: word for word in SUFFIXES},
    "marital_status": {0: "Single", 1: "Married", 2: "Divorced", 3: "Widowed"},
}


@dataclass(frozen=True)
class Word:
    """``meaning`` is the answer so far, else what the store takes it for; "" when neither is there."""

    key: str
    text: str
    rows: int
    meaning: str


@dataclass(frozen=True)
class Question:
    """A column's words with the choices for each."""

    kind: str
    label: str
    words: tuple[Word, ...]
    choices: tuple[tuple[str, str | Promise], ...]


def kind_of(name: str) -> str:
    """Return the kind of a column whichever person it is of: spouse_gender is a gender. "" where words aren't asked
    about."""
    return next((kind for kind in KINDS if name == kind or name.endswith(f"_{kind}")), "")


def answers_of_group(group_id: int) -> dict[str, dict[str, str]]:
    """Return what was answered for a group's files, the last answer counting."""
    result: dict[str, dict[str, str]] = {}
    rosters = RosterImport.objects.filter(group_id=group_id).exclude(words={}).order_by("created_at", "id")
    for words in rosters.values_list("words", flat=True):
        result = merge_answers(result, words)
    return result


def merge_answers(before: Answers, answers: Answers) -> dict[str, dict[str, str]]:
    """Return both, the second counting where they differ. To hold rows takes an answer back; only for hidden numbers,
    which are left out otherwise, it is one."""
    both = {kind: {**before.get(kind, {}), **answers.get(kind, {})} for kind in KINDS if {kind} & {*before, *answers}}
    return {
        kind: {key: text for key, text in words.items() if text != HOLD or key == MASKED}
        for kind, words in both.items()
    }


def list_questions(roster: RosterImport, mapping: Mapping[str, int]) -> list[Question]:
    """Return the columns that have words nobody has explained, or that were explained. Columns with too many different
    words come without them: they are hardly what they were taken for."""
    names = class_names(roster.group_id) if _CLASS in mapping else {}
    classes = {comparison_key(name): own[0] for own in names.values() for name in own}
    counted: dict[str, Counter[str]] = {}
    texts: dict[tuple[str, str], str] = {}
    for _number, cells in rows_by_field(roster, people_rows(roster, mapping), mapping):
        for kind, key, text in _words(cells):
            counted.setdefault(kind, Counter())[key] += 1
            texts.setdefault((kind, key), text)
    questions: list[Question] = []
    for kind in KINDS:
        answers = roster.words.get(kind, {})
        rows = counted.get(kind, Counter())
        words = tuple(
            Word(key, texts[kind, key], rows[key], answers.get(key) or _own_meaning(kind, texts[kind, key], classes))
            for key in rows
        )
        unclear = [word for word in words if not word.meaning or word.key in answers or kind == "ssn"]
        if len(unclear) > MOST_WORDS:
            questions.append(Question(kind, label_of(kind), (), ()))
        elif unclear:
            asked = tuple(sorted(words, key=_is_known)) if len(words) <= MOST_WORDS else tuple(unclear)
            choices: Any = _CHOICES.get(kind) or _class_choices(names)
            questions.append(Question(kind, label_of(kind), asked, choices))
    return questions


def _is_known(word: Word) -> bool:
    return bool(word.meaning)


def list_open_words(roster: RosterImport) -> list[str]:
    """Return the words for which rows are held and that can be explained for all of them, as the file has them."""
    questions = list_questions(roster, roster.mapping)
    return list(dict.fromkeys(word.text for question in questions for word in question.words if not word.meaning))


def _class_choices(names: Mapping[int, Sequence[str]]) -> tuple[tuple[str, str | Promise], ...]:
    return (*((name, name) for name in _first(names)), (EMPTY, gettext_lazy("Leave the class on record")), _HOLD)


def _first(names: Mapping[int, Sequence[str]]) -> list[str]:
    return [own[0] for own in names.values()]


def _own_meaning(kind: str, text: str, classes: Mapping[str, str]) -> str:
    """Return what the store takes a word for; "" when it doesn't know it."""
    if kind == "ssn":
        return EMPTY
    if kind == _CLASS:
        return classes.get(comparison_key(text), "")
    if kind not in _BY_VALUE:
        return ""
    try:
        return _BY_VALUE[kind].get(BY_NAME[kind].read(text, date.min), "")
    except BadCell:
        return ""


def _words(cells: Cells) -> Iterator[tuple[str, str, str]]:
    """Kind, key and text of each word of a row that may have to be explained."""
    for name, cell in cells.items():
        kind = kind_of(name)
        if kind and (key := _key(kind, cell, cells)):
            yield kind, key, cell.strip()


def _key(kind: str, cell: str, cells: Cells) -> str:
    """Return what a word is remembered by; "" where it needs no explanation."""
    if kind == "ssn":
        return MASKED if readers.is_masked(cell) else ""
    if kind == "annual_salary":
        return _salary_key(cell, cells.get("weekly_hours", ""))
    if readers.is_empty(cell) or len(cell) > _LONGEST:
        return ""
    return normalise(cell) or cell.strip().casefold()


def _salary_key(cell: str, hours: str) -> str:
    """Return which kind of small amount a salary is; "" for one that may be a year's."""
    try:
        pay = readers.salary(cell, date.min)
    except BadCell:
        return ""
    if pay.period or may_be_yearly(pay.amount, _hours(hours)):
        return ""
    return LOW if pay.amount < NEVER_A_YEAR else MIDDLE


def _hours(cell: str) -> Decimal | None:
    try:
        return None if readers.is_empty(cell) else readers.hours(cell, date.min)
    except BadCell:
        return None


def explain(cells: Cells, answers: Answers) -> tuple[Cells, bool]:
    """Return a row's cells with what its words mean, and whether a hidden number was left out."""
    result, hidden = dict(cells), False
    for name, cell in cells.items():
        kind = kind_of(name)
        key = _key(kind, cell, cells) if kind else ""
        meaning = answers.get(kind, {}).get(key, EMPTY if key == MASKED and kind == "ssn" else "") if key else ""
        if meaning in (OUT, OUT_WITH_FAMILY) and name != kind:  # a relative in the employee's row
            owner = name.removesuffix(kind)
            result = {other: text for other, text in result.items() if not other.startswith(owner)}
        elif meaning == EMPTY:
            result.pop(name, None)
            hidden = hidden or kind == "ssn"
        elif meaning not in ("", HOLD) and name in result:
            result[name] = f"{cell} {PERIODS[meaning]}" if kind == "annual_salary" else meaning
    return result, hidden


def explained_rows(roster: RosterImport, say: readers.Say) -> Iterator[tuple[int, Cells]]:
    """Yield the rows of people by field, with what their words mean."""
    return without_left_out(_explained(roster, say), say, sheet_starts(roster))


def _explained(roster: RosterImport, say: readers.Say) -> Iterator[tuple[int, Cells]]:
    for number, cells in rows_by_field(roster, people_rows(roster, roster.mapping, say)):
        meant, hidden = explain(cells, roster.words)
        if hidden:
            say(number, "ssn", "hidden", _("The number's digits are hidden: left out."), False)
        yield number, meant


def checked_answers(answers: Answers, group_id: int) -> dict[str, dict[str, str]]:
    """Return answers without those that are no choice, and without classes that aren't the group's."""
    allowed = {kind: {value for value, _label in choices} for kind, choices in _CHOICES.items()}
    allowed[_CLASS] = {*_first(class_names(group_id)), EMPTY, HOLD}
    return {
        kind: {key: text for key, text in words.items() if text in allowed[kind] and len(key) <= _LONGEST}
        for kind, words in answers.items()
        if kind in allowed
    }


def without_left_out(
    rows: Iterable[tuple[int, Cells]], say: readers.Say, starts: Sequence[int] = ()
) -> Iterator[tuple[int, Cells]]:
    """Yield the rows of people who weren't left out by a word. Who is left out with their family takes along the
    relatives with the same number, and those without a number below."""
    table = list(rows)
    gone = {_number(cells): row for row, cells in table if _relation(cells) == OUT_WITH_FAMILY and _number(cells)}
    above = 0
    for row, cells in table:
        relation, number = _relation(cells), _number(cells)
        if relation in (OUT, OUT_WITH_FAMILY):
            above = row if relation == OUT_WITH_FAMILY else above
            say(row, "relationship", "leftOut", _("Chosen to be left out."), False)
            continue
        if sheet_at(starts, above) != sheet_at(starts, row):
            above = 0
        if relation in ("", SELF):
            above = 0
        elif head := gone.get(number, 0) if number else above:
            say(row, "relationship", "leftOut", _("Goes with row %d, which is left out.") % head, False)
            continue
        yield row, cells


def _number(cells: Cells) -> str:
    return comparison_key(cells.get("employee_number", ""))


def _relation(cells: Cells) -> str:
    """Return the relation of a row: a mark, what the word means, or "?" for one that isn't known."""
    cell = cells.get("relationship", "")
    if cell in (OUT, OUT_WITH_FAMILY):
        return cell
    try:
        return "" if readers.is_empty(cell) else str(readers.relation(cell, date.min))
    except BadCell:
        return "?"
