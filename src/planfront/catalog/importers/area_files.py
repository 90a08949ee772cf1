"""The kind "service-areas": where filed plans are sold, staged against the catalog."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.catalog.importers import areas
from planfront.catalog.importers.areas import AreaKey, Places
from planfront.catalog.importers.base import CatalogImporter, count, known_issuers, newest_year, no_issuer, table_lines
from planfront.catalog.importers.table import Line
from planfront.catalog.models import Plan, PlanFiling, PlanServiceArea
from planfront.imports.registry import Column, Issue, Json, Option, Sink
from planfront.kernel.errors import FieldError, FieldErrors

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

_MAPPED = re.compile(r"^([A-Z]{2})\s+(\d{1,5})\s+(\S{1,12})\s*[:=]\s*(\d{1,9}(?:\s*,\s*\d{1,9})*)$", re.ASCII)


class ServiceAreas(CatalogImporter):
    kind = "service-areas"
    title = gettext_lazy("Service areas")
    text = gettext_lazy("The Service Area public use file as CSV, or the insurers' Service Area template as XLSX.")
    columns = (
        Column("BusinessYear", gettext_lazy("Rows of the newest year in the file count."), example="2026"),
        Column("StateCode", gettext_lazy("State of the area."), required=True, example="ME"),
        Column("IssuerId", gettext_lazy("HIOS issuer id of an insurer."), required=True, example="50165"),
        Column(
            "ServiceAreaId",
            gettext_lazy("Id of the area; the same id of another issuer is another area."),
            True,
            "MES001",
        ),
        Column("ServiceAreaName", gettext_lazy("For people."), example="Southern Maine"),
        Column("CoverEntireState", gettext_lazy("Yes: all counties."), required=True, example="No"),
        Column("County", gettext_lazy("FIPS code; lost leading zeros are put back."), required=True, example="23005"),
        Column("PartialCounty", gettext_lazy("Yes: only the ZIP codes of the row."), required=True, example="Yes"),
        Column("ZipCodes", gettext_lazy("Separated by commas."), example="04101, 04102"),
    )
    option_fields = (
        Option(
            "plans",
            gettext_lazy("Plans of areas"),
            gettext_lazy('For plans without a filing, one area a line: "ME 50165 MES001: 1001, 1002".'),
            multiline=True,
        ),
    )

    def options(self, values: Mapping[str, str]) -> Json:
        return {"plans": _parse_mapping(values.get("plans", ""))}

    def stage(self, run: ImportRun, path: Path, sink: Sink) -> None:
        issuers = known_issuers()
        mapped_issuers = {line.split(" ")[1] for line in run.options.get("plans", {})}
        skipped = 0

        def read(line: Line) -> Places | None:
            nonlocal skipped
            result = areas.read_line(line)
            if result.key.issuer in issuers or result.key.issuer in mapped_issuers:
                return result
            skipped += 1
            return None

        lines = table_lines(run, path, areas.NEEDED, sink)
        result = list(self.each(path, sink, filter(areas.is_data, lines), read))
        count(sink, "otherIssuers", skipped)
        if not result and skipped:
            no_issuer(sink)
        self._stage(run, newest_year(result, lambda item: item.year, sink), sink)

    def _stage(self, run: ImportRun, result: Sequence[Places], sink: Sink) -> None:
        served: dict[AreaKey, set[tuple[str, str]]] = {}
        for item in result:
            served.setdefault(item.key, set()).update(item.places)
        places_by_subject: dict[str, set[tuple[str, str]]] = {}
        for plan_id, key in _plan_areas(served, run.options.get("plans", {})):
            places_by_subject.setdefault(f"areas:{plan_id}:{key.state}", set()).update(served[key])
        before = self.current_many(list(places_by_subject))
        for subject, places in places_by_subject.items():
            after: Json = {"places": [_place(*place) for place in areas.drop_covered_places(places)]}
            if before[subject] != after:
                sink.change(subject, "changed" if before[subject] else "new", before[subject], after)
        self._note_missing(served, sink)

    def _note_missing(self, served: Mapping[AreaKey, object], sink: Sink) -> None:
        """Note plans of the file's issuers whose area isn't in the file: their places stay as they are."""
        kinds = {(key.state, key.issuer) for key in served}
        filings = PlanFiling.objects.filter(issuer_id__in={issuer for _state, issuer in kinds}).order_by("plan_id")
        for filing in filings.exclude(service_area_id=""):
            key = AreaKey(filing.state, filing.issuer_id, filing.service_area_id)
            if key[:2] in kinds and key not in served:
                message = _("Plan %(plan)s is filed for area %(area)s, which isn't in the file: its places stay.")
                sink.issue(Issue(0, "noArea", message % {"plan": filing.plan_id, "area": key}, fatal=False))

    def current_many(self, subjects: Sequence[str]) -> dict[str, Json | None]:
        result: dict[str, Json | None] = dict.fromkeys(subjects)
        ids = sorted({int(subject.split(":")[1]) for subject in subjects})
        places: dict[str, list[str]] = {}
        for start in range(0, len(ids), 500):
            listed = PlanServiceArea.objects.filter(plan_id__in=ids[start : start + 500]).order_by("county_fips", "zip")
            for row in listed:
                places.setdefault(f"areas:{row.plan_id}:{row.state}", []).append(_place(row.county_fips, row.zip))
        for subject in result.keys() & places.keys():
            result[subject] = {"places": places[subject]}
        return result

    def names(self, subjects: Sequence[str]) -> dict[str, str]:
        parts = {subject: subject.split(":") for subject in subjects}
        names = dict(Plan.objects.filter(pk__in={part[1] for part in parts.values()}).values_list("id", "name"))
        return {
            subject: f"Plan {part[1]} {names.get(int(part[1]), '')} in {part[2]}" for subject, part in parts.items()
        }

    def warnings(self, run: ImportRun) -> list[dict[str, str]]:
        warnings = super().warnings(run)
        fresh = sorted({int(change.subject.split(":")[1]) for change in run.changes.filter(action="new")})
        anywhere = Plan.objects.filter(pk__in=fresh, service_areas=None).order_by("id")
        text = _("%(plan)s was sold wherever its offers name a state; with areas it is sold only in them.")
        return [*warnings, *({"code": "nowLimited", "text": text % {"plan": plan.name}} for plan in anywhere[:50])]

    def apply(self, subject: str, after: Json | None) -> None:
        _kind, plan_id, state = subject.split(":")
        PlanServiceArea.objects.filter(plan_id=plan_id, state=state).delete()
        result = [_row(int(plan_id), state, place) for place in (after or {}).get("places", [])]
        PlanServiceArea.objects.bulk_create(result, batch_size=1000)


def _place(county: str, zip_code: str) -> str:
    """Return "all" of the state, "23005", "23005 04101", or "- 04101" for a ZIP that was entered without its county."""
    if not county and not zip_code:
        return "all"
    return f"{county or '-'} {zip_code}".strip()


def _row(plan_id: int, state: str, place: str) -> PlanServiceArea:
    county, _space, code = ("" if place == "all" else place).partition(" ")
    return PlanServiceArea(plan_id=plan_id, state=state, county_fips=county.strip("-"), zip=code)


def _plan_areas(served: Mapping[AreaKey, object], mapped: Mapping[str, Sequence[int]]) -> list[tuple[int, AreaKey]]:
    """Return plans with the areas of the file they are sold in: by their filings, or as the uploader says."""
    filings = PlanFiling.objects.filter(issuer_id__in={key.issuer for key in served}).order_by("plan_id")
    filed_areas = filings.values_list("plan_id", "state", "issuer_id", "service_area_id")
    result = [(plan_id, AreaKey(*key)) for plan_id, *key in filed_areas]
    result += [(plan_id, AreaKey(*line.split(" "))) for line, plans in mapped.items() for plan_id in plans]
    return [(plan_id, key) for plan_id, key in result if key in served]


def _parse_mapping(text: str) -> dict[str, list[int]]:
    """``{"ME 50165 MES001": [1001, 1002]}``. Raises FieldErrors."""
    result: dict[str, list[int]] = {}
    for line in filter(None, map(str.strip, text.upper().splitlines())):
        match = _MAPPED.match(line)
        if not match:
            raise _refuse(_('"%s" doesn\'t read as: state, issuer, area, colon, plan ids.') % line[:60])
        plans = [int(part) for part in match[4].split(",")]
        existing = set(Plan.objects.filter(pk__in=plans).values_list("id", flat=True))
        if missing := [plan for plan in plans if plan not in existing]:
            raise _refuse(_("There is no plan %s.") % missing[0])
        result[f"{match[1]} {match[2].zfill(5)} {match[3]}"] = plans
    return result


def _refuse(message: str) -> FieldErrors:
    return FieldErrors([FieldError("plans", message)])
