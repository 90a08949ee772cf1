"""Contact Information: messages, ZIP and state, taken addresses, prices that change with the ZIP."""

import pytest

from planfront.accounts.models import User
from planfront.enrollment.models import Section
from planfront.enrollment.tests.conftest import CONTACT, problems
from planfront.members.services import create_member
from planfront.parties.groups.services import create_group
from planfront.parties.reps.models import Agent
from planfront.shopping.models import Quote

OTHER_STATE = (
    "This ZIP code is in Illinois, and your plans were quoted for Ohio. "
    "Change the ZIP code in your quote to see the plans and prices there."
)

MILITARY = "This is a military address (APO, FPO, or DPO). Enter where you live; your mail can go to another address."
ELSEWHERE = {
    "mailing_differs": "1",
    "mailing_address1": "PSC 3, Box 4120",
    "mailing_zip": "09012",
    "mailing_state": "AE",
    "mailing_city": "APO",
}


@pytest.mark.parametrize(
    ("change", "target", "message"),
    [
        ({"email_address": ""}, "email_address", "Field is required"),
        ({"email_address": "maren@"}, "email_address", "Email is not in correct format"),
        ({"phone_number": "614555"}, "phone_number", "Invalid phone number"),
        ({"phone_number": ""}, "phone_number", "Field is required"),
        ({"address1": ""}, "address1", "Field is required"),
        ({"city": ""}, "city", "Field is required"),
        ({"zip": "4321"}, "zip", "Enter 5 digit zip code."),
        ({"zip": "00000"}, "zip", "Invalid Zip code"),
        ({"zip": "60601"}, "zip", "ZIP code 60601 is not in Ohio."),
        ({"birth_state": ""}, "birth_state", "Field is required"),
        ({"birth_city": ""}, "birth_city", "Field is required"),
        ({"state": "XX"}, "state", "Choose one of the listed values."),
        ({"state": "PR"}, "state", "Choose one of the listed values."),
        ({"zip": "00901", "state": "PR"}, "zip", "We don't sell plans in Puerto Rico."),
        ({"zip": "09012", "state": "AE"}, "zip", MILITARY),
        ({**ELSEWHERE, "mailing_address1": ""}, "mailing_address1", "Field is required"),
        ({**ELSEWHERE, "mailing_zip": "0901"}, "mailing_zip", "Enter 5 digit zip code."),
        ({**ELSEWHERE, "mailing_zip": "00000"}, "mailing_zip", "Invalid Zip code"),
        ({**ELSEWHERE, "mailing_state": "OH"}, "mailing_zip", "ZIP code 09012 is not in Ohio."),
        ({**ELSEWHERE, "mailing_state": "XX"}, "mailing_state", "Choose one of the listed values."),
        ({**ELSEWHERE, "mailing_city": ""}, "mailing_city", "Field is required"),
        ({"state": "FC"}, "state", "Choose one of the listed values."),
        ({"birth_state": "XX"}, "birth_state", "Choose one of the listed values."),
        ({"birth_state": "FC"}, "birth_country", "Field is required"),
        ({"birth_state": "FC", "birth_country": "x" * 61}, "birth_country", "This is too long."),
        (
            {"zip": "60601", "state": "IL"},
            "zip",
            OTHER_STATE,
        ),
    ],
)
def test_each_invalid_contact_field_has_its_message(wizard, change, target, message):
    assert problems(wizard.contact(**change))[target] == message


def reviewed(wizard):
    """What the review says of Contact Information."""
    cards = {item["tab_name"]: item for item in wizard.data("get-review-summary")["result"]}
    return {row["label"]: row["value"] for row in cards["contact_info"]["details"][0]["rows"]}


def born(wizard):
    return {label: value for label, value in reviewed(wizard).items() if label.startswith("Birth")}


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ({}, "PSC 3, Box 4120, APO, AE 09012"),
        (
            {"mailing_address1": "PO Box 9", "mailing_zip": "00901", "mailing_state": "pr", "mailing_city": "San Juan"},
            "PO Box 9, San Juan, PR 00901",
        ),
        (
            {"mailing_zip": "44114", "mailing_state": "OH", "mailing_city": "Cleveland"},
            "PSC 3, Box 4120, Cleveland, OH 44114",
        ),
    ],
)
def test_mail_goes_elsewhere_and_the_home_address_sets_prices(wizard, address, line):
    assert wizard.contact(**{**ELSEWHERE, **address}).status_code == 200
    assert reviewed(wizard)["Mailing address"] == line
    assert reviewed(wizard)["Address"] == "88 Lindenhall Ave, Unit 3B, Columbus, OH 43215"
    assert Quote.objects.get().zip == "43215"


