"""Beneficiaries: shares, messages, masking, staging, and what is on record of a member."""

import pytest

from planfront.enrollment.application.context import load
from planfront.enrollment.models import Application, RequirementProfile, Section
from planfront.enrollment.submission.enrollee import list_designated
from planfront.enrollment.tests.conftest import SSN, problems
from planfront.shopping.models import Quote

JONAH = {
    "first_name": "Jonah",
    "last_name": "Castillo",
    "birthdate": "09/02/1987",
    "relationship": "spouse",
    "ssn": "523-44-3386",
    "beneficiary_percentage": "60",
}
IRIS = {
    "first_name": "Iris",
    "last_name": "Castillo",
    "birthdate": "05/21/2017",
    "relationship": "child",
    "ssn": "524440472",
    "beneficiary_percentage": "40",
}


TRUST = {
    "relationship": "trust",
    "trust_name": "The Castillo Family Trust",
    "trustee": "Rosa O'Neil",
    "trust_date": "03/04/2015",
    "beneficiary_percentage": "60",
}
ESTATE = {"relationship": "estate", "beneficiary_percentage": "40"}


@pytest.fixture
def insured(wizard):
    """Somebody who is asked for beneficiaries."""
    RequirementProfile.objects.create(name="Life", tabs={"beneficiary_info": True})
    return wizard.answer_questions()


def stage(wizard, *people):
    return wizard.post("save-beneficiary-info-to-temp", beneficiaries=list(people))


def save(wizard, *people):
    return wizard.post("save-beneficiary-info", beneficiaries=list(people))


@pytest.mark.parametrize(
    ("change", "target", "message"),
    [
        *(({name: ""}, name, "Field is required") for name in JONAH),
        ({"first_name": "1"}, "first_name", "Please enter valid first name"),
        ({"last_name": "#"}, "last_name", "Please enter valid last name"),
        ({"birthdate": "01/01/2999"}, "birthdate", "The date can't be in the future."),
        ({"ssn": "12"}, "ssn", "Invalid Social Security Number"),
        ({"ssn": SSN}, "ssn", "This is the applicant's Social Security Number."),
        ({"relationship": "neighbour"}, "relationship", "Choose one of the listed values."),
        *(
            (
                {"beneficiary_percentage": share},
                "beneficiary_percentage",
                "Beneficiary percentage should not be 0 or more than 100",
            )
            for share in ("0", "101", "-5", "50.5", "all", "1000", "%")
        ),
    ],
)
def test_each_invalid_field_of_a_beneficiary_has_its_message(insured, change, target, message):
    assert problems(insured.post("validate-single-beneficiary", **{**JONAH, **change})) == {target: message}
    assert not Section.objects.filter(key="beneficiary_info").exists()


def test_a_beneficiary_is_checked_without_an_application(visitor, store):
    assert visitor.post("validate-single-beneficiary", JONAH).json()["status"] == "success"
    refused = visitor.post("validate-single-beneficiary", {**JONAH, "first_name": "1", "relationship": "neighbour"})
    assert problems(refused) == {
        "first_name": "Please enter valid first name",
        "relationship": "Choose one of the listed values.",
    }


def test_a_valid_beneficiary_is_stored_only_with_its_list(insured):
    checked = insured.post("validate-single-beneficiary", **JONAH).json()
    assert checked["status"] == "success"
    assert insured.data("get-beneficiaries-existing-user-enrollment")["result"]["beneficiaries"] == []


def test_staged_beneficiaries_come_back_masked_and_keep_their_number(insured):
    first = stage(insured, JONAH).json()["data"]["result"]
    (jonah,) = first["beneficiaries"]
    assert (jonah["ssn"], first["total"], first["max"]) == ("Ending 3386", 60, 3)
    assert insured.tabs()["beneficiary_info"]["status"] == "error"
    both = save(insured, {**jonah, "beneficiary_percentage": "60%"}, IRIS)
    assert both.status_code == 200, both.json()
    kept = Section.objects.get(key="beneficiary_info").answers["beneficiaries"]
    assert [(person["ssn"], person["beneficiary_percentage"]) for person in kept] == [
        ("523443386", "60"),
        ("524440472", "40"),
    ]
    assert insured.tabs()["beneficiary_info"]["status"] == "done"


