"""The editor of requirement profiles: choices for tabs and fields, hints, preview, versions."""

import pytest

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.backoffice.tests.forms import form_of
from planfront.catalog.models import Carrier, Plan
from planfront.enrollment.models import ProfileVersion, RequirementProfile

pytestmark = pytest.mark.django_db
BASE = "/backoffice/enrollment/requirementprofile/"


@pytest.fixture
def staff(client, brand):
    client.defaults["HTTP_HOST"] = "shop.test"
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    return client


def add(client, **changes):
    data = form_of(client.get(f"{BASE}add/").content.decode())
    answer = client.post(f"{BASE}add/", {**data, "name": "Life", "active": "on", **changes})
    assert answer.status_code == 302, answer.context["errors"]
    return RequirementProfile.objects.latest("pk")


def save(client, profile, **changes):
    address = f"{BASE}{profile.pk}/change/"
    answer = client.post(address, {**form_of(client.get(address).content.decode()), **changes})
    assert answer.status_code == 302, answer.context["errors"]
    profile.refresh_from_db()


def options(client, profile, name):
    """The choices of one field of the form."""
    form = client.get(f"{BASE}{profile.pk}/change/").context["adminform"].form
    return [key for key, _words in form.fields[name].choices]


def test_tabs_and_fields_are_chosen_and_stored(staff, brand):
    profile = add(
        staff,
        **{
            "brand_id": brand.pk,
            "category": "term_life",
            "tab-dependent_info": "no",
            "tab-contact_info": "yes",
            "field-primary_info-weight": "required",
            "field-contact_info-birth_city": "hidden",
            "field-contact_info-email_address": "read_only",
            "field-contact_info-address2": "required",
            "field-contact_info-birth_state": "optional",
        },
    )
    assert (profile.brand_id, profile.category, profile.group_id) == (brand.pk, "term_life", None)
    assert profile.tabs == {"dependent_info": False, "contact_info": True}
    assert profile.fields == {
        "primary_info": {"weight": {"required": True}},
        "contact_info": {
            "birth_city": {"hidden": True},
            "email_address": {"read_only": True},
            "address2": {"required": True, "hidden": False},
            "birth_state": {"required": False, "hidden": False},
        },
    }
    shown = form_of(staff.get(f"{BASE}{profile.pk}/change/").content.decode())
    assert shown["field-contact_info-birth_city"] == ["hidden"]
    assert shown["tab-dependent_info"] == ["no"]
    save(staff, profile, **{"field-contact_info-birth_city": "", "tab-contact_info": ""})
    assert "birth_city" not in profile.fields["contact_info"]
    assert profile.tabs == {"dependent_info": False}


def test_unknown_stored_settings_are_kept(staff):
    odd = {
        "later_info": {"shoe_size": {"required": True}},
        "contact_info": {
            "zip": {"read_only": True, "required": True},
            "birth_city": {"required": False, "hidden": True},
            "city": {"required": False},
        },
    }
    profile = RequirementProfile.objects.create(name="Odd", tabs={"later_info": True}, fields=odd)
    assert "stored" in options(staff, profile, "field-contact_info-zip")
    assert "stored" not in options(staff, profile, "field-contact_info-city")
    save(staff, profile, priority="7")
    assert (profile.priority, profile.tabs, profile.fields) == (7, {"later_info": True}, odd)
    save(staff, profile, **{"field-contact_info-zip": "optional"})
    assert profile.fields["contact_info"]["zip"] == {"required": False, "hidden": False}


def test_a_profile_must_say_something(staff):
    data = form_of(staff.get(f"{BASE}add/").content.decode())
    answer = staff.post(f"{BASE}add/", {**data, "name": "Nothing"})
    assert "Choose a setting for at least one tab or field." in answer.content.decode()


