"""Names in the application: every spelling is read as one, and what no document can print is asked for otherwise."""

import pytest

from planfront.enrollment.models import RequirementProfile
from planfront.enrollment.tests.conftest import PERSONAL, problems
from planfront.kernel.tests.spellings import LATIN, NO_NAMES, READ, UNPRINTABLE

DEPENDENT = {
    "first_name": "Theo",
    "last_name": "Castillo",
    "birthdate": "03/04/2016",
    "gender": "0",
    "ssn": "512345679",
    "relationship": "child",
}
BENEFICIARY = {
    "first_name": "Iris",
    "last_name": "Castillo",
    "birthdate": "05/06/1960",
    "relationship": "parent",
    "ssn": "512345680",
    "beneficiary_percentage": "100",
}
FIRST, LAST = "Please enter valid first name", "Please enter valid last name"


def stored(wizard, column):
    return wizard.data("get-enrollment-temp-info", column=column)["result"][column]


@pytest.mark.parametrize(("typed", "read"), READ.items())
def test_every_spelling_of_the_applicants_name_is_kept_as_one(wizard, typed, read):
    assert wizard.personal(first_name=typed, last_name=typed).status_code == 200
    assert wizard.fields("personal-info")["first_name"]["value"] == read
    assert wizard.fields("personal-info")["last_name"]["value"] == read


def of_dependent(make_wizard, name):
    return make_wizard("IC").post(
        "validate-single-dependent", primary_info={**DEPENDENT, "first_name": name, "last_name": name}
    )


def of_beneficiary(make_wizard, name):
    body = {**BENEFICIARY, "first_name": name, "last_name": name}
    return make_wizard().post("validate-single-beneficiary", **body)


def of_applicant(make_wizard, name):
    return make_wizard().personal(first_name=name, last_name=name)


def told(answer):
    return {field.removeprefix("primary_info."): message for field, message in problems(answer).items()}


@pytest.mark.parametrize("door", [of_applicant, of_dependent, of_beneficiary])
def test_every_door_gives_the_same_answer(make_wizard, door):
    for name in NO_NAMES:
        result = told(door(make_wizard, name))
        assert (result["first_name"], result["last_name"]) == (FIRST, LAST)
    for name in UNPRINTABLE:
        result = told(door(make_wizard, name))
        assert (result["first_name"], result["last_name"]) == (LATIN, LATIN)


def test_free_text_that_no_document_can_print_is_refused_and_says_why(wizard):
    message = "Use Latin letters. Our documents can't print some of these characters."
    wrong = problems(wizard.contact(address1="东街 88", birth_city="上海"))
    assert wrong == {"address1": message, "birth_city": message}
    assert wizard.contact(address1="Łódź–Straße 5", birth_city="Москва").status_code == 200
    assert wizard.fields("contact-info")["address1"]["value"] == "Łódź-Straße 5"


@pytest.mark.parametrize("apostrophe", ["'", "’", "ʻ", "ʼ", "`"])
def test_any_apostrophe_signs_for_any_other(wizard, apostrophe):
    wizard.answer_questions(primary_info={**PERSONAL, "last_name": "Kaʻahumanu"})
    assert wizard.billing().status_code == 200
    assert wizard.sign(typed_name=f"Maren Ka{apostrophe}ahumanu").status_code == 200


def test_a_number_with_the_hyphens_of_a_phone_is_in_no_draft(wizard):
    wizard.post("save-draft", tab_name="contact_info", values={"address1": "123\u201145\u20116789"})
    assert wizard.fields("contact-info")["address1"]["value"] == ""


@pytest.mark.parametrize("suffix", ["Jr.", "Sr.", "II", "III", "IV", ""])
def test_a_suffix_belongs_to_the_name(wizard, suffix):
    assert wizard.personal(suffix=suffix).status_code == 200
    rows = wizard.data("get-review-summary")["result"][0]["rows"]
    assert rows[0]["value"] == f"Maren Lee Castillo {suffix}".strip()


def test_another_suffix_is_refused(wizard):
    assert problems(wizard.personal(suffix="Esq.")) == {"suffix": "Choose one of the listed values."}


def test_a_profile_hides_the_suffix(wizard):
    RequirementProfile.objects.create(
        name="plain", fields={"primary_info": {"suffix": {"required": False, "hidden": True}}}
    )
    assert "suffix" not in wizard.fields("personal-info")


@pytest.mark.parametrize(
    "typed", ["Maren Castillo", "Maren Lee Castillo Jr.", "maren castillo jr", "Maren L. Castillo Jr"]
)
def test_a_signature_may_leave_the_suffix_out(wizard, typed):
    wizard.answer_questions(primary_info={**PERSONAL, "suffix": "Jr."})
    assert wizard.billing().status_code == 200
    assert wizard.sign(typed_name=typed).status_code == 200


def test_another_suffix_does_not_sign(wizard):
    wizard.answer_questions(primary_info={**PERSONAL, "suffix": "Jr."})
    assert wizard.billing().status_code == 200
    message = "Type the applicant's name as it appears on the application: Maren Lee Castillo Jr."
    assert problems(wizard.sign(typed_name="Maren Castillo Sr.")) == {"typed_name": message}
