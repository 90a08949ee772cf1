"""Employer Information: fields, messages, the group's defaults, and what is asked only where it is required."""

import pytest

from planfront.enrollment.models import RequirementProfile
from planfront.enrollment.tests.conftest import problems
from planfront.parties.groups.models import Group
from planfront.shopping.models import Quote

EMPLOYER = {
    "name": "Acme Manufacturing",
    "phone": "(614) 555-0140",
    "address1": "12 Foundry Row",
    "city": "Columbus",
    "zip": "43215",
    "state": "oh",
    "average_work_week": "40",
    "employment_start_date": "03/02/2020",
    "occupation": "Machinist",
    "compensation_type": "G20",
    "employment_status": "A",
}
DETAILS = {"emp_industry": "Metal work", "emp_num_employed": "64", "emp_vac_policy": "2_weeks", "emp_barg_unit": "no"}


@pytest.fixture
def worker(wizard):
    """Somebody who is asked for the employer."""
    RequirementProfile.objects.create(name="Employer", tabs={"employer_info": True})
    return wizard


@pytest.fixture
def detailed(worker):
    fields = {"employer_info": {"emp_industry": {"required": True}, "holiday_policy": {"required": True}}}
    RequirementProfile.objects.create(name="Details", fields=fields)
    return worker


def save(wizard, **change):
    return wizard.post("save-employer-info", **{**EMPLOYER, **change})


def test_the_tab_is_between_contact_and_billing(worker):
    names = [item["tab_name"] for item in worker.data("/get-dynamic-tabs")["result"] if item["required"]]
    assert names[:4] == ["primary_info", "contact_info", "employer_info", "billing_info"]


def test_saved_answers_come_back_normalized_and_on_the_review_card(worker):
    answer = save(worker)
    assert answer.status_code == 200, answer.json()
    shown = worker.data("get-enrollment-temp-info", column="employer_info")["result"]
    assert (shown["phone"], shown["state"], shown["with_validation"]) == ("6145550140", "OH", "0")
    card = {item["tab_name"]: item for item in worker.data("get-review-summary")["result"]}["employer_info"]
    rows = {row["label"]: row["value"] for row in card["details"][0]["rows"]}
    assert rows["Average work week"] == "40 hours"
    assert rows["Compensation type"] == "Over $20/hr"
    assert rows["Address"] == "12 Foundry Row, Columbus, OH 43215"


@pytest.mark.parametrize(
    ("change", "target", "message"),
    [
        *(({name: ""}, name, "Field is required") for name in EMPLOYER),
        ({"name": "<b>"}, "name", "Invalid employer information"),
        ({"name": "A"}, "name", "Invalid employer information"),
        ({"name": "--"}, "name", "Invalid employer information"),
        ({"phone": "614555"}, "phone", "Invalid phone number"),
        ({"zip": "4321"}, "zip", "Enter 5 digit zip code."),
        ({"zip": "60601"}, "zip", "ZIP code 60601 is not in Ohio."),
        ({"zip": "00000"}, "zip", "Invalid Zip code"),
        ({"zip": "00901"}, "zip", "ZIP code 00901 is not in Ohio."),
        ({"state": "FC"}, "state", "Choose one of the listed values."),
        ({"employment_start_date": "12/31/2999"}, "employment_start_date", "The date can't be in the future."),
        ({"employment_start_date": "04/17/1989"}, "employment_start_date", "This is before you were born."),
        ({"employment_status": "R"}, "employment_status", "You cannot proceed with retired employer"),
        ({"compensation_type": "lots"}, "compensation_type", "Choose one of the listed values."),
        ({"occupation": "x" * 81}, "occupation", "This is too long."),
    ],
)
def test_each_invalid_employer_field_has_its_message(worker, change, target, message):
    assert problems(save(worker, **change))[target] == message
    assert worker.tabs()["employer_info"]["status"] != "done"


@pytest.mark.parametrize(
    ("zip_code", "state", "city"), [("00901", "PR", "San Juan"), ("96910", "GU", "Hagatna"), ("09012", "AE", "APO")]
)
def test_an_employer_may_be_in_a_territory_or_of_the_military(worker, zip_code, state, city):
    assert state in {option["value"] for option in worker.fields("employer-info")["state"]["options"]}
    answer = save(worker, zip=zip_code, state=state.lower(), city=city)
    assert answer.status_code == 200, answer.json()
    assert worker.data("get-enrollment-temp-info", column="employer_info")["result"]["state"] == state


