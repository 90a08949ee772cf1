"""The dashboard's numbers, to the cent and to the second, from rows that are made here."""

import csv
from datetime import date
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import User, VisitorSession
from planfront.accounts.services import prune_sessions
from planfront.audit.models import AuditEvent, Tally
from planfront.backoffice.dashboard.figures import FIGURES, Dashboard
from planfront.backoffice.dashboard.query import DashboardQuery
from planfront.backoffice.lists import paging
from planfront.backoffice.tests.rows import NOON, NUMBERS, application, at, enrolled, more_to_do, quote, visit
from planfront.brands.models import Brand
from planfront.catalog.models import Carrier, Plan
from planfront.coverage.models import Policy
from planfront.enrollment.application.pruning import prune_expired
from planfront.enrollment.models import Application, Section
from planfront.kernel import clock
from planfront.kernel.days.period import Period
from planfront.kernel.tests.work import counted
from planfront.parties.reps.services import create_agent
from planfront.shopping.models import CartLine, Quote

pytestmark = pytest.mark.django_db
MARCH = Period(date(2026, 3, 1), date(2026, 3, 31))


@pytest.fixture
def plans(db):
    carriers = [Carrier.objects.create(key=key, name=name) for key, name in (("h", "Halden"), ("o", "Orbis"))]
    result = [
        Plan.objects.create(name="Dental", carrier=carriers[0], category="dental"),
        Plan.objects.create(name="Vision", carrier=carriers[1], category="vision"),
        Plan.objects.create(name="Club", carrier=carriers[1], category="other", is_insurance=False, is_membership=True),
    ]
    return {plan.name: plan for plan in result}


def figures(brands, period=MARCH, ids=None, stuck=7):
    listed = [(brand.pk, brand.name) for brand in brands]
    return Dashboard(DashboardQuery(period, "", None, listed, ids, stuck))


def rows(figure):
    return [
        tuple(str(value) if not isinstance(value, int | Decimal) else value for value in row) for row in figure.rows
    ]


@pytest.fixture
def other(brand):
    return Brand.objects.create(key="other", name="Other")


def test_the_funnel_counts_the_quotes_of_the_days_by_brand(brand, other, plans):
    visit(brand, NOON)
    visit(brand, NOON)
    visit(other, NOON)
    quote(brand)
    quote(brand, plan=plans["Dental"])
    quote(brand, plan=plans["Dental"])
    application(brand, "primary_info")
    enrolled(brand, (plans["Dental"], "10.10", "accepted"))
    quote(other)
    result = figures([brand, other]).figure("funnel")
    assert rows(result) == [("Shop", 2, 5, 4, 2, 1, "20.0%"), ("Other", 1, 1, 0, 0, 0, "0.0%")]
    assert result.total[:6] == ("All", 3, 6, 4, 2, 1)
    assert [(bar.label, bar.size, bar.text) for bar in result.bars] == [
        ("Visits", 50.0, "3"),
        ("Quotes", 100.0, "6"),
        ("Carts", 66.67, "4 · 66.7% of quotes"),
        ("Applications", 33.33, "2 · 50.0% of carts"),
        ("Enrollments", 16.67, "1 · 50.0% of applications"),
    ]
    assert rows(figures([other], ids=frozenset([other.pk])).figure("funnel")) == [("Other", 1, 1, 0, 0, 0, "0.0%")]


def test_days_are_counted_in_the_operators_time_zone(brand):
    """New York's clocks go forward on 8 March 2026: that day has 23 hours."""
    for moment in ("2026-03-07T23:59:59", "2026-03-08T00:00:00", "2026-03-08T23:59:59", "2026-03-09T00:00:00"):
        visit(brand, at(moment))
        quote(brand, on=at(moment))
    day = Period(date(2026, 3, 8), date(2026, 3, 8))
    assert (day.end - day.start).total_seconds() == 86_400
    assert (day.end.astimezone(ZoneInfo("UTC")) - day.start.astimezone(ZoneInfo("UTC"))).total_seconds() == 23 * 3600
    assert rows(figures([brand], day).figure("funnel")) == [("Shop", 2, 2, 0, 0, 0, "0.0%")]
    assert figures([brand], day.before()).period == Period(date(2026, 3, 7), date(2026, 3, 7))


