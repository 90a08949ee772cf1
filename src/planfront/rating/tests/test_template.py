"""Our own template: blank, filled, exported and read again."""

import io
from datetime import date
from decimal import Decimal

import pytest
from openpyxl import Workbook, load_workbook

from planfront.imports.services import import_file
from planfront.rating import engine
from planfront.rating.importers.template_book import template_csv, template_workbook
from planfront.rating.importers.template_columns import SECTIONS
from planfront.rating.models import RateFactor, RateRow, RateTable
from planfront.rating.selectors import compile_table


@pytest.fixture
def stage(tmp_path):
    """Read a file given as bytes, text, or sections of lines."""

    def read(content, name="rates.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return import_file(kind="rates", path=path)

    return read


def sections(delimiter=",", **lines):
    """A CSV of our template; each line is a dict of the columns that matter."""
    text = []
    for name, columns in SECTIONS.items():
        names = [column.name for column in columns]
        text += [name.upper(), delimiter.join(names)]
        for item in lines.get(name.lower(), ()):
            text.append(delimiter.join(str(item.get(column, "")) for column in names))
    return "\n".join(text) + "\n"


def book_of(**lines):
    book = Workbook()
    book.remove(book.active)
    for name, columns in SECTIONS.items():
        sheet = book.create_sheet(name)
        names = [column.name for column in columns]
        sheet.append(names)
        for item in lines.get(name.lower(), ()):
            sheet.append([item.get(column) for column in names])
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def issues(run):
    return [(i.row, i.column, i.code, i.fatal) for i in run.issues.all()]


def disability(plan):
    return {
        "tables": [
            {
                "table": "STD",
                "plan": plan.pk,
                "eff_from": "2027-01-01",
                "method": "unit",
                "unit_base": "WEEKLY_BENEFIT",
                "unit_size": 10,
                "benefit_pct": 60,
                "benefit_max": "$1500",
                "earn_round": "HALF_UP:1",
                "benefit_round": "DOWN:1",
            }
        ],
        "rates": [{"table": "std", "age_from": 18, "age_to": 64, "rate": 0.26}],
    }


@pytest.mark.parametrize("form", ["csv", "semicolons", "xlsx"])
def test_a_disability_plan_can_be_typed_by_hand(make_plan, stage, form):
    plan = make_plan("Paycheck")
    lines = disability(plan)
    content = book_of(**lines) if form == "xlsx" else sections(";" if form == "semicolons" else ",", **lines)
    run = stage(content, "rates.xlsx" if form == "xlsx" else "rates.csv")
    assert (run.state, issues(run)) == ("staged", [])
    table = RateTable.objects.get(source=run)
    inputs = engine.RatingInputs(date(2027, 2, 1), dob=date(1990, 1, 1), income=Decimal(35400))
    assert engine.price(compile_table(table), inputs).premium == Decimal("10.61")


def test_one_file_holds_components_factors_options_and_several_plans(make_plan, stage):
    life, dental = make_plan("Life", "12345TX0010001"), make_plan("Dental")
    run = stage(
        sections(
            tables=[
                {
                    "table": "Life",
                    "plan": "12345TX0010001",
                    "eff_from": "1/1/2027",
                    "eff_to": "12/31/2027",
                    "method": "UNIT",
                    "unit_base": "FACE",
                    "unit_size": "1000",
                    "age_mode": "issue",
                    "default_amount": "50000",
                    "age_reductions": "65:65; 70:50 %",
                },
                {
                    "table": "Dental",
                    "plan": dental.pk,
                    "eff_from": "2027-01-01",
                    "method": "TIER",
                    "area_scheme": "state",
                    "modal_factor": 12,
                },
            ],
            components=[
                {"table": "Life", "code": "base", "role": "self"},
                {"table": "life", "code": "SPOUSE", "role": "SPOUSE", "amount_pct": "50"},
                {"table": "life", "code": "FEE", "basis": "FLAT", "factored": "no", "optional": "yes"},
            ],
            factors=[
                {"table": "Dental", "kind": "area", "key": "TX", "factor": "1.1"},
                {"table": "Dental", "kind": "AREA", "key": "*", "factor": 1},
                {"table": "Dental", "kind": "GROUP_SIZE", "key": "2-50", "factor": "1.05"},
            ],
            rates=[
                {"table": "Life", "age_from": 18, "age_to": 64, "tobacco": "no", "rate": "0.25"},
                {"table": "Life", "age_from": 18, "age_to": 64, "tobacco": "Yes", "rate": "0.50"},
                {"table": "Life", "component": "spouse", "rate": "0.30"},
                {"table": "Life", "component": "FEE", "rate": "2"},
                {"table": "Dental", "tier": "IO", "option": "1500", "rate": "120.00"},
                {"table": "Dental", "tier": "if", "kids_from": 1, "kids_to": 2, "option": "1500", "rate": "360"},
                {"table": "Dental", "tier": "IC", "option": "1500", "rate": "0.00"},
            ],
        )
    )
    assert (run.state, issues(run)) == ("staged", [(23, "Rates!rate", "notSold", False)])
    result = {table.plan_id: table for table in RateTable.objects.filter(source=run)}
    assert (result[life.pk].age_reductions, result[life.pk].eff_to) == ([[65, "65"], [70, "50"]], date(2027, 12, 31))
    assert [part["code"] for part in result[life.pk].components] == ["BASE", "SPOUSE", "FEE"]
    assert result[life.pk].components[2] == {
        "code": "FEE",
        "basis": "FLAT",
        "role": None,
        "optional": True,
        "amount_pct": "100",
        "factored": False,
    }
    factors = RateFactor.objects.filter(rate_table=result[dental.pk]).values_list("kind", "key", "factor")
    assert set(factors) == {
        ("AREA", "TX", Decimal("1.1")),
        ("AREA", "*", Decimal(1)),
        ("GROUP_SIZE", "2-50", Decimal("1.05")),
    }
    rows = RateRow.objects.filter(rate_table=result[dental.pk]).order_by("id")
    assert [(r.tier, r.kids_lo, r.kids_hi, r.option, str(r.rate)) for r in rows] == [
        ("IO", None, None, "1500", "120.0000"),
        ("IF", 1, 2, "1500", "360.0000"),
    ]


BAD_CELLS = [
    ("tables", {"plan": "99999999"}, "Tables!plan", "unknownPlan"),
    ("tables", {"plan": ""}, "Tables!plan", "missingValue"),
    ("tables", {"eff_from": "soon"}, "Tables!eff_from", "badDate"),
    ("tables", {"eff_to": "2026-12-31"}, "Tables!eff_to", "badDates"),
    ("tables", {"method": "GUESS"}, "Tables!method", "badCell"),
    ("tables", {"unit_size": ""}, "Tables!unit_size", "missingValue"),
    ("tables", {"unit_size": "-10"}, "Tables!unit_size", "badCell"),
    ("tables", {"benefit_pct": "6,0"}, "Tables!benefit_pct", "badCell"),
    ("tables", {"earn_round": "ROUGHLY:1"}, "Tables!earn_round", "badCell"),
    ("tables", {"premium_round": "NONE"}, "Tables!premium_round", "badCell"),
    ("tables", {"age_reductions": "70:50, 65:65"}, "Tables!age_reductions", "badCell"),
    ("tables", {"spouse_on_own_age": "perhaps"}, "Tables!spouse_on_own_age", "badCell"),
    ("tables", {"max_children_rated": "3.5"}, "Tables!max_children_rated", "badCell"),
    ("rates", {"rate": ""}, "Rates!rate", "missingValue"),
    ("rates", {"rate": "free"}, "Rates!rate", "badCell"),
    ("rates", {"rate": "0.12345"}, "Rates!rate", "badCell"),
    ("rates", {"rate": "999999999999"}, "Rates!rate", "badCell"),
    ("rates", {"age_from": "65"}, "Rates!age_to", "badCell"),
    ("rates", {"age_to": "151"}, "Rates!age_to", "badCell"),
    ("rates", {"tier": "XX"}, "Rates!tier", "badCell"),
    ("rates", {"sex": "U"}, "Rates!sex", "badCell"),
    ("rates", {"tobacco": "often"}, "Rates!tobacco", "badCell"),
    ("rates", {"component": "A-B"}, "Rates!component", "badCell"),
    ("rates", {"option": "x" * 31}, "Rates!option", "badCell"),
    ("rates", {"table": "LTD"}, "Rates!table", "unknownTable"),
    ("rates", {"table": ""}, "Rates!table", "missingValue"),
]


@pytest.mark.parametrize(("section", "change", "column", "code"), BAD_CELLS)
def test_a_bad_cell_is_named_and_nothing_is_imported(make_plan, stage, section, change, column, code):
    lines = disability(make_plan())
    lines[section][0] |= change
    run = stage(book_of(**lines), "rates.xlsx")
    assert (run.state, issues(run)) == ("refused", [(2, column, code, True)])
    assert not RateTable.objects.exists()


def test_every_bad_row_is_reported(make_plan, stage):
    lines = disability(make_plan())
    lines["rates"] += [{"table": "STD", "age_from": "x", "rate": "1"}] * 30 + [{"table": "STD", "rate": "y"}] * 30
    lines["factors"] = [
        {"table": "STD", "kind": "TIER", "key": "XX", "factor": "1"},
        {"table": "STD", "kind": "MODE", "key": "MONTHLY", "factor": "12"},
        {"table": "STD", "kind": "mode", "key": "MONTHLY", "factor": "13"},
    ]
    lines["components"] = [{"table": "STD", "code": "A"}, {"table": "STD", "code": "a"}]
    run = stage(book_of(**lines), "rates.xlsx")
    assert run.state == "refused"
    assert issues(run) == [
        (3, "Components!code", "duplicate", True),
        (2, "Factors!key", "badCell", True),
        (4, "Factors!key", "duplicate", True),
        *((row, "Rates!age_from", "badCell", True) for row in range(3, 33)),
        *((row, "Rates!rate", "badCell", True) for row in range(33, 63)),
    ]
    assert run.issues.first().message == "The component A is there twice."


@pytest.mark.parametrize(
    ("rates", "codes"),
    [
        ([{"age_from": 18, "age_to": 64, "rate": 1}, {"age_from": 60, "age_to": 70, "rate": 2}], ["overlap"]),
        ([{"age_from": 18, "age_to": 64, "rate": 1}, {"option": "A", "rate": 2}], ["unsound"]),
        ([{"component": "RIDER", "rate": 1}], ["unsound"]),
        ([], ["noRates", "unsound"]),
    ],
)
def test_tables_that_can_not_price_are_refused(make_plan, stage, rates, codes):
    lines = disability(make_plan())
    lines["rates"] = [{"table": "STD"} | rate for rate in rates]
    run = stage(sections(**lines))
    assert (run.state, [issue[2] for issue in issues(run)]) == ("refused", codes)


def test_a_table_of_an_unknown_plan_says_all_that_is_wrong_with_it(make_plan, stage):
    lines = disability(make_plan())
    wrong = {"plan": "99999999", "eff_from": "soon", "method": "GUESS", "benefit_pct": "much", "age_basis": "moon"}
    lines["tables"][0] |= wrong
    lines["rates"][0] |= {"rate": "free", "sex": "X"}
    run = stage(sections(**lines))
    found = [(place, code) for _line, place, code, _fatal in issues(run)]
    assert run.state == "refused"
    assert set(found) == {
        ("Tables!plan", "unknownPlan"),
        ("Tables!eff_from", "badDate"),
        *((f"Tables!{name}", "badCell") for name in ("method", "benefit_pct", "age_basis")),
        *((f"Rates!{name}", "badCell") for name in ("rate", "sex")),
    }


def test_two_tables_of_one_plan_with_the_same_start_are_refused(make_plan, stage):
    lines = disability(make_plan())
    lines["tables"] += [lines["tables"][0] | {"table": "Again"}, lines["tables"][0]]
    run = stage(sections(**lines))
    assert issues(run) == [(4, "Tables!eff_from", "duplicate", True), (5, "Tables!table", "duplicate", True)]


def test_a_missing_heading_is_named(make_plan, stage):
    run = stage(sections(**disability(make_plan())).replace("age_to,sex,tobacco,option,rate", "age_to,sex,tobacco"))
    assert (run.state, [issue[1:3] for issue in issues(run)]) == ("refused", [("Rates!rate", "missingColumn")])


def test_the_blank_template_has_every_column_and_reads_as_empty(db, stage):
    book = load_workbook(io.BytesIO(template_workbook()))
    assert book.sheetnames == ["Tables", "Components", "Factors", "Rates", "How to"]
    for name, columns in SECTIONS.items():
        assert [cell.value for cell in book[name][1]] == [column.name for column in columns]
    for content, name in ((template_workbook(), "blank.xlsx"), (template_csv(), "blank.csv")):
        assert issues(stage(content, name)) == [(0, "Tables", "emptyFile", True)]


def test_a_file_that_is_not_a_workbook_is_refused(db, stage):
    for content, name in ((b"PK\x03\x04 broken", "rates.xlsx"), (b"\x89PNG\r\n\x1a\n\x00\x00", "picture.csv")):
        run = stage(content, name)
        assert (run.state, len(issues(run))) == ("refused", 1)