def test_a_mailing_address_is_dropped_where_it_is_not_different(wizard):
    assert wizard.contact(**{**ELSEWHERE, "mailing_differs": "0"}).status_code == 200
    assert "Mailing address" not in reviewed(wizard)
    assert wizard.fields("contact-info")["mailing_zip"]["value"] == ""


def test_mail_may_go_to_states_territories_and_the_military_only(wizard):
    options = {option["value"] for option in wizard.fields("contact-info")["mailing_state"]["options"]}
    assert len(options) == 51 + 5 + 3
    assert {"OH", "DC", "PR", "GU", "VI", "AS", "MP", "AA", "AE", "AP"} <= options


def test_a_changed_mailing_address_leaves_the_signature_as_it_is(wizard):
    wizard.up_to("sign")
    assert wizard.contact(**ELSEWHERE).status_code == 200
    assert wizard.tabs()["agreement_info"]["status"] == "done"


def test_somebody_born_in_a_territory_or_another_country_goes_on(wizard):
    field = wizard.fields("contact-info")["birth_state"]
    assert [option["value"] for option in field["options"]][-1] == "FC"
    assert {"value": "PR", "label": "Puerto Rico (PR)"} in field["options"]
    assert wizard.contact(birth_state="pr", birth_city="Ponce").status_code == 200
    assert born(wizard) == {"Birth state": "Puerto Rico", "Birth city": "Ponce"}
    abroad = {"birth_state": "FC", "birth_country": "Philippines", "birth_city": "Cebu"}
    assert wizard.contact(**abroad).status_code == 200
    assert born(wizard) == {"Birth state": "Outside the U.S.", "Birth country": "Philippines", "Birth city": "Cebu"}


def test_a_country_is_asked_of_people_born_abroad_alone(wizard):
    field = wizard.fields("contact-info")["birth_country"]
    assert (field["required"], field["show_if"]) == (True, {"field": "birth_state", "eq": "FC"})
    assert wizard.contact(birth_state="NM", birth_country="Philippines").status_code == 200
    assert "Birth country" not in born(wizard)


def test_saved_values_come_back_normalized(wizard):
    assert wizard.contact(phone_number="+1 614 555 0193", zip="43215-1234", state="oh").status_code == 200
    shown = wizard.data("get-enrollment-temp-info", column="contact_info")["result"]
    assert (shown["phone_number"], shown["zip"], shown["state"]) == ("6145550193", "43215", "OH")


def test_the_form_starts_with_the_place_of_the_quote(wizard):
    fields = wizard.fields("contact-info")
    assert (fields["zip"]["value"], fields["state"]["value"], fields["city"]["value"]) == ("43215", "OH", "Columbus")
    assert not fields["address2"]["required"]


@pytest.mark.parametrize(
    ("eprocess", "hint"),
    [
        ("applicant", "Your email address."),
        ("rep", "Must be the client's email, not the rep's."),
        ("group", "Must be the client's email."),
    ],
)
def test_the_email_must_be_the_applicants_own(wizard, eprocess, hint):
    Quote.objects.update(eprocess=eprocess)
    assert wizard.fields("contact-info")["email_address"]["hint"] == hint


def test_a_rep_can_not_give_their_own_email_as_the_clients(wizard, store):
    agent = Agent.objects.create(code="REP1", first_name="Jordan", last_name="Lee", email="rep@mailbox.example")
    agent.brands.add(store.brand)
    Quote.objects.update(agent=agent, eprocess="rep")
    refused = problems(wizard.contact(email_address="Rep@mailbox.example"))
    assert refused == {"email_address": "Must be the client's email, not the rep's."}
    assert wizard.contact().status_code == 200


def test_a_rep_can_not_give_the_email_they_sign_in_with_as_the_clients(wizard, store):
    account = User.objects.create_user("Jordan@sign-in.example", "planfront-demo", role="rep")
    agent = Agent.objects.create(
        code="REP1", first_name="Jordan", last_name="Lee", email="rep@mailbox.example", user=account
    )
    agent.brands.add(store.brand)
    Quote.objects.update(agent=agent, eprocess="rep")
    refused = problems(wizard.contact(email_address="jordan@sign-in.example"))
    assert refused == {"email_address": "Must be the client's email, not the rep's."}


def test_a_group_administrator_can_not_give_their_own_email_as_the_clients(wizard, store):
    account = User.objects.create_user("hr@acme.example", "planfront-demo", role="group")
    group = create_group(code="ACME", name="Acme", brands=[store.brand], email="office@acme.example", user=account)
    Quote.objects.update(group=group, eprocess="group")
    for own in ("hr@acme.example", "Office@acme.example"):
        assert problems(wizard.contact(email_address=own)) == {"email_address": "Must be the client's email."}
    assert wizard.contact(email_address="ana@acme.example").status_code == 200


