"""The common part of the kinds "reps" and "groups": a party comes in one row or several that begin with its code.

Rows add and change, they take nothing away: an empty cell keeps what is on record, and so does a row that isn't there.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db.models import Model
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from planfront.audit.services import SYSTEM, record
from planfront.imports.changes import SHOWN, ChangeImporter
from planfront.imports.errors import CanNotRollBack
from planfront.imports.layouts import Layout, normalise
from planfront.imports.names import BadCell
from planfront.imports.registry import Column, Issue, Json, Sink
from planfront.imports.tabular import Record, records, row_count
from planfront.kernel.database.references import find_references
from planfront.parties.importers.parts import Cell, Form, Part, Texts
from planfront.parties.party import Party, add_party

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

_PAGE = 500
_LONGEST = 2_000


@dataclass
class Rows:
    """The file's content for one row of a table: each text with the record that has it first."""

    texts: dict[str, tuple[str, Record[None]]] = field(default_factory=dict)

    def take(self, heading: str, text: str, source: Record[None], sink: Sink) -> None:
        """Note a text; another one for the same cell is an issue."""
        first, row = self.texts.setdefault(heading, (text, source))
        if first != text:
            message = _("Row %(row)s says %(text)s. Write the same here, or leave the cell empty.")
            sink.issue(source.issue("differs", message % {"row": row.number, "text": first[:60]}, heading))

    def plain(self) -> Texts:
        return {heading: text for heading, (text, _source) in self.texts.items()}


@dataclass
class Draft:
    """The file's content for one party, by part and key of the row; ``first``: its first record; ``bad``: row and
    heading of cells that can't be read."""

    first: Record[None]
    bad: set[tuple[int, str]] = field(default_factory=set)
    rows: dict[tuple[str, tuple[str, ...]], tuple[Record[None], Rows]] = field(default_factory=dict)

    def at(self, part: str, key: tuple[str, ...], source: Record[None]) -> Rows:
        return self.rows.setdefault((part, key), (source, Rows()))[1]


