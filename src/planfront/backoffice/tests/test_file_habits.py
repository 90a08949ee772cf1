"""Every kind of file with rows × everything that senders do to theirs: the result is that of the plain file."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import pytest
from openpyxl import Workbook

from planfront.catalog.models import Plan
from planfront.catalog.tests.factories import make_carrier, make_plan
from planfront.catalog.tests.files import AREA, BENEFIT, PLAN
from planfront.imports.dates import date_of
from planfront.imports.models import State
from planfront.imports.services import import_file
from planfront.integrations.services import save_counties
from planfront.members.roster.services import upload_roster
from planfront.parties.groups.services import create_group
from planfront.rating.models import RateRow

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]
Rows = list[list[str]]
TITLE = "Halden Dental, rates and plans of 2027; all of them"
TODAY = date(2026, 11, 28)
WORDS = "Halden’s – Kids™ Café"
AMOUNTS = [
    *("IndividualRate", "IndividualTobaccoRate", "Couple", "PrimarySubscriberAndOneDependent"),
    *("PrimarySubscriberAndTwoDependents", "PrimarySubscriberAndThreeOrMoreDependents", "CoupleAndOneDependent"),
    *("CoupleAndTwoDependents", "CoupleAndThreeOrMoreDependents"),
]
PUF = [
    *("BusinessYear", "SourceName", "PlanId", "RatingAreaId", "RateEffectiveDate", "RateExpirationDate"),
    *("Tobacco", "Age", *AMOUNTS),
]


def puf(age: str, rate: str, area: str = "Rating Area 1") -> list[str]:
    front = ["2027", WORDS, "50165ME0160001", area, "2027-01-01", "2027-12-31", "No Preference", age, rate]
    return front + [""] * (len(PUF) - len(front))


def mapped(headings: Sequence[str], *rows: dict[str, str]) -> Rows:
    return [list(headings), *([row.get(heading, "") for heading in headings] for row in rows)]


AREA_OF = ["scheme", "state", "county_fips", "county_name", "area", "eff_from", "remark"]
CENSUS = ["Emp #", "Relationship", "Last Name", "First Name", "DOB", "Gender", "Salary", "Hours", "Email"]
FILES: dict[str, Rows] = {
    "rates": [PUF, puf("0-20", "33.55"), puf("21", "30.5"), puf("22 and over", "31"), puf("21", "30.5", "2")],
    "grid": [
        ["Plan", "Effective Date", "EE", "EE + Spouse", "EE + Child(ren)", "Family", "Remarks"],
        ["50165ME0160001", "2027-01-01", "33.55", "$60.10", "70", "1,100.00", WORDS],
        ["Pine Low", "2027-01-01", "20", "n/a", "30", "40", ""],
    ],
    "plan-attributes": mapped(
        [*PLAN, "Remark"],
        {**PLAN, "PlanMarketingName": WORDS, "PlanEffectiveDate": "2027-01-01", "PlanExpirationDate": "2027-12-31"},
        {**PLAN, "PlanId": "50165ME0170001-01", "PlanEffectiveDate": "2027-01-01", "PlanExpirationDate": "2027-12-31"},
    ),
    "benefits": mapped(
        [*BENEFIT, "Remark"],
        {**BENEFIT, "Explanation": WORDS},
        {**BENEFIT, "BenefitName": "Orthodontia - Child"},
    ),
    "service-areas": mapped([*AREA, "Remark"], {**AREA, "ServiceAreaName": WORDS}, {**AREA, "County": "23031"}),
    "rating-areas": [
        AREA_OF,
        ["cms", "ME", "23005", WORDS, "ME-1", "2027-01-01", ""],
        ["cms", "ME", "23031", "York", "ME-2", "2027-01-01", ""],
    ],
    "zip-counties": [
        ["zip", "county_fips", "county", "share", "city", "remark"],
        ["04038", "23005", WORDS, "0.3", "Gorham", ""],
        ["04038", "23031", "York", "0.7", "", ""],
    ],
    "roster": [
        CENSUS,
        ["a1", "EE", "O’Marlow", "Dana", "1979-04-17", "F", "33.55", "40", ""],
        ["a1", "Child", "O’Marlow", "Kim", "2012-03-12", "F", "", "", ""],
    ],
}


@dataclass
class Sent:
    """A file as it is uploaded."""

    name: str
    body: bytes


def as_text(rows: Rows, separator: str = ",", encoding: str = "utf-8", above: str = "") -> Sent:
    target = io.StringIO()
    csv.writer(target, delimiter=separator, lineterminator="\r\n").writerows(rows)
    return Sent("file.csv", (above + target.getvalue()).encode(encoding))


def as_book(sheets: Sequence[tuple[str, Sequence[Sequence[Any]]]], *, hidden: str = "", empty_rows: int = 0) -> Sent:
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        sheet.sheet_state = "hidden" if name == hidden else "visible"
        for row in rows:
            sheet.append(list(row))
        for number in range(1, empty_rows + 1):
            for at in range(1, 9):
                sheet.cell(len(rows) + number, at).number_format = "0.00"
    target = io.BytesIO()
    book.save(target)
    return Sent("file.xlsx", target.getvalue())


def each_cell(change: Callable[[str], Any]) -> Callable[[Rows], list[list[Any]]]:
    return lambda rows: [rows[0], *([change(cell) for cell in row] for row in rows[1:])]


def with_days(write: Callable[[date], Any]) -> Callable[[Rows], list[list[Any]]]:
    return each_cell(lambda cell: write(date.fromisoformat(cell)) if re.fullmatch(r"\d{4}-\d\d-\d\d", cell) else cell)


def serial(day: date) -> str:
    return str((day - date(1899, 12, 30)).days)


written = with_days(lambda day: f"{day.day}-{day:%b}-{day:%y}")
floats = each_cell(lambda cell: {"33.55": "33.550000000000004", "0.3": "0.30000000000000004"}.get(cell, cell))
as_days = with_days(lambda day: datetime(day.year, day.month, day.day))
as_floats = each_cell(lambda cell: float(cell) if re.fullmatch(r"\d+\.\d+", cell) else cell)


def cut(rows: Rows) -> Rows:
    result = [list(row) for row in rows]
    for row in result[1:]:
        while not row[-1]:
            row.pop()
    return result


def with_remark(rows: Rows) -> Rows:
    """An error of the spreadsheet in a last column that nothing is read from."""
    return [[*rows[0], "Checked"], *([*row, "#REF!"] for row in rows[1:])]


HABITS: dict[str, Callable[[Rows], Sent]] = {
    "title above": lambda rows: as_text([[TITLE], [], *rows]),
    "title, then tabs": lambda rows: as_text(rows, "\t", above=f"{TITLE}\r\n\r\n"),
    "title, then semicolons": lambda rows: as_text(rows, ";", above="Rates, plans, areas\r\n"),
    "bars": lambda rows: as_text(rows, "|"),
    "separator announced": lambda rows: as_text(rows, ";", above="sep=;\r\n"),
    "utf-8 with mark": lambda rows: as_text(rows, encoding="utf-8-sig"),
    "utf-16": lambda rows: as_text(rows, "\t", encoding="utf-16"),
    "utf-16 without mark": lambda rows: as_text(rows, encoding="utf-16-le"),
    "windows-1252": lambda rows: as_text(rows, encoding="cp1252"),
    "empty ends cut off": lambda rows: as_text(cut(rows)),
    "blank rows": lambda rows: as_text([row for filled in rows for row in (filled, [], [""] * len(filled))]),
    "written dates": lambda rows: as_text(written(rows)),
    "serial dates": lambda rows: as_text(with_days(serial)(rows)),
    "binary fractions": lambda rows: as_text(floats(rows)),
    "error cells": lambda rows: as_text(with_remark(rows)),
    "workbook": lambda rows: as_book([("Sheet1", rows)]),
    "workbook with title": lambda rows: as_book([("Sheet1", [[TITLE], [], *rows])]),
    "workbook with dates": lambda rows: as_book([("Sheet1", as_days(rows))]),
    "workbook with binary fractions": lambda rows: as_book([("Sheet1", as_floats(floats(rows)))]),
    "instructions first": lambda rows: as_book([("How to", [["1. Fill in the rows"], ["2. Send it"]]), ("Data", rows)]),
    "hidden list first": lambda rows: as_book([("Lists", [["PPO"], ["HMO"]]), ("Data", rows)], hidden="Lists"),
    "two sheets": lambda rows: as_book([("One", rows[:2]), ("Two", [rows[0], *rows[2:]])]),
    "formatted empty rows": lambda rows: as_book([("Sheet1", rows)], empty_rows=300),
}


@pytest.fixture
def outcome(brand, tmp_path):
    carrier = make_carrier("pine", name="Pine State Dental", hios_issuer_id="50165")
    make_plan("Pine High", hios_plan_id="50165ME0160001", carrier=carrier)
    make_plan("Pine Low", carrier=carrier)
    save_counties(counties={"23005": ("ME", "Cumberland"), "23031": ("ME", "York")})
    group = create_group(code="ACME", name="Acme", brands=[brand])

    def outcome(kind: str, sent: Sent) -> Any:
        if kind == "roster":
            roster = upload_roster(
                brand_id=brand.pk, group_id=group.pk, file_name=sent.name, blocks=[sent.body], by=None
            )
            cells = [dict(zip(roster.table["headings"], row, strict=True)) for _number, row in roster.table["rows"]]
            return [{name: row[name] for name in CENSUS} | {"DOB": date_of(row["DOB"], TODAY)} for row in cells]
        path = tmp_path / sent.name
        path.write_bytes(sent.body)
        given = {"plans": "ME 50165 MES001: " + _plan()} if kind == "service-areas" else {}
        run = import_file(kind="rates" if kind == "grid" else kind, path=path, given=given)
        assert run.state == State.STAGED, [str(issue) for issue in run.issues.all()]
        if kind in ("rates", "grid"):
            fields = ("rate_table__plan_id", "rate_table__eff_from", "tier", "area", "age_lo", "age_hi", "rate")
            rows = RateRow.objects.filter(rate_table__source=run).order_by(*fields)
            return list(rows.values_list(*fields))
        return sorted(run.changes.values_list("subject", "after"), key=str)

    return outcome


def _plan() -> str:
    return str(Plan.objects.get(name="Pine Low").pk)


@pytest.mark.parametrize("habit", HABITS)
@pytest.mark.parametrize("kind", FILES)
def test_a_file_gives_the_same_whatever_its_sender_did(outcome, kind, habit):
    plain = outcome(kind, as_text(FILES[kind]))
    assert len(plain) > 0
    assert outcome(kind, HABITS[habit](FILES[kind])) == plain
