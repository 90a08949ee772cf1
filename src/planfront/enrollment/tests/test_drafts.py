"""Autosave and its conflicts; the columns of temp info; step pictures."""

import pytest

from planfront.enrollment.models import RequirementProfile, Screenshot, Section
from planfront.enrollment.tests.conftest import png, problems


def draft(wizard, version=None, tab="primary_info", **values):
    return wizard.post("save-draft", tab_name=tab, version=version, values=values)


def test_a_draft_is_kept_apart_and_shown(wizard):
    saved = draft(wizard, first_name="Mar3n").json()["data"]
    assert saved["version"] == 2
    assert wizard.fields("personal-info")["first_name"]["value"] == "Mar3n"
    assert wizard.tabs()["primary_info"]["status"] == "started"
    section = Section.objects.get(key="primary_info")
    assert (section.answers, section.draft) == ({}, {"first_name": "Mar3n"})
    wizard.personal()
    section.refresh_from_db()
    assert section.draft == {}


@pytest.mark.parametrize(
    ("tab", "values"),
    [
        ("primary_info", {"ssn": "512345678"}),
        ("primary_info", {"prior_carrier_name": "my number is 512-34-5678"}),
        ("payment_info", {"account_number": "123457710", "card_number": "4111111111111111"}),
        ("billing_info", {"account_name": "4111 1111 1111 1111"}),
        ("agreement_info", {"typed_name": "Maren", "signature": "data:"}),
        ("primary_info", {"birthdate": "01/01/2000", "nonsense": "x"}),
    ],
)
def test_sensitive_and_unknown_values_never_enter_a_draft(wizard, tab, values):
    assert draft(wizard, tab=tab, **values).status_code == 200
    assert not Section.objects.exclude(draft={}).exists()


def test_a_conflict_shows_the_values_of_the_other_window(wizard):
    version = wizard.data("get-form-fields-contact-info")["version"]
    assert draft(wizard, version, "contact_info", city="Dublin").status_code == 200
    other = draft(wizard, version, "contact_info", city="Dayton", address1="1 High St")
    assert other.status_code == 409
    data = other.json()["data"]
    assert data["values"] == {"city": "Dublin"}
    assert draft(wizard, data["version"], "contact_info", city="Dayton").status_code == 200


def test_other_changes_of_the_other_window_are_merged(wizard):
    version = wizard.data("get-form-fields-personal-info")["version"]
    assert wizard.personal(version=version, first_name="Maren", middle_name="Lee").status_code == 200
    kept = draft(wizard, version, "primary_info", last_name="Rivera")
    assert kept.status_code == 409
    others = kept.json()["data"]["others"]
    assert {"first_name": "Maren", "middle_name": "Lee"}.items() <= others.items()
    assert not {"ssn", "last_name"} & set(others)
    data = draft(wizard, version, "primary_info", prior_carrier_name="Halden").json()["data"]
    assert {"first_name": "Maren", "last_name": "Castillo"}.items() <= data["others"].items()
    assert draft(wizard, data["version"], "primary_info", prior_carrier_name="Halden 2").json()["data"]["others"] == {}


def test_other_tabs_and_repeats_are_no_conflict(wizard):
    assert draft(wizard, 1, "contact_info", city="Dublin").status_code == 200
    assert draft(wizard, 1, "primary_info", first_name="Maren").status_code == 200
    assert draft(wizard, 1, "contact_info", city="Dublin").status_code == 200


def test_a_save_over_a_newer_save_is_refused(wizard):
    version = wizard.data("get-form-fields-personal-info")["version"]
    assert wizard.personal(version=version, first_name="Maren").status_code == 200
    assert wizard.personal(version=version, first_name="Maren").status_code == 200
    stale = wizard.personal(version=version, first_name="Mary")
    assert stale.status_code == 409
    assert stale.json()["data"]["values"] == {"first_name": "Maren"}


def test_unknown_tabs_are_refused(wizard):
    assert problems(draft(wizard, tab="no_such")) == {"tab_name": "Choose one of the listed values."}


def test_draft_columns_have_the_api_names(wizard):
    wizard.up_to("sign")

    def column(name):
        return wizard.data("get-enrollment-temp-info", column=name)["result"]

    assert column("primary_info")["ssn"] == "Ending 5678"
    assert (column("payment_info")["account_last4"], column("payment_info")["account_number"]) == (
        "7710",
        "Ending 7710",
    )
    assert column("aggrement_info")["user_name"] == "Maren Lee Castillo"
    assert column("benificiary_info") == {}
    assert column("health_info") == {}
    assert column("dependent_info")["rules"]["tier"] == "IO"


def test_step_screenshots_are_stored_once_and_checked(wizard):
    assert wizard.post("save-screenshot", name="contact_info", image=png()).status_code == 200
    assert wizard.post("save-screenshot", name="contact_info", image=png()).status_code == 200
    row = Screenshot.objects.get()
    assert (row.name, len(row.sha256)) == ("contact_info", 64)
    assert wizard.post("save-screenshot", name="dependent_info_addIris", image=png()).status_code == 200
    for name in ("José", "Jose\u0301", "O’Brien", "D`Arcy"):
        assert wizard.post("save-screenshot", name=f"dependent_info_edit{name}", image=png()).status_code == 200
    for name in ("contact_info\n", "../contact_info", "1contact", "x" * 81):
        assert wizard.post("save-screenshot", name=name, image=png()).status_code == 422
    refused = wizard.post("save-screenshot", name="billing_info", image=png())
    assert problems(refused) == {"name": "We don't keep an image of this page."}
    assert problems(wizard.post("save-screenshot", name="contact_info", image="x")) == {
        "image": "The picture must be a PNG image."
    }
    assert "name" in problems(wizard.post("save-screenshot", name="../x", image=png()))


