"""Carts across an import of rates: the price is replayed at checkout, old and new shown, forwards and back."""

from __future__ import annotations

import pytest

from planfront.accounts.models import User
from planfront.imports.services import approve_run, import_file, roll_back_run, take_run_live
from planfront.kernel import clock
from planfront.rating.models import AreaMap
from planfront.rating.tests.test_import import HEADINGS
from planfront.shopping.tests.factories import add, cart, dental, start

pytestmark = pytest.mark.django_db
HIOS = "12345TX0160001"
AMOUNTS = "40.00,,80.00,70.00,75.00,80.00,110.00,115.00,120.00"


@pytest.fixture
def plan(brand):
    AreaMap.objects.create(scheme="cms", state="TX", area="TX-8", eff_from="2020-01-01")
    return dental(hios_plan_id=HIOS)


@pytest.fixture
def imported(plan, tmp_path):
    path = tmp_path / "rates.csv"
    line = f"2027,TX,12345,HIOS,,2026-11-01,2027-12-31,{HIOS},Rating Area 8,No Preference,Family Option,{AMOUNTS}"
    path.write_text(f"{HEADINGS}\n{line}\n")
    first, second = [User.objects.create_superuser(f"{name}@demo.test", "x") for name in ("admin", "approver")]
    run = import_file(kind="rates", path=path, by=first)
    return approve_run(run_id=run.pk, by=second, go_live_on=clock.today())


def checkout(visitor, key, **more):
    return visitor.post("cart-checkout", {"enrollment_id": key, "effective_date": "12/01/2026", **more}).json()


def changed(answer):
    assert answer["errorCode"] == "priceChanged"
    return [(line["old"], line["new"]) for line in answer["data"]["lines"]]


def test_an_import_and_its_roll_back_stop_the_checkout_and_show_both_prices(visitor, plan, imported):
    key = start(visitor)
    add(visitor, key, plan.pk)
    assert checkout(visitor, key)["status"] == "success"

    take_run_live(run_id=imported.pk)
    assert changed(checkout(visitor, key)) == [("36.85", "40.00")]
    assert checkout(visitor, key, accept_price=1)["status"] == "success"
    assert cart(visitor, key)["result"][0]["price"] == "40.00"

    roll_back_run(run_id=imported.pk)
    assert changed(checkout(visitor, key)) == [("40.00", "36.85")]
    assert checkout(visitor, key, accept_price=1)["status"] == "success"
    assert cart(visitor, key)["result"][0]["price"] == "36.85"


def test_an_import_that_is_not_live_changes_no_price(visitor, plan, imported):
    key = start(visitor)
    add(visitor, key, plan.pk)
    assert cart(visitor, key)["result"][0]["price"] == "36.85"
