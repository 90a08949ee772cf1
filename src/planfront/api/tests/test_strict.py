"""Bodies with names that a call does not know."""

import pytest

pytestmark = pytest.mark.django_db


def refusals(answer):
    assert answer.status_code == 422
    return {item["target_element"]: item["error_message"] for item in answer.json()["data"]}


def test_a_misspelt_name_is_refused_with_the_one_that_was_meant(visitor):
    answer = visitor.put("change-filter-info/any", {"teir": "IF"})
    assert refusals(answer) == {"teir": "This name is not known here. Did you mean “tier”?"}


def test_every_unknown_name_is_named_with_its_place(visitor):
    row = {"qid": 1, "true_condition": 1, "answr": 1}
    body = {"enrollment_id": "x", "plan_id": 1, "aflac_data": [row], "zzzz": 1}
    unknown = "This name is not known here."
    assert refusals(visitor.post("save-aflac-questions", body)) == {"aflac_data.0.answr": unknown, "zzzz": unknown}


def test_extra_names_that_a_body_allows_are_accepted(visitor):
    """The contract sends the fields of the chosen account, which the store knows already."""
    body = {"enrollment_id": "x", "payment_method": "eft", "bank_id": "1", "bank_routing": "110000000"}
    assert visitor.post("save-billing-info-existing", body).status_code == 404


def test_the_refusal_is_in_the_callers_language(visitor):
    visitor.headers["Accept-Language"] = "es"
    answer = visitor.put("change-filter-info/any", {"teir": "IF"})
    assert refusals(answer) == {"teir": "Este nombre no se conoce aquí. ¿Quiso decir “tier”?"}
