from __future__ import annotations

from decimal import Decimal

import pytest

from planfront.catalog.models import PlanServiceArea
from planfront.integrations.services import load_zip_counties
from planfront.integrations.zips import Place
from planfront.members.models import Member
from planfront.parties.groups.models import Portal
from planfront.parties.reps.models import Agent
from planfront.shopping.models import Quote
from planfront.shopping.tests.factories import BASICS, add, cart, dental, start


def errors(answer) -> dict[str, str]:
    assert answer.status_code == 422, answer.content
    return {item["target_element"]: item["error_message"] for item in answer.json()["data"]}


def test_a_new_quote_keeps_the_entered_answers(visitor):
    key = start(visitor, tier="IF")
    info = visitor.get("get-enrollment-temp-info", enrollment_id=key, column="filter_info").json()
    result = info["data"]["result"]
    assert (result["zip"], result["state"], result["dob"], result["gender"], result["tier"]) == (
        "75201",
        "TX",
        "04/17/1989",
        "1",
        "IF",
    )
    assert result["is_smoker"] is None


def test_a_quote_can_start_with_every_answer_that_affects_prices(visitor):
    key = start(visitor, is_smoker="1", annual_incode="$52,000", working_hours="32")
    result = Quote.objects.get(public_id=key)
    assert (result.tobacco, result.income, result.hours) == (True, 52000, 32)
    body = {**BASICS, "is_smoker": "sometimes", "annual_incode": "much"}
    assert set(errors(visitor.post("add-filter-for-new-user", body))) == {"is_smoker", "annual_incode"}


def test_sending_the_same_form_twice_gives_one_quote(visitor):
    assert start(visitor) == start(visitor)
    assert Quote.objects.count() == 1
    assert start(visitor, tier="IS") != start(visitor)


def test_a_quote_with_a_cart_is_not_handed_to_the_next_client(visitor):
    key = start(visitor)
    add(visitor, key, dental().pk)
    assert start(visitor) != key


def test_null_values_change_nothing(visitor):
    names = ("eprocess", "agent_id", "group_id", "platform_group_id", "type", "open_type", "referral")
    key = start(visitor, **dict.fromkeys(names))
    assert visitor.put(f"change-filter-info/{key}", {**dict.fromkeys(names[:4]), "zip": None, "tier": "IS"}).json()[
        "data"
    ]["changed"] == ["tier"]


def test_every_problem_is_reported_at_once(visitor):
    result = errors(visitor.post("add-filter-for-new-user", {}))
    assert result == dict.fromkeys(("zip", "dob", "gender", "tier"), "Field is required")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("zip", "123", "Enter 5 digit zip code."),
        ("zip", "00000", "Invalid Zip code"),
        ("zip", "00901", "We don't sell plans in Puerto Rico."),
        ("zip", "96910", "We don't sell plans in Guam."),
        (
            "zip",
            "09012",
            "This is a military address (APO, FPO, or DPO). Enter where you live; your mail can go to another address.",
        ),
        ("zip", "96960", "Plans are not sold in the area of this ZIP code."),
        ("dob", "11/11/2008", "You must be 18 years to proceed"),
        ("dob", "13/45/1980", "There is no month 13. Write the month first: mm/dd/yyyy."),
        ("dob", "soon", "Enter a date as mm/dd/yyyy."),
        ("dob", "12/31/1900", "Check the year. That is more than 120 years ago."),
        ("dob", "04/17/2099", "The date can't be in the future."),
        ("dob", "01/01/1850", "Enter a year from 1900 on."),
        ("dob", "01/01/2027", "The date can't be in the future."),
        ("gender", "7", "Choose one of the listed values."),
        ("tier", "XX", "Choose one of the listed values."),
    ],
)
def test_each_invalid_field_has_its_message(visitor, field, value, message):
    answer = visitor.post("add-filter-for-new-user", {**BASICS, field: value})
    assert errors(answer) == {field: message}


def test_an_applicant_may_turn_eighteen_on_the_day(visitor):
    assert start(visitor, dob="11/10/2008")


@pytest.mark.parametrize("value", ["😀" * 50, "x" * 5000, {"a": 1}, [1], True])
def test_wrong_types_are_refused(visitor, value):
    for field in ("zip", "dob", "gender", "tier", "agent_id"):
        assert visitor.post("add-filter-for-new-user", {**BASICS, field: value}).status_code in (404, 422)


def test_huge_ids_are_refused(visitor):
    answer = visitor.post("add-filter-for-new-user", {**BASICS, "group_id": 2**70})
    assert list(errors(answer)) == ["group_id"]


def test_unknown_parties_are_not_found(visitor):
    for field in ("agent_id", "group_id", "platform_group_id"):
        assert visitor.post("add-filter-for-new-user", {**BASICS, field: 999}).status_code == 404
    assert visitor.post("add-filter-for-new-user", {**BASICS, "referral": "nobody"}).status_code == 404