def test_steps_are_named_in_the_language_of_the_page(staff, brand, plans):
    """The page is in English throughout, whatever the browser prefers."""
    application(brand)
    page = staff.get(
        "/backoffice/dashboard/?from=2026-03-01&to=2026-03-31", headers={"accept-language": "es"}
    ).content.decode()
    assert "Where applications stop" in page
    assert "Personal Information" in page
    assert "Información personal" not in page


def test_the_step_report_shows_where_applications_stop(brand):
    application(brand)
    application(brand, "primary_info")
    application(brand, "primary_info", "contact_info")
    application(brand, "primary_info", "contact_info", state="accepted")
    # A section that was edited but not saved is no step.
    Section.objects.create(application=application(brand), key="primary_info", answers={}, draft={}, draft_at=NOON)
    result = {row[0]: row[1:] for row in rows(figures([brand]).figure("steps"))}
    titles = list(result)
    assert result[titles[0]] == (5, 3, 2, "40.0%")
    assert result[titles[1]] == (3, 2, 1, "33.3%")
    assert result[titles[2]] == (2, 1, 1, "50.0%")
    assert result[titles[-1]] == (1, 1, 0, "0.0%")


def test_premium_is_exact_and_leaves_out_dues_and_what_was_cancelled(brand, other, plans):
    dental, vision, club = plans["Dental"], plans["Vision"], plans["Club"]
    for _ in range(3):
        enrolled(brand, (dental, "0.10", "accepted"), (vision, "33.33", "pending"), (club, "5.00", "accepted"))
    enrolled(brand, (dental, "99999.99", "active"), (dental, "50.00", "cancelled"))
    enrolled(other, (vision, "1.01", "accepted"))
    enrolled(brand, (dental, "7.77", "accepted"), on=at("2026-04-01T00:00:00"))
    both = figures([brand, other])
    assert rows(both.figure("carriers")) == [
        ("Halden", 4, Decimal("100000.29"), Decimal("0.00")),
        ("Orbis", 4, Decimal("101.00"), Decimal("99.99")),
    ]
    assert both.figure("carriers").total == ("All", 8, Decimal("100101.29"), Decimal("99.99"))
    assert [row[2] for row in both.figure("categories").rows] == [Decimal("100000.29"), Decimal("101.00")]
    only = figures([other], ids=frozenset([other.pk]))
    assert rows(only.figure("categories"))[0][1:] == (1, Decimal("1.01"), Decimal("0.00"))
    keys = {number.label: (number.text, number.change) for number in both.numbers()}
    assert keys["Monthly premium sold"] == ("$100,101.29", "+$100,101.29 against")
    assert keys["Enrollments"] == ("5", "+5 against")
    april = {
        number.label: number.change
        for number in figures([brand, other], Period(date(2026, 4, 1), date(2026, 4, 30))).numbers()
    }
    assert april["Monthly premium sold"] == "−$100,093.52 against"


def test_reps_are_ranked_by_premium(brand, plans):
    reps = [
        create_agent(code=f"REP{number}", brands=[brand], first_name=name, last_name="Lee", email=f"{name}@x.example")
        for number, name in enumerate(("Ann", "Bo"))
    ]
    enrolled(brand, (plans["Dental"], "10.00", "accepted"), agent=reps[0])
    enrolled(brand, (plans["Dental"], "0.50", "accepted"), agent=reps[0])
    enrolled(brand, (plans["Dental"], "10.51", "accepted"), (plans["Club"], "90.00", "accepted"), agent=reps[1])
    enrolled(brand, (plans["Dental"], "3.00", "accepted"))
    result = figures([brand]).figure("reps")
    assert [(place, link.text, code, number, sold) for place, link, code, number, sold in result.rows] == [
        (1, "Bo Lee", "REP1", 1, Decimal("10.51")),
        (2, "Ann Lee", "REP0", 2, Decimal("10.50")),
    ]
    assert result.note == "Without a rep: 1 enrollment, $3.00 a month."


