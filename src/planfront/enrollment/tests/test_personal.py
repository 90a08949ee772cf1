"""Personal Information: every message, what is read-only, what is masked."""

import pytest

from planfront.enrollment.models import Section
from planfront.enrollment.tests.conftest import PERSONAL, SSN, Wizard, fill_cart, problems, quote
from planfront.members.services import create_member
from planfront.parties.groups.models import Group
from planfront.parties.groups.services import set_enroller_code
from planfront.parties.reps.models import Agent
from planfront.shopping.models import Quote


def test_fields_show_the_quote_and_mask_the_number(wizard):
    wizard.personal()
    fields = wizard.fields("personal-info")
    assert (fields["birthdate"]["value"], fields["birthdate"]["read_only"]) == ("04/17/1989", True)
    assert (fields["gender"]["value"], fields["gender"]["read_only"]) == ("1", True)
    assert (fields["ssn"]["value"], fields["ssn"]["sensitive"]) == ("Ending 5678", True)
    assert [option["label"] for option in fields["marital_status"]["options"]] == [
        "Single",
        "Married",
        "Divorced",
        "Widowed",
    ]
    assert "weight" not in fields
    assert SSN not in str(wizard.data("get-enrollment-temp-info", column="primary_info"))


@pytest.mark.parametrize(
    ("change", "target", "message"),
    [
        ({"first_name": ""}, "first_name", "Field is required"),
        ({"first_name": "M4ren"}, "first_name", "Please enter valid first name"),
        ({"last_name": "<b>"}, "last_name", "Please enter valid last name"),
        ({"last_name": ""}, "last_name", "Field is required"),
        ({"marital_status": ""}, "marital_status", "Field is required"),
        ({"marital_status": "9"}, "marital_status", "Choose one of the listed values."),
        ({"ssn": ""}, "ssn", "Field is required"),
        ({"ssn": "12345"}, "ssn", "Invalid Social Security Number"),
        ({"ssn": "000-12-3456"}, "ssn", "Invalid Social Security Number"),
        ({"birthdate": "01/01/1990"}, "birthdate", "This comes from your quote. Edit your quote to change it."),
        ({"gender": 0}, "gender", "This comes from your quote. Edit your quote to change it."),
        ({"ethnic_category": "12"}, "ethnic_category_other_type", "Field is required"),
        ({"prior_coverage_flag": "1"}, "prior_carrier_name", "Field is required"),
        (
            {"prior_coverage_flag": "1", "prior_effective_date": "01/01/2199"},
            "prior_effective_date",
            "The date can't be in the future.",
        ),
        (
            {"prior_coverage_flag": "1", "prior_effective_date": "04/16/1989"},
            "prior_effective_date",
            "This is before you were born.",
        ),
        (
            {"prior_coverage_flag": "1", "prior_term_date": "01/01/2199"},
            "prior_term_date",
            "The date can't be in the future.",
        ),
        (
            {"prior_coverage_flag": "1", "prior_effective_date": "01/02/2020", "prior_term_date": "01/01/2020"},
            "prior_term_date",
            "The date of termination can't be before the effective date.",
        ),
        (
            {"prior_coverage_flag": "1", "prior_effective_date": "02/30/2020"},
            "prior_effective_date",
            "February 2020 has 29 days. Check the day.",
        ),
    ],
)
def test_each_invalid_personal_field_has_its_message(wizard, change, target, message):
    assert problems(wizard.personal(**change))[target] == message


def test_an_empty_or_masked_number_keeps_the_stored_one(wizard):
    wizard.personal()
    for sent in ("", "Ending 5678"):
        assert wizard.personal(ssn=sent, first_name="Marena").status_code == 200
    assert Section.objects.get(key="primary_info").answers["ssn"] == SSN


def test_names_of_all_scripts_pass(wizard):
    assert wizard.personal(first_name="José-María", last_name="O’Brien Łukasz").status_code == 200


def test_prior_coverage_dates_come_back_normalized(wizard):
    answer = wizard.personal(
        prior_coverage_flag="1",
        prior_carrier_name="Old Mutual",
        prior_effective_date="1/2/2020",
        prior_term_date="12312020",
    )
    assert answer.status_code == 200
    fields = wizard.fields("personal-info")
    assert fields["prior_effective_date"]["value"] == "01/02/2020"
    assert fields["prior_term_date"]["value"] == "12/31/2020"
    assert fields["prior_carrier_name"]["show_if"] == {"field": "prior_coverage_flag", "eq": "1"}