def test_zip_in_two_states_asks_for_the_county(visitor):
    places = [Place("KY", "Christian County", "Fort Campbell"), Place("TN", "Montgomery County", "Clarksville")]
    load_zip_counties(zip_code="42223", places=places)
    answer = visitor.post("add-filter-for-new-user", {**BASICS, "zip": "42223"}).json()
    assert answer["errorCode"] == "countyRequired"
    assert [county["county"] for county in answer["data"]["counties"]] == ["Christian County", "Montgomery County"]
    key = start(visitor, zip="42223", county="Montgomery County")
    info = visitor.get("get-enrollment-temp-info", enrollment_id=key).json()["data"]["result"]
    assert (info["state"], info["county"]) == ("TN", "Montgomery County")


def test_the_county_is_not_asked_where_it_makes_no_difference(visitor):
    load_zip_counties(zip_code="75201", places=[Place("TX", "Dallas", "Dallas"), Place("TX", "Tarrant", "Dallas")])
    assert start(visitor)


def test_the_county_is_asked_where_a_plan_serves_only_one(visitor):
    places = [Place("TX", "Dallas", "Dallas", "48113"), Place("TX", "Tarrant", "Dallas", "48439")]
    load_zip_counties(zip_code="75201", places=places)
    plan = dental()
    PlanServiceArea.objects.create(plan=plan, state="TX", county_fips="48439")
    answer = visitor.post("add-filter-for-new-user", BASICS).json()
    assert answer["errorCode"] == "countyRequired"
    key = start(visitor, county="48439")
    assert add(visitor, key, plan.pk).json()["status"] == "success"
    changed = visitor.put(f"change-filter-info/{key}", {"county": "Dallas"}).json()["data"]
    assert changed["cart_lines"][0]["error_code"] == "metError"


def test_a_change_sends_only_new_values(visitor):
    key = start(visitor)
    first = visitor.put(f"change-filter-info/{key}", {"is_smoker": "1", "zip": ""}).json()["data"]
    assert first["changed"] == ["is_smoker"]
    again = visitor.put(f"change-filter-info/{key}", {"is_smoker": 1}).json()["data"]
    assert (again["changed"], again["version"]) == ([], first["version"])


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("annual_incode", "0", "Enter your annual income in dollars."),
        ("annual_incode", "lots", "Enter your annual income in dollars."),
        ("annual_incode", "NaN", "Enter your annual income in dollars."),
        ("annual_incode", "9" * 30, "Enter your annual income in dollars."),
        ("annual_incode", "1,5", "Enter your annual income in dollars."),
        ("working_hours", "40.5", "Enter a whole number from 1 to 100."),
        ("working_hours", "101", "Enter a whole number from 1 to 100."),
        ("working_hours", "٣", "Enter a whole number from 1 to 100."),
        ("is_smoker", "maybe", "Choose one of the listed values."),
        ("dob", "01/01/2020", "You must be 18 years to proceed"),
        ("zip", "9", "Enter 5 digit zip code."),
    ],
)
def test_a_change_validates_its_fields(visitor, field, value, message):
    key = start(visitor)
    assert errors(visitor.put(f"change-filter-info/{key}", {field: value})) == {field: message}


def test_amounts_hours_and_zip_codes_are_taken_as_people_write_them(visitor):
    key = start(visitor)
    written = {"annual_incode": "$52,000.50", "working_hours": "40 hours", "zip": "43215-1234"}
    visitor.put(f"change-filter-info/{key}", written)
    quote = Quote.objects.get()
    assert (quote.income, quote.hours, quote.zip) == (Decimal("52000.50"), 40, "43215")


def test_a_change_reprices_the_cart(visitor):
    plan = dental()
    key = start(visitor)
    assert add(visitor, key, plan.pk).status_code == 200
    changed = visitor.put(f"change-filter-info/{key}", {"tier": "IS"}).json()["data"]
    line = changed["cart_lines"][0]
    assert (line["plan_id"], line["old"], line["new"]) == (plan.pk, "36.85", "71.75")
    assert cart(visitor, key)["result"][0]["price"] == "71.75"


def test_a_plan_made_unavailable_by_a_change_stays_in_the_cart_with_its_reason(visitor):
    plan = dental(offer={"states": ["TX"]})
    key = start(visitor)
    add(visitor, key, plan.pk)
    visitor.put(f"change-filter-info/{key}", {"zip": "10001"})
    result = cart(visitor, key)
    assert result["result"][0]["error"]["errorCode"] == "stateError"
    assert result["recurring_month_cost"] == "0.00"
    visitor.put(f"change-filter-info/{key}", {"zip": "75201"})
    assert cart(visitor, key)["recurring_month_cost"] == "41.85"


def test_a_portal_must_be_chosen(visitor, brand):
    key = start(visitor)
    result = errors(visitor.post("update-filter-portal", {"enrollment_id": key}))
    assert result == {"platform_group_id": "Please choose a platform"}
    portal = Portal.objects.create(code="IND", name="Individual & Family")
    portal.brands.add(brand)
    answer = visitor.post("update-filter-portal", {"enrollment_id": key, "platform_group_id": portal.pk})
    assert answer.json()["data"]["changed"] == ["portal_id"]
    parties = visitor.get("get-group-agent-member-info", enrollment_id=key).json()["data"]
    assert parties["enrollment_type"] == "new-member"
    assert parties["result"]["platforms"][0]["platform_name"] == "Individual & Family"