class PartyImporter(ChangeImporter):
    """Subclasses give ``table`` and ``form``."""

    table: type[Party]
    sums: tuple[str, ...] = ()
    """Headings whose numbers are added up for the reviewer."""

    def __init__(self) -> None:
        form = self.form()
        own = [*form.head.cells, *form.links]
        self.columns = [
            Column(cell.heading, cell.text, cell.required and cell in own, cell.example) for cell in form.cells
        ]

    @abstractmethod
    def form(self) -> Form:
        """Return the columns of the file; its choices are read once."""

    def check_all(self, drafts: Mapping[str, Draft]) -> Iterator[Issue]:
        """Yield what is wrong between the parties of a file."""
        yield from ()

    def check(self, before: Json | None, after: Json, draft: Draft) -> Iterator[Issue]:
        """Yield what is wrong with the party as a whole."""
        yield from ()

    def uses(self, party: Any) -> Iterator[str]:
        """Yield what keeps a party from being taken away, beside the rows that name it."""
        yield from ()

    # Reading

    def stage(self, run: ImportRun, path: Path, sink: Sink) -> None:
        form, drafts, total = self.form(), dict[str, Draft](), row_count(path)
        code, sheets = form.head.cells[0].heading, set[str]()
        for done, row in enumerate(records(path, [Layout((code,), None)], sink.issue, run.sheets), 1):
            if row.sheet.name not in sheets:
                sheets.add(row.sheet.name)
                _refuse_unknown(form, row, sink)
            _read_row(form, row, drafts, sink)
            sink.progress(done, max(total, done))
        for issue in self.check_all(drafts):
            sink.issue(issue)
        counts = Counter({self.kind: len(drafts)})
        codes = list(drafts)
        for start in range(0, len(codes), _PAGE):
            current = self.current_many(codes[start : start + _PAGE])
            for key, before in current.items():
                self._stage_party(form, key, drafts[key], before, counts, sink)
        sink.counts |= counts

    def _stage_party(
        self, form: Form, code: str, draft: Draft, before: Json | None, counts: Counter[str], sink: Sink
    ) -> None:
        after = deepcopy(before) if before else form.blank()
        for issue in (*_merge(form, draft, after), *self.check(before, after, draft)):
            if (issue.row, issue.column) not in draft.bad:
                sink.issue(issue)
        counts.update({heading.lower(): int(after[""][heading] or 0) for heading in self.sums})
        if before == after:
            counts["already as they are"] += 1
        elif not sink.fatal:
            sink.change(code, "changed" if before else "new", before, after)

    # Review

    def review(self, run: ImportRun) -> Json:
        """Count rows of each part beside the parties; name every new value with the one before it."""
        form, base = self.form(), super().review(run)
        counts = {name: number for name, number in base["counts"].items() if name != "ended"}
        counts |= {part.name: 0 for part in form.parts}
        for change in run.changes.iterator(_PAGE):
            for part in form.parts:
                old = (change.before or {}).get(part.name, [])
                counts[part.name] += sum(row not in old for row in (change.after or {})[part.name])
        changes = [_describe(form, change) for change in run.changes.all()[:SHOWN]]
        return {**base, "counts": counts, "changes": changes}

    # Going live and back

    def current_many(self, subjects: Sequence[str]) -> dict[str, Json | None]:
        parties = list(self.table._default_manager.filter(code__in=subjects))
        states = self.form().states(parties)
        return {**dict.fromkeys(subjects), **{party.code: states[party.pk] for party in parties}}

    def apply_many(self, changes: Sequence[tuple[str, Json | None]]) -> None:
        form = self.form()
        codes = [code for code, _after in changes]
        parties: dict[str, Any] = {row.code: row for row in self.table._default_manager.filter(code__in=codes)}
        for code, after in changes:
            self._save(form, code, parties.get(code), after)

    def _save(self, form: Form, code: str, party: Any, after: Json | None) -> None:
        kind = str(self.table._meta.model_name)
        if after is None:
            _require_unused(self.table, {party.pk: code}, form, self.uses(party))
            _save_parts(form, party, form.blank())
            record(f"{kind}.removed", origin=SYSTEM, subject_type=kind, subject_id=party.pk, meta={"code": code})
            party.delete()
            return
        columns = form.head.columns(after[""])
        if party is None:
            party = add_party(self.table, brands=(), origin=SYSTEM, **columns)
        else:
            changed = [name for name, value in columns.items() if getattr(party, name) != value]
            for name in changed:
                setattr(party, name, columns[name])
            party.save(update_fields=[*changed, "updated_at"])
            record(f"{kind}.changed", origin=SYSTEM, subject_type=kind, subject_id=party.pk, fields=changed)
        for tie in form.links:
            tie.save(party, after[""][tie.heading])
        _save_parts(form, party, after)


def _refuse_unknown(form: Form, row: Record[None], sink: Sink) -> None:
    names = {normalise(cell.heading) for cell in form.cells}
    for heading in row.sheet.headings:
        if normalise(heading) not in names | {""}:
            message = _("No column has this heading. Use the headings of the template.")
            sink.issue(Issue(row.sheet.number, "noColumn", message, row.sheet.place(heading)))


def _read_row(form: Form, row: Record[None], drafts: dict[str, Draft], sink: Sink) -> None:
    bad = set[tuple[int, str]]()
    texts = {cell.heading: text for cell in form.cells if (text := _read_cell(cell, row, sink, bad))}
    code = form.head.cells[0].heading
    if code not in texts:
        sink.issue(row.issue("noCode", _("Fill this in; every row begins with it."), code))
        return
    draft = drafts.setdefault(texts[code], Draft(row))
    draft.bad |= bad
    for cell in form.head.cells:
        if cell.heading in texts:
            draft.at("", (), row).take(cell.heading, texts[cell.heading], row, sink)
    for tie in form.links:
        if tie.heading in texts:  # codes of several rows add up
            draft.at(tie.heading, (texts[tie.heading],), row)
    for part in form.parts:
        own = {cell.heading: texts[cell.heading] for cell in part.cells if cell.heading in texts}
        if own.keys() - set(part.shared):
            rows = draft.at(part.name, part.key({**part.blank(), **own}), row)
            for heading, text in own.items():
                rows.take(heading, text, row, sink)


def _read_cell(cell: Cell, row: Record[None], sink: Sink, bad: set[tuple[int, str]]) -> str:
    """Return the text of a cell as a state has it; "" for an empty one and for one that can't be read."""
    typed = row.cells.get(normalise(cell.heading), "")
    try:
        return cell.kind.write(cell.kind.read(typed)) if typed else ""
    except BadCell as problem:
        sink.issue(row.issue("badCell", str(problem), cell.heading))
        bad.add((row.number, row.sheet.place(cell.heading)))
        return ""


