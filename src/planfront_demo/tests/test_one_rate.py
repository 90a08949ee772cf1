"""Plans with one rate for every shopper don't ask for tobacco use."""

from __future__ import annotations

import pytest

OHIO = {"zip": "43215", "dob": "04/17/1970", "gender": "1", "tier": "IO"}


@pytest.mark.parametrize("plan_id", [1406, 2302])
def test_a_plan_with_one_rate_for_smokers_and_others_has_a_price_at_once(make_client, world, plan_id):
    client, prices = make_client("localhost"), set()
    for item in ({}, {"is_smoker": "1"}, {"is_smoker": "0"}):
        key = client.post("add-filter-for-new-user", {**OHIO, **item}).json()["data"]["temp_enrollment_id"]
        answer = client.get("get-plan-pricing-detail", pid=plan_id, enrollment_id=key).json()
        assert answer["status"] == "success", answer
        prices.add(answer["data"]["plans"][0]["price"])
    assert len(prices) == 1
