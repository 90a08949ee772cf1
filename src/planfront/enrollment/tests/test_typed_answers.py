"""Stored answers in the types of their fields."""

from dataclasses import fields
from datetime import date
from typing import get_type_hints

import pytest

from planfront.enrollment.forms import kinds
from planfront.enrollment.forms.named import NamedPerson
from planfront.enrollment.steps.beneficiary.answers import Beneficiary, BeneficiaryAnswers
from planfront.enrollment.steps.beneficiary.form import FORM as BENEFICIARY_FORM
from planfront.enrollment.steps.contact.answers import ContactAnswers
from planfront.enrollment.steps.contact.form import FORM as CONTACT_FORM
from planfront.enrollment.steps.dependent.answers import Dependent, DependentAnswers
from planfront.enrollment.steps.dependent.form import FORM as DEPENDENT_FORM
from planfront.enrollment.steps.personal.answers import PersonalAnswers
from planfront.enrollment.steps.personal.form import FORM as PERSONAL_FORM

# What a person is, whichever step names them.
SHARED = {field.name for field in fields(NamedPerson)}
BESIDE_THE_FORM = {"health_info"}


@pytest.mark.parametrize(
    ("answers", "form"),
    [
        (PersonalAnswers, PERSONAL_FORM),
        (ContactAnswers, CONTACT_FORM),
        (Dependent, DEPENDENT_FORM),
        (Beneficiary, BENEFICIARY_FORM),
    ],
)
def test_typed_answers_are_fields_of_the_form_in_their_types(answers, form):
    declared = {field.name: field.kind for field in form.fields if field.stored}
    for name, hint in get_type_hints(answers).items():
        if name in {"key", "stored"} | BESIDE_THE_FORM or (name in SHARED and name not in declared):
            continue
        assert name in declared, name
        if declared[name] is kinds.DATE:
            assert hint == date | None
        elif declared[name] is kinds.CHECKBOX:
            assert hint is bool
        else:
            assert hint in (str, int | None)


def test_dates_numbers_and_ticks_are_read_as_such():
    stored = {
        "beneficiary_id": "b1",
        "first_name": "Iris",
        "last_name": "Castillo",
        "birthdate": "02/29/2000",
        "ssn_later": "1",
        "relationship": "child",
        "beneficiary_percentage": "50",
    }
    person = Beneficiary.read(stored)
    assert (person.birthdate, person.beneficiary_percentage, person.ssn_later) == (date(2000, 2, 29), 50, True)
    assert (person.full_name, person.ssn, person.stored) == ("Iris Castillo", "", stored)


def test_unanswered_fields_are_empty():
    person = PersonalAnswers.read({})
    assert (person.first_name, person.birthdate, person.weight, person.ssn_later) == ("", None, None, False)
    assert DependentAnswers.read({}).dependents == ()
    assert not BeneficiaryAnswers.read({"confirmed": False}).confirmed


def test_people_lists_are_read_as_typed_people():
    answers = DependentAnswers.read(
        {
            "dependents": [
                {"dependent_id": "s", "relationship": "spouse", "birthdate": "09/02/1988"},
                {"dependent_id": "c", "relationship": "child", "birthdate": "not a date"},
            ],
            "confirmed": True,
            "switched": None,
        }
    )
    assert [(person.dependent_id, person.is_spouse, person.birthdate) for person in answers.dependents] == [
        ("s", True, date(1988, 9, 2)),
        ("c", False, None),
    ]
    assert (answers.confirmed, answers.switched) == (True, None)
