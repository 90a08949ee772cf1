"""Rate files: every heading and value variant, both formats, all or nothing, resumable."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from planfront.imports import sink
from planfront.imports.errors import ImportBusy, WrongState
from planfront.imports.models import ImportRun
from planfront.imports.registry import importer
from planfront.imports.services import approve_run, discard_run, import_file, take_run_live
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.rating import selectors, services
from planfront.rating.engine import PricedPlan, RatingInputs, price_many
from planfront.rating.importers import load
from planfront.rating.importers.bulk import COLUMNS
from planfront.rating.importers.grid import tier_of
from planfront.rating.importers.transform import Rejected, parse_age, parse_amount, parse_area, parse_date, parse_plan
from planfront.rating.models import RateRow, RateTable

HEADINGS = (
    "BusinessYear,StateCode,IssuerId,SourceName,ImportDate,RateEffectiveDate,RateExpirationDate,PlanId,RatingAreaId,"
    "Tobacco,Age,IndividualRate,IndividualTobaccoRate,Couple,PrimarySubscriberAndOneDependent,"
    "PrimarySubscriberAndTwoDependents,PrimarySubscriberAndThreeOrMoreDependents,CoupleAndOneDependent,"
    "CoupleAndTwoDependents,CoupleAndThreeOrMoreDependents"
)
STATE_HEADINGS = (
    "BUSINESS YEAR,STATE CODE,ISSUER ID,SOURCE NAME,VERSION NUMBER,IMPORT DATE,FEDERAL TIN,RATE EFFECTIVE DATE,"
    "RATE EXPIRATION DATE,PLAN ID,RATING AREA ID,TOBACCO,AGE,INDIVIDUAL RATE,INDIVIDUAL TOBACCO RATE,COUPLE,"
    "PRIMARY SUBSCRIBER AND ONE DEPENDENT,PRIMARY SUBSCRIBER AND TWO DEPENDENTS,"
    "PRIMARY SUBSCRIBER AND THREE OR MORE DEPENDENTS,COUPLE AND ONE DEPENDENT,COUPLE AND TWO DEPENDENTS,"
    "COUPLE AND THREE OR MORE DEPENDENTS,QHP_NON_QHP_TYPE_ID"
)
HIGH, LOW, CHILD = "12345ME0160001", "12345ME0170001", "12345ME0180001"
FAMILY = "54.50,,101.00,102.00,148.50,195.50,143.00,185.00,227.50"
SHARED = Path(__file__).parents[5] / "shared/data/rates"


def line(plan, age, amounts, *, area="Rating Area 1", tobacco="No Preference", dates="2026-01-01,2026-12-31"):
    return f"2026,ME,12345,SERFF,,{dates},{plan},{area},{tobacco},{age},{amounts}"


def by_age(rate, tobacco_rate=""):
    return f"{rate},{tobacco_rate},,,,,,,"


GOOD = [
    line(HIGH, "Family Option", FAMILY),
    line(CHILD, "0-14", by_age("49.00")),
    line(CHILD, "15", by_age("0.00")),
    line(CHILD, "64 and over", by_age("0.00")),
]


@pytest.fixture
def plans(make_plan):
    return {hios: make_plan(f"Plan {hios}", hios).pk for hios in (HIGH, LOW, CHILD)}


@pytest.fixture
def write(tmp_path):
    def write(lines, headings=HEADINGS, name="rates.csv", encoding="utf-8"):
        path = tmp_path / name
        path.write_text("\n".join([headings, *lines]) + "\n", encoding=encoding)
        return path

    return write


def import_rates(*, path, plans, progress=lambda done, total: None):
    """Read a file for just these plans."""
    value = "\n".join(f"{hios},{plan_id}" for hios, plan_id in plans.items())
    return import_file(kind="rates", path=path, given={"plan_map": value}, tell=progress)


def in_force(run):
    approve_run(run_id=run.pk, by=None, go_live_on=clock.today())
    return take_run_live(run_id=run.pk)


def stored():
    columns = ["rate_table__plan__hios_plan_id", *COLUMNS[1:]]
    return set(RateRow.objects.values_list(*columns))


def issues(job):
    return [(issue.row, issue.code, issue.fatal) for issue in job.issues.exclude(code="notSold")]


def test_family_option_becomes_eight_tier_rows(plans, write):
    job = import_rates(path=write(GOOD), plans=plans)
    assert (job.state, job.counts["rates"], job.rows_done) == ("staged", 9, 4)
    rows = RateRow.objects.filter(rate_table__method="TIER").order_by("id")
    assert [(row.tier, row.kids_lo, row.kids_hi, str(row.rate)) for row in rows] == [
        ("IO", None, None, "54.5000"),
        ("IS", None, None, "101.0000"),
        ("IC", 1, 1, "102.0000"),
        ("IC", 2, 2, "148.5000"),
        ("IC", 3, None, "195.5000"),
        ("IF", 1, 1, "143.0000"),
        ("IF", 2, 2, "185.0000"),
        ("IF", 3, None, "227.5000"),
    ]
    table = RateTable.objects.get(method="TIER")
    assert (table.status, table.area_scheme, table.eff_to) == ("draft", "cms", date(2026, 12, 31))


def test_zero_is_not_sold(plans, write):
    job = import_rates(path=write(GOOD), plans=plans)
    assert list(job.issues.values_list("row", "code", "fatal")) == [(4, "notSold", False), (5, "notSold", False)]
    assert [(row.age_lo, row.age_hi, str(row.rate)) for row in RateRow.objects.filter(rate_table__method="MEMBER")] == [
        (0, 14, "49.0000")
    ]


def test_imported_rates_price_after_approval(plans, write):
    import_rates(path=write(GOOD), plans=plans)
    for table in RateTable.objects.all():
        services.approve_table(table_id=table.pk)
    on = date(2026, 3, 1)
    adult = RatingInputs(on, tier="IF", dob=date(1980, 1, 1), spouse_dob=date(1980, 1, 1), children=2)
    tables = selectors.tables_for(plans.values(), on, {"cms": "ME-1"})
    results = price_many(tables, RatingInputs(on, **{**vars_of(adult), "areas": {"cms": "ME-1"}}))
    assert results[plans[HIGH]].premium == Decimal("185.00")
    assert results[plans[CHILD]].code == "ageError"
    assert isinstance(results[plans[HIGH]], PricedPlan)


def vars_of(inputs):
    return {"tier": inputs.tier, "dob": inputs.dob, "spouse_dob": inputs.spouse_dob, "children": inputs.children}


def test_state_exchange_headings_and_american_dates_are_read(plans, write):
    rows = [
        f"2026,ME,12345,SERFF,7,,12-3,1/1/2026,12/31/2026,{HIGH}-00,Rating Area 1,,Family Option,{FAMILY},2",
    ]
    import_rates(path=write(rows, STATE_HEADINGS), plans=plans)
    state = stored()
    RateTable.objects.all().delete()
    ImportRun.objects.all().delete()
    import_rates(path=write([GOOD[0]]), plans=plans)
    assert state == stored()
    assert len(state) == 8


def test_the_columns_and_ages_of_2014_files_are_read(plans, write):
    """More columns, in another order, and bands that end at 20 and begin at 65."""
    headings = (
        "BusinessYear,StateCode,IssuerId,SourceName,VersionNum,ImportDate,IssuerId2,FederalTIN,RateEffectiveDate,"
        "RateExpirationDate,PlanId,RatingAreaId,Tobacco,Age,IndividualRate,IndividualTobaccoRate,Couple,"
        "PrimarySubscriberAndOneDependent,PrimarySubscriberAndTwoDependents,"
        "PrimarySubscriberAndThreeOrMoreDependents,CoupleAndOneDependent,CoupleAndTwoDependents,"
        "CoupleAndThreeOrMoreDependents,RowNumber"
    )
    start = "2014,ME,12345,HIOS,6,2014-03-19 07:06:49,12345,93-0438772,2014-01-01,2014-12-31"
    rows = [
        f"{start},{LOW},Rating Area 1,No Preference,0-20,29.00,,,,,,,,,14",
        f"{start},{LOW},Rating Area 1,No Preference,21,36.95,,,,,,,,,15",
        f"{start},{LOW},Rating Area 1,No Preference,65 and over,32.00,,,,,,,,,16",
        f"{start},{HIGH},Rating Area 2,No Preference,Family Option,{FAMILY},17",
    ]
    job = import_rates(path=write(rows, headings), plans=plans)
    assert (issues(job), job.counts["rates"]) == ([], 11)
    ages = RateRow.objects.filter(rate_table__method="MEMBER").order_by("id").values_list("age_lo", "age_hi", "rate")
    assert list(ages) == [
        (0, 20, Decimal("29.00")),
        (21, 21, Decimal("36.95")),
        (65, None, Decimal("32.00")),
    ]
    assert RateTable.objects.get(method="TIER").eff_to == date(2014, 12, 31)


def test_tobacco_gives_two_rows_and_children_may_have_one(plans, write):
    both = "Tobacco User/Non-Tobacco User"
    rows = [
        line(LOW, "0-20", by_age("10.00"), tobacco=both),
        line(LOW, "21", by_age("20.00", "30.00"), tobacco=both),
    ]
    import_rates(path=write(rows), plans=plans)
    assert [(row.age_lo, row.tobacco, str(row.rate)) for row in RateRow.objects.order_by("id")] == [
        (0, None, "10.0000"),
        (21, False, "20.0000"),
        (21, True, "30.0000"),
    ]


def test_placeholders_are_left_out_and_reported(plans, write):
    rows = [*GOOD, line(LOW, "30", by_age("9999.99")), line(LOW, "31", by_age("999999"))]
    job = import_rates(path=write(rows), plans=plans)
    assert job.state == "staged"
    assert issues(job) == [(6, "placeholder", False), (7, "placeholder", False)]
    assert job.counts["left_out"] == 4  # the two placeholders and the two lines of 0.00


def test_rows_of_other_plans_are_counted(plans, write):
    job = import_rates(path=write([*GOOD, line("99999TX0010001", "30", by_age("1.00"))]), plans=plans)
    assert (job.state, job.counts["of_other_plans"]) == ("staged", 1)


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (line(LOW, "thirty", by_age("1.00")), "badAge"),
        (line(LOW, "30", by_age("1.O0")), "badAmount"),
        (line(LOW, "30", by_age("-1.00")), "badAmount"),
        (line(LOW, "30", by_age("NaN")), "badAmount"),
        (line(LOW, "30", by_age("")), "missingRate"),
        (line(LOW, "30", by_age("1.00"), tobacco="Sometimes"), "badTobacco"),
        (line(LOW, "30", by_age("1.00"), tobacco="Tobacco User/Non-Tobacco User"), "missingRate"),
        (line(LOW, "30", by_age("1.00"), area="Area 51"), "badArea"),
        (line(LOW, "30", by_age("1.00"), dates="2026-02-30,2026-12-31"), "badDate"),
        (line(LOW, "30", by_age("1.00"), dates="2026-12-31,2026-01-01"), "badDates"),
        (line("SHORT", "30", by_age("1.00")), "badPlanId"),
        ("2026,ME,12345", "shortRow"),
    ],
)
def test_one_bad_line_imports_nothing(plans, write, bad, code):
    job = import_rates(path=write([*GOOD, bad]), plans=plans)
    assert job.state == "refused"
    assert issues(job) == [(6, code, True)]
    assert not RateTable.objects.exists()
    assert not RateRow.objects.exists()


def test_rows_that_tie_import_nothing(plans, write):
    rows = [line(LOW, "0-20", by_age("1.00")), line(LOW, "20", by_age("2.00"))]
    job = import_rates(path=write(rows), plans=plans)
    assert (job.state, issues(job)) == ("refused", [(2, "overlap", True)])
    assert job.issues.get().message.startswith("Rows 2 and 3: plan ")
    twice = import_rates(path=write([GOOD[0], GOOD[0]], name="twice.csv"), plans=plans)
    assert twice.state == "refused"
    assert {issue.code for issue in twice.issues.all()} == {"overlap"}
    assert twice.issues.first().message.startswith("Rows 2 and 3: ")


def test_two_methods_for_one_plan_import_nothing(plans, write):
    job = import_rates(path=write([line(LOW, "Family Option", FAMILY), line(LOW, "30", by_age("1.00"))]), plans=plans)
    assert issues(job) == [(0, "mixedMethods", True)]


def test_a_missing_heading_is_named(plans, write):
    job = import_rates(path=write(GOOD, HEADINGS.replace("Couple,", "Pair,")), plans=plans)
    assert [(issue.code, "Couple" in issue.message) for issue in job.issues.all()] == [("noHeading", True)]


def test_latin_1_files_are_read(plans, write):
    path = write([row.replace("SERFF", "Compañía") for row in GOOD], encoding="latin-1")
    assert import_rates(path=path, plans=plans).counts["rates"] == 9


def test_utf_8_files_with_a_byte_order_mark_are_read(plans, write):
    assert import_rates(path=write(GOOD, encoding="utf-8-sig"), plans=plans).counts["rates"] == 9


def test_a_file_is_read_once(plans, write):
    path = write(GOOD)
    first, second = import_rates(path=path, plans=plans), import_rates(path=path, plans=plans)
    assert first.pk == second.pk
    assert RateRow.objects.count() == 9


def test_a_discarded_import_can_be_read_again(plans, write):
    path = write(GOOD)
    discard_run(run_id=import_rates(path=path, plans=plans).pk)
    assert not RateRow.objects.exists()
    assert import_rates(path=path, plans=plans).counts["rates"] == 9


def test_an_import_in_force_can_not_be_discarded(plans, write):
    job = import_rates(path=write(GOOD), plans=plans)
    in_force(job)
    with pytest.raises(WrongState):
        discard_run(run_id=job.pk)
    assert RateRow.objects.count() == 9


def many(count):
    return [line(LOW, str(age % 100), by_age("5.00"), area=f"Rating Area {age // 100 + 1}") for age in range(count)]


def test_an_interrupted_import_is_resumed(plans, write, monkeypatch):
    monkeypatch.setattr(load, "CHUNK", 100)
    path = write(many(450))

    def pull_the_plug(done, total):
        if done == 200:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_rates(path=path, plans=plans, progress=pull_the_plug)
    assert set(RateTable.objects.values_list("status", flat=True)) == {"loading"}
    seen = []
    job = import_rates(path=path, plans=plans, progress=lambda done, total: seen.append(done))
    assert (job.state, job.counts["rates"], seen[:3]) == ("staged", 450, [300, 400, 450])
    assert RateRow.objects.count() == 450
    assert list(RateTable.objects.values_list("status", flat=True)) == ["draft"]


def test_two_processes_do_not_load_the_same_rows(plans, write, monkeypatch):
    monkeypatch.setattr(load, "CHUNK", 100)
    path = write(many(300))

    def other_process(done, total):
        if done == 100:
            monkeypatch.undo()
            import_rates(path=path, plans=plans)

    with pytest.raises(ImportBusy):
        import_rates(path=path, plans=plans, progress=other_process)
    assert RateRow.objects.count() == 300


def test_reading_stops_after_very_many_errors(plans, write, monkeypatch):
    monkeypatch.setattr(load, "CHUNK", 100)
    monkeypatch.setattr(sink, "MAX_FATAL", 250)
    job = import_rates(path=write([line(LOW, "x", by_age("1.00"))] * 1000), plans=plans)
    assert (job.state, job.issues.count(), job.rows_done) == ("refused", 251, 200)
    assert [issue.row for issue in job.issues.filter(code="badAge")] == list(range(2, 252))
    assert job.issues.last().code == "tooMany"


@pytest.mark.parametrize(
    ("text", "value"),
    [("54.50", "54.50"), ("$1,234.5", "1234.5"), (" 12\n", "12"), ("$\n 7.00 ", "7.00"), ("0.00", None), ("", None)],
)
def test_amounts_are_parsed(text, value):
    assert parse_amount(text) == value


@pytest.mark.parametrize("text", ["1e3", "1.23456", "12,34", "٣", "inf", "1.2.3", "$", "abc", "123,456,789,012"])
def test_invalid_amounts_are_refused(text):
    with pytest.raises(Rejected):
        parse_amount(text)


def test_ages_areas_dates_and_plans_are_parsed():
    assert [parse_age(text) for text in ("0-14", "30", "65 and over", "64 and older", "65+", "Family Option")] == [
        (0, 14),
        (30, 30),
        (65, None),
        (64, None),
        (65, None),
        None,
    ]
    assert parse_area(" rating area 07 ") == "7"
    assert {parse_date(text) for text in ("2026-03-01", "3/1/2026", "03/01/2026 0:00", "2026-03-01T00:00:00")} == {
        date(2026, 3, 1)
    }
    assert parse_plan("12345ME0160001-01") == "12345ME0160001"


def item(number, plan, amounts, **more):
    named = {"effectiveDate": "2026-01-01", "expirationDate": "2026-12-31", "planId": plan} | more
    named |= {"rateAreaId": "Rating Area 1"} | amounts
    cells = "".join(
        f'<{name} cellLocation="Rate_Table-A.{number}"><cellValue>{value}</cellValue></{name}>'
        for name, value in named.items()
    )
    return f"<items>{cells}</items>"


def sheet(method, items):
    return (
        "<qhpApplicationRateGroupVO><header><templateVersion>v11.0</templateVersion></header>"
        f"<ratingMethod><cellValue>{method}</cellValue></ratingMethod>{''.join(items)}</qhpApplicationRateGroupVO>"
    )


def template(*sheets, before=""):
    return (
        f'<?xml version="1.0"?>{before}<qhpApplicationRateGroupListVO xmlns="http://vo.ffe.cms.hhs.gov">'
        f"{''.join(sheets)}</qhpApplicationRateGroupListVO>"
    )


FAMILY_ITEM = item(
    14,
    HIGH,
    {
        "primaryEnrollee": "$54.50",
        "coupleEnrollee": "$\n101.00",
        "primaryEnrolleeOneDependent": "102.00",
        "primaryEnrolleeTwoDependent": "148.50",
        "primaryEnrolleeManyDependent": "195.50",
        "coupleEnrolleeOneDependent": "143.00",
        "coupleEnrolleeTwoDependent": "185.00",
        "coupleEnrolleeManyDependent": "227.50",
    },
)
AGE_ITEMS = [
    item(15, CHILD, {"primaryEnrollee": rate}, tobacco="No Preference", ageNumber=age)
    for age, rate in [("0-14", "49.00"), ("15", "0.00"), ("64 and over", "$0.00")]
]


def test_the_template_gives_the_same_rows_as_the_csv(plans, write, tmp_path):
    import_rates(path=write(GOOD), plans=plans)
    from_csv = stored()
    path = tmp_path / "rates.xml"
    path.write_text(template(sheet("Family-Tier Rates", [FAMILY_ITEM]), sheet("Age-Based Rates", AGE_ITEMS)))
    RateTable.objects.all().delete()
    job = import_rates(path=path, plans=plans)
    assert job.state == "staged"
    assert stored() == from_csv
    assert len(from_csv) == 9


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (template(sheet("Guesswork", [FAMILY_ITEM])), "badMethod"),
        (template(before='<!DOCTYPE x [<!ENTITY a "b">]>'), "badXml"),
        (template(sheet("Age-Based Rates", AGE_ITEMS))[:-40], "badXml"),
        ("<other/>", "notRates"),
    ],
)
def test_unreadable_templates_are_refused(plans, tmp_path, text, code):
    path = tmp_path / "rates.xml"
    path.write_text(text)
    job = import_rates(path=path, plans=plans)
    assert (job.state, [issue[1] for issue in issues(job)]) == ("refused", [code])


def command(path, *options, **named):
    call_command("import", "rates", str(path), *options, **named)


def test_the_command_stages_by_the_plans_own_ids(plans, write, capsys):
    command(write(GOOD))
    shown = capsys.readouterr().out
    assert "Ready for review" in shown
    assert "9 rates" in shown
    run = ImportRun.objects.get()
    assert shown.splitlines()[-1] == f"Next: approve it at /backoffice/imports/importrun/{run.pk}/change/"
    assert RateTable.objects.filter(status="draft").count() == 2


def test_the_command_takes_a_plan_map_and_goes_live(plans, write, tmp_path, capsys, django_user_model):
    django_user_model.objects.create_superuser("approver@demo.test", "planfront-demo")
    value = tmp_path / "map.csv"
    value.write_text(f"component,plan\n{HIGH},{plans[LOW]}\n")
    command(write(GOOD), option=[f"plan_map=@{value}"], approve_as="approver@demo.test")
    assert "Live" in capsys.readouterr().out
    table = RateTable.objects.get()
    assert (table.plan_id, table.status, table.rows.count()) == (plans[LOW], "approved", 8)
    assert table.approved_by.email == "approver@demo.test"


def test_the_command_fails_loudly(plans, write, capsys):
    with pytest.raises(CommandError, match="1 error"):
        command(write([line(LOW, "x", by_age("1.00"))]))
    assert "row 2, Age" in capsys.readouterr().err
    with pytest.raises(CommandError, match="not a file"):
        command("nowhere.csv")
    with pytest.raises(CommandError, match="kinds: "):
        call_command("import", "fates", str(write(GOOD)))
    with pytest.raises(CommandError, match="no plan 99"):
        command(write(GOOD), option=[f"plan_map={HIGH},99"])
    with pytest.raises(CommandError, match="No staff account"):
        command(write(GOOD), approve_as="nobody@demo.test")


@pytest.mark.skipif(not SHARED.is_dir(), reason="the public Maine files are not here")
def test_the_real_maine_files_give_the_same_prices(make_plan):
    ids = ("50165ME0160001", "50165ME0170001", "50165ME0180001")
    plans = {hios: make_plan(hios, hios).pk for hios in ids}
    results = []
    for name in ("Rate_2022_ME_dental.csv", "rates_2022_ME_dental.xml"):
        assert import_rates(path=SHARED / name, plans=plans).state == "staged"
        results.append(stored())
        RateTable.objects.all().delete()
    assert results[0] == results[1]
    assert len(results[0]) == 17


def named_issues(run):
    return [(issue.row, issue.column, issue.code, issue.fatal) for issue in run.issues.all()]


GRID = "Plan,Area,Effective Date,Employee,Employee + Spouse,Employee + Child(ren),Family,EE + 1"


def test_a_brokers_grid_is_read_as_rates_by_tier(plans, write):
    rows = [
        f'{HIGH},Rating Area 1,1/1/2027,33.550000000000004,$60.10,70,"1,100.00",1',
        f"{HIGH}-01,Rating Area 2,1-Jan-27,34,N/A,71,0.00,1",
        f"Plan {LOW},ME-3,46388,20,,30,40,1",
    ]
    run = import_file(kind="rates", path=write(rows, GRID))
    assert (run.state, named_issues(run)) == ("staged", [(1, "EE + 1", "columnUnread", False)])
    tables = RateTable.objects.filter(source=run).order_by("plan_id")
    assert [(t.plan_id, t.method, t.area_scheme, t.eff_from, t.eff_to) for t in tables] == [
        (plans[HIGH], "TIER", "cms", date(2027, 1, 1), None),
        (plans[LOW], "TIER", "cms", date(2027, 1, 1), None),
    ]
    first, second = [
        [(row.area, row.tier, str(row.rate)) for row in table.rows.order_by("area", "id")] for table in tables
    ]
    assert first == [
        *(("ME-1", "IO", "33.5500"), ("ME-1", "IS", "60.1000"), ("ME-1", "IC", "70.0000"), ("ME-1", "IF", "1100.0000")),
        *(("ME-2", "IO", "34.0000"), ("ME-2", "IC", "71.0000")),
    ]
    assert second == [("ME-3", "IO", "20.0000"), ("ME-3", "IC", "30.0000"), ("ME-3", "IF", "40.0000")]


def test_a_first_day_that_is_no_day_says_why():
    with pytest.raises(FieldErrors) as refused:
        importer("rates").options({"since": "02/30/2027"})
    (error,) = refused.value.errors
    assert (error.target_element, str(error.error_message)) == ("since", "February 2027 has 28 days. Check the day.")


def test_a_grid_without_dates_starts_on_the_day_said_at_upload(plans, write):
    path = write([f"{plans[HIGH]},33,60"], "Plan,EE,Family")
    refused = import_file(kind="rates", path=path)
    assert (refused.state, named_issues(refused)) == ("refused", [(1, "", "noFirstDay", True)])
    run = import_file(kind="rates", path=path, given={"since": "01/01/2027"})
    table = RateTable.objects.get(source=run)
    assert (run.state, table.eff_from, table.area_scheme) == ("staged", date(2027, 1, 1), "")


def test_a_bad_line_of_a_grid_says_all_that_is_wrong_with_it(plans, write):
    bad = [
        f"{HIGH},Somewhere,soon,33,6O,70,#REF!,",
        "No Such Plan,,1/1/2027,1,2,3,4,",
        "No Such Plan,,1/1/2027,1,2,3,4O,",
        "Nor This,,soon,1,2,3,4,",
    ]
    run = import_file(kind="rates", path=write(bad, GRID))
    assert (run.state, set(named_issues(run)) - {(1, "EE + 1", "columnUnread", False)}) == (
        "refused",
        {
            *((2, "Area", "badArea", True), (2, "Effective Date", "badDate", True)),
            *((2, "Employee + Spouse", "badAmount", True), (2, "Family", "badAmount", True)),
            *((3, "Plan", "unknownPlan", True), (4, "Family", "badAmount", True)),
            *((5, "Plan", "unknownPlan", True), (5, "Effective Date", "badDate", True)),
        },
    )


@pytest.mark.parametrize(
    ("heading", "tier"),
    [
        *(("EE", "IO"), ("Employee Only", "IO"), ("Single", "IO"), ("EE Rate", "IO")),
        *(("ES", "IS"), ("EE & Spouse", "IS"), ("Employee + Spouse/DP", "IS"), ("Member and Spouse", "IS")),
        *(("EC", "IC"), ("EE + Child(ren)", "IC"), ("Employee plus Children", "IC"), ("EE+CH", "IC")),
        *(("Family", "IF"), ("EE + Family", "IF"), ("FAM", "IF"), ("EE + Spouse + Children", "IF")),
        *(("EE + 1", ""), ("EE + 1 Child", ""), ("Remarks", ""), ("IndividualRate", ""), ("", "")),
    ],
)
def test_headings_of_brokers_name_tiers(heading, tier):
    assert tier_of(heading) == tier


def test_a_bad_line_says_all_that_is_wrong_with_it(plans, write):
    bad = line(HIGH, "thirty", by_age("1.O0"), area="Area 51", dates="2026-02-30,2026-12-31")
    run = import_rates(path=write([*GOOD, bad]), plans=plans)
    assert {issue for issue in named_issues(run) if issue[3]} == {
        (6, "RatingAreaId", "badArea", True),
        (6, "RateEffectiveDate", "badDate", True),
        (6, "Age", "badAge", True),
        (6, "IndividualRate", "badAmount", True),
    }
