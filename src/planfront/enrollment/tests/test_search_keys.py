"""Submitted applications are found by what callers know of them, although the answers are sealed."""

import pytest

from planfront.config.secrets import new_field_key
from planfront.enrollment.models import Application, SearchKey
from planfront.enrollment.submission.search_keys import keep_due_search_keys
from planfront.enrollment.tests.conftest import wizard_of
from planfront.enrollment.tests.test_dependents import CHILD, SPOUSE, listed
from planfront.enrollment.worklists.search import KeyKind, known_by
from planfront.kernel.security import rekey


@pytest.fixture
def family(visitor, store):
    wizard = wizard_of(visitor, store, "IF")
    wizard.answer_questions()
    saved = wizard.post("save-dependent-info", dependents=listed(SPOUSE, CHILD), spouse_choice="yes", accept_price=1)
    assert saved.json()["status"] == "success", saved.json()
    wizard.billing(), wizard.sign()
    assert wizard.submit().json()["status"] == "success"
    return Application.objects.get()


def applications_by(kind, text):
    return list(Application.objects.filter(known_by(kind, text)))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (KeyKind.LAST_FOUR, "5678"),
        (KeyKind.LAST_FOUR, SPOUSE["ssn"][-4:]),
        (KeyKind.PHONE, "6145550193"),
        (KeyKind.BORN, "1989-04-17"),
        (KeyKind.NAME, "maren castillo"),
        (KeyKind.NAME, f"{CHILD['first_name']} {CHILD['last_name']}"),
    ],
)
@pytest.mark.thorough
def test_applicant_and_covered_people_are_found(family, kind, text):
    assert applications_by(kind, text) == [family]


@pytest.mark.parametrize(
    ("kind", "text"),
    [(KeyKind.LAST_FOUR, "0000"), (KeyKind.PHONE, "5678"), (KeyKind.BORN, "1989-04-18"), (KeyKind.NAME, "Maren")],
)
def test_nobody_else_is_found(family, kind, text):
    assert applications_by(kind, text) == []


def test_what_was_not_submitted_is_not_found(wizard):
    wizard.up_to("sign")
    assert applications_by(KeyKind.LAST_FOUR, "5678") == []


def test_applications_from_before_are_made_findable_once(family):
    SearchKey.objects.all().delete()
    assert (keep_due_search_keys(), keep_due_search_keys()) == (1, 0)
    assert applications_by(KeyKind.PHONE, "6145550193") == [family]


def test_keys_are_renewed_with_the_current_key(family, settings):
    settings.FIELD_KEYS = f"{new_field_key('k9')},{settings.FIELD_KEYS}"
    assert applications_by(KeyKind.LAST_FOUR, "5678") == [family]
    rekey.reindex()
    assert not SearchKey.objects.exclude(index__startswith="k9.").exists()
    assert applications_by(KeyKind.LAST_FOUR, "5678") == [family]
