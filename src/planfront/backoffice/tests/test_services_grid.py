"""What a plan pays for each service, typed as people say it, in a grid of a row a service."""

from decimal import Decimal

import pytest
from django.test import Client

from planfront.accounts.models import User
from planfront.backoffice.plan_editor.care_amounts import Amounts, read_amounts, write_amounts
from planfront.backoffice.plan_editor.services_grid import AmountsField
from planfront.backoffice.tests.test_plans import address, save, values_of
from planfront.catalog.models import PlanBenefit
from planfront.catalog.tests.factories import make_plan

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(brand):
    client = Client(HTTP_HOST="shop.test")
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    return client


@pytest.fixture
def plan(brand):
    plan = make_plan("Halden PPO")
    for at, (name, share) in enumerate([("Exams", 0), ("Fillings", 2000)], start=1):
        PlanBenefit.objects.create(
            plan=plan,
            position=at,
            name=name,
            coinsurance_in=share,
            allowance_out=Decimal(45),
            deductible_in=bool(share),
        )
    return plan


@pytest.mark.parametrize(
    ("typed", "amounts", "written"),
    [
        ("$25", Amounts(copay=Decimal(25)), "$25"),
        ("25.50 copay", Amounts(copay=Decimal("25.50")), "$25.50"),
        ("$1,500", Amounts(copay=Decimal(1500)), "$1,500"),
        ("$10 a visit", Amounts(copay=Decimal(10)), "$10"),
        ("20%, after the deductible", Amounts(share=2000, deductible=True), "20%, after deductible"),
        ("12.5 %", Amounts(share=1250), "12.5%"),
        ("100%", Amounts(share=10000), "100%"),
        ("nothing", Amounts(share=0), "0%"),
        (
            "$25, above $130, no deductible",
            Amounts(copay=Decimal(25), allowance=Decimal(130), deductible=False),
            "$25, above $130, no deductible",
        ),
        ("up to $1,300.00; $5", Amounts(copay=Decimal(5), allowance=Decimal(1300)), "$5, above $1,300"),
        ("", Amounts(), ""),
    ],
)
def test_what_a_member_pays_is_read_and_written_back(typed, amounts, written):
    assert read_amounts(typed) == amounts
    assert write_amounts(amounts) == written
    assert read_amounts(written) == amounts


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("twenty", "“twenty” isn't an amount we can read."),
        ("101%", "A share is at most 100%."),
        ("$5, $6", "“$6” is entered twice."),
        ("$999999999", "is too much"),
    ],
)
def test_what_is_not_read_is_said(typed, wrong):
    with pytest.raises(ValueError, match=wrong.replace("$", r"\$").replace(".", r"\.")):
        read_amounts(typed)


@pytest.mark.thorough
def test_the_page_shows_each_service_in_a_row_and_saves_it_unchanged(staff, plan):
    html = staff.get(address(plan)).content.decode()
    form = values_of(html)
    assert (form["services-0-pays_in"], form["services-0-pays_out"]) == ("0%, no deductible", "above $45")
    assert 'aria-label="Fillings: Member pays in network"' in html
    before = list(PlanBenefit.objects.values_list("name", "coinsurance_in", "deductible_in", "allowance_out"))
    assert save(staff, plan).status_code == 302
    assert list(PlanBenefit.objects.values_list("name", "coinsurance_in", "deductible_in", "allowance_out")) == before


def test_amounts_are_changed_and_rows_moved_taken_out_and_added(staff, plan):
    answer = save(
        staff,
        plan,
        **{
            "services-TOTAL_FORMS": "4",
            "services-0-DELETE": "on",
            "services-1-pays_in": "$15, after deductible",
            "services-1-position": "2",
            "services-2-name": "Crowns",
            "services-2-pays_out": "50%",
            "services-2-service": "major",
            "services-2-position": "1",
            "services-2-covered": "on",
            # Added, and nothing typed.
            "services-3-service": "other",
            "services-3-position": "3",
        },
    )
    assert answer.status_code == 302
    rows = plan.services.values_list("name", "copay_in", "coinsurance_in", "deductible_in", "coinsurance_out")
    assert list(rows) == [
        ("Crowns", None, None, None, 5000),
        ("Fillings", Decimal("15.00"), None, True, None),
    ]


def test_what_is_wrong_stands_at_its_cell_and_nothing_is_lost(staff, plan):
    answer = save(staff, plan, **{"services-1-pays_in": "twenty", "services-0-pays_out": "$7"})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert 'aria-describedby="id_services-1-pays_in_wrong"' in html
    assert '<span class="care-wrong" id="id_services-1-pays_in_wrong">“twenty” isn&#x27;t an amount' in html
    assert 'value="twenty"' in html
    assert values_of(html)["services-0-pays_out"] == "$7"
    assert PlanBenefit.objects.get(name="Exams").copay_out is None


def test_whoever_may_only_look_reads_the_same_words(works, plan):
    html = works("reader", all_brands=True).get(address(plan)).content.decode()
    assert "above $45" in html
    assert "services-0-pays_in" not in html


def test_an_error_that_is_no_answer_to_what_was_typed_stays_out_of_the_form(monkeypatch):
    def fail(_text):
        raise ValueError("invalid literal for int() with base 10")

    monkeypatch.setattr("planfront.backoffice.plan_editor.services_grid.read_amounts", fail)
    with pytest.raises(ValueError, match="base 10"):  # not a ValidationError, which the form would show
        AmountsField().clean("$25")
