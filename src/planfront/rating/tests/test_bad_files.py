"""Whatever is in a file: it is imported, or refused with reasons. Never an exception, never half of it."""

import csv
import io
from datetime import date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from planfront.imports import errors as imports
from planfront.rating.importers.puf import KEYS
from planfront.rating.importers.rows import FileError, Rejected
from planfront.rating.importers.source import read_source
from planfront.rating.importers.template_columns import SECTIONS
from planfront.rating.importers.transform import Transformer
from planfront.rating.models import RateRow

PLAN = "12345ME0160001"
HEADINGS = (
    "PlanId",
    "RatingAreaId",
    "RateEffectiveDate",
    "RateExpirationDate",
    "Tobacco",
    "Age",
    "IndividualRate",
    "IndividualTobaccoRate",
    "Couple",
    "PrimarySubscriberAndOneDependent",
    "PrimarySubscriberAndTwoDependents",
    "PrimarySubscriberAndThreeOrMoreDependents",
    "CoupleAndOneDependent",
    "CoupleAndTwoDependents",
    "CoupleAndThreeOrMoreDependents",
)
GOOD = [PLAN, "Rating Area 1", "2026-01-01", "2026-12-31", "No Preference", "30", "12.50", *[""] * 8]
OUR = {
    "Tables": {"table": "A", "plan": "7", "eff_from": "2027-01-01", "method": "TIER"},
    "Components": {"table": "A", "code": "BASE"},
    "Factors": {"table": "A", "kind": "TIER", "key": "IO", "factor": "1"},
    "Rates": {"table": "A", "tier": "IO", "rate": "12.50"},
}
texts = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            "",
            " ",
            "-1",
            "0",
            "1e5",
            "NaN",
            "Infinity",
            "9999.99",
            "99999999999",
            "0-",
            "-14",
            "64 and over",
            "151",
            "1/1/99999999999",
            "13/1/2026",
            "2026-02-30",
            "Rating Area",
            "12345ME0160001-99",
            "\x00",
            "’",
            "=1+1",
            "٣",
            "1,2,3",
            "$",
            "1.23456",
            "true",
            "Family Option",
            "65:65,",
            "HALF_UP:",
            "DOWN:1e-400",
            "UP:NaN",
            "*",
            "1-0",
            "5+",
            "A",
            "UNIT",
            "FLAT",
            "0.0",
            "x" * 300,
        ]
    ),
)


def outcome(content, name="rates.csv", plans=None):
    """(rows, issues) of a file's lines, read as an import reads them but without a database."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        keys = []
        reader = Transformer(plans or {PLAN: 7, "7": 7}, lambda key: keys.append(key) or len(keys))
        rows, issues = [], []
        try:
            for line in read_source(path):
                try:
                    rows += reader.rows(line) or []
                except Rejected as reason:
                    issues.append(reason)
        except (FileError, imports.FileError) as error:
            issues.append(error)
        for key in keys:
            assert reader.new_table(key).settings["area_scheme"] is not None
    for issue in issues:
        assert issue.code
        assert len(issue.message) > 10
        assert "{}" not in issue.message
    return rows, issues


def as_csv(lines):
    written = io.StringIO()
    csv.writer(written).writerows(lines)
    return written.getvalue().encode()


def stored(rows):
    """Every row that is accepted fits the database's columns."""
    for row in rows:
        result = dict(
            zip(
                (
                    "component",
                    "role",
                    "tier",
                    "kids_lo",
                    "kids_hi",
                    "area",
                    "age_lo",
                    "age_hi",
                    "sex",
                    "tobacco",
                    "option",
                    "rate",
                ),
                row[1:],
                strict=True,
            )
        )
        RateRow(**result).clean_fields(exclude=["rate_table"])
        assert float(result["rate"]) > 0


