"""Ways to pay of the demo world: by brand, plan and group."""

import pytest
from django.db import connection

from planfront.billing.models import PaymentMethod
from planfront.billing.selectors import payment_for
from planfront.brands.models import Brand
from planfront.kernel import clock
from planfront.members.models import Member
from planfront_demo.people import PAYMENTS
from planfront_demo.seed_payments import seed_paid
from planfront_demo.seed_people import World


@pytest.mark.parametrize(
    ("brand", "group", "plans", "method"),
    [
        ("planfront", 77, {1002, 1101}, "cc"),
        ("juniper", 77, {1002}, "cc"),
        ("brightsmile", 77, {1002}, "eft"),
        ("planfront", 77, {1002, PAYMENTS.accounts_only}, "eft"),
        ("planfront", 102, {1002, PAYMENTS.accounts_only}, "list"),
        ("planfront", 2556, {1002}, "elist"),
        ("juniper", 2512, {1002}, "stmt"),
    ],
)
def test_each_cart_has_its_way_to_pay(world, brand, group, plans, method):
    brand_id = Brand.objects.get(key=brand).pk
    result = payment_for(brand_id=brand_id, group_id=group, portal_id=None, plan_ids=plans)
    assert result.method == method


def test_every_cart_of_a_brand_has_one_name_on_statements(world):
    brand_id = Brand.objects.get(key="planfront").pk
    for plans in ({1002}, {PAYMENTS.accounts_only}, {1002, PAYMENTS.accounts_only}):
        result = payment_for(brand_id=brand_id, group_id=77, portal_id=None, plan_ids=plans)
        assert result.descriptor == "PLANFRONT BENEFITS"


def test_one_member_can_pay_as_before(world, make_client):
    client = make_client("localhost")
    assert client.sign_in("luis@demo.test").status_code == 200
    quote = client.post("add-filter-for-member", {"tier": "IO"}).json()["data"]["temp_enrollment_id"]
    (bank,) = client.get("get-existing-bank-info", enrollment_id=quote).json()["data"]["result"]
    (card,) = client.get("get-existing-card-info", enrollment_id=quote).json()["data"]["result"]
    assert (bank["bank_name"], bank["account_number"], bank["account_type"]) == (
        "Lakeview Bank",
        "Ending 4420",
        "checking",
    )
    assert (card["card_brand"], card["card_number"], card["name_on_cc"]) == (
        "Mastercard",
        "Ending 4444",
        "Luis Ferrer",
    )
    assert card["expired"] is False


def test_no_number_of_an_earlier_payment_can_be_read(world):
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM billing_paymentmethod")
        rows = str(cursor.fetchall())
    assert "072400010" in rows
    assert PAYMENTS.card_number not in rows
    assert "000771234420" not in rows
    assert PaymentMethod.objects.get(method="eft").account_number == "000771234420"


def test_the_seed_asks_no_gateway_of_the_operator(world, settings):
    """Theirs would be asked for a card of tests."""
    settings.ADAPTERS = {"card": "somebody.elses.Gateway"}
    PaymentMethod.objects.all().delete()
    seed_paid(World(today=clock.today(), members={PAYMENTS.payer: Member.objects.get(pk=PAYMENTS.payer)}))
    assert [row.method for row in PaymentMethod.objects.all()] == ["eft"]