def test_an_applicant_can_give_any_email_of_their_own(wizard, store):
    agent = Agent.objects.create(code="REP1", first_name="Jordan", last_name="Lee", email="rep@mailbox.example")
    agent.brands.add(store.brand)
    Quote.objects.update(agent=agent, eprocess="applicant")
    assert wizard.contact(email_address="rep@mailbox.example").status_code == 200


def test_the_last_four_of_a_zip_are_kept_with_their_zip(wizard):
    wizard.contact(zip="43215-1234")
    shown = wizard.data("get-enrollment-temp-info", column="contact_info")["result"]
    assert (shown["zip"], shown["zip4"]) == ("43215", "1234")
    assert wizard.fields("contact-info")["zip4"]["value"] == "1234"
    wizard.post("save-draft", tab_name="contact_info", values={"zip": "43201"})
    assert wizard.fields("contact-info")["zip4"]["value"] == ""
    wizard.contact(zip="43215", zip4="5678", with_validation="1")
    assert Section.objects.get(key="contact_info").answers["zip4"] == "5678"
    assert problems(wizard.contact(zip4="56")) == {"zip4": "Enter the four digits after the ZIP code."}
    wizard.contact()
    assert "zip4" not in Section.objects.get(key="contact_info").answers


def test_a_zip_that_changes_the_price_asks_before_it_is_saved(wizard):
    moved = {"zip": "44101", "city": "Cleveland"}
    answer = wizard.contact(**moved).json()
    assert (answer["status"], answer["errorCode"]) == ("error", "priceChanged")
    assert (answer["data"]["old_total"], answer["data"]["new_total"]) == ("36.00", "45.00")
    assert wizard.tabs()["contact_info"]["status"] != "done"
    assert Quote.objects.get().zip == "43215"
    taken = wizard.contact(**moved, accept_price=1).json()
    assert taken["status"] == "success"
    assert Quote.objects.get().zip == "44101"
    assert wizard.data("get-plan-cart")["recurring_month_cost"] == "45.00"
    assert wizard.tabs()["contact_info"]["status"] == "done"


def test_another_zip_at_the_same_price_changes_the_quote_quietly(wizard):
    assert wizard.contact(zip="43201").json()["status"] == "success"
    assert Quote.objects.get().zip == "43201"


def test_a_quote_moved_to_another_state_reopens_the_tab(wizard):
    wizard.contact()
    Quote.objects.update(zip="60601", state="IL")
    assert wizard.tabs()["contact_info"]["status"] == "error"


def test_another_zip_in_the_quote_reopens_the_tab(wizard):
    wizard.up_to("sign")
    changed = wizard.client.put(f"change-filter-info/{wizard.id}", {"zip": "44101"})
    assert changed.status_code == 200, changed.json()
    tabs = wizard.tabs()
    assert (tabs["contact_info"]["status"], tabs["agreement_info"]["status"]) == ("error", "error")
    assert set(problems(wizard.submit())) == {"contact_info"}


def test_the_email_of_another_member_is_refused(wizard, store):
    create_member(
        brand=store.brand,
        first_name="A",
        last_name="B",
        birth_date="1980-02-03",
        gender=1,
        email="MAREN@mailbox.example",
        phone="6145550193",
    )
    assert problems(wizard.contact()) == {
        "email_address": "Email Already Exists.",
        "phone_number": "Phone already exists",
    }
    checked = wizard.client.post("validate-member-email", {"email": "maren@mailbox.example"})
    assert problems(checked) == {"email": "Email Already Exists."}
    assert wizard.client.post("validate-member-email", {"email": "new@mailbox.example"}).status_code == 200


def test_all_errors_are_reported_at_once(wizard, store):
    create_member(
        brand=store.brand,
        first_name="A",
        last_name="B",
        birth_date="1980-02-03",
        gender=1,
        email="MAREN@mailbox.example",
        phone="6145550193",
    )
    assert problems(wizard.contact(city="", zip="00000")) == {
        "city": "Field is required",
        "zip": "Invalid Zip code",
        "email_address": "Email Already Exists.",
        "phone_number": "Phone already exists",
    }


def test_address_validation_gives_the_standard_form(wizard):
    assert wizard.contact(address1="88  Lindenhall Avenue", with_validation=1).status_code == 200
    assert wizard.fields("contact-info")["address1"]["value"] == "88 Lindenhall Ave"


def test_fields_can_be_made_optional_and_hidden(wizard):
    from planfront.enrollment.models import RequirementProfile

    RequirementProfile.objects.create(
        name="no birth place",
        fields={"contact_info": {"birth_city": {"hidden": True}, "birth_state": {"required": False}}},
    )
    fields = wizard.fields("contact-info")
    assert "birth_city" not in fields
    assert wizard.post("save-contact-info", **{k: v for k, v in CONTACT.items() if "birth" not in k}).status_code == 200