def test_measures_are_asked_where_a_profile_says_so(wizard):
    from planfront.enrollment.models import RequirementProfile

    flags = {name: {"required": True} for name in ("weight", "height_feet", "height_inch")}
    RequirementProfile.objects.create(name="life", category="dental", fields={"primary_info": flags})
    assert wizard.fields("personal-info")["weight"]["required"]
    result = problems(wizard.personal(weight="0", height_feet="0", height_inch="12"))
    assert result == {
        "weight": "Weight cannot be zero or less",
        "height_feet": "Height cannot be zero",
        "height_inch": "Inch is invalid",
    }
    assert wizard.personal(weight=150, height_feet=5, height_inch=7).status_code == 200
    result = problems(wizard.personal(weight="1234", height_feet="55", height_inch="120"))
    assert result == {
        "weight": "Enter no more than 3 digits.",
        "height_feet": "Enter no more than 1 digit.",
        "height_inch": "Inch is invalid",
    }
    result = problems(wizard.personal(weight="abc", height_feet="-5", height_inch="x"))
    assert result == {
        "weight": "Enter a whole number.",
        "height_feet": "Height cannot be zero",
        "height_inch": "Inch is invalid",
    }


def test_a_group_with_an_enroller_code_demands_it(store, visitor):
    group = Group.objects.create(code="ENR1", name="Coded", requires_enroller_code=True)
    group.brands.add(store.brand)
    set_enroller_code(group=group, code="ENR-2556")
    wizard = Wizard(visitor, quote(visitor))
    Quote.objects.update(group=group, enroll_type="new-group-member")
    fill_cart(visitor, wizard.id, store.dental)
    assert wizard.fields("personal-info")["enrollerCode"]["required"]
    assert problems(wizard.personal())["enrollerCode"] == "Enroller code is required"
    assert problems(wizard.post("save-enroller-code", enrollerCode=" ")) == {"enrollerCode": "Enter Enroller Code"}
    assert problems(wizard.post("save-enroller-code", enrollerCode="NO")) == {"enrollerCode": "Invalid Enroller Code"}
    assert wizard.post("save-enroller-code", enrollerCode="enr 2556").status_code == 200
    assert wizard.personal().status_code == 200
    assert not wizard.fields("personal-info")["enrollerCode"]["required"]
    other = Group.objects.create(code="ENR2", name="Other", requires_enroller_code=True)
    other.brands.add(store.brand)
    set_enroller_code(group=other, code="ENR-2512")
    Quote.objects.update(group=other)
    assert problems(wizard.personal())["enrollerCode"] == "Enroller code is required"


def test_enroller_codes_can_not_be_guessed(store, visitor):
    agent = Agent.objects.create(code="REP1001", first_name="Jordan", last_name="Lee", email="rep@demo.test")
    agent.brands.add(store.brand)
    wizard = Wizard(visitor, quote(visitor))
    Quote.objects.update(agent=agent, eprocess="rep")
    assert [wizard.post("save-enroller-code", enrollerCode="X").status_code for _ in range(6)] == [422] * 5 + [429]
    more = [Wizard(visitor, quote(visitor, dob=f"04/{day:02d}/1989")) for day in range(1, 8)]
    assert {item.post("save-enroller-code", enrollerCode="X").status_code for item in more for _ in range(3)} == {422}
    assert {item.post("save-enroller-code", enrollerCode="X").status_code for item in more} == {422, 429}


def test_an_existing_member_starts_from_what_is_on_record(store, visitor):
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
        marital_status=0,
        ssn="512999888",
    )
    wizard = Wizard(visitor, quote(visitor))
    Quote.objects.filter(public_id=wizard.id).update(member=member, enroll_type="existing-member")
    fields = wizard.fields("personal-info")
    assert (fields["first_name"]["value"], fields["ssn"]["value"]) == ("Maria", "Ending 9888")
    assert wizard.post("save-personal-info", **{**PERSONAL, "ssn": ""}).status_code == 200
    assert Section.objects.get(key="primary_info").answers["ssn"] == "512999888"