def test_enrollments_are_counted_by_day_week_or_month(brand, plans):
    enrolled(brand, (plans["Dental"], "1.00", "accepted"))
    by_day = figures([brand]).figure("days")
    assert [(day, number) for day, number in by_day.rows if number] == [(date(2026, 3, 10), 1)]
    assert len(by_day.rows) == 31
    weeks = figures([brand], Period(date(2026, 1, 1), date(2026, 3, 31))).figure("days")
    assert (weeks.title, weeks.rows[0][0], dict(weeks.rows)[date(2026, 3, 9)]) == (
        "Enrollments by week",
        date(2026, 1, 1),
        1,
    )
    months = figures([brand], Period(date(2025, 1, 1), date(2026, 3, 31))).figure("days")
    assert dict(months.rows)[date(2026, 3, 1)] == 1


def test_enrollments_deleted_by_retention_are_still_counted(brand, plans):
    visit(brand, NOON)
    VisitorSession.objects.create(
        brand_id=brand.pk, secret_hash="x", created_at=NOON, seen_at=NOON, expires_at=NOON
    )  # of a program, not a browser
    quote(brand, plan=plans["Dental"], expires="2026-03-20T00:00:00")
    application(brand, "primary_info", expires="2026-03-20T00:00:00")
    before = [rows(figures([brand]).figure(key)) for key in ("funnel", "steps")]
    assert before[0] == [("Shop", 1, 2, 2, 1, 0, "0.0%")]
    assert prune_sessions(at("2026-06-01T00:00:00")) == 2
    assert prune_expired(at("2026-06-01T00:00:00")) == 2
    assert not Quote.objects.exists()
    assert not Application.objects.exists()
    assert [rows(figures([brand]).figure(key)) for key in ("funnel", "steps")] == before
    assert set(Tally.objects.values_list("day", flat=True)) == {date(2026, 3, 10)}
    # A second batch of the same day is added to the first.
    visit(brand, NOON)
    prune_sessions(at("2026-06-01T00:00:00"))
    assert rows(figures([brand]).figure("funnel"))[0][1] == 2


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


def test_the_dashboard_shows_every_figure_with_its_table(staff, brand, plans):
    enrolled(brand, (plans["Dental"], "12.34", "accepted"))
    page = staff.get("/backoffice/dashboard/?from=2026-03-01&to=2026-03-31").content.decode()
    for key in FIGURES:
        assert f'id="figure-{key}"' in page
    assert "03/01/2026 to 03/31/2026" in page
    assert "$12.34" in page
    assert page.count("<table>") >= 4
    for heading in ("Brand", "Insurer"):
        assert f'<th scope="col">{heading}</th>' in page
    assert '<th scope="col" class="n">Visits</th>' in page
    assert 'href="/backoffice/dashboard/carriers.csv?from=2026-03-01&amp;to=2026-03-31"' in page


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("from=2026-03-31&to=2026-03-01", "The last day is before the first."),
        ("from=soon&to=2026-03-01", "Choose both days."),
        ("from=2026-03-01", "Choose both days."),
        ("from=1980-01-01&to=2026-03-01", "Choose five years at most."),
        ("from=9999-12-31&to=9999-12-31", "Choose five years at most."),
    ],
)
def test_an_invalid_date_range_is_reported(staff, query, message):
    page = staff.get(f"/backoffice/dashboard/?{query}")
    assert page.status_code == 200
    assert message in page.content.decode()


@pytest.mark.parametrize("days", ["7", "30", "90", "month", "last-month", "year", "nonsense"])
def test_the_usual_ranges_end_today_at_the_latest(staff, days):
    period = staff.get(f"/backoffice/dashboard/?days={days}&brand=0&stuck=x").context["asked"].period
    assert period.first <= period.last <= clock.today()


