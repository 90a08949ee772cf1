"""Policies in force elsewhere as a kind of import: read whole and compared, written when they go live."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from planfront.brands.selectors import by_key, public_brands
from planfront.coverage.importers import columns as named
from planfront.coverage.importers.matching import Matching, Placed
from planfront.coverage.importers.reading import FiledPolicy, read_policy, split_policies
from planfront.coverage.importers.store import read_store
from planfront.coverage.importers.writing import Writer, take_back
from planfront.imports import storage
from planfront.imports.errors import FileError, Stale
from planfront.imports.registry import Column, Issue, Json, Option, Sink, Template
from planfront.imports.tabular import records, row_count
from planfront.imports.templates import blank_csv
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors, NotFound
from planfront.kernel.memory.collecting import collecting_seldom
from planfront.kernel.money import ZERO, as_text, display, display_change
from planfront.kernel.text import texts

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

_PAGE = 1_000
_SHOWN = 200
_COUNTED = ("policies", "people", "premium", "employer")
"""The figures of a group's month that have to be the same when it goes live."""
_FILE = "policies.csv"
Write = Callable[[Sequence[Placed]], None]


class CarriedPolicies:
    """The kind "policies". Of a file only counts and sums are kept: it is read again, whole, when it goes live, and
    deleted then, as it names people."""

    kind = "policies"
    title = gettext_lazy("Policies in force elsewhere")
    text = gettext_lazy(
        "An insurer's or administrator's list of coverage, one row for each person of a policy, the member's first. "
        "CSV or XLSX. Prices stay as billed; no one gets a letter."
    )
    columns: Sequence[Column] = (*named.COLUMNS, *named.PERSON_COLUMNS)
    option_fields = (
        Option("store", gettext_lazy("Store"), gettext_lazy("The key of the brand. Empty: the only one there is.")),
    )
    resumes = False
    reads_workbooks = True

    def options(self, values: Mapping[str, str]) -> Json:
        key = values.get("store", "").strip().lower()
        brands = public_brands()
        brand = by_key(key) if key else brands[0] if len(brands) == 1 else None
        if brand is None and not key:
            raise FieldErrors.single("store", texts.REQUIRED)
        if brand is None:
            known = ", ".join(row.key for row in brands)
            raise FieldErrors.single("store", _("There is no such store. There are: %s.") % known)
        return {"store": brand.pk}

    def templates(self) -> Sequence[str]:
        return (_FILE,)

    def template(self, file_name: str) -> Template:
        if file_name != _FILE:
            raise NotFound
        return blank_csv(_FILE, self.columns)

    def stage(self, run: ImportRun, path: Path, sink: Sink) -> None:
        read = _read(run, path, sink)
        sink.counts |= read.counts
        run.counts = dict(sink.counts)
        for subject, figures in sorted(read.figures.items()):
            sink.change(subject, "new", None, figures.as_json())

    def review(self, run: ImportRun) -> Json:
        rows = [change.after or {} for change in run.changes.all()]
        rows.sort(key=lambda row: (row["insurer"], row["group"], row["month"]))
        return {
            "headline": _headline(rows) if rows else _("Nothing would change."),
            "counts": {"new": sum(row["policies"] for row in rows), "unchanged": run.counts.get("unchanged", 0)},
            "changes": [_describe(row) for row in rows[:_SHOWN]],
            "warnings": list(_warn(rows)),
        }

    def basis(self, run: ImportRun) -> str:
        """The file is compared again when it goes live."""
        return ""

    def check_fits(self, run: ImportRun) -> None:
        """The same."""

    def go_live(self, run: ImportRun) -> Json:
        """Raises Stale where the file doesn't come to what was reviewed."""
        writer, unheard = Writer(run, run.options["store"]), _Unheard()
        try:
            with storage.on_disk(run.file) as path:
                read = _read(run, path, unheard, writer.write)
        except (FileNotFoundError, FileError):
            raise Stale from None
        reviewed = {change.subject: change.after or {} for change in run.changes.all()}
        written = {subject: figures.as_json() for subject, figures in read.figures.items()}
        if unheard.fatal or _counted(reviewed) != _counted(written):
            raise Stale
        transaction.on_commit(partial(storage.forget, run.file), robust=True)
        return {"members": writer.members, "relatives": writer.relatives}

    def roll_back(self, run: ImportRun) -> None:
        take_back(run)

    def discard(self, run: ImportRun) -> None:
        run.changes.all().delete()


@dataclass
class _Unheard:
    """A sink for a file that was reviewed: what is wrong now is only counted."""

    counts: dict[str, int] = field(default_factory=dict)
    fatal: int = 0

    def progress(self, done: int, total: int) -> None: ...

    def save(self, done: int, total: int) -> None: ...

    def issue(self, issue: Issue) -> None:
        self.fatal += issue.fatal

    def change(self, subject: str, action: str, before: Json | None, after: Json | None) -> None: ...

    def hold(self) -> None: ...