def _merge(form: Form, draft: Draft, after: Json) -> Iterator[Issue]:
    """Put what the file says into the state, and yield what doesn't fit."""
    parts = {part.name: part for part in (form.head, *form.parts)}
    ties = {tie.heading: tie for tie in form.links}
    for (name, key), (source, rows) in draft.rows.items():
        if name in ties:
            codes = ties[name].kind
            after[""][name] = codes.write({*codes.read(after[""][name]), *codes.read(key[0])})
            continue
        part = parts[name]
        yield from _merge_row(part, _row_at(part, key, after), rows, source)
    for tie in form.links:
        if tie.required and not after[""][tie.heading]:
            yield draft.first.issue("empty", _("Fill this in."), tie.heading)


def _row_at(part: Part, key: tuple[str, ...], after: Json) -> Texts:
    """Return the row of the state with this key; a new one if there is none."""
    if not part.name:
        return after[""]  # type: ignore[no-any-return]
    row: Texts | None = next((row for row in after[part.name] if part.key(row) == key), None)
    if row is None:
        row = part.blank()
        after[part.name].append(row)
    return row


def _merge_row(part: Part, texts: Texts, rows: Rows, source: Record[None]) -> Iterator[Issue]:
    before = dict(texts)
    texts.update(part.adjust(rows.plain()))
    if texts != before:
        for heading, message in part.faults_of(texts):
            _text, named = rows.texts.get(heading, ("", source))
            yield named.issue("badValue", message, heading)


def _describe(form: Form, change: Any) -> Json:
    before, after = change.before or form.blank(), change.after
    return {
        "what": f"{change.subject} ({change.action})",
        "before": "; ".join(_differences(form, before, after))[:_LONGEST],
        "after": "; ".join(_differences(form, after, before))[:_LONGEST],
        "percent": None,
    }


def _differences(form: Form, state: Json, other: Json) -> Iterator[str]:
    """Yield what a state has that the other one has not, in the order of the file's columns."""
    for cell in (*form.head.cells[1:], *form.links):
        if (text := state[""][cell.heading]) and text != other[""][cell.heading]:
            yield f"{cell.heading}: {text}"
    for part in form.parts:
        others = {part.key(row): row for row in other[part.name]}
        for row in state[part.name]:
            key = part.key(row)
            compared = others.get(key) or part.blank()
            headings = [cell.heading for cell in part.cells if cell.heading not in part.keys]
            texts = [f"{name} {row[name]}" for name in headings if row[name] and row[name] != compared[name]]
            name = f"{capfirst(part.word)} {', '.join(filter(None, key))}".strip()
            if texts or key not in others:
                yield f"{name}: {', '.join(texts)}" if texts else name


def _save_parts(form: Form, party: Any, after: Json) -> None:
    """Make the party's rows those of the state. Rows go before those that they name, and come after them."""
    rows = {part.name: {part.key(part.texts(row)): row for _key, row in part.rows([party])} for part in form.parts}
    for part in reversed(form.parts):
        gone = rows[part.name].keys() - {part.key(texts) for texts in after[part.name]}
        names = {rows[part.name][key].pk: f"{party.code} {', '.join(filter(None, key))}" for key in gone}
        _require_unused(part.table, names, form)
        for key in gone:
            part.remove(rows[part.name][key])
    for part in form.parts:
        for texts in after[part.name]:
            row = rows[part.name].get(part.key(texts))
            if row is None:
                part.add(party, texts)
            elif part.texts(row) != texts:
                part.change(party, row, texts)


def _require_unused(table: type[Model], names: Mapping[int, str], form: Form, more: Iterable[str] = ()) -> None:
    """Raise CanNotRollBack, naming the row and its users, where rows of other tables name one of these."""
    if reasons := list(more):
        raise CanNotRollBack(_("It is in use by now: %s.") % "; ".join(reasons))
    own = {table._meta.label for table in (*(part.table for part in form.parts), *(tie.through for tie in form.links))}
    uses: dict[str, set[str]] = {}
    for user, keys in find_references(table, names, own):
        for key in keys:
            uses.setdefault(names[key], set()).add(str(user._meta.verbose_name_plural))
    if reasons := [f"{name}: {', '.join(sorted(tables))}" for name, tables in uses.items()]:
        raise CanNotRollBack(_("It is in use by now: %s.") % "; ".join(reasons))
