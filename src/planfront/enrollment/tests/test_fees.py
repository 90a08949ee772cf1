"""Fees beside premiums, from the submission on: a row each, and every reader says the same."""

from datetime import date, timedelta
from decimal import Decimal
from uuid import UUID

import pytest
from django.db import Error, transaction

from planfront.accounts.models import Role, User
from planfront.brands.services import save_settings
from planfront.catalog.models import Plan, PlanOffer
from planfront.coverage.authors import SYSTEM
from planfront.coverage.issuing import set_last_days
from planfront.coverage.ledger import Cause, lock_ledgers
from planfront.coverage.models import CoverageEvent, Fee, Policy
from planfront.coverage.owed_fees import SoldFee
from planfront.coverage.tests.policies import BORN, issue
from planfront.enrollment.tests.conftest import SSN, Wizard, fill_cart, wizard_of
from planfront.kernel.memory.caches import clear_all
from planfront.members.models import Member, Relative
from planfront.members.services import create_member
from planfront.rating.engine import cell
from planfront.rating.services import approve_table, create_table

FIRST = date(2026, 12, 1)
DAY = timedelta(days=1)
DUES = ("membership", "association", "5.00", False)
ONCE = ("enrollment", "plan", "15.00", True)


def list_owed():
    """Return what is owed: the policy's place in its application, what it is, its first and last day."""
    standing = Fee.objects.standing().order_by("once", "effective", "policy__number").select_related("policy")
    return [
        (row.policy_id, (row.code, row.source, str(row.amount), row.once), row.effective, row.until) for row in standing
    ]


def make_vision(store):
    """Return a second plan, 10.00 a month without fees of its own."""
    plan = Plan.objects.create(carrier=store.dental.carrier, name="Halden Vision", category="vision")
    PlanOffer.objects.create(plan=plan, eff_from=date(2026, 1, 1))
    rows = [cell("10.00", tier=tier) for tier in ("IO", "IS", "IC", "IF")]
    table = create_table(plan_id=plan.pk, method="TIER", eff_from=date(2026, 1, 1), rows=rows)
    approve_table(table_id=table.pk)
    return plan


def enroll(wizard, **more):
    wizard.up_to("sign")
    assert wizard.submit(**more).json()["status"] == "success"
    return Policy.objects.latest("created_at")


def end(policy, last_day):
    (record,) = lock_ledgers([policy.pk])
    set_last_days([record], {policy.pk: last_day}, Cause(SYSTEM))


@pytest.fixture
def sign_in(make_client):
    """Sign Maren in."""

    def sign_in():
        member = Member.objects.get(first_name="Maren")
        member.user = User.objects.create_user("maren@mailbox.example", "planfront-demo", role=Role.MEMBER)
        member.save()
        client = make_client("shop.test")
        assert client.sign_in("maren@mailbox.example").status_code == 200
        return client

    return sign_in


def read_month(client):
    month = client.get("get-coverage").json()["data"]["month"]
    return month and (month["day"], [row["amount"] for row in month["fees"]], month["total"], month["first"])


def test_dues_and_what_is_charged_once_are_rows(wizard, sign_in):
    cart = wizard.data("get-plan-cart")
    policy = enroll(wizard)
    assert list_owed() == [(policy.pk, DUES, FIRST, None), (policy.pk, ONCE, FIRST, FIRST)]
    receipt = wizard.data("get-receipt")
    assert (receipt["recurring_month_cost"], receipt["initial_month_cost"]) == ("36.00", "51.00")
    assert cart["total"] == "51.00"
    assert policy.monthly == Decimal("31.00")
    assert read_month(sign_in()) == ("12/01/2026", ["5.00", "15.00"], "36.00", "51.00")


def test_dues_end_with_the_last_policy_and_begin_with_the_next(wizard, store, make_client, sign_in):
    policy = enroll(wizard)
    end(policy, date(2027, 3, 31))
    assert list_owed()[0] == (policy.pk, DUES, FIRST, date(2027, 3, 31))
    end(policy, None)
    assert list_owed()[0] == (policy.pk, DUES, FIRST, None)
    end(policy, date(2026, 12, 31))
    again = enroll(wizard_of(make_client("shop.test"), store), accept_duplicate=1)
    assert again.effective_date == FIRST
    assert [row for row in list_owed() if row[1] == DUES] == [
        (policy.pk, DUES, FIRST, date(2026, 12, 31)),
        (again.pk, DUES, date(2027, 1, 1), None),
    ]
    assert read_month(sign_in()) == ("12/01/2026", ["5.00", "15.00", "15.00"], "67.00", "97.00")


def test_a_policy_that_never_begins_brings_nothing(wizard, sign_in):
    end(enroll(wizard), FIRST - DAY)
    assert list_owed() == []
    assert read_month(sign_in()) is None


