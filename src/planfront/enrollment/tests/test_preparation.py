"""What an application will ask for, before it is begun."""

from datetime import date

import pytest

from planfront.billing.models import PaymentMethod
from planfront.enrollment.models import HealthQuestion, RequirementProfile
from planfront.enrollment.tests.test_resume import code_of
from planfront.members.models import Relative
from planfront.members.services import add_relative, create_member
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.services import create_group
from planfront.shopping.models import Quote

MEASURES = {name: {"required": True} for name in ("weight", "height_feet", "height_inch")}


def read(wizard):
    return wizard.data("get-preparation")


def keys(page):
    return [need["key"] for need in page["needs"]]


def test_a_single_applicant_needs_a_number_and_an_account(wizard):
    page = read(wizard)
    assert page["title"] == "Have these three things ready."
    assert keys(page) == ["numbers", "payment", "mail"]
    assert page["needs"][0]["whose"] == ["You"]
    assert [step["tab_name"] for step in page["steps"]] == [
        "primary_info",
        "contact_info",
        "billing_info",
        "agreement_info",
        "review_info",
    ]
    assert page["minutes"] == sum(step["minutes"] for step in page["steps"]) == 8
    assert "about 8 minutes" in page["lead"]
    assert all(step["text"] and step["minutes"] >= 1 for step in page["steps"])
    assert (page["fresh"], page["begin"]["tab_name"], page["href"]) == (
        True,
        "primary_info",
        "/enrollment/personal-info",
    )


def test_the_list_follows_the_cart_and_the_tier(make_wizard):
    wizard = make_wizard("IF")
    HealthQuestion.objects.create(id=101, text="Well?", kind="plain", of_applicant=True)
    RequirementProfile.objects.create(
        name="More",
        tabs={"employer_info": True, "beneficiary_info": True, "primary_health_info": True},
        fields={"dependent_info": MEASURES},
    )
    page = read(wizard)
    assert keys(page) == [
        "numbers",
        "births",
        "measures",
        "employer",
        "beneficiaries",
        "health",
        "payment",
        "mail",
    ]
    assert page["title"] == "Have these eight things ready."
    assert page["needs"][0]["whose"] == ["You, your spouse, 1 child"]
    assert page["needs"][1]["whose"] == ["Your spouse, 1 child", "We have yours from the quote"]
    minutes = {step["tab_name"]: step["minutes"] for step in page["steps"]}
    assert (minutes["dependent_info"], page["minutes"]) == (2, 17)


def test_who_fills_in_for_somebody_reads_it_in_the_third_person(wizard):
    Quote.objects.update(eprocess="rep")
    page = read(wizard)
    assert page["title"] == "Ask the client for these two things."
    assert page["needs"][0]["whose"] == ["The client"]
    wizard.personal()
    assert read(wizard)["title"] == "Ask Maren for one thing."


def test_what_is_on_record_is_not_asked_for(wizard, store):
    member = create_member(
        brand=store.brand,
        first_name="Maria",
        last_name="Santos",
        birth_date="1980-02-03",
        gender=1,
        email="maria@mailbox.example",
        phone="6145550100",
        zip="43215",
        state="OH",
        ssn="512999888",
    )
    Quote.objects.update(member=member, enroll_type="existing-member")
    page = read(wizard)
    assert (page["title"], keys(page)) == ("Have these two things ready.", ["payment", "mail"])


@pytest.fixture
def member(store):
    result = create_member(
        brand=store.brand,
        first_name="Luis",
        last_name="Ferrer",
        birth_date="1980-02-03",
        gender=0,
        email="luis@mailbox.example",
        phone="6145550100",
        zip="43215",
        state="OH",
        ssn="512999888",
    )
    people = (
        ("dependent", "Spouse", "Carmen", "512999889", None),
        ("dependent", "Child", "Elena", "512999890", None),
        ("dependent", "Child", "Mateo", "", None),
        ("beneficiary", "Spouse", "Carmen", "512999889", 60),
        ("beneficiary", "Child", "Elena", "512999890", 40),
    )
    for kind, relationship, name, ssn, share in people:
        add_relative(
            member=result,
            kind=kind,
            relationship=relationship,
            first_name=name,
            last_name="Ferrer",
            birth_date=date(2012, 5, 6) if relationship == "Child" else date(1981, 5, 6),
            ssn=ssn,
            percentage=share,
        )
    return result


def test_a_family_and_an_account_on_record_are_not_asked_for(make_wizard, member):
    RequirementProfile.objects.create(name="More", tabs={"beneficiary_info": True})
    wizard = make_wizard("IF")
    Quote.objects.update(member=member, enroll_type="existing-member", children=3)
    page = read(wizard)
    assert keys(page) == ["numbers", "births", "payment", "mail"]
    assert page["needs"][0]["whose"] == ["2 children", "Yours is on record"]
    assert page["needs"][1]["whose"] == ["1 child", "We have yours from the quote"]
    earlier = make_wizard().up_to("billing")
    PaymentMethod.objects.filter(enrollment__public_id=earlier.id).update(member_id=member.pk)
    Relative.objects.filter(first_name="Mateo").delete()
    Quote.objects.filter(public_id=wizard.id).update(children=1)
    page = read(wizard)
    assert (page["title"], keys(page)) == ("Have one thing ready.", ["mail"])


def test_who_may_have_an_account_on_record_and_has_none_needs_one(make_wizard, member):
    wizard = make_wizard()
    Quote.objects.update(member=member, enroll_type="existing-member")
    assert keys(read(wizard)) == ["payment", "mail"]


def test_what_the_group_knows_of_itself_is_not_asked_of_its_people(make_wizard, store):
    RequirementProfile.objects.create(name="More", tabs={"employer_info": True})
    group = create_group(code="ACME01", name="Acme", brands=[store.brand], landing_url="acme", address1="9 Mill Road")
    direct, through = make_wizard(), make_wizard(group_id=group.pk)
    texts = [
        next(need["text"] for need in read(item)["needs"] if need["key"] == "employer") for item in (direct, through)
    ]
    assert texts == [
        "Name, phone and address of the employer, first day at work, hours a week and kind of pay.",
        "First day at work, hours a week and kind of pay. We have the address of Acme.",
    ]


def test_whoever_comes_back_goes_on_where_they_left_off(wizard):
    wizard.personal()
    page = read(wizard)
    assert (page["fresh"], page["begin"]["title"], page["href"]) == (
        False,
        "Contact Information",
        "/enrollment/contact-info",
    )


def test_the_list_goes_out_with_the_code(wizard):
    body = {"email": "maren@mailbox.example", "tab": "primary_info", "data": {}}
    assert wizard.post("save-enrollment", **body, with_needs=1).status_code == 200
    mail = OutboundEmail.objects.get(kind="resume_code")
    assert code_of(mail)
    for shape in (mail.text, mail.html):
        assert "What you will need:" in shape
        assert "Social Security numbers:" in shape
    wizard.post("save-enrollment", **{**body, "email": "other@mailbox.example"})
    assert "What you will need:" not in OutboundEmail.objects.latest("created_at").text


def test_the_page_is_read_in_spanish(wizard):
    wizard.client.headers["Accept-Language"] = "es"
    page = read(wizard)
    assert page["title"] == "Tenga a mano estas tres cosas."
    assert page["needs"][0]["whose"] == ["Usted"]