def test_exporting_a_table_as_csv_is_recorded(staff, brand, plans):
    enrolled(brand, (plans["Dental"], "1234.50", "accepted"))
    answer = staff.get("/backoffice/dashboard/carriers.csv?from=2026-03-01&to=2026-03-31")
    lines = list(csv.reader(b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()))
    assert lines == [
        ["Insurer", "Policies", "Monthly premium", "Of that, pending"],
        ["Halden", "1", "1234.50", "0.00"],
        ["All", "1", "1234.50", "0.00"],
    ]
    event = AuditEvent.objects.get(action="backoffice.dashboard.exported")
    assert (event.subject_id, event.meta) == ("carriers", {"from": "2026-03-01", "to": "2026-03-31"})
    assert staff.get("/backoffice/dashboard/nothing.csv").status_code == 404


def test_stuck_applications_are_counted_by_the_step_they_wait_at(brand, other):
    later = "2036-01-01T00:00:00"
    application(brand, "primary_info", expires=later)
    application(other, "primary_info", expires=later)
    application(brand, "primary_info", expires="2026-03-20T00:00:00")  # can't be continued any more
    application(brand, "primary_info", state="accepted", expires=later)
    application(brand, "primary_info", expires=later, on=clock.now())
    result = figures([brand], ids=frozenset([brand.pk])).figure("stuck")
    assert [(link.text, number) for link, number in result.rows] == [("Contact Information", 1)]
    assert "stuck=7&step=primary_info" in result.rows[0][0].href


def test_what_is_stuck_goes_by_the_minute_of_the_last_change_and_of_the_expiry(brand, monkeypatch):
    """Days before are kept as counts; the day of the limit and what expires today are looked at row by row."""
    now = at("2026-03-20T12:00:00")

    def stuck(moment=now):
        monkeypatch.setattr(clock, "now", lambda: moment)
        figure = figures([brand]).figure("stuck")
        return {row[0].text: row[1] for row in figure.rows}

    def draft(changed, expires, *steps):
        return application(brand, *steps, on=at(changed), expires=expires)

    draft("2026-03-13T11:59:59", "2026-04-01T00:00:00", "primary_info")
    later = draft("2026-03-13T12:00:01", "2026-04-01T00:00:00", "primary_info")
    draft("2026-03-12T23:59:59", "2026-03-20T12:00:01")
    draft("2026-03-12T23:59:59", "2026-03-20T11:59:59")
    draft("2026-03-13T08:00:00", "2026-03-20T13:00:00")
    draft("2026-03-01T08:00:00", "2026-03-21T00:00:00", "primary_info", "contact_info")
    assert stuck() == {"Personal Information": 2, "Contact Information": 1, "Employer Information": 1}
    assert stuck(at("2026-03-20T12:30:00"))["Contact Information"] == 2
    assert stuck(at("2026-03-21T00:00:00")) == {"Contact Information": 2}
    assert stuck()["Contact Information"] == 1
    Application.objects.filter(pk=later.pk).update(updated_at=at("2026-03-11T09:00:00"))
    assert stuck()["Contact Information"] == 2
    Quote.objects.filter(application=later).update(expires_at=at("2026-03-19T00:00:00"))
    assert stuck()["Contact Information"] == 1
    Quote.objects.filter(application=later).update(expires_at=at("2026-04-01T00:00:00"))
    Application.objects.filter(pk=later.pk).update(state="accepted")
    assert stuck()["Contact Information"] == 1
    Application.objects.filter(enrollment__expires_at__lt=at("2026-03-21T00:00:00")).delete()
    assert stuck() == {"Contact Information": 1, "Employer Information": 1}


@pytest.mark.counts_queries
@pytest.mark.both_databases
@pytest.mark.thorough
def test_the_first_page_reads_no_more_when_more_waits(staff, brand, monkeypatch):
    monkeypatch.setattr(paging, "MOST", 50)

    def opened():
        cache.clear()
        page = staff.get("/backoffice/").content.decode()  # counts the days that changed
        cache.clear()
        with counted() as work:
            staff.get("/backoffice/")
        return page, work

    more_to_do(brand, 100)
    _page, few = opened()
    more_to_do(brand, 2_900)
    page, many = opened()
    assert many.queries == few.queries
    assert many.thousands - few.thousands < 3
    assert "1,500" in staff.get("/backoffice/dashboard/").content.decode()
    assert "<span>Possible duplicate members</span> <strong>50+</strong>" in page