def test_a_tier_needs_its_dependents(visitor):
    key = start(visitor, tier="IF")
    result = errors(visitor.post("store-temp-dependent-info", {"enrollment_id": key}))
    assert result == {"dep_dob": "Field is required", "no_of_children": "Field is required"}
    body = {"enrollment_id": key, "dep_dob": "05/06/1990", "no_of_children": "9"}
    assert "no_of_children" in errors(visitor.post("store-temp-dependent-info", body))
    assert visitor.post("store-temp-dependent-info", {**body, "no_of_children": 8}).status_code == 200
    kept = visitor.get("get-temp-dependent-info", enrollment_id=key).json()["data"]
    assert kept == {"spouse_dob": "05/06/1990", "no_of_children": 8}


def test_a_premier_plan_takes_one_child(visitor):
    plan = dental(is_premier=True)
    key = start(visitor, tier="IC")
    body = {"enrollment_id": key, "plan_id": plan.pk, "no_of_children": "2"}
    assert errors(visitor.post("store-temp-dependent-info", body)) == {
        "no_of_children": "Only one child is allowed with this plan."
    }


def test_an_unknown_column_is_refused(visitor):
    key = start(visitor)
    answer = visitor.get("get-enrollment-temp-info", enrollment_id=key, column="secrets")
    assert list(errors(answer)) == ["column"]
    answer = visitor.get("get-enrollment-temp-info", enrollment_id=key, column="type")
    assert answer.json()["data"]["result"] == "new-member"


@pytest.fixture
def member(brand, django_user_model):
    user = django_user_model.objects.create_user("maria@demo.test", "planfront-demo", role="member")
    return Member.objects.create(
        brand=brand,
        user=user,
        first_name="Maria",
        last_name="Santos",
        birth_date="1985-02-03",
        gender=1,
        email="maria@demo.test",
        zip="75201",
        state="TX",
    )


def test_a_members_quote_starts_from_their_record(visitor, member):
    assert visitor.post("add-filter-for-member", {"tier": "IO"}).status_code == 404
    visitor.sign_in("maria@demo.test")
    assert errors(visitor.post("add-filter-for-member", {})) == {"tier": "Please choose a tier"}
    answer = visitor.post("add-filter-for-member", {"user_id": member.pk, "tier": "IS"})
    key = answer.json()["data"]["temp_enrollment_id"]
    info = visitor.get("get-enrollment-temp-info", enrollment_id=key).json()["data"]["result"]
    assert (info["dob"], info["tier"], info["user_id"]) == ("02/03/1985", "IS", member.pk)


def test_existing_user_quote_needs_the_right_caller(visitor, member):
    body = {"user_id": member.pk, "tier": "IO"}
    assert visitor.post("add-filter-for-existing-user", body).status_code == 404
    visitor.sign_in("maria@demo.test")
    assert visitor.post("add-filter-for-existing-user", body).status_code == 200


def test_expired_quote_says_so(visitor):
    key = start(visitor)
    Quote.objects.update(expires_at="2026-01-01T00:00:00Z")
    answer = visitor.get("get-plan-cart", enrollment_id=key).json()
    assert (answer["errorCode"], answer["message"]) == (
        "enrollmentIdError",
        "Your quote has expired. Please start again.",
    )


def test_field_messages_follow_the_callers_language(visitor):
    visitor.headers["Accept-Language"] = "es"
    result = errors(visitor.post("add-filter-for-new-user", {}))
    assert result["zip"] == "Este campo es obligatorio"


@pytest.mark.parametrize("claimed", ["rep", "group"])
def test_a_visitor_is_an_applicant_whatever_the_page_says(visitor, claimed):
    assert quote(visitor, eprocess=claimed).eprocess == "applicant"
    row = quote(visitor, zip="60601", eprocess="applicant")
    assert visitor.put(f"change-filter-info/{row.public_id}", {"eprocess": claimed}).status_code == 200
    row.refresh_from_db()
    assert row.eprocess == "applicant"


def test_a_rep_can_enroll_only_as_a_rep(visitor, brand, django_user_model):
    user = django_user_model.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    Agent.objects.create(code="REP1", first_name="A", last_name="B", landing_url="a", user=user).brands.add(brand)
    visitor.sign_in("rep@demo.test")
    assert quote(visitor, eprocess="rep").eprocess == "rep"
    assert quote(visitor, zip="60601", eprocess="group").eprocess == "applicant"


def quote(client, **more):
    body = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": "IO", **more}
    answer = client.post("add-filter-for-new-user", body)
    assert answer.status_code == 200, answer.content
    return Quote.objects.get(public_id=answer.json()["data"]["temp_enrollment_id"])
