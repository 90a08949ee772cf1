"""The home page's answers to the four questions, at the demo's prices."""

from datetime import date

import pytest

from planfront.audit.models import AuditEvent
from planfront.catalog.models import Plan
from planfront.kernel import clock
from planfront.shopping.models import Quote
from planfront_demo.places import WORKS_EVERYWHERE

pytestmark = pytest.mark.django_db
FOUR = {"zip": "43215", "tier": "IF", "dob": "04/17/1989", "gender": "1"}


@pytest.fixture(autouse=True)
def _today(monkeypatch):
    monkeypatch.setattr(clock, "today", lambda: date(2026, 11, 21))


@pytest.fixture
def ask(world, make_client):
    client = make_client("localhost")

    def preview(**answers):
        return client.post("preview-price", answers)

    return preview


def data(answer):
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def prices(preview):
    names = dict(Plan.objects.values_list("pk", "name"))
    return {names[row["plan_id"]]: row["price"] for row in preview["plans"]}


def test_zip_and_tier_give_a_from_price_that_the_rest_does_not_raise(ask):
    half = data(ask(zip="43215", tier="IF"))
    assert (half["exact"], half["state"], half["tier"]) == (False, "OH", "IF")
    plan = half["plan"]
    assert (plan["plan_name"], plan["price"], plan["category"]) == ("Halden Dental PPO 1500", "104.85", "dental")
    assert prices(half) == {
        "Halden Dental PPO 1500": "104.85",
        "Ostrander Vision Complete 130": "24.60",
        "Tern Harbor SteadyTerm 100": None,  # rated by age
        "Fernhollow Accident Cash": "28.40",
    }
    full = data(ask(**FOUR))
    assert full["exact"] is True
    assert {name: price for name, price in prices(full).items() if prices(half)[name]} == {
        name: price for name, price in prices(half).items() if price
    }


def test_four_answers_give_the_exact_price_two_facts_and_the_earliest_start(ask):
    plan = data(ask(**FOUR))["plan"]
    assert (plan["price"], plan["start"], plan["message"]) == ("104.85", "12/01/2026", "")
    assert [(fact["label"], fact["value"]) for fact in plan["facts"]] == [
        ("Annual maximum", "$1,500"),
        ("Deductible", "$50 / $150"),
    ]


@pytest.mark.parametrize("code", WORKS_EVERYWHERE)
def test_the_preview_says_what_the_quote_will_say(world, make_client, code):
    client = make_client("localhost")
    answers = FOUR | {"zip": code, "tier": "IO"}
    shown = data(client.post("preview-price", answers))
    quote = data(client.post("add-filter-for-new-user", answers))["temp_enrollment_id"]
    assert data(client.get("get-featured-prices", enrollment_id=quote))["result"] == shown["plans"]


def test_nothing_of_the_answers_is_kept(ask):
    before = Quote.objects.count(), AuditEvent.objects.count()
    ask(**FOUR)
    assert (Quote.objects.count(), AuditEvent.objects.count()) == before


def test_a_place_without_plans_is_said_in_the_place_of_the_price(ask):
    plan = data(ask(**FOUR | {"zip": "00901"}))["plan"]
    assert (plan["plan_name"], plan["price"]) == ("Halden Dental PPO 1500", None)
    assert plan["message"] == "We don't sell plans in Puerto Rico."


def test_answers_that_cannot_be_read_are_refused_by_field(ask):
    answer = ask(zip="9", tier="X", dob="02/30/1989")
    assert answer.status_code == 422
    assert {item["target_element"] for item in answer.json()["data"]} == {"zip", "tier", "dob"}


def test_asking_without_end_is_stopped(ask, monkeypatch):
    monkeypatch.setattr("planfront.shopping.plans.api._PREVIEWS", 1)
    assert ask(**FOUR).status_code == 200
    assert ask(**FOUR).status_code == 429