def test_strangers_cannot_see_the_dashboard(client, brand):
    client.defaults["HTTP_HOST"] = "shop.test"
    for address in ("/backoffice/", "/backoffice/dashboard/", "/backoffice/dashboard/funnel.csv"):
        assert client.get(address).headers["Location"].startswith("/backoffice/login/")


@pytest.mark.counts_queries
def test_the_dashboard_takes_the_same_queries_for_more_of_everything(staff, brand, plans):
    def more(times):
        for _ in range(times):
            rep = create_agent(
                code=f"REP{next(NUMBERS)}", brands=[brand], first_name="Ann", last_name="Lee", email="a@x.example"
            )
            enrolled(brand, (plans["Dental"], f"{next(NUMBERS)}.00", "accepted"), on=clock.now(), agent=rep)
            application(brand, "primary_info", on=clock.now())
            visit(brand, clock.now())

    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert staff.get("/backoffice/dashboard/").status_code == 200
        return [item["sql"] for item in captured]

    more(2)
    queries()
    more(2)
    few = queries()
    more(20)
    many = queries()
    assert len(many) <= len(few), [sql for sql in many if sql not in few]
    assert len(queries()) < len(few)  # nothing changed since: nothing is counted again


def test_what_changes_later_is_counted_on_the_day_it_began(brand, plans):
    ann, bo = (
        create_agent(code=f"REP{number}", brands=[brand], first_name=name, last_name="Lee", email=f"{name}@x.example")
        for number, name in enumerate(("Ann", "Bo"))
    )

    def sold():
        board = figures([brand])
        by_rep = {link.text: (number, monthly) for _place, link, _code, number, monthly in board.figure("reps").rows}
        return rows(board.figure("categories")), by_rep

    enrolled(brand, (plans["Dental"], "10.00", "pending"), (plans["Vision"], "7.00", "active"), agent=ann)
    assert [row[1:] for row in sold()[0]] == [
        (1, Decimal("10.00"), Decimal("10.00")),
        (1, Decimal("7.00"), Decimal("0.00")),
    ]
    Policy.objects.filter(category="dental").update(awaits_decision=False)
    assert [row[3] for row in sold()[0]] == [Decimal("0.00"), Decimal("0.00")]
    Quote.objects.update(agent=bo)
    assert sold()[1] == {"Bo Lee": (1, Decimal("17.00"))}
    Plan.objects.filter(name="Vision").update(is_insurance=False)
    assert sold() == ([("Dental Plans", 1, Decimal("10.00"), Decimal("0.00"))], {"Bo Lee": (1, Decimal("10.00"))})
    Policy.objects.filter(category="dental").update(end_date=date(2026, 3, 31))
    assert sold() == ([], {"Bo Lee": (1, Decimal("0.00"))})


def test_a_quote_moves_on_in_the_funnel_as_the_shopper_goes_on(brand, plans):
    def funnel():
        return rows(figures([brand]).figure("funnel"))[0][2:6]

    shopper = quote(brand, plan=plans["Dental"])
    assert funnel() == (1, 1, 0, 0)
    CartLine.objects.all().delete()
    assert funnel() == (1, 0, 0, 0)
    Quote.objects.update(checked_out_at=NOON)
    draft = Application.objects.create(enrollment=shopper, frozen={}, created_at=NOON, updated_at=NOON)
    assert funnel() == (1, 1, 1, 0)
    section = Section.objects.create(application=draft, key="primary_info", answers={}, draft={}, draft_at=NOON)
    assert figures([brand]).applications[brand.pk].stopped == {"none": 1}
    Section.objects.filter(pk=section.pk).update(saved_at=NOON)
    Application.objects.update(last_step="primary_info")
    assert figures([brand]).applications[brand.pk].stopped == {"primary_info": 1}
    Application.objects.update(state="accepted")
    assert funnel() == (1, 1, 1, 1)
    Application.objects.all().delete()
    assert funnel() == (1, 1, 0, 0)
