"""Import of the counties of ZIP codes: HUD crosswalk, Census relationship file, or our own columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from planfront.imports.changes import ChangeImporter
from planfront.imports.registry import Column, Json, Sink
from planfront.imports.tabular import row_count
from planfront.integrations import counties
from planfront.integrations.importers.unpack import unpack
from planfront.integrations.importers.zip_rows import CountyShare, read
from planfront.integrations.models import ZipCounty
from planfront.integrations.states import BY_FIPS

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

_MILLIONTH = Decimal("0.000001")
_PAGE = 500


class ZipCounties(ChangeImporter):
    """A ZIP in the file takes the file's counties; a ZIP that is not in it stays as it is."""

    kind = "zip-counties"
    title = gettext_lazy("Counties of ZIP codes")
    text = gettext_lazy(
        "ZIP-COUNTY crosswalk of HUD (CSV, also packed with gzip), ZCTA to county file of the Census Bureau "
        "(pipes), ZIPs with names of counties as state exchanges list them (zip, County), or a table with the columns "
        "below. CSV or XLSX."
    )
    columns = (
        Column("zip", gettext_lazy("Five digits."), required=True, example="04038"),
        Column("county_fips", gettext_lazy("Five digits: state and county."), required=True, example="23005"),
        Column(
            "county", gettext_lazy("Name. Empty: the name loaded with the rating areas."), example="Cumberland County"
        ),
        Column(
            "share", gettext_lazy("Part of the ZIP's homes, 0 to 1. The largest is the main county."), example="0.98"
        ),
        Column("city", gettext_lazy("City to show with it."), example="Gorham"),
    )

    def stage(self, run: ImportRun, path: Path, sink: Sink) -> None:
        result: dict[str, list[CountyShare]] = defaultdict(list)
        with unpack(path) as plain:
            total = row_count(plain)
            for done, (record, row) in enumerate(read(plain, sink.issue, run.sheets), 1):
                if row is not None and any(item.fips == row.fips for item in result[row.zip]):
                    message = _("County %(fips)s comes twice for ZIP code %(zip)s.") % row._asdict()
                    sink.issue(record.issue("twice", message))
                elif row is not None:
                    result[row.zip].append(row)
                sink.progress(done, max(total, done))
        if not sink.fatal:
            _compare(self, {code: _state(rows) for code, rows in sorted(result.items()) if rows}, sink)

    def warnings(self, run: ImportRun) -> list[dict[str, str]]:
        named_codes = set(counties.list_known())
        codes = {
            county[0] for after in run.changes.values_list("after", flat=True) if after for county in after["counties"]
        }
        missing = sorted(code for code in codes - named_codes if BY_FIPS[code[:2]] not in _TERRITORIES)
        if not missing:
            return []
        text = ngettext(
            "%(count)d county has no name yet: %(fips)s. Import the rating areas too.",
            "%(count)d counties have no name yet, for example %(fips)s. Import the rating areas too.",
            len(missing),
        )
        return [{"code": "noName", "text": text % {"count": len(missing), "fips": missing[0]}}]

    def current_many(self, subjects: Sequence[str]) -> dict[str, Json | None]:
        codes = [subject.removeprefix("zip:") for subject in subjects]
        current: dict[str, list[list[str]]] = defaultdict(list)
        for start in range(0, len(codes), _PAGE):
            rows = ZipCounty.objects.filter(zip__in=codes[start : start + _PAGE]).order_by(
                "zip", "-ratio", "fips", "id"
            )
            for row in rows:
                current[row.zip].append([row.fips, row.county, row.city, f"{row.ratio:f}", row.state])
        return {f"zip:{code}": {"counties": current[code]} if code in current else None for code in codes}

    def apply_many(self, changes: Sequence[tuple[str, Json | None]]) -> None:
        for start in range(0, len(changes), _PAGE):
            page = changes[start : start + _PAGE]
            ZipCounty.objects.filter(zip__in=[subject.removeprefix("zip:") for subject, _after in page]).delete()
            ZipCounty.objects.bulk_create(row for subject, after in page for row in _rows(subject, after))


_TERRITORIES = {"AS", "GU", "MP", "PR", "VI"}


def _rows(subject: str, after: Json | None) -> Iterable[ZipCounty]:
    for fips, name, city, ratio, state in after["counties"] if after else ():
        code = subject.removeprefix("zip:")
        yield ZipCounty(zip=code, state=state, county=name, fips=fips, city=city, ratio=Decimal(ratio))


def _state(rows: list[CountyShare]) -> Json:
    """Return the counties of a ZIP, the largest first."""
    whole = sum((row.weight for row in rows), Decimal(0))
    shares = {row.fips: (row.weight / whole if whole else Decimal(0)).quantize(_MILLIONTH) for row in rows}
    rows.sort(key=lambda row: (-shares[row.fips], row.fips))
    return {
        "counties": [
            [row.fips, row.name[:60], row.city[:60], f"{shares[row.fips]:f}", BY_FIPS[row.fips[:2]]] for row in rows
        ]
    }


def _compare(kind: ZipCounties, states: dict[str, Json], sink: Sink) -> None:
    codes = list(states)
    for start in range(0, len(codes), _PAGE):
        page = [f"zip:{code}" for code in codes[start : start + _PAGE]]
        now = kind.current_many(page)
        for subject in page:
            after, before = states[subject.removeprefix("zip:")], now[subject]
            if before != after:
                sink.change(subject, "new" if before is None else "changed", before, after)