@pytest.mark.thorough
@given(st.dictionaries(st.integers(0, len(KEYS) - 1), texts, min_size=1, max_size=4))
@settings(max_examples=400)
def test_random_cells_in_a_public_file_never_crash_the_reader(changes):
    line = list(GOOD)
    for at, text in changes.items():
        line[at] = text
    rows, issues = outcome(as_csv([HEADINGS, GOOD, line]))
    assert issues or rows[0][-1] == "12.50"
    stored(rows)


@given(
    st.lists(
        st.tuples(st.sampled_from(list(OUR)), st.integers(0, 30), texts),
        min_size=1,
        max_size=4,
    )
)
@settings(max_examples=400)
@pytest.mark.thorough
def test_random_cells_in_the_template_never_crash_the_reader(changes):
    lines = {name: [values.get(column.name, "") for column in SECTIONS[name]] for name, values in OUR.items()}
    for section, at, text in changes:
        lines[section][at % len(lines[section])] = text
    sheets = [
        line
        for name, columns in SECTIONS.items()
        for line in ([name.upper()], [column.name for column in columns], lines[name])
    ]
    rows, _ = outcome(as_csv(sheets))
    stored(rows)


@given(st.binary(max_size=300), st.sampled_from([b"", b"PK\x03\x04", b"<", b"TABLES\n", b"\xef\xbb\xbf", b"PlanId,"]))
@settings(max_examples=200)
def test_random_bytes_never_crash_the_reader(tail, head):
    outcome(head + tail)


def workbook(sheets):
    book = Workbook()
    book.remove(book.active)
    for title, method, rows in sheets:
        sheet = book.create_sheet(title)
        sheet["A6"], sheet["B6"] = "HIOS Issuer ID*", "12345"
        sheet["A7"], sheet["B7"] = "Rate Effective Date*", datetime(2026, 1, 1)
        sheet["A8"], sheet["B8"] = "Rate Expiration Date*", "12/31/2026"
        sheet["A9"], sheet["B9"] = "Rating Method*", method
        sheet["A13"] = "Plan ID*"
        for number, row in enumerate(rows, 14):
            for column, value in enumerate(row, 1):
                sheet.cell(number, column, value)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def test_a_workbook_with_formatted_cells_is_read():
    """Two sheets, amounts with dollar signs and line breaks, ages and areas as numbers."""
    family = [
        PLAN,
        "Rating Area 1",
        None,
        None,
        "$54.50",
        None,
        "$\n101.00",
        102,
        148.5,
        "195.50",
        "1,430.00",
        185,
        227.5,
    ]
    ages = [
        ["12345ME0170001", "Rating Area 2", "No Preference", "0-14", 49.0],
        ["12345ME0170001", "Rating Area 2", "No Preference", 15, 0],
        ["12345ME0170001", "Rating Area 2", "Tobacco User/Non-Tobacco User", "64 and over", "60.00", 72.25],
        [None, None],
        ["12345ME0170001", "Rating Area 2", "No Preference", "sixteen", 1],
        ["12345ME0170001", "Rating Area 2", "No Preference", 17, 9999],
    ]
    content = workbook([("Rate Table", "Family-Tier Rates", [family]), ("Rate Table (2)", "Age-Based Rates", ages)])
    rows, issues = outcome(content, "rates.xlsx", {PLAN: 7, "12345ME0170001": 8})
    family_rows = [(row[3], row[4], row[5], row[6], row[-1]) for row in rows[:8]]
    assert family_rows == [
        ("IO", None, None, "ME-1", "54.50"),
        ("IS", None, None, "ME-1", "101.00"),
        ("IC", 1, 1, "ME-1", "102"),
        ("IC", 2, 2, "ME-1", "148.5"),
        ("IC", 3, None, "ME-1", "195.50"),
        ("IF", 1, 1, "ME-1", "1430.00"),
        ("IF", 2, 2, "ME-1", "185"),
        ("IF", 3, None, "ME-1", "227.5"),
    ]
    assert [(row[6], row[7], row[8], row[10], row[-1]) for row in rows[8:]] == [
        ("ME-2", 0, 14, None, "49"),
        ("ME-2", 64, None, False, "60.00"),
        ("ME-2", 64, None, True, "72.25"),
    ]
    assert [(i.code, i.column, i.fatal) for i in issues] == [
        ("notSold", "Rate Table (2)", False),
        ("badAge", "Rate Table (2)!Age", True),
        ("placeholder", "Rate Table (2)!IndividualRate", False),
    ]
    assert issues[1].message.startswith("“sixteen” is not an age")


