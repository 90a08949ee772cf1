"""Riders and amounts above the guaranteed one, as the demo world prices them."""

from __future__ import annotations

import pytest

OHIO = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": "IO"}


@pytest.fixture
def shopper(make_client, world):
    return make_client("localhost")


def start(client, **changes):
    answer = client.post("add-filter-for-new-user", {**OHIO, **changes}).json()
    key = answer["data"]["temp_enrollment_id"]
    client.put(f"change-filter-info/{key}", {"annual_incode": "48000", "working_hours": "40", "is_smoker": "0"})
    return key


def confirm(client, key, plan_id):
    questions = client.get("get-aflac-questions", plan_id=plan_id, enrollment_id=key).json()["data"]["questions"]
    answers = [{"qid": rider["qid"], "true_condition": rider["true_condition"]} for rider in questions]
    return client.post("save-aflac-questions", {"enrollment_id": key, "plan_id": plan_id, "aflac_data": answers})


def cart(client, key):
    return client.get("get-plan-cart", enrollment_id=key).json()["data"]


def test_a_dental_plan_offers_orthodontia(shopper):
    key = start(shopper)
    shopper.post("add-plan-to-cart", {"enrollment_id": key, "plan_id": 1004})
    offered = cart(shopper, key)["result"][0]["riders"]
    assert [(rider["code"], rider["price"], rider["plan_id"]) for rider in offered] == [
        ("ORTHO", "6.40", None),
        ("VISION", "6.45", 1101),
    ]
    body = {"enrollment_id": key, "plan_id": 1004, "riders": ["ORTHO", "VISION"]}
    data = shopper.post("save-cart-riders", body).json()["data"]
    assert [(rider["plan_id"], rider["price"]) for rider in data["result"] if rider["removable"]] == [
        (1004, "34.30"),
        (1101, "6.45"),
    ]


def test_term_life_shows_its_riders_in_spanish(shopper):
    key = start(shopper)
    confirm(shopper, key, 1401)
    body = {"enrollment_id": key, "plan_id": 1401, "plan_id1": 1601}
    assert shopper.post("add-plan-to-cart-prudentials", body).json()["status"] == "success"
    body = {"enrollment_id": key, "plan_id": 1401, "riders": ["AD", "WP"]}
    data = shopper.post("save-cart-riders", body).json()["data"]
    line = data["result"][0] if data["result"][0]["plan_id"] == 1401 else data["result"][1]
    assert [(rider["label"], rider["price"]) for rider in line["riders"]] == [
        ("Accidental death benefit", "4.50"),
        ("Waiver of premium", "1.60"),
    ]
    assert (line["base_price"], line["price"]) == ("27.00", "33.10")
    admin = next(fee for fee in data["fees"] if fee["code"] == "admin_fee")
    assert admin["amount"] == "0.99"
    shopper.headers["Accept-Language"] = "es"
    line = next(rider for rider in cart(shopper, key)["result"] if rider["plan_id"] == 1401)
    assert [rider["label"] for rider in line["riders"]] == ["Beneficio por muerte accidental", "Exención de prima"]


def test_optional_life_above_the_guaranteed_amount_needs_underwriting(shopper):
    key = start(shopper)
    questions = shopper.get("get-questions", enrollment_id=key, plan_id=1405).json()["data"]["result"]
    answers = [{"question_id": question["question_id"], "yes_no_flag": "No"} for question in questions]
    body = {"enrollment_id": key, "plan_id": 1405, "answers": answers}
    assert shopper.post("save-question-answers", body).json()["status"] == "success"
    answer = shopper.get("get-plan-pricing-detail", pid=1405, enrollment_id=key).json()["data"]
    cards = {plan["option"]["code"]: plan for plan in answer["plans"]}
    assert list(cards) == ["100000", "150000", "200000", "250000", "300000"]
    assert cards["200000"]["price"] == cards["150000"]["price"] == "18.00"
    assert cards["300000"]["evidence"]["price_pending"] == "18.54"
    shopper.put(f"change-filter-info/{key}", {"annual_incode": "30000"})
    answer = shopper.get("get-plan-pricing-detail", pid=1405, enrollment_id=key).json()["data"]
    assert [plan["option"]["code"] for plan in answer["plans"]] == ["100000", "150000", "200000"]


def test_the_risk_question_is_asked_before_the_rider_is_added(shopper):
    key = start(shopper)
    query = {"enrollment_id": key, "plan_id": 1405, "type": "rider:AD"}
    (question,) = shopper.get("get-questions", **query).json()["data"]["result"]
    declined = {**query, "answers": [{"question_id": question["question_id"], "yes_no_flag": "Yes"}]}
    assert shopper.post("save-question-answers", declined).json()["errorCode"] == "decline"