def test_the_policy_s_designation_has_birth_dates_of_people(insured):
    estate = {"relationship": "estate", "beneficiary_percentage": "20"}
    answer = save(insured, JONAH, {**IRIS, "beneficiary_percentage": "20"}, estate)
    assert answer.status_code == 200, answer.json()
    assert list_designated(load(Quote.objects.get(), Application.objects.get())) == [
        {"name": "Jonah Castillo", "relationship": "spouse", "share": 60, "born": "1987-09-02"},
        {"name": "Iris Castillo", "relationship": "child", "share": 20, "born": "2017-05-21"},
        {"name": "", "relationship": "estate", "share": 20},
    ]


def test_shares_must_add_up_to_a_hundred_per_cent(insured):
    assert problems(save(insured))["beneficiaries"] == "Please add your beneficiaries before continuing."
    assert problems(save(insured, JONAH))["beneficiaries"] == (
        "Your total Beneficiary Percentage is 60 and it Should not be less than 100%"
    )
    assert problems(stage(insured, JONAH, {**IRIS, "beneficiary_percentage": "41"}))["beneficiaries"] == (
        "Your total Beneficiary Percentage is 101 and it Should not be more than 100%"
    )


def test_at_most_three_beneficiaries_and_no_duplicates_are_allowed(insured):
    four = [{**IRIS, "ssn": f"52444047{n}", "beneficiary_percentage": "10"} for n in range(4)]
    assert problems(stage(insured, *four))["beneficiaries"] == "Maximum allowed number of beneficiaries is 3"
    again = problems(stage(insured, JONAH, {**IRIS, "ssn": JONAH["ssn"]}))
    assert again == {"beneficiaries.1.ssn": "This Social Security Number is already on the list."}


def test_the_review_card_masks_numbers(insured):
    save(insured, JONAH, IRIS)
    card = {person["tab_name"]: person for person in insured.data("get-review-summary")["result"]}["beneficiary_info"]
    assert card["rows"] == [
        {"label": "Jonah Castillo", "value": "Spouse, 60%"},
        {"label": "Iris Castillo", "value": "Child, 40%"},
    ]
    assert "523443386" not in str(card)
    assert {"label": "Social Security Number", "value": "Ending 3386"} in card["details"][0]["rows"]


def test_an_older_list_does_not_replace_a_newer_one(insured):
    version = stage(insured, JONAH).json()["data"]["version"]
    assert stage(insured, {**JONAH, "beneficiary_percentage": "70"}).status_code == 200
    late = insured.post(
        "save-beneficiary-info", beneficiaries=[{**JONAH, "beneficiary_percentage": "100"}], version=version
    )
    assert late.status_code == 409


def test_a_beneficiary_signed_for_reopens_the_agreement(insured):
    save(insured, JONAH, IRIS)
    insured.billing()
    insured.sign()
    assert insured.tabs()["agreement_info"]["status"] == "done"
    save(insured, {**JONAH, "beneficiary_percentage": "50"}, {**IRIS, "beneficiary_percentage": "50"})
    assert insured.tabs()["agreement_info"]["status"] == "error"


