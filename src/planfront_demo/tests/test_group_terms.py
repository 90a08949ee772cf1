"""Acme's classes, contributions and open enrollment, as docs/demo-world.md tells them."""

from datetime import timedelta

import pytest

from planfront.kernel import clock
from planfront.kernel.text.parse import show_date
from planfront.members.models import Member
from planfront.parties.groups.models import GroupClass, OpenEnrollment
from planfront_demo.seed_people import first_of_month
from planfront_demo.seed_terms import renew_open_enrollment
from tests.fixtures import ApiClient

DENTAL, VISION, DISABILITY = 1014, 1105, 1802

pytestmark = pytest.mark.django_db

SHOPPER = {
    "zip": "43215",
    "dob": "04/17/1989",
    "gender": "1",
    "tier": "IO",
    "group_id": 101,
    "platform_group_id": 2,
}


def text_of(answer):
    assert answer.json()["status"] == "success", answer.json()
    return answer.json()["data"]


def quote(client, **changes):
    return text_of(client.post("add-filter-for-new-user", SHOPPER | changes))["temp_enrollment_id"]


def shares(client, key):
    """Price, what Acme pays, what is left, and what a pay period deducts, of the plans Acme pays for."""
    rows = text_of(client.get("get-filtered-plans", enrollment_id=key))["result"]
    kept = {row["pid"]: row for row in rows if row["share"]}
    return {
        pid: (row["plan_price"], *(row["share"][name] for name in ("employer", "own", "own_per_pay")))
        for pid, row in kept.items()
    }


def earliest(client, key):
    return text_of(client.get("get-plan-pricing-detail", pid=DENTAL, enrollment_id=key))["plans"][0]["earliest_start"]


def test_a_visitor_of_acme_is_in_the_class_of_its_staff(world):
    visitor = ApiClient("localhost")
    assert shares(visitor, quote(visitor)) == {
        DENTAL: ("33.20", "19.92", "13.28", "6.13"),
        VISION: ("5.10", "3.50", "1.60", "0.74"),
    }
    family = quote(visitor, tier="IF")
    assert shares(visitor, family)[DENTAL] == ("94.60", "40.00", "54.60", "25.20")
    assert earliest(visitor, family) == show_date(first_of_month(clock.today(), 2))
    visitor.put(f"change-filter-info/{family}", {"annual_income": "48000", "working_hours": "40"})
    assert shares(visitor, family)[DISABILITY][2:] == ("0.00", "0.00")
    visitor.put(f"change-filter-info/{family}", {"working_hours": "12"})
    refused = visitor.get("get-plan-pricing-detail", pid=DENTAL, enrollment_id=family).json()
    assert refused["message"] == "Acme Manufacturing offers its plans to people who work at least 20 hours a week."


def test_management_has_more_and_is_paid_twice_a_month(world):
    rep = ApiClient("localhost")
    rep.sign_in("rep@demo.test")
    key = text_of(rep.post("add-filter-for-existing-user", {"user_id": 5002, "tier": "IO"}))["temp_enrollment_id"]
    assert shares(rep, key)[DENTAL] == ("33.20", "24.90", "8.30", "4.15")


def test_a_new_hire_waits_thirty_days_and_has_days_of_her_own(world):
    new = ApiClient("localhost")
    assert new.sign_in("priya.raman@mail.example").status_code == 200
    key = text_of(new.post("add-filter-for-member", {"user_id": 5003, "tier": "IO"}))["temp_enrollment_id"]
    begins = clock.today() + timedelta(days=20)
    assert earliest(new, key) == show_date(begins if begins.day == 1 else first_of_month(begins, 1))


def test_seasonal_workers_may_not_enroll(world):
    Member.objects.filter(pk=5003).update(group_class=GroupClass.objects.get(name="Seasonal workers"))
    new = ApiClient("localhost")
    new.sign_in("priya.raman@mail.example")
    key = text_of(new.post("add-filter-for-member", {"user_id": 5003, "tier": "IO"}))["temp_enrollment_id"]
    refused = new.get("get-plan-pricing-detail", pid=DENTAL, enrollment_id=key).json()
    assert refused["message"] == "Acme Manufacturing offers no plans to its class Seasonal workers."


def test_what_acme_pays_for_is_paid_from_pay(world):
    visitor = ApiClient("localhost")
    key = quote(visitor)
    for plan, method in ((1101, "cc"), (DENTAL, "list")):
        text_of(visitor.post("add-plan-to-cart", {"enrollment_id": key, "plan_id": plan}))
        assert text_of(visitor.get("get-payment-method", enrollment_id=key))["result"] == method


def test_open_enrollment_is_opened_anew_when_it_is_over(world):
    today = clock.today()
    row = OpenEnrollment.objects.get(group_id=101)
    renew_open_enrollment(today)
    assert OpenEnrollment.objects.get(group_id=101).closes_on == row.closes_on
    OpenEnrollment.objects.update(opens_on=today - timedelta(days=90), closes_on=today - timedelta(days=1))
    renew_open_enrollment(today)
    assert OpenEnrollment.objects.get(group_id=101).closes_on == row.closes_on
