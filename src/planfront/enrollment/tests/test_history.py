"""What happened, as the one who is covered and the one who sells read it: who, what, and what became of it."""

import pytest

from planfront.audit.services import Origin
from planfront.enrollment.models import Transition
from planfront.enrollment.submission.activation import activate_due
from planfront.enrollment.submission.underwriting import decide_case
from planfront.enrollment.tests.test_hand_over import begun, handed, pay_and_sign, standing  # noqa: F401
from planfront.enrollment.tests.test_underwriting import life, submitted  # noqa: F401
from planfront.parties.reps.models import Agent
from planfront.sales.models import UnderwritingCase
from planfront.shopping.models import Quote

STAFF = Origin(kind="staff", user_id=7)


def history_of(wizard):
    """(who, role, text), oldest first."""
    return [(act["who"], act["role"], act["text"]) for act in reversed(standing(wizard)["history"])]


def test_the_history_calls_a_lone_applicant_you(wizard):
    wizard.up_to("sign")
    wizard.submit()
    assert history_of(wizard) == [
        ("You", "You", "Saved Personal Information"),
        ("You", "You", "Saved Contact Information"),
        ("You", "You", "Saved Billing Information"),
        ("You", "You", "Signed the application"),
        ("You", "You", "Saved Review & Confirmation"),
        ("You", "You", "Submitted the application"),
        ("System", "System", "New status: Accepted"),
    ]
    wizard.client.headers["Accept-Language"] = "es"
    assert history_of(wizard)[-2:] == [
        ("Usted", "Usted", "Envió la solicitud"),
        ("Sistema", "Sistema", "Nuevo estado: Aceptada"),
    ]


def test_the_history_says_client_to_the_rep_and_you_to_the_client(handed):  # noqa: F811
    pay_and_sign(handed.client)
    assert history_of(handed.rep)[-2:] == [
        ("Client", "Client", "Submitted the application"),
        ("System", "System", "New status: Accepted"),
    ]
    assert history_of(handed.client)[-2:] == [
        ("You", "You", "Submitted the application"),
        ("System", "System", "New status: Accepted"),
    ]
    assert history_of(handed.client)[0] == ("Wren Alder", "Rep", "Saved Personal Information")


def test_the_history_names_underwriting_and_activation_with_who_did_it(submitted):  # noqa: F811
    decide_case(case_id=UnderwritingCase.objects.get().pk, approve=True, reason="Fine blood pressure", origin=STAFF)
    assert activate_due(today=Quote.objects.get().effective_date) == 1
    assert history_of(submitted)[-5:] == [
        ("You", "You", "Submitted the application"),
        ("System", "System", "New status: Pending underwriting"),
        ("Staff", "Staff", "Underwriting approved: Optional Life"),
        ("Staff", "Staff", "New status: Accepted"),
        ("System", "System", "New status: Active"),
    ]
    ats = [act["at"] for act in standing(submitted)["history"]]
    assert ats == sorted(ats, reverse=True)
    assert ats[0] == Transition.objects.get(to_state="active").at.isoformat()
    assert "blood pressure" not in str(standing(submitted))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Underwriting declined: Optional Life"),
        ("es", "La aseguradora no aprobó: Optional Life"),
    ],
)
def test_a_decline_names_its_plan(submitted, language, words):  # noqa: F811
    decide_case(case_id=UnderwritingCase.objects.get().pk, approve=False, reason="Blood pressure", origin=STAFF)
    submitted.client.headers["Accept-Language"] = language
    assert words in [text for _who, _role, text in history_of(submitted)]
    assert "Blood pressure" not in str(standing(submitted))


def test_the_history_calls_a_visitor_on_a_reps_site_you(wizard, rep):
    Quote.objects.update(agent=Agent.objects.get())
    wizard.personal()
    assert history_of(wizard) == [("You", "You", "Saved Personal Information")]