@pytest.mark.parametrize(
    ("hours", "week", "fits"),
    [
        (None, "under_20", True),
        (12, "under_20", True),
        (40, "under_20", False),
        (29, "20_29", True),
        (30, "20_29", False),
        (39, "30_39", True),
        (40, "40", True),
        (41, "40", False),
        (41, "over_40", True),
    ],
)
def test_weekly_hours_must_match_the_quote(worker, hours, week, fits):
    Quote.objects.update(hours=hours)
    answer = save(worker, average_work_week=week)
    if fits:
        assert answer.status_code == 200
    else:
        assert problems(answer) == {
            "average_work_week": f"Your quote says {hours} hours a week. "
            "Choose the same here, or change the hours in your quote."
        }


def test_other_hours_in_the_quote_reopen_the_tab(worker):
    Quote.objects.update(hours=40)
    worker.answer_questions()
    save(worker)
    assert worker.tabs()["employer_info"]["status"] == "done"
    Quote.objects.update(hours=12)
    assert worker.tabs()["employer_info"]["status"] == "error"


def test_all_errors_are_reported_at_once(detailed):
    assert problems(save(detailed, name="A", zip="60601", phone="1", **{**DETAILS, "emp_num_employed": "none"})) == {
        "name": "Invalid employer information",
        "phone": "Invalid phone number",
        "emp_num_employed": "Enter a whole number of 1 or more.",
        "holiday_policy": "Select at least one holiday policy",
        "zip": "ZIP code 60601 is not in Ohio.",
    }


def test_the_page_gets_the_rules_it_can_ask_itself(detailed):
    Quote.objects.update(hours=40)
    fields = detailed.fields("employer-info")
    assert fields["employment_status"]["checks"] == [
        {
            "kind": "not",
            "value": "R",
            "message": "You cannot proceed with retired employer",
            "only_if": None,
        }
    ]
    assert [check["kind"] for check in fields["employment_start_date"]["checks"]] == ["not_before", "not_after"]
    assert fields["employment_start_date"]["checks"][0]["value"] == "04/18/1989"
    assert [check["value"] for check in fields["average_work_week"]["checks"]] == [
        "under_20",
        "20_29",
        "30_39",
        "over_40",
    ]
    assert fields["holiday_policy"]["checks"][0]["message"] == "Select at least one holiday policy"
    assert [check["message"] for check in fields["occupation"]["checks"]] == [
        "Use Latin letters. Our documents can't print some of these characters."
    ]


def test_details_are_not_asked_unless_required(worker):
    fields = worker.fields("employer-info")
    assert not {*DETAILS, "holiday_policy"} & set(fields)
    assert save(worker, emp_industry="ignored").status_code == 200
    assert "emp_industry" not in worker.data("get-enrollment-temp-info", column="employer_info")["result"]


def test_details_are_required_together(detailed):
    result = problems(save(detailed))
    assert result == {
        **dict.fromkeys(DETAILS, "Field is required"),
        "holiday_policy": "Select at least one holiday policy",
    }
    assert problems(save(detailed, **{**DETAILS, "emp_num_employed": "0"}, holiday_policy="Birthday")) == {
        "emp_num_employed": "Enter a whole number of 1 or more."
    }


@pytest.mark.parametrize(
    "ticked",
    [
        ["Birthday", "Standard_6"],
        "Standard_6,Birthday",
        {"Standard_6": 1, "Birthday": "1", "Columbus_Day": 0},
        {"Standard_6": True, "Birthday": True, "Columbus_Day": False},
    ],
)
def test_holidays_are_accepted_in_every_form(detailed, ticked):
    assert save(detailed, **DETAILS, holiday_policy=ticked).status_code == 200
    assert detailed.fields("employer-info")["holiday_policy"]["value"] == "Standard_6,Birthday"
    kept = detailed.data("get-enrollment-temp-info", column="employer_info")["result"]
    assert kept["holiday_policy"] == {
        "Standard_6": 1,
        "Presendents_Day": 0,
        "Columbus_Day": 0,
        "Religious_Days": 0,
        "Birthday": 1,
        "Floating_Day": 0,
    }


def test_an_unknown_holiday_is_refused(detailed):
    assert problems(save(detailed, **DETAILS, holiday_policy=["Moon_Day"])) == {
        "holiday_policy": "Choose one of the listed values."
    }


def test_the_form_is_prefilled_from_the_group(store, wizard):
    group = Group.objects.create(
        code="FOUND1",
        name="Foundry Works",
        phone="6145550140",
        address1="12 Foundry Row",
        city="Columbus",
        state="OH",
        zip="43215",
    )
    group.brands.add(store.brand)
    Quote.objects.update(group=group)
    fields = wizard.fields("employer-info")
    assert {name: fields[name]["value"] for name in ("name", "phone", "address1", "zip", "state")} == {
        "name": "Foundry Works",
        "phone": "6145550140",
        "address1": "12 Foundry Row",
        "zip": "43215",
        "state": "OH",
    }
