"""Import of the bank directory. The operator brings the file: newer ones are licensed to banks' customers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.imports import tabular
from planfront.imports.changes import ChangeImporter
from planfront.imports.registry import Issue, Json, Option, Sink
from planfront.integrations.importers.bank_rows import BankRow, read
from planfront.integrations.importers.unpack import unpacked
from planfront.integrations.models import BankRouting
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.kernel.parse import us_date

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

_PAGE = 500
_COLUMNS = ("name", "city", "state", "new_routing")


class Banks(ChangeImporter):
    """A bank of the file is added or changed; a bank that is not in it stays."""

    kind = "banks"
    title = gettext_lazy("Bank routing numbers")
    text = gettext_lazy(
        "FedACH directory in fixed width (155 characters a line), or JSON: a list of objects with routingNumber, "
        "customerName, customerCity, customerState, recordTypeCode and newRoutingNumber. Also packed with gzip."
    )
    option_fields = (Option("as_of", gettext_lazy("As of"), gettext_lazy("Date of the directory, mm/dd/yyyy.")),)

    def options(self, given: Mapping[str, str]) -> Json:
        text = given.get("as_of", "").strip()
        day = us_date(text) if text else clock.today()
        if day is None:
            raise FieldErrors.one("as_of", _("Enter a date as mm/dd/yyyy."))
        return {"as_of": day.isoformat()}

    def stage(self, run: ImportRun, path: Path, sink: Sink) -> None:
        found: dict[str, BankRow] = {}
        with unpacked(path) as plain:
            total = tabular.row_count(plain)
            for number, row in read(plain):
                if row.problem is not None:
                    sink.issue(Issue(number, row.problem[1], row.problem[2], row.problem[0]))
                elif row.routing in found:
                    sink.issue(Issue(number, "twice", _("Routing number %s comes twice.") % row.routing))
                else:
                    found[row.routing] = row
                sink.progress(number, max(total, number))
        if not found and not sink.fatal:
            sink.issue(Issue(0, "noRows", _("The file has no banks.")))
        if not sink.fatal:
            self._compare(run, found, sink)

    def _compare(self, run: ImportRun, found: Mapping[str, BankRow], sink: Sink) -> None:
        about = {"as_of": run.options["as_of"], "source": run.file_name[:60]}
        codes = sorted(found)
        for start in range(0, len(codes), _PAGE):
            page = codes[start : start + _PAGE]
            now = self.current_many([f"bank:{code}" for code in page])
            for code in page:
                before = now[f"bank:{code}"]
                after = {name: getattr(found[code], name) for name in _COLUMNS}
                if before is None or any(before[name] != after[name] for name in _COLUMNS):
                    sink.change(f"bank:{code}", "new" if before is None else "changed", before, after | about)

    def current_many(self, subjects: Sequence[str]) -> dict[str, Json | None]:
        codes = [subject.removeprefix("bank:") for subject in subjects]
        now: dict[str, Json | None] = dict.fromkeys(subjects)
        for start in range(0, len(codes), _PAGE):
            for row in BankRouting.objects.filter(pk__in=codes[start : start + _PAGE]):
                now[f"bank:{row.pk}"] = {
                    **{name: getattr(row, name) for name in _COLUMNS},
                    "as_of": row.as_of.isoformat() if row.as_of else None,
                    "source": row.source,
                }
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
            update_fields=[*_COLUMNS, "as_of", "source"],
        )


def _row(code: str, after: Json) -> BankRouting:
    day = us_date(after["as_of"]) if after["as_of"] else None
    return BankRouting(routing=code, as_of=day, source=after["source"], **{name: after[name] for name in _COLUMNS})