def test_a_repeated_call_does_not_duplicate_a_beneficiary(insured):
    version = insured.data("get-form-fields-beneficiary-info")["version"]
    sent = {"beneficiaries": [JONAH], "version": version, "stamp": "new"}
    first, second = (insured.post("save-beneficiary-info-to-temp", **sent) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json()["data"] == second.json()["data"]


def test_a_list_changed_in_another_tab_is_not_written_over(insured):
    first = stage(insured, JONAH).json()["data"]["result"]
    insured.post("save-draft", tab_name="beneficiary_info", values={"first_name": "Jonas"})
    jonah = first["beneficiaries"][0]
    both = insured.post("save-beneficiary-info-to-temp", beneficiaries=[jonah, IRIS], stamp=first["stamp"])
    assert both.status_code == 200, both.json()
    for call in ("save-beneficiary-info-to-temp", "save-beneficiary-info"):
        late = {**jonah, "beneficiary_percentage": "100"}
        assert insured.post(call, beneficiaries=[late], stamp=first["stamp"]).status_code == 409
    assert len(insured.data("get-beneficiaries-existing-user-enrollment")["result"]["beneficiaries"]) == 2


def test_saving_for_later_keeps_the_list_as_it_stands(insured):
    later = {"email": "maren@mailbox.example", "tab": "benificiary_info"}
    assert insured.post("save-enrollment", **later, data={"beneficiaries": [JONAH]}).status_code == 200
    stored = insured.data("get-beneficiaries-existing-user-enrollment")["result"]
    assert [(beneficiary["first_name"], beneficiary["ssn"]) for beneficiary in stored["beneficiaries"]] == [
        ("Jonah", "Ending 3386")
    ]
    assert problems(insured.post("save-enrollment", **later, data=[{**JONAH, "relationship": ""}])) == {
        "beneficiaries.0.relationship": "Field is required"
    }


def test_trusts_and_estates_have_their_own_fields(insured):
    fields = insured.data("get-form-fields-beneficiary-info")["result"]
    conditions = {field["field_name"]: field["show_if"] for field in fields}
    assert conditions["trust_name"] == {"field": "relationship", "in": ["trust"]}
    assert (
        conditions["ssn"] == conditions["first_name"] == {"not": {"field": "relationship", "in": ["trust", "estate"]}}
    )
    assert conditions["beneficiary_percentage"] is None
    for person in (TRUST, ESTATE):
        assert insured.post("validate-single-beneficiary", **person).status_code == 200
    staged = stage(insured, TRUST, ESTATE).json()["data"]["result"]["beneficiaries"]
    assert [(person["name"], person["ssn"], person["first_name"]) for person in staged] == [
        ("The Castillo Family Trust", "", ""),
        ("Estate", "", ""),
    ]
    assert save(insured, *staged).status_code == 200
    kept = Section.objects.get(key="beneficiary_info").answers["beneficiaries"]
    assert [set(person) for person in kept] == [{"beneficiary_id", *TRUST}, {"beneficiary_id", *ESTATE}]


@pytest.mark.parametrize(
    ("change", "target", "message"),
    [
        *(({name: ""}, name, "Field is required") for name in TRUST),
        ({"trust_name": "T" * 121}, "trust_name", "This is too long."),
        ({"trust_date": "01/01/2999"}, "trust_date", "The date can't be in the future."),
    ],
)
def test_each_invalid_field_of_a_trust_has_its_message(insured, change, target, message):
    expected = {target: message}
    if not change.get("relationship", "trust"):
        # Nobody is known to be a trust before the relationship is.
        expected |= dict.fromkeys(("first_name", "last_name", "birthdate", "ssn"), "Field is required")
    assert problems(insured.post("validate-single-beneficiary", **{**TRUST, **change})) == expected


def test_only_one_estate_is_allowed(insured):
    assert problems(stage(insured, ESTATE, ESTATE)) == {
        "beneficiaries.1.relationship": "The estate is already on the list."
    }
    stage(insured, ESTATE)
    again = insured.post("validate-single-beneficiary", **ESTATE)
    assert problems(again) == {"relationship": "The estate is already on the list."}


def test_the_review_names_trust_trustee_and_estate(insured):
    save(insured, TRUST, ESTATE)
    card = {person["tab_name"]: person for person in insured.data("get-review-summary")["result"]}["beneficiary_info"]
    assert [(row["label"], row["value"]) for row in card["rows"]] == [
        ("The Castillo Family Trust", "Trust, 60%"),
        ("Estate", "Estate, 40%"),
    ]
    trust, estate = ({row["label"]: row["value"] for row in detail["rows"]} for detail in card["details"])
    assert trust == {
        "Name of the trust": "The Castillo Family Trust",
        "Relationship": "Trust",
        "Trustee": "Rosa O'Neil",
        "Date of the trust": "03/04/2015",
        "Beneficiary Percentage": "60%",
    }
    assert estate == {"Relationship": "Estate", "Beneficiary Percentage": "40%"}


def test_a_repeated_call_does_not_duplicate_a_trust_or_estate(insured):
    sent = {"beneficiaries": [TRUST, ESTATE], "stamp": "new"}
    first, second = (insured.post("save-beneficiary-info-to-temp", **sent) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json()["data"] == second.json()["data"]


def test_a_person_who_becomes_a_trust_keeps_nothing_of_the_person(insured):
    jonah = stage(insured, JONAH).json()["data"]["result"]["beneficiaries"][0]
    stage(insured, {**jonah, **TRUST})
    (kept,) = Section.objects.get(key="beneficiary_info").answers["beneficiaries"]
    assert set(kept) == {"beneficiary_id", *TRUST}