def test_conflicting_profiles_are_named(staff, brand):
    profile = RequirementProfile.objects.create(
        name="One",
        priority=10,
        brand_id=brand.pk,
        tabs={"billing_info": False},
        fields={"contact_info": {"zip": {"hidden": True}}},
    )
    RequirementProfile.objects.create(name="Two", priority=20, tabs={"billing_info": True})
    RequirementProfile.objects.create(name="Same", tabs={"billing_info": False})
    RequirementProfile.objects.create(name="Elsewhere", brand_id=brand.pk + 1, tabs={"billing_info": True})
    RequirementProfile.objects.create(name="Switched off", active=False, tabs={"billing_info": True})
    RequirementProfile.objects.create(
        name="Before", priority=5, state="TX", fields={"contact_info": {"zip": {"hidden": False}}}
    )
    hints = staff.get(f"{BASE}{profile.pk}/change/").context["hints"]
    assert [(hint["other"].name, hint["what"], hint["other_wins"]) for hint in hints] == [
        ("Before", "Contact Information: Zip, hidden", False),
        ("Two", "Billing Information", True),
    ]


def test_a_profile_is_tried_on_a_sample_cart(staff, brand):
    carrier = Carrier.objects.create(key="north", name="North Mutual")
    plan = Plan.objects.create(
        carrier=carrier, name="Life 10", category="term_life", requirements=["employer_info"], active=True
    )
    RequirementProfile.objects.create(
        name="Life asks weight",
        category="term_life",
        tabs={"billing_info": False},
        fields={"primary_info": {"weight": {"required": True}}, "contact_info": {"birth_city": {"hidden": True}}},
    )
    RequirementProfile.objects.create(name="Texas", state="TX", tabs={"billing_info": True})
    address = f"{BASE}preview/"
    assert staff.get(address).status_code == 200
    asked = {"tier": "IO", "plans": [plan.pk], "brand_id": brand.pk, "state": "OH"}
    context = staff.get(address, asked).context
    tabs = {profile.outcome.label: (profile.outcome.state, profile.outcome.by) for profile in context["found"]}
    fields = {field.label: (field.state, field.by) for profile in context["found"] for field in profile.fields}
    assert context["applied"] == ["Life asks weight"]
    assert tabs["Billing Information"] == ("Not asked", "Life asks weight")
    assert tabs["Dependent Information"][0] == "Not asked"  # nobody but the member
    assert fields["Birth city"] == ("Hidden", "Life asks weight")
    assert fields["Email"] == ("Required", "every enrollment")
    texas = staff.get(address, {**asked, "state": "TX"}).context
    assert texas["applied"] == ["Life asks weight", "Texas"]
    assert {profile.outcome.label: profile.outcome.by for profile in texas["found"]}["Billing Information"] == "Texas"


def test_versions_are_kept_compared_and_used_again(staff):
    profile = add(staff, **{"tab-billing_info": "no"})
    save(staff, profile, **{"tab-billing_info": "yes", "state": "OH"})
    save(staff, profile)
    address = f"{BASE}{profile.pk}/versions/"
    rows = staff.get(address).context["rows"]
    assert [(row["version"].number, row["differs"]) for row in rows] == [
        (2, ["State: any → OH", "Billing Information: no → yes"]),
        (1, ["Billing Information: not set → no"]),
    ]
    assert staff.post(address, {"number": "1"}).status_code == 302
    profile.refresh_from_db()
    assert (profile.tabs, profile.state, ProfileVersion.objects.count()) == ({"billing_info": False}, "", 3)
    assert AuditEvent.objects.get(action="backoffice.requirementprofile.restored").meta == {"version": 1}
    assert staff.post(address, {"number": "9"}).status_code == 404
    assert staff.post(address, {"number": "x"}).status_code == 404
    assert staff.get(f"{BASE}999/versions/").status_code == 404


def test_a_profile_made_elsewhere_keeps_what_it_was_as_its_first_version(staff):
    profile = RequirementProfile.objects.create(name="Seeded", tabs={"billing_info": False})
    assert "No versions yet" in staff.get(f"{BASE}{profile.pk}/versions/").content.decode()
    save(staff, profile, **{"tab-billing_info": "yes"})
    kept = profile.versions.values_list("number", "content__tabs__billing_info", "saved_by__email")
    assert list(kept) == [(2, True, "admin@demo.test"), (1, False, None)]
