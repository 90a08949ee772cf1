"""Parts of a file about reps or groups: the party itself, its links, and rows that belong to it, such as licenses.

The state of a party is what the file could write about it: ``{"": {heading: text}, "licenses": [{heading: text}, …]}``,
rows in the order in which they were added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.translation import gettext as _

from planfront.imports.names import BadCell
from planfront.imports.registry import Text
from planfront.parties.importers.cells import Kind, choice, several_of

Texts = dict[str, str]


@dataclass(frozen=True)
class Cell:
    """A column of the file, and the columns of the table that it fills."""

    heading: str
    names: tuple[str, ...]
    kind: Kind
    text: Text
    example: str = ""
    required: bool = False

    def text_of(self, row: Any) -> str:
        values = tuple(getattr(row, name) for name in self.names)
        if all(value in (None, "", []) for value in values):
            return ""
        return self.kind.write(values if len(values) > 1 else values[0])

    def values(self, text: str, table: type[Model]) -> dict[str, Any]:
        """Return the columns of a text that ``text_of`` wrote; none where a page took what a file can't write."""
        if not text:
            return {name: table._meta.get_field(name).get_default() for name in self.names}  # type: ignore[union-attr]
        try:
            value = self.kind.read(text)
        except BadCell:
            return {}
        return dict(zip(self.names, value if len(self.names) > 1 else (value,), strict=True))


@dataclass(frozen=True, kw_only=True)
class Link(Cell):
    """Rows of another table that the party is tied to, by their codes. What is there already stays."""

    through: type[Model]
    own: str
    other: str
    code: str

    def texts(self, parties: Sequence[Any]) -> dict[int, str]:
        ties = self.through._default_manager.filter(**{f"{self.own}__in": parties})
        codes: dict[int, list[str]] = {}
        for party, code in ties.values_list(f"{self.own}_id", f"{self.other}__{self.code}"):
            codes.setdefault(party, []).append(code)
        return {party: "; ".join(sorted(some)) for party, some in codes.items()}

    def save(self, party: Any, text: str) -> None:
        chosen = set(self.kind.read(text))
        ties = self.through._default_manager.filter(**{self.own: party})
        ties.exclude(**{f"{self.other}__in": chosen}).delete()
        for key in chosen - set(ties.values_list(f"{self.other}_id", flat=True)):
            self.through._default_manager.create(**{self.own: party, f"{self.other}_id": key})


def link(
    heading: str,
    text: Text,
    tie: tuple[type[Model], str, str],
    names: tuple[str, ...],
    example: str = "",
    *,
    required: bool = False,
) -> Link:
    """Return a cell of rows by their ``names``. ``tie``: the table of the ties and its columns of both sides."""
    through, own, other = tie
    table: Any = through._meta.get_field(other).related_model

    def load() -> Iterable[tuple[int, tuple[str, ...]]]:
        rows = table._default_manager.order_by("pk").values_list("pk", *names)
        return ((key, tuple(spellings)) for key, *spellings in rows)

    kind = several_of(choice(load))
    columns: dict[str, Any] = {"through": through, "own": own, "other": other, "code": names[0], "required": required}
    return Link(heading=heading, names=(), kind=kind, text=text, example=example, **columns)


@dataclass(frozen=True)
class Part:
    """Rows of a table. ``name``: in the state, "" for the party; ``keys``: headings that tell a party's rows apart;
    ``parent``: the rows' column of the party; ``faults``: the heading at which a broken rule of the table is reported;
    ``shared``: headings that are another part's too, and make no row."""

    name: str
    word: str
    table: type[Model]
    keys: tuple[str, ...]
    cells: tuple[Cell, ...]
    parent: str = ""
    faults: Mapping[str, str] = field(default_factory=dict)
    shared: tuple[str, ...] = ()

    def key(self, texts: Mapping[str, str]) -> tuple[str, ...]:
        return tuple(texts.get(heading, "") for heading in self.keys)

    def texts(self, row: Any) -> Texts:
        return {cell.heading: cell.text_of(row) for cell in self.cells}

    def blank(self) -> Texts:
        """Return the texts of a row with the table's defaults."""
        return self.texts(self.table())

    def adjust(self, texts: Texts) -> Texts:
        """Return what a row of the file changes, where not all of it may be changed."""
        return texts

    def columns(self, texts: Mapping[str, str], party: Any = None) -> dict[str, Any]:
        """Return the columns of a row; without the party, those that need none."""
        return {
            name: value for cell in self.cells for name, value in cell.values(texts[cell.heading], self.table).items()
        }

    def rows(self, parties: Sequence[Any]) -> Iterator[tuple[int, Any]]:
        """Yield each row with its party's id, in the order in which they were added."""
        rows = self.table._default_manager.filter(**{f"{self.parent}__in": parties}).order_by("pk")
        return ((getattr(row, f"{self.parent}_id"), row) for row in rows)

    def faults_of(self, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Yield heading and message of everything that the table doesn't take."""
        lacking = [cell.heading for cell in self.cells if cell.required and not texts[cell.heading]]
        yield from ((heading, _("Fill this in.")) for heading in lacking)
        if lacking:
            return
        columns = self.columns(texts)
        row = self.table(**columns)
        try:
            row.clean_fields(exclude={item.name for item in self.table._meta.fields} - columns.keys())
        except ValidationError as error:
            headings = {name: cell.heading for cell in self.cells for name in cell.names}
            for name, messages in error.message_dict.items():
                yield headings[name], " ".join(messages)
        for rule in self.table._meta.constraints:
            if rule.name in self.faults:
                try:
                    rule.validate(self.table, row)
                except ValidationError as error:
                    yield self.faults[rule.name], " ".join(error.messages)

    def add(self, party: Any, texts: Mapping[str, str]) -> None:
        self.table._default_manager.create(**{self.parent: party}, **self.columns(texts, party))

    def change(self, party: Any, row: Any, texts: Mapping[str, str]) -> None:
        for name, value in self.columns(texts, party).items():
            setattr(row, name, value)
        row.save()

    def remove(self, row: Any) -> None:
        row.delete()


@dataclass(frozen=True)
class Form:
    """All that a file may say about one kind of party."""

    head: Part
    links: tuple[Link, ...]
    parts: tuple[Part, ...]

    @cached_property
    def cells(self) -> list[Cell]:
        """The file's columns in their order."""
        every = [*self.head.cells, *self.links, *(cell for part in self.parts for cell in part.cells)]
        cells: dict[str, Cell] = {}
        for cell in every:
            cells.setdefault(cell.heading, cell)
        return list(cells.values())

    def states(self, parties: Sequence[Any]) -> dict[int, dict[str, Any]]:
        """Return the state of each party by its id. A query for each link and part."""
        states: dict[int, dict[str, Any]] = {
            party.pk: {"": self.head.texts(party), **{part.name: [] for part in self.parts}} for party in parties
        }
        for tie in self.links:
            codes = tie.texts(parties)
            for key, state in states.items():
                state[""][tie.heading] = codes.get(key, "")
        for part in self.parts:
            for key, row in part.rows(parties):
                states[key][part.name].append(part.texts(row))
        return states

    def blank(self) -> dict[str, Any]:
        """Return the state of a new party."""
        head = {**self.head.blank(), **{tie.heading: "" for tie in self.links}}
        return {"": head, **{part.name: [] for part in self.parts}}
