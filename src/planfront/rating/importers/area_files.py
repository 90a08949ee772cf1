"""Import of rating areas by county, three-digit ZIP or ZIP, and of county names.

A changed area starts on a day and ends the one before, so that policies already priced keep theirs. In a state that
rates by county, areas by three-digit ZIP hold in the counties that the county file leaves without an area (Los Angeles
County in California); in a state that doesn't, they hold everywhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.imports.changes import ChangeImporter
from planfront.imports.registry import Column, Json, Option, Sink
from planfront.imports.tabular import Record, records, row_count
from planfront.integrations import counties
from planfront.integrations.services import save_counties
from planfront.kernel.errors import FieldErrors
from planfront.kernel.text import texts
from planfront.kernel.text.parse import us_date
from planfront.rating.importers.area_rows import LAYOUTS, AreaRow, BadRow, Reader, collapse_areas
from planfront.rating.models import AreaMap

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

DEFAULT_SCHEME = "cms"
SINCE = date(2014, 1, 1)
_PAGE = 300
_NAMES = ("scheme", "state", "county_fips", "zip3", "zip5")
Key = tuple[str, str, str, str, str]


class RatingAreas(ChangeImporter):
    """A place in the file takes the file's area; a place that is not in it keeps its own."""

    kind = "rating-areas"
    title = gettext_lazy("Rating areas")
    text = gettext_lazy(
        "Rating areas by county (state_name, county_fips, county_name, rating_area), by three-digit ZIP (state, "
        "ratingarea, zip3), by ZIP as state exchanges list them (zip, County, Rating Region), or a table with the "
        "columns below. CSV or XLSX. Import counties before ZIPs."
    )
    columns = (
        Column("scheme", gettext_lazy("Whose areas these are. Empty: what is said at upload."), example="cms"),
        Column("state", gettext_lazy("Two letters."), required=True, example="ME"),
        Column("county_fips", gettext_lazy("Five digits. Empty: every county."), example="23005"),
        Column("county_name", gettext_lazy("Name of the county."), example="Cumberland"),
        Column("zip3", gettext_lazy("First three digits of ZIPs. Empty: all."), example=""),
        Column("zip5", gettext_lazy("One ZIP. Empty: all."), example=""),
        Column("area", gettext_lazy("A number, or the name that rate tables use."), required=True, example="ME-1"),
        Column("eff_from", gettext_lazy("First day. Empty: what is said at upload."), example="01/01/2026"),
    )
    option_fields = (
        Option(
            "scheme", gettext_lazy("Scheme"), gettext_lazy("Name that rate tables give as area scheme; default cms.")
        ),
        Option("eff_from", gettext_lazy("First day"), gettext_lazy("mm/dd/yyyy; default 01/01/2014.")),
    )

    def options(self, values: Mapping[str, str]) -> Json:
        text = values.get("eff_from", "").strip()
        day = us_date(text) if text else SINCE
        if day is None:
            raise FieldErrors.single("eff_from", texts.explain_date(text))
        scheme = values.get("scheme", "").strip() or DEFAULT_SCHEME
        if len(scheme) > 20 or scheme == "state":
            raise FieldErrors.single("scheme", _("A name of up to 20 characters other than state."))
        return {"scheme": scheme, "eff_from": day.isoformat()}

    def stage(self, run: ImportRun, path: Path, sink: Sink) -> None:
        rows, names = self._read(run, path, sink)
        if sink.fatal:
            return
        since = date.fromisoformat(run.options["eff_from"])
        _stage_names(self, names, sink)
        self._compare(_scope_rows(rows, set(names)), since, sink)

    def _read(self, run: ImportRun, path: Path, sink: Sink) -> tuple[dict[Key, AreaRow], dict[str, tuple[str, str]]]:
        rows: dict[Key, AreaRow] = {}
        names: dict[str, tuple[str, str]] = {}
        first: dict[Key, int] = {}
        for record, row in _merge_zip_rows(_read_rows(run, path, sink), sink):
            row = row._replace(scheme=row.scheme or run.options["scheme"])
            if _key(row) in rows:
                message = _("This place comes twice: also in row %d.") % first[_key(row)]
                sink.issue(record.issue("twice", message))
            rows[_key(row)] = row
            first.setdefault(_key(row), record.number)
            if row.county_fips and row.county_name:
                names[row.county_fips] = (row.state, row.county_name)
        return rows, names

    def _compare(self, rows: Iterable[AreaRow], since: date, sink: Sink) -> None:
        rows_by_subject = {subject_of(_key(row)): row for row in rows}
        subjects = list(rows_by_subject)
        for start in range(0, len(subjects), _PAGE):
            page = subjects[start : start + _PAGE]
            current = self.current_many(page)
            for subject in page:
                before, row = current[subject], rows_by_subject[subject]
                after = _merge_periods(before, row.area, row.since or since)
                if after != before:
                    sink.change(subject, "new" if before is None else "changed" if after else "ended", before, after)

    def warnings(self, run: ImportRun) -> list[dict[str, str]]:
        """States with areas by county and, everywhere, by ZIP: the ZIP would always win."""
        mixed = sorted(_mixed_states(run))
        if not mixed:
            return []
        text = _("%s: areas by county and by three-digit ZIP. Import the ZIP file again after the county file.")
        return [{"code": "mixed", "text": text % ", ".join(mixed)}]

    def current_many(self, subjects: Sequence[str]) -> dict[str, Json | None]:
        current: dict[str, Json | None] = dict.fromkeys(subjects)
        county_codes = [subject.removeprefix("county:") for subject in subjects if subject.startswith("county:")]
        for fips, (state, name) in counties.states_and_names(county_codes).items():
            current[f"county:{fips}"] = {"state": state, "name": name}
        keys = [key_of(subject) for subject in subjects if subject.startswith("area:")]
        for subject, periods in _stored_periods(keys).items():
            current[subject] = {"periods": periods}
        return current

    def apply_many(self, changes: Sequence[tuple[str, Json | None]]) -> None:
        county_changes = {
            subject.removeprefix("county:"): after for subject, after in changes if subject.startswith("county:")
        }
        save_counties(
            counties={
                fips: (after["state"], after["name"]) if after else None for fips, after in county_changes.items()
            }
        )
        areas = [(key_of(subject), after) for subject, after in changes if subject.startswith("area:")]
        for start in range(0, len(areas), _PAGE):
            page = areas[start : start + _PAGE]
            AreaMap.objects.filter(pk__in=[row.pk for row in _stored_rows([key for key, _after in page])]).delete()
            AreaMap.objects.bulk_create(row for key, after in page for row in _build_areas(key, after))


