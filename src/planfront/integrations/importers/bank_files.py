"""Import of the bank directory. The operator brings the file: newer ones are licensed to banks' customers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.imports.changes import PAGE, ChangeImporter
from planfront.imports.registry import Issue, Json, Option, Sink
from planfront.integrations.importers.bank_rows import COLUMNS, BankRow, count, read
from planfront.integrations.importers.unpack import unpack
from planfront.integrations.models import BankRouting
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.kernel.text import texts
from planfront.kernel.text.parse import us_date

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

_PAGE = 500
_DATES = ("changed_on", "as_of")


class _Numbers:
    """Routing numbers that were met: a bit for each, so that it is as large for a million as for one."""

    def __init__(self) -> None:
        self._bits = bytearray(100_000_000 // 8)  # the ninth digit follows from the others

    def add(self, routing: str) -> bool:
        """Add a number. Returns True when it is new."""
        place, bit = divmod(int(routing[:8]), 8)
        is_known = bool(self._bits[place] >> bit & 1)
        self._bits[place] |= 1 << bit
        return not is_known

    def __contains__(self, routing: str) -> bool:
        place, bit = divmod(int(routing[:8]), 8)
        return bool(self._bits[place] >> bit & 1)


class Banks(ChangeImporter):
    """A bank of the file is added or changed. One that is not in it stays, unless the file replaces the table."""

    kind = "banks"
    reads_workbooks = False
    title = gettext_lazy("Bank routing numbers")
    text = gettext_lazy(
        "FedACH directory in fixed width (155 characters a line), or JSON as the Federal Reserve's download gives it: "
        "a list of objects with routingNumber, customerName, recordTypeCode, newRoutingNumber, changeDate, "
        "customerCity, customerState and the others. Also packed with gzip."
    )
    option_fields = (
        Option("as_of", gettext_lazy("As of"), gettext_lazy("Date of the directory, mm/dd/yyyy.")),
        Option(
            "others",
            gettext_lazy("Other banks"),
            gettext_lazy("Banks that are not in the file: keep (also when empty), or remove."),
        ),
    )

    def options(self, values: Mapping[str, str]) -> Json:
        text, others = values.get("as_of", "").strip(), values.get("others", "").strip().lower() or "keep"
        day = us_date(text) if text else clock.today()
        if day is None:
            raise FieldErrors.single("as_of", texts.explain_date(text))
        if others not in ("keep", "remove"):
            raise FieldErrors.single("others", _("Enter keep or remove."))
        return {"as_of": day.isoformat(), "others": others}

    def stage(self, run: ImportRun, path: Path, sink: Sink) -> None:
        met = _Numbers()
        with unpack(path) as plain:
            rows = _sound(read(plain), met, sink, count(plain))
            while page := list(islice(rows, _PAGE)):
                if not sink.fatal:
                    self._compare(run, page, sink)
        if not sink.fatal and run.options.get("others") == "remove":
            self._end_others(met, sink)

    def _compare(self, run: ImportRun, page: Sequence[BankRow], sink: Sink) -> None:
        about = {"as_of": run.options["as_of"], "source": run.file_name[:60]}
        now = self.current_many([f"bank:{row.routing}" for row in page])
        for row in page:
            before = now[f"bank:{row.routing}"]
            if before is None or any(before[name] != row.values[name] for name in COLUMNS):
                action = "new" if before is None else "changed"
                sink.change(f"bank:{row.routing}", action, before, row.values | about)

    def _end_others(self, met: _Numbers, sink: Sink) -> None:
        last = ""
        while page := list(BankRouting.objects.filter(pk__gt=last).order_by("pk")[:_PAGE]):
            for row in page:
                if row.pk not in met:
                    sink.change(f"bank:{row.pk}", "ended", _state(row), None)
            last = page[-1].pk

    def warnings(self, run: ImportRun) -> list[dict[str, str]]:
        lost = older = last = 0
        while page := list(run.changes.filter(position__gt=last).exclude(action="ended").order_by("position")[:PAGE]):
            older += sum(_is_newer(item.before, run.options["as_of"]) for item in page)
            lost += self._count_missing(run, {(item.after or {})["new_routing"] for item in page} - {""})
            last = page[-1].position
        texts = []
        if older:
            texts.append({"code": "older", "text": _("Banks here that are from a newer directory: %d.") % older})
        if lost:
            texts.append({"code": "lost", "text": _("Numbers that replace others and belong to no bank: %d.") % lost})
        return texts

    def _count_missing(self, run: ImportRun, numbers: set[str]) -> int:
        """Return how many of the numbers are neither here nor in the file."""
        rows = set(BankRouting.objects.filter(pk__in=numbers).values_list("pk", flat=True))
        subjects = [f"bank:{number}" for number in numbers - rows]
        return len(subjects) - run.changes.filter(subject__in=subjects).count()

    def current_many(self, subjects: Sequence[str]) -> dict[str, Json | None]:
        codes = [subject.removeprefix("bank:") for subject in subjects]
        now: dict[str, Json | None] = dict.fromkeys(subjects)
        for start in range(0, len(codes), _PAGE):
            for row in BankRouting.objects.filter(pk__in=codes[start : start + _PAGE]):
                now[f"bank:{row.pk}"] = _state(row)
        return now

    def apply_many(self, changes: Sequence[tuple[str, Json | None]]) -> None:
        gone = [subject.removeprefix("bank:") for subject, after in changes if after is None]
        rows = [_row(subject.removeprefix("bank:"), after) for subject, after in changes if after is not None]
        for start in range(0, len(gone), _PAGE):
            BankRouting.objects.filter(pk__in=gone[start : start + _PAGE]).delete()
        BankRouting.objects.bulk_create(
            rows,
            batch_size=_PAGE,
            update_conflicts=True,
            unique_fields=["routing"],
            update_fields=[*COLUMNS, "as_of", "source"],
        )


def _sound(result: Iterator[tuple[int, BankRow]], met: _Numbers, sink: Sink, total: int) -> Iterator[BankRow]:
    """Yield the rows that can be imported. Notes faults of the others, and the progress."""
    done = 0
    for done, (number, row) in enumerate(result, 1):
        for problem in row.problems:
            sink.issue(Issue(number, problem.code, problem.message, problem.column))
        if not row.problems and not met.add(row.routing):
            sink.issue(Issue(number, "twice", _("Routing number %s comes twice.") % row.routing, "routing"))
        elif not row.problems:
            yield row
        sink.progress(done, max(total, done + 1))
    if done == 0:
        sink.issue(Issue(0, "noRows", _("The file has no banks.")))
    sink.save(done, done)


def _is_newer(state: Json | None, day: str) -> bool:
    return bool(state and state["as_of"] and state["as_of"] > day)


def _state(row: BankRouting) -> Json:
    values = {name: getattr(row, name) for name in (*COLUMNS, "as_of", "source")}
    return values | {name: values[name].isoformat() if values[name] else None for name in _DATES}


def _row(code: str, after: Json) -> BankRouting:
    days = {name: us_date(after[name]) if after[name] else None for name in _DATES}
    return BankRouting(routing=code, **(after | days))
