"""The list of steps, and what the tabs say of each."""

import json
from pathlib import Path

import pytest

from planfront.enrollment.steps import profiles
from planfront.enrollment.steps.registry import STEPS, call_href

pytestmark = pytest.mark.django_db
OPENAPI = Path(__file__).parents[4] / "api" / "openapi.json"


def test_tabs_say_where_each_step_is_read_saved_and_kept(wizard):
    rows = wizard.get("/get-dynamic-tabs").json()["data"]["result"]
    assert [
        (row["tab_name"], row["column"], row["picture_name"], row["clients_alone"], row["order"]) for row in rows
    ] == [
        ("primary_info", "primary_info", "", False, 0),
        ("contact_info", "contact_info", "contact_info", False, 1),
        ("employer_info", "employer_info", "employer_info", False, 2),
        ("beneficiary_info", "benificiary_info", "beneficiary_info", False, 3),
        ("primary_health_info", "health_info", "health_info", False, 4),
        ("dependent_info", "dependent_info", "dependent_info", False, 5),
        ("billing_info", "payment_info", "", True, 6),
        ("agreement_info", "aggrement_info", "agreement_info", True, 7),
        ("review_info", "review_info", "review_info", True, 8),
    ]
    assert (rows[0]["form_href"], rows[0]["save_href"]) == (
        "/api/v1/get-form-fields-personal-info",
        "/api/v1/save-personal-info",
    )
    assert (rows[8]["form_href"], rows[8]["save_href"]) == ("", "/api/v1/save-review-info")


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.key)
def test_each_step_names_existing_calls(step):
    paths = json.loads(OPENAPI.read_text())["paths"]
    if step.form_call:
        assert "get" in paths[call_href(step.form_call)]
    assert "post" in paths[call_href(step.save_call)]


def test_the_default_steps_are_asked_of_everybody():
    assert [key for key, default in profiles.DEFAULT_TABS.items() if default] == [
        "primary_info",
        "contact_info",
        "dependent_info",
        "billing_info",
        "agreement_info",
        "review_info",
    ]


def test_keys_columns_and_addresses_of_steps_differ():
    for name in ("key", "slug", "form_call", "save_call"):
        values = [getattr(step, name) for step in STEPS if getattr(step, name)]
        assert len(set(values)) == len(values)
