"""Why a price is what it is, of every plan that the demo world can price."""

from __future__ import annotations

from decimal import Decimal

import pytest

from planfront_demo.tests.showcase import SHOPPER

pytestmark = pytest.mark.django_db

PEOPLE = [
    {"tier": "IO", "zip": "75201", "is_smoker": "1"},
    {"tier": "IS", "zip": "43215", "is_smoker": "0"},
    {"tier": "IC", "zip": "60601", "is_smoker": "0"},
    {"tier": "IF", "zip": "75201", "is_smoker": "0"},
]


def quote(client, tier, is_smoker, **basics):
    shopper = {"dob": "04/17/1989", "gender": "1", "tier": tier, "eprocess": "applicant", **basics}
    key = client.post("add-filter-for-new-user", shopper).json()["data"]["temp_enrollment_id"]
    more = {"is_smoker": is_smoker, "annual_incode": str(SHOPPER["income"]), "working_hours": "40"}
    if tier in ("IS", "IF"):
        more["spouse_dob"] = "09/02/1988"
    if tier in ("IC", "IF"):
        more["no_of_children"] = "2"
    assert client.put(f"change-filter-info/{key}", more).status_code == 200
    return key


def cards(client, key, pid):
    return client.get("get-plan-pricing-detail", pid=pid, enrollment_id=key).json()["data"]["plans"]


@pytest.mark.parametrize("people", PEOPLE, ids=lambda people: people["tier"])
def test_the_steps_of_every_price_add_up_to_it(world, make_client, people):
    client = make_client("localhost")
    key = quote(client, **people)
    listed = client.get("get-filtered-plans", enrollment_id=key).json()["data"]["result"]
    priced = [item["pid"] for item in listed if item["plan_price"]]
    assert len(priced) > 20
    for card in (card for pid in priced for card in cards(client, key, pid)):
        steps = card["proof"]["steps"]
        assert sum(Decimal(step["amount"]) for step in steps) == Decimal(card["recurring"]), card["plan_name"]
        assert len({step["key"] for step in steps}) == len(steps)


def test_a_tier_is_told_person_by_person_and_the_area_in_dollars(world, make_client):
    client = make_client("localhost")
    key = quote(client, **PEOPLE[3])
    (card,) = (card for card in cards(client, key, 1002) if card["is_default"])
    assert [(step["label"], step["note"], step["amount"]) for step in card["proof"]["steps"]] == [
        ("You", "The price for one person", "36.85"),
        ("Your spouse", "What a second person adds", "34.90"),
        ("Your children", "The same for any number of children", "33.10"),
        ("Your area", "Prices are 1.8% higher here", "1.89"),
    ]
    assert card["proof"]["ignores"] == ["Age", "Gender", "Tobacco use", "Health"]
    assert "Your age" not in [used["label"] for used in card["proof"]["inputs"]]


def test_a_rate_that_counts_children_is_not_said_to_be_the_same_for_any_number(world, make_client):
    client = make_client("localhost")
    card = cards(client, quote(client, **PEOPLE[3]), 1005)[0]
    assert ("Your children", "") in [(step["label"], step["note"]) for step in card["proof"]["steps"]]


def test_a_plan_without_a_price_for_one_tells_its_tier_at_once(world, make_client):
    client = make_client("localhost")
    key = quote(client, **PEOPLE[2])
    (card,) = cards(client, key, 1012)
    assert [(step["label"], step["note"]) for step in card["proof"]["steps"]] == [
        ("You and your children", "One price for everyone this covers"),
        ("Your area", "Prices are 4.1% higher here"),
    ]


@pytest.mark.parametrize(
    ("email", "names"),
    [
        ("", ["You", "You and your children", "You and your spouse", "Your family"]),
        ("rep@demo.test", ["Member", "Member + Child(ren)", "Member + Spouse", "Family"]),
    ],
)
def test_who_is_covered_is_said_in_the_words_of_who_reads(world, make_client, email, names):
    client = make_client("localhost")
    if email:
        client.sign_in(email)
    key = quote(client, **PEOPLE[0])
    (card, *_others) = cards(client, key, 1002)
    assert [tier["label"] for tier in card["proof"]["tiers"]] == names


def test_tobacco_and_fees_are_steps_of_their_own(world, make_client):
    client = make_client("localhost")
    key = quote(client, **PEOPLE[0])
    (card,) = cards(client, key, 1401)
    assert [(step["label"], step["note"], step["amount"]) for step in card["proof"]["steps"]] == [
        ("Your base price", "Rate $0.27 a unit, age 37", "27.00"),
        ("Tobacco use", "Rates are higher for people who use tobacco", "31.00"),
        ("Administrative fee", "3% of the premium", "1.74"),
    ]
    assert card["proof"]["ignores"] == ["Gender", "Health"]
