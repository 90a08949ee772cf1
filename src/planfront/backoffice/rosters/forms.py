"""Forms of the roster pages: the file with its group, and which column is which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminSelectWidget

from planfront.brands.models import Brand
from planfront.members.models import RosterImport
from planfront.members.roster.choosing import list_choices, list_columns, title_of, words_of
from planfront.members.roster.columns import relation_columns
from planfront.members.roster.table import read_table
from planfront.members.roster.words import Question, Word
from planfront.parties.groups.models import Group


class RosterForm(forms.Form):
    """A group's file. The brand is asked for where the group has several."""

    group = forms.ModelChoiceField(queryset=Group.objects.none(), widget=UnfoldAdminSelectWidget())
    brand = forms.ModelChoiceField(
        queryset=Brand.objects.none(),
        widget=UnfoldAdminSelectWidget(),
        required=False,
        help_text="For a group with several brands: the brand of these members.",
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
            self.add_error("brand", "This group doesn't belong to this brand.")
        return data


class ColumnsForm(forms.Form):
    """A choice for each column of the file; unneeded ones are left out. Families in one row have columns of their
    own."""

    def __init__(self, roster: RosterImport, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._columns = list_columns(roster)
        table = read_table(roster)
        choices = _field_choices(roster.mapping)
        for position, column in enumerate(self._columns):
            self.fields[f"column_{position}"] = forms.ChoiceField(
                choices=choices,
                required=False,
                label=column.heading,
                initial=column.field,
                widget=UnfoldAdminSelectWidget(),
            )
        self.left_out_relations = relation_columns(table["headings"], table["rows"], roster.mapping)

    def rows(self) -> list[dict[str, Any]]:
        """Return each column for the page: its heading, some of its cells, the choice."""
        return [
            {"field": self[name], "samples": column.samples}
            for name, column in zip(self.fields, self._columns, strict=True)
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
                    label=words_of(question, word),
                    initial=word.meaning,
                    widget=UnfoldAdminSelectWidget(),
                    error_messages={"required": "Choose what this means."},
                )

    def columns(self) -> list[dict[str, Any]]:
        """Each question for the page, with its words."""
        return [
            {
                "question": question,
                "title": title_of(question),
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


def _word_name(question: Question, word: Word) -> str:
    return f"word-{question.kind}-{word.key}"


def _field_choices(mapping: Mapping[str, int]) -> list[tuple[str, Any]]:
    groups = [
        (title, [(choice.name, choice.label + (" *" if choice.required else "")) for choice in choices])
        for title, choices in list_choices(mapping)
    ]
    return [("", "Leave out"), *groups]