def _read_rows(run: ImportRun, path: Path, sink: Sink) -> Iterator[tuple[Record[Reader], AreaRow]]:
    total = row_count(path)
    for done, record in enumerate(records(path, LAYOUTS, sink.issue, run.sheets), 1):
        try:
            yield record, record.read(record.cells)
        except BadRow as problem:
            sink.issue(record.issue(problem.code, problem.message, problem.column))
        sink.progress(done, max(total, done))


def _merge_zip_rows(
    rows: Iterable[tuple[Record[Reader], AreaRow]], sink: Sink
) -> Iterator[tuple[Record[Reader], AreaRow]]:
    """Rows that name a county of a ZIP without its code are brought together by ZIP; the others are places already."""
    by_county: list[tuple[Record[Reader], AreaRow]] = []
    for record, row in rows:
        if row.zip5 and row.county_name and not row.county_fips:
            by_county.append((record, row))
        else:
            yield record, row
    for record, row in collapse_areas(by_county, cache(counties.fips_of)):
        if row.county_name and not row.county_fips:
            message = _(
                "ZIP %(zip)s is in several areas, and %(county)s is no county known here. Import counties first."
            )
            facts = {"zip": row.zip5, "county": row.county_name}
            sink.issue(record.issue("noCounty", message % facts, "County"))
        else:
            yield record, row._replace(county_name="")


def _key(row: AreaRow) -> Key:
    return row.scheme, row.state, row.county_fips, row.zip3, row.zip5


def subject_of(key: Key) -> str:
    return "area:" + ":".join(key)


def key_of(subject: str) -> Key:
    scheme, state, fips, zip3, zip5 = subject.removeprefix("area:").rsplit(":", 4)
    return scheme, state, fips, zip3, zip5