@pytest.mark.thorough
@given(
    st.lists(
        st.tuples(
            st.integers(6, 20),
            st.integers(1, 14),
            st.one_of(
                texts.filter(lambda text: text.isprintable()),
                st.integers(),
                st.floats(allow_nan=False),
                st.booleans(),
                st.dates(date(1950, 1, 1)),
                st.none(),
            ),
        ),
        min_size=1,
        max_size=5,
    )
)
@settings(max_examples=60)
def test_random_cells_in_a_workbook_never_crash_the_reader(changes):
    book = Workbook()
    sheet = book.active
    sheet.title = "Rate Table"
    sheet["B7"], sheet["B8"], sheet["B9"] = "2026-01-01", "2026-12-31", "Age-Based Rates"
    for number in range(14, 18):
        values: list[Any] = [PLAN, "Rating Area 1", "No Preference", number, 12.5]
        for column, value in enumerate(values, 1):
            sheet.cell(number, column, value)
    for row, column, value in changes:
        sheet.cell(row, column, value)
    written = io.BytesIO()
    book.save(written)
    rows, _ = outcome(written.getvalue(), "rates.xlsx")
    stored(rows)


@pytest.mark.parametrize("text", ["PlanId", "PlanId\n", "\n\n", ""])
def test_files_without_rates_are_refused(text):
    rows, issues = outcome(text.encode())
    assert rows == []
    assert [issue.code for issue in issues] in (["badHeadings"], ["emptyFile"])


def test_a_public_file_saved_as_a_workbook_or_with_semicolons_is_read():
    book = Workbook()
    book.active.append(HEADINGS)
    book.active.append([*GOOD[:2], datetime(2026, 1, 1), datetime(2026, 12, 31), GOOD[4], 30, 12.5])
    written = io.BytesIO()
    book.save(written)
    for content in (written.getvalue(), ";".join(HEADINGS).encode() + b"\n" + ";".join(GOOD).encode()):
        rows, issues = outcome(content)
        assert ([row[7:] for row in rows], issues) in (
            ([(30, 30, "", None, "", "12.5")], []),
            ([(30, 30, "", None, "", "12.50")], []),
        )


def test_a_comma_inside_an_amount_does_not_shift_the_rates():
    """1,054.50 without quotes would be a rate of 1, and the tobacco rate 54.50 of nobody."""
    shifted = ",".join([*GOOD[:6], "1,054.50", *GOOD[7:]])
    rows, issues = outcome("\n".join([",".join(HEADINGS), shifted, ",".join(GOOD)]).encode())
    assert (len(rows), [issue.code for issue in issues]) == (1, ["longRow"])
    assert "comma" in issues[0].message


@pytest.mark.django_db
def test_every_bad_line_of_a_public_file_is_listed_with_its_column(make_plan, tmp_path):
    from planfront.imports.services import import_file

    make_plan("Plan", PLAN)
    lines = [HEADINGS, GOOD]
    for number in range(300):
        line = list(GOOD)
        line[6 if number % 2 else 1] = "nowhere"
        lines.append(line)
    path = tmp_path / "rates.csv"
    path.write_bytes(as_csv([*lines, GOOD[:4]]))
    run = import_file(kind="rates", path=path)
    assert (run.state, run.issues.filter(fatal=True).count()) == ("refused", 301)
    shown = [(issue.row, issue.column, issue.code) for issue in run.issues.all()]
    assert shown[:2] == [(3, "RatingAreaId", "badArea"), (4, "IndividualRate", "badAmount")]
    assert shown[-1] == (303, "", "shortRow")
    with transaction.atomic():
        assert not RateRow.objects.exists()