def test_the_picture_of_the_last_step_comes_after_submission(wizard):
    wizard.up_to("sign")
    wizard.submit()
    assert wizard.post("save-screenshot", name="review_info", image=png()).status_code == 200
    kept = Screenshot.objects.get()
    assert kept.name == "review_info"
    assert wizard.post("save-screenshot", name="review_info", image=png((50, 50))).status_code == 200
    assert Screenshot.objects.get().sha256 == kept.sha256


def test_additional_notes_have_their_field_on_the_review(wizard):
    wizard.up_to("sign")
    wizard.post("save-draft", tab_name="review_info", values={"additional_notes": "Call after five."})
    (field,) = wizard.data("get-review-summary")["fields"]
    assert (field["field_name"], field["type"], field["value"]) == ("additional_notes", "textarea", "Call after five.")


def test_review_cards_are_masked_and_in_order(wizard):
    wizard.up_to("sign")
    review = wizard.data("get-review-summary")
    cards = {item["tab_name"]: {row["label"]: row["value"] for row in item["rows"]} for item in review["result"]}
    assert list(cards) == ["primary_info", "contact_info", "billing_info", "agreement_info"]
    assert cards["primary_info"] == {
        "Name": "Maren Lee Castillo",
        "Born": "04/17/1989",
        "SSN": "Ending 5678",
        "Marital status": "Married",
    }
    assert cards["contact_info"]["Address"] == "88 Lindenhall Ave, Unit 3B, Columbus, OH 43215"
    assert cards["billing_info"] == {
        "Method": "EFT, checking",
        "Account": "HARBORLIGHT BANK, ending 7710",
        "Billing date": "28th of month",
    }
    assert cards["agreement_info"]["Texts"] == "4 of 4 accepted"
    assert review["notice"]["first_payment"] == "51.00"
    assert review["notice"]["text"] == (
        "Your first payment of $51.00 is drawn within 5 days. We'll email a receipt within 10 minutes. Nothing is "
        "sent until you press Next."
    )


def test_an_answer_that_is_left_out_does_not_empty_a_newer_one(wizard):
    version = wizard.data("get-form-fields-personal-info")["version"]
    assert wizard.personal(version=version).status_code == 200
    stale = wizard.personal(version=version, middle_name="")
    assert stale.status_code == 409
    data = stale.json()["data"]
    assert data["values"] == {"middle_name": "Lee"}
    assert wizard.personal(version=data["version"], middle_name="").status_code == 200
    assert "middle_name" not in Section.objects.get(key="primary_info").answers


def test_a_field_that_is_asked_anew_says_so_and_the_rest_is_kept(wizard):
    wizard.up_to("sign")
    draft(wizard, tab="contact_info", city="Bexley")
    RequirementProfile.objects.create(
        name="Weight",
        fields={"primary_info": {"weight": {"required": True}}, "contact_info": {"city": {"hidden": True}}},
    )
    assert wizard.tabs()["primary_info"]["status"] == "error"
    personal = wizard.fields("personal-info")
    assert {name: field["message"] for name, field in personal.items() if field["error"]} == {
        "weight": "Field is required"
    }
    assert personal["first_name"]["value"] == "Maren"
    # A draft of a field that is asked no more stays behind unseen, and comes back with it.
    assert "city" not in wizard.fields("contact-info")
    RequirementProfile.objects.filter(name="Weight").delete()
    assert wizard.fields("contact-info")["city"]["value"] == "Bexley"


def test_a_save_does_not_drop_what_another_window_only_typed(wizard):
    version = wizard.data("get-form-fields-personal-info")["version"]
    assert draft(wizard, version, first_name="Mary", middle_name="Ann", last_name="Castillo").status_code == 200
    stale = wizard.personal(version=version, middle_name="")
    assert stale.status_code == 409
    data = stale.json()["data"]
    assert data["values"] == {"first_name": "Mary", "middle_name": "Ann"}
    assert wizard.fields("personal-info")["middle_name"]["value"] == "Ann"
    assert wizard.personal(version=data["version"], middle_name="").status_code == 200
    assert wizard.fields("personal-info")["middle_name"]["value"] == ""


def test_a_draft_that_says_the_same_stops_no_save(wizard):
    version = wizard.data("get-form-fields-contact-info")["version"]
    typed = {"phone_number": "6145550193", "city": "Columbus", "zip": "43215", "state": "OH", "address2": "Unit 3B"}
    assert wizard.personal().status_code == 200
    assert draft(wizard, version, "contact_info", **typed).status_code == 200
    assert wizard.contact(version=version).status_code == 200


def test_billing_does_not_drop_what_another_window_only_typed(wizard):
    wizard.answer_questions()
    version = wizard.data("get-form-fields-billing-info")["version"]
    assert draft(wizard, version, "billing_info", account_name="M. Castillo").status_code == 200
    stale = wizard.billing(version=version)
    assert stale.status_code == 409
    assert stale.json()["data"]["values"] == {"account_name": "M. Castillo"}
    assert wizard.billing(version=stale.json()["data"]["version"]).status_code == 200


def test_an_emptied_answer_of_the_quote_stays_empty(wizard):
    assert draft(wizard, tab="contact_info", zip="43299", state="").status_code == 200
    fields = wizard.fields("contact-info")
    assert (fields["zip"]["value"], fields["state"]["value"], fields["city"]["value"]) == ("43299", "", "Columbus")