def test_who_pays_dues_already_has_none_in_the_next_cart(wizard, store, sign_in):
    first = enroll(wizard)
    client = sign_in()
    started = client.post("add-filter-for-member", {"tier": "IO"}).json()["data"]["temp_enrollment_id"]
    fill_cart(client, started, make_vision(store))
    again = Wizard(client, started)
    cart = again.data("get-plan-cart")
    assert (cart["total"], [fee["name"] for fee in cart["fees"]]) == ("10.00", [])
    second = enroll(again)
    assert again.data("get-receipt")["recurring_month_cost"] == "10.00"
    assert list_owed() == [(first.pk, DUES, FIRST, None), (first.pk, ONCE, FIRST, FIRST)]
    assert read_month(client) == ("12/01/2026", ["5.00", "15.00"], "46.00", "61.00")
    end(first, date(2026, 12, 31))
    assert list_owed()[1] == (second.pk, DUES, date(2027, 1, 1), None)
    assert again.data("get-plan-cart")["total"] == "10.00", "as it was bought"


@pytest.mark.parametrize(
    ("rule", "fees", "total"),
    [("household", [], "10.00"), ("", ["5.00"], "15.00")],
    ids=["once a household", "once a member"],
)
def test_a_spouse_s_cart_has_the_dues_by_the_rule_of_the_brand(wizard, store, make_client, rule, fees, total):
    save_settings(brand=store.brand, values={"association_fee_per": rule})
    clear_all()
    policy = enroll(wizard)
    assert (policy.household is not None) == bool(rule)
    facts = {"first_name": "Jo", "birth_date": date(1990, 5, 2), "gender": 0}
    Relative.objects.create(
        member=policy.member, kind="dependent", relationship="spouse", ssn="900123456", last_name="Castillo", **facts
    )
    user = User.objects.create_user("jo@mailbox.example", "planfront-demo", role=Role.MEMBER)
    home = {"state": "OH", "zip": policy.member.zip, "county": policy.member.county, "phone": "6145550199"}
    create_member(
        brand=store.brand, ssn="900123456", last_name="Castillo", user=user, email=user.email, **home, **facts
    )
    client = make_client("shop.test")
    assert client.sign_in("jo@mailbox.example").status_code == 200
    answer = client.post("add-filter-for-member", {"tier": "IO"}).json()
    assert answer["status"] == "success", answer
    started = answer["data"]["temp_enrollment_id"]
    fill_cart(client, started, make_vision(store))
    cart = Wizard(client, started).data("get-plan-cart")
    assert ([fee["amount"] for fee in cart["fees"]], cart["total"]) == (fees, total)


@pytest.fixture
def jo(store):
    """Somebody who has Maren as a dependent, in a brand whose households owe the dues once."""
    save_settings(brand=store.brand, values={"association_fee_per": "household"})
    clear_all()
    jo = create_member(
        brand=store.brand, first_name="Jo", birth_date=date(1990, 5, 2), gender=0, ssn="900123456", state="OH"
    )
    Relative.objects.create(
        member=jo, kind="dependent", relationship="spouse", first_name="Maren", birth_date=BORN, ssn=SSN
    )
    return jo


HOUSEHOLD = UUID(int=1)


def issue_with_dues(member, number, **more):
    sold = [SoldFee("membership", Decimal("5.00"))]
    return issue(member.brand, number=number, member_id=member.pk, sold_with=sold, household=HOUSEHOLD, **more)


def test_dues_that_were_signed_are_owed(jo, wizard):
    """Maren isn't signed in, so the cart can't say that her family owes the dues already."""
    held = issue_with_dues(jo, "J-1", first=date(2026, 1, 1))
    assert wizard.data("get-plan-cart")["total"] == "51.00"
    bought = enroll(wizard)
    assert wizard.data("get-receipt")["recurring_month_cost"] == "36.00"
    assert bought.household not in (None, HOUSEHOLD)
    assert list_owed()[:2] == [(held.pk, DUES, date(2026, 1, 1), None), (bought.pk, DUES, FIRST, None)]


def test_a_cart_with_dues_joins_a_household_that_owes_none_by_then(jo, wizard):
    held = issue_with_dues(jo, "J-1", first=date(2026, 1, 1), ends_on=FIRST - DAY)
    bought = enroll(wizard)
    assert bought.household == HOUSEHOLD
    assert list_owed()[:2] == [(held.pk, DUES, date(2026, 1, 1), FIRST - DAY), (bought.pk, DUES, FIRST, None)]


def test_a_cart_without_dues_joins_the_household_that_owes_them(jo, wizard, store, sign_in):
    held = issue_with_dues(jo, "J-1", first=date(2026, 1, 1))
    end(enroll(wizard), FIRST - DAY)
    client = sign_in()
    started = client.post("add-filter-for-member", {"tier": "IO"}).json()["data"]["temp_enrollment_id"]
    fill_cart(client, started, make_vision(store))
    again = Wizard(client, started)
    assert again.data("get-plan-cart")["total"] == "10.00"
    assert enroll(again).household == HOUSEHOLD
    assert list_owed() == [(held.pk, DUES, date(2026, 1, 1), None)]


def test_rows_of_fees_are_never_changed(wizard):
    policy = enroll(wizard)
    for change in (lambda: Fee.objects.update(amount=6), Fee.objects.all().delete):
        with pytest.raises(Error, match="append-only"), transaction.atomic():
            change()
    end(policy, date(2027, 3, 31))
    assert CoverageEvent.objects.filter(kind="fees", policy=policy, member=policy.member).count() == 2
    (replaced,) = Fee.objects.filter(replaced_by__isnull=False)
    assert (replaced.until, replaced.replaced_by.until) == (None, date(2027, 3, 31))
    Policy.objects.update(erasing=True)
    Fee.objects.all().delete()