def _scope_rows(rows: Mapping[Key, AreaRow], named: set[str]) -> list[AreaRow]:
    """Rows to compare: statewide ZIP areas cut to the counties without an area, where the state rates by county."""
    scoped = [row for row in rows.values() if not (row.zip3 and not row.county_fips)]
    wide = [row for row in rows.values() if row.zip3 and not row.county_fips]
    open_counties = _open_counties({row.state for row in wide}, {row.scheme for row in wide})
    for row in wide:
        places = open_counties.get((row.scheme, row.state))
        scoped += [row] if places is None else [row._replace(county_fips=fips) for fips in places]
    return [row for row in scoped if row.area or row.county_fips in named]


def _open_counties(states: set[str], schemes: set[str]) -> dict[tuple[str, str], list[str]]:
    """Counties without an area by (scheme, state), for states where other counties have one."""
    if not states:
        return {}
    rated: dict[tuple[str, str], set[str]] = defaultdict(set)
    rows = AreaMap.objects.filter(scheme__in=schemes, state__in=states, zip3="", zip5="").exclude(county_fips="")
    for scheme, state, fips in rows.values_list("scheme", "state", "county_fips"):
        rated[scheme, state].add(fips)
    return {
        (scheme, state): sorted(fips for fips in counties.names(state) if fips not in having)
        for (scheme, state), having in rated.items()
    }


def _merge_periods(before: Json | None, area: str, since: date) -> Json | None:
    """Return the place's periods after the file: the file's area from ``since``, the former ones before it."""
    old = [period for period in (before or {"periods": []})["periods"] if period["from"] < since.isoformat()]
    if old and old[-1]["area"] == area and old[-1]["to"] is None:
        return before
    ends = (since - timedelta(days=1)).isoformat()
    old = [{**item, "to": ends if item["to"] is None or item["to"] > ends else item["to"]} for item in old]
    new = [{"area": area, "from": since.isoformat(), "to": None}] if area else []
    return {"periods": old + new} if old or new else None


def _stored_rows(keys: Sequence[Key]) -> list[AreaMap]:
    """Stored rows of some places, in order of their first days."""
    places = set(keys)
    rows = AreaMap.objects.filter(
        scheme__in={key[0] for key in places},
        state__in={key[1] for key in places},
        county_fips__in={key[2] for key in places},
    ).order_by("eff_from")
    return [row for row in rows if tuple(getattr(row, name) for name in _NAMES) in places]


def _stored_periods(keys: Sequence[Key]) -> dict[str, list[Json]]:
    stored: dict[str, list[Json]] = defaultdict(list)
    for row in _stored_rows(keys):
        key = (row.scheme, row.state, row.county_fips, row.zip3, row.zip5)
        ends = row.eff_to.isoformat() if row.eff_to else None
        stored[subject_of(key)].append({"area": row.area, "from": row.eff_from.isoformat(), "to": ends})
    return stored


def _build_areas(key: Key, after: Json | None) -> list[AreaMap]:
    place = dict(zip(_NAMES, key, strict=True))
    return [
        AreaMap(
            **place,
            area=period["area"],
            eff_from=date.fromisoformat(period["from"]),
            eff_to=date.fromisoformat(period["to"]) if period["to"] else None,
        )
        for period in (after or {"periods": []})["periods"]
    ]


def _stage_names(kind: RatingAreas, names: Mapping[str, tuple[str, str]], sink: Sink) -> None:
    codes = sorted(names)
    for start in range(0, len(codes), _PAGE):
        page = [f"county:{fips}" for fips in codes[start : start + _PAGE]]
        current = kind.current_many(page)
        for subject in page:
            state, name = names[subject.removeprefix("county:")]
            after, before = {"state": state, "name": name}, current[subject]
            if after != before:
                sink.change(subject, "new" if before is None else "changed", before, after)


def _mixed_states(run: ImportRun) -> set[str]:
    wide = set(AreaMap.objects.exclude(zip3="").filter(county_fips="").values_list("scheme", "state"))
    mixed = set()
    for subject in run.changes.filter(subject__startswith="area:").values_list("subject", flat=True):
        scheme, state, fips, zip3, _zip5 = key_of(subject)
        if fips and not zip3 and (scheme, state) in wide:
            mixed.add(state)
    return mixed
