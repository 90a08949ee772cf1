"""Forms of the roster pages: the file with its group, and which column is which."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminSelectWidget

from planfront.brands.models import Brand
from planfront.members.models import RosterImport
from planfront.members.roster.cells import CHILD
from planfront.members.roster.columns import relation_columns
from planfront.members.roster.fields import FAMILY, FIELDS, MOST_CHILDREN
from planfront.members.roster.words import LOW, MIDDLE, Question, Word
from planfront.parties.groups.models import Group

SAMPLES = 3
_NUMBER = re.compile(r"^\d{3}-?\d{2}-?\d{4}$")


class RosterForm(forms.Form):
    """A group's file. The brand is asked for where the group has several."""

    group = forms.ModelChoiceField(queryset=Group.objects.none(), widget=UnfoldAdminSelectWidget())
    brand = forms.ModelChoiceField(
        queryset=Brand.objects.none(),
        widget=UnfoldAdminSelectWidget(),
        required=False,
        help_text="For a group with several brands: whose members these are.",
    )
    file = forms.FileField(
        help_text="CSV or XLSX, at most 10 MB and 20,000 rows.",
        widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".csv,.txt,.xlsx"}),
    )

    def __init__(self, groups: QuerySet[Group], brands: QuerySet[Brand], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["group"].queryset = groups.order_by("name")  # type: ignore[attr-defined]
        self.fields["brand"].queryset = brands.order_by("name")  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        group, brand = data.get("group"), data.get("brand")
        if group is None:
            return data
        own = self.fields["brand"].queryset.filter(pk__in=group.brands.values("pk"))  # type: ignore[attr-defined]
        if brand is None and own.count() == 1:
            data["brand"] = own.get()
        elif brand is None:
            self.add_error("brand", "This group has several brands. Choose one.")
        elif not own.filter(pk=brand.pk).exists():
            self.add_error("brand", "The group is not one of this brand's.")
        return data


class ColumnsForm(forms.Form):
    """A choice for each column of the file; unneeded ones are left out. Families in one row have columns of their
    own."""

    def __init__(self, roster: RosterImport, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.roster = roster
        table: Any = roster.table
        field_of = {position: name for name, position in roster.mapping.items()}
        choices = _field_choices(roster.mapping)
        for position, heading in enumerate(table["headings"]):
            self.fields[f"column_{position}"] = forms.ChoiceField(
                choices=choices,
                required=False,
                label=heading or f"Column {position + 1}",
                initial=field_of.get(position, ""),
                widget=UnfoldAdminSelectWidget(),
            )
        self.left_out_relations = relation_columns(table["headings"], table["rows"], roster.mapping)

    def rows(self) -> list[dict[str, Any]]:
        """Return each column for the page: its heading, some of its cells, the choice."""
        table: Any = self.roster.table
        first = [cells for _number, cells in table["rows"][:50]]
        secret = {position for name, position in self.roster.mapping.items() if name.endswith("ssn")}
        return [
            {"field": self[name], "samples": _sample_cells(first, position, secret=position in secret)}
            for position, name in enumerate(self.fields)
        ]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        chosen = [value for value in data.values() if value]
        for name, value in list(data.items()):
            if value and chosen.count(value) > 1:
                self.add_error(name, "Two columns can't be the same.")
        return data

    def mapping(self) -> dict[str, int]:
        """Return the column's position by field."""
        chosen = enumerate(self.cleaned_data[name] for name in self.fields)
        return {value: position for position, value in chosen if value}

    def everybody_employee(self) -> bool:
        return bool(self.data.get("everybody_employee"))


class WordsForm(forms.Form):
    """One choice for each word of the columns that have words the store doesn't know."""

    def __init__(self, questions: Sequence[Question], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.questions = questions
        for question in questions:
            for word in question.words:
                self.fields[_word_name(question, word)] = forms.ChoiceField(
                    choices=[("", "Choose"), *question.choices],
                    label=_word_label(question, word),
                    initial=word.meaning,
                    widget=UnfoldAdminSelectWidget(),
                    error_messages={"required": "Say what this means."},
                )

    def columns(self) -> list[dict[str, Any]]:
        """Each question for the page, with its words."""
        return [
            {
                "question": question,
                "title": _TITLES.get(question.kind, f"{question.label}: what do the words of your file mean?"),
                "words": [{"field": self[_word_name(question, word)], "rows": word.rows} for word in question.words],
            }
            for question in self.questions
        ]

    def answers(self) -> dict[str, dict[str, str]]:
        """Answers by kind of column and word, those that only say what the store takes the word for left out."""
        return {
            question.kind: {
                word.key: chosen
                for word in question.words
                if (chosen := self.cleaned_data[_word_name(question, word)]) != word.meaning or question.kind == "ssn"
            }
            for question in self.questions
        }


_TITLES = {
    "annual_salary": "Annual salary: some amounts are too low for a year. What are they?",
    "ssn": "Social Security Number: some numbers have hidden digits",
}
_SALARIES = {LOW: "Under $500", MIDDLE: "$500 to $5,000"}


def _word_name(question: Question, word: Word) -> str:
    return f"word-{question.kind}-{word.key}"


def _word_label(question: Question, word: Word) -> str:
    if question.kind == "annual_salary":
        return f"{_SALARIES[word.key]}, such as {word.text}"
    return f"Hidden, such as {word.text}" if question.kind == "ssn" else word.text


def _field_choices(mapping: Mapping[str, int]) -> list[tuple[str, Any]]:
    """Return the fields of a row, of a spouse, and of one child more than the file seems to have."""
    mapped = [
        number for number in range(1, MOST_CHILDREN + 1) if any(name in mapping for name in _child_fields(number))
    ]
    owners = [owner for number, owner in enumerate(FAMILY) if number <= max(mapped, default=0) + 1]
    families = [
        (owner.replace("_", " ").capitalize(), [(field.name, field.label) for field in FAMILY[owner].values()])
        for owner in owners
    ]
    own = [(field.name, field.label + (" *" if field.required else "")) for field in FIELDS]
    return [("", "Leave out"), ("The row's person", own), *families]


def _child_fields(child: int) -> list[str]:
    return [field.name for field in FAMILY[f"{CHILD}_{child}"].values()]


def _sample_cells(rows: list[list[str]], position: int, *, secret: bool) -> list[str]:
    """Return the first filled cells; of a Social Security number only the last digits."""
    cells = (cells[position] for cells in rows if position < len(cells) and cells[position])
    samples = list(dict.fromkeys(cells))[:SAMPLES]
    return [f"•••-••-{cell[-4:]}" if secret or _NUMBER.match(cell.replace(" ", "")) else cell[:40] for cell in samples]