@dataclass
class _Figures:
    """Counts and sums of an insurer's policies of a group that begin in a month. ``differing``: those with another
    price by our rates, ``difference``: how much more that is, ``unpriced``: those that our rates don't price."""

    insurer: str
    group: str
    month: str
    policies: int = 0
    people: int = 0
    premium: Decimal = ZERO
    employer: Decimal = ZERO
    differing: int = 0
    difference: Decimal = ZERO
    unpriced: int = 0

    def add(self, item: Placed) -> None:
        policy = item.policy
        self.policies += 1
        self.people += len(policy.people)
        self.premium += policy.premium
        self.employer += policy.share or ZERO
        if item.ours is None:
            self.unpriced += 1
        elif item.ours != policy.premium:
            self.differing += 1
            self.difference += item.ours - policy.premium

    def as_json(self) -> Json:
        return {name: as_text(value) if isinstance(value, Decimal) else value for name, value in vars(self).items()}


@dataclass
class _Read:
    counts: dict[str, int] = field(default_factory=dict)
    figures: dict[str, _Figures] = field(default_factory=dict)


@collecting_seldom()
def _read(run: ImportRun, path: Path, sink: Sink, write: Write | None = None) -> _Read:
    """Read a file, a thousand policies at a time, and hand on what isn't on record."""
    store, today, result = read_store(run.options["store"]), clock.today(), _Read()
    matching = Matching(store, today, sink)
    total, done, filed = row_count(path), 0, 0
    policies = split_policies(_told_of_columns(records(path, [named.LAYOUT], sink.issue, run.sheets), sink))
    while page := list(islice(policies, _PAGE)):
        read = [policy for rows in page if (policy := read_policy(rows, store, today, sink)) is not None]
        placed = matching.place(read)
        for item in placed:
            _figures_of(item.policy, result).add(item)
        if write is not None and placed and not sink.fatal:
            write(placed)
        filed += len(page)
        done += sum(map(len, page))
        sink.progress(done, max(total, done))
    result.counts = {"policies": filed, "unchanged": matching.unchanged, "newMembers": matching.new_people}
    return result


def _told_of_columns(rows: Iterator[Any], sink: Sink) -> Iterator[Any]:
    """Yield rows; a note names each column that isn't read."""
    told = set()
    for row in rows:
        if row.sheet.name not in told:
            told.add(row.sheet.name)
            for heading in named.list_unread(row.sheet.headings):
                message = _("This column isn't read.")
                sink.issue(Issue(0, "columnUnread", message, row.sheet.place(heading), fatal=False))
        yield row


def _figures_of(policy: FiledPolicy, result: _Read) -> _Figures:
    group, month = policy.group, policy.effective.strftime("%m/%Y")
    subject = f"{policy.carrier.pk}.{group.pk if group else 0}.{policy.effective:%Y-%m}"
    return result.figures.setdefault(
        subject, _Figures(policy.carrier.name, f"{group.name} ({group.code})" if group else "", month)
    )


def _counted(rows: Mapping[str, Json]) -> dict[str, list[Any]]:
    return {subject: [row.get(name) for name in _COUNTED] for subject, row in rows.items()}


def _sum(rows: Sequence[Json], name: str) -> Decimal:
    return sum((Decimal(row[name]) for row in rows), ZERO)


def _words(row: Mapping[str, Any]) -> str:
    policies, people, employer = row["policies"], row["people"], Decimal(row["employer"])
    parts = [
        ngettext("%(n)s policy", "%(n)s policies", policies) % {"n": f"{policies:,}"},
        ngettext("%(n)s person", "%(n)s people", people) % {"n": f"{people:,}"},
        _("%(price)s a month") % {"price": display(Decimal(row["premium"]))},
    ]
    if employer:
        parts.append(_("employer share as filed %(share)s") % {"share": display(employer)})
    return ", ".join(parts)


def _headline(rows: Sequence[Json]) -> str:
    counts = {name: sum(row[name] for row in rows) for name in ("policies", "people")}
    return _words({**counts, **{name: _sum(rows, name) for name in ("premium", "employer")}})


def _describe(row: Json) -> Json:
    """A line of the review: an insurer's policies of a group that begin in a month."""
    what = ", ".join((row["insurer"], row["group"] or _("no group"), row["month"]))
    return {"what": what, "before": "", "after": _words(row), "percent": None}


def _warn(rows: Sequence[Json]) -> Iterator[dict[str, str]]:
    if differing := sum(row["differing"] for row in rows):
        text = ngettext(
            "%(count)s policy costs something else by our rates: %(sum)s a month in all. It keeps what is billed.",
            "%(count)s policies cost something else by our rates: %(sum)s a month in all. They keep what is billed.",
            differing,
        )
        facts = {"count": f"{differing:,}", "sum": display_change(_sum(rows, "difference"))}
        yield {"code": "differing", "text": text % facts}
    if unpriced := sum(row["unpriced"] for row in rows):
        text = ngettext("%s policy has no price by our rates.", "%s policies have no price by our rates.", unpriced)
        yield {"code": "unpriced", "text": text % f"{unpriced:,}"}
