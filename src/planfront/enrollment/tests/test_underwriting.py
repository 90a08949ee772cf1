"""From an amount above the guaranteed one to the decision on it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.audit.services import Origin
from planfront.catalog.models import PlanOption, PlanRider, PlanRule
from planfront.catalog.tests.factories import make_plan, make_questions
from planfront.coverage.models import Policy
from planfront.enrollment.models import Application, Transition
from planfront.enrollment.submission.activation import activate_due
from planfront.enrollment.submission.underwriting import decide_case
from planfront.enrollment.tests.conftest import Wizard, fill_cart, quote
from planfront.kernel import clock
from planfront.kernel.days import simulated_day
from planfront.kernel.errors import Conflict, FieldErrors
from planfront.kernel.jobs.tasks import run_pending
from planfront.kernel.models import SimulatedDay
from planfront.letters.models import Letter
from planfront.messaging.models import OutboundEmail
from planfront.rating.engine import cell
from planfront.rating.services import approve_table, create_table
from planfront.sales.models import UnderwritingCase
from planfront.shopping.models import Quote
from planfront.shopping.tests.factories import rate_flat

STAFF = Origin(kind="staff", user_id=7)


@pytest.fixture
def life(store):
    """$100,000 and $200,000 of life at 0.12 per $1,000, $100,000 guaranteed, with a rider at 0.02."""
    plan = store.dental
    plan.name, plan.category = "Optional Life", "term_life"
    plan.save()
    plan.fees.all().delete()
    plan.rate_tables.all().delete()
    PlanRule.objects.create(plan=plan, gi_limit="100000")
    for amount in (100_000, 200_000):
        PlanOption.objects.create(plan=plan, code=str(amount), label=f"${amount:,}", amount=amount)
    PlanOption.objects.filter(code="200000").update(is_default=True)
    PlanRider.objects.create(plan=plan, code="AD", component="AD", label="Accidental death")
    table = create_table(
        plan_id=plan.pk,
        method="UNIT",
        unit_base="FACE",
        unit_size="1000",
        eff_from="2026-01-01",
        rows=[cell("0.12"), cell("0.02", component="AD")],
        components=[{"code": "BASE"}, {"code": "AD", "optional": True}],
    )
    approve_table(table_id=table.pk)
    return plan


@pytest.fixture
def submitted(life, visitor):
    wizard = Wizard(visitor, quote(visitor))
    question = make_questions(life, refer_on="")
    body = {"plan_id": life.pk, "answers": [{"question_id": question.pk, "yes_no_flag": "No"}]}
    assert wizard.post("save-question-answers", **body).json()["status"] == "success"
    fill_cart(visitor, wizard.id, life)
    assert wizard.post("save-cart-riders", plan_id=life.pk, riders=["AD"]).json()["status"] == "success"
    first = visitor.get("get-cart-effective-dates", enrollment_id=wizard.id).json()["data"]["result"][0]
    assert wizard.post("cart-checkout", effective_date=first).json()["status"] == "success"
    wizard.up_to("sign")
    assert wizard.submit().json()["status"] == "success"
    return wizard


def test_the_guaranteed_amount_is_in_force_and_the_rest_pending(submitted):
    receipt = submitted.data("get-receipt")
    line = receipt["lines"][0]
    assert (line["name"], line["price"]) == ("Optional Life", "14.00")
    assert line["riders"] == [{"name": "Accidental death", "price": "2.00"}]
    assert line["note"] == "$200,000. With Accidental death. $100,000 pending approval."
    text = (
        "$100,000 is issued now. $100,000 needs medical approval: decision within 5-10 days. "
        "If it is approved, you pay $14.00 more a month."
    )
    assert receipt["pending"] == [{"plan": "Optional Life", "text": text}]
    assert receipt["recurring_month_cost"] == "19.00"
    policy, case = Policy.objects.get(), UnderwritingCase.objects.get()
    assert (policy.state, str(policy.amount), str(policy.monthly)) == ("accepted", "100000.00", "14.00")
    assert (case.status, str(case.requested), str(case.premium)) == ("pending", "200000.00", "28.00")
    assert Application.objects.get().state == "pending"
    frozen = Application.objects.get().frozen
    assert frozen["cart"]["lines"][0]["riders"] == [{"code": "AD", "price": "2.00"}]
    assert frozen["cart"]["lines"][0]["evidence"]["requested"] == "200000.00"
    assert frozen["plan_answers"][0]["answers"][0]["question"] == "Are you well?"
    assert "5-10 days" in OutboundEmail.objects.get(kind="receipt_client").text


def test_approval_raises_the_policy(submitted):
    case = UnderwritingCase.objects.get()
    for _again in range(2):
        decide_case(case_id=case.pk, approve=True, reason="", origin=STAFF)
    policy = Policy.objects.get()
    assert (policy.state, str(policy.amount), str(policy.monthly)) == ("accepted", "200000.00", "28.00")
    assert policy.sale.proof["inputs"]["amount"] == "200000.00"
    assert [(change.kind, change.by) for change in policy.changes.all()] == [("issue", "member"), ("amount", "staff")]
    case.refresh_from_db()
    assert (case.status, case.decided_by, case.before["monthly"]) == ("approved", 7, "14.00")
    assert Application.objects.get().state == "accepted"
    last = Transition.objects.last()
    assert (last.from_state, last.to_state, last.actor_kind) == ("pending", "accepted", "staff")
    assert AuditEvent.objects.filter(action="policy.case_approved").count() == 1
    with pytest.raises(Conflict):
        decide_case(case_id=case.pk, approve=False, reason="No", origin=STAFF)


@pytest.fixture
def ahead(db, settings):
    """The business day, which a demo has moved."""
    settings.SIMULATED_DAY, settings.SIMULATED_DAY_HELD_SECONDS = True, 0.0
    day = clock.real_today() + timedelta(days=40)
    SimulatedDay.objects.create(pk=1, day=day, done=day, target=day)
    yield day
    simulated_day.forget()


def test_a_case_is_asked_and_decided_on_the_business_day(ahead, submitted):
    case = UnderwritingCase.objects.get()
    decide_case(case_id=case.pk, approve=True, reason="", origin=STAFF)
    case.refresh_from_db()
    assert [clock.local(moment).date() for moment in (case.created_at, case.decided_at)] == [ahead, ahead]


def test_a_decline_leaves_the_guaranteed_part(submitted):
    case = UnderwritingCase.objects.get()
    with pytest.raises(FieldErrors):
        decide_case(case_id=case.pk, approve=False, reason=" ", origin=STAFF)
    decide_case(case_id=case.pk, approve=False, reason="Blood pressure", origin=STAFF)
    policy = Policy.objects.get()
    assert (policy.state, str(policy.amount), str(policy.monthly)) == ("accepted", "100000.00", "14.00")
    assert Application.objects.get().state == "accepted"


def test_staff_decide_in_the_back_office(submitted, client):
    case = UnderwritingCase.objects.get()
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    address = f"/backoffice/sales/underwritingcase/{case.pk}/decide/"
    page = client.get(address).content.decode()
    assert "Are you well?" in page
    event = AuditEvent.objects.get(action="sealed.opened")
    text = (event.fields, event.meta["why"], event.subject_id)
    assert text == (["health_answers"], "underwriting", str(case.policy_id))
    assert b"Enter a reason for declining." in client.post(address, {"decision": "decline"}).content
    assert client.post(address, {"decision": "approve"}).status_code == 302
    case.refresh_from_db()
    assert case.status == "approved"
    assert client.get(f"/backoffice/sales/underwritingcase/{case.pk}/change/").status_code == 200


def test_a_referred_plan_is_a_case_as_a_whole(life, visitor):
    wizard = Wizard(visitor, quote(visitor))
    question = make_questions(life, refer_on="Yes")
    body = {"plan_id": life.pk, "answers": [{"question_id": question.pk, "yes_no_flag": "Yes"}]}
    assert wizard.post("save-question-answers", **body).json()["data"]["outcome"] == "referred"
    fill_cart(visitor, wizard.id, life)
    wizard.up_to("sign")
    wizard.submit()
    case = UnderwritingCase.objects.get()
    assert (case.kind, Policy.objects.get().state) == ("plan", "pending")
    decide_case(case_id=case.pk, approve=False, reason="Heart", origin=STAFF)
    assert Policy.objects.get().state == "cancelled"
    assert Application.objects.get().state == "cancelled"
    last = Transition.objects.last()
    assert (last.from_state, last.to_state, last.reason) == ("pending", "cancelled", "every plan declined")
    assert activate_due(today=Quote.objects.get().effective_date) == 0
    assert Application.objects.get().state == "cancelled"


@pytest.fixture
def referred(life, visitor):
    """The plan with a membership that it is sold with, and what else goes into the cart, sent to the insurer."""

    def submit(*others):
        life.is_premier = True
        life.save()
        club = make_plan("Elevate Wellness", category="lifestyle", is_membership=True, is_insurance=False)
        rate_flat(club, "12.50")
        wizard = Wizard(visitor, quote(visitor))
        question = make_questions(life, refer_on="Yes")
        answers = [{"question_id": question.pk, "yes_no_flag": "Yes"}]
        wizard.post("save-question-answers", plan_id=life.pk, answers=answers)
        wizard.post("add-plan-to-cart-prudentials", plan_id=life.pk, plan_id1=club.pk)
        for plan in others:
            assert wizard.post("add-plan-to-cart", plan_id=plan.pk).json()["status"] == "success"
        first = visitor.get("get-cart-effective-dates", enrollment_id=wizard.id).json()["data"]["result"][0]
        wizard.post("cart-checkout", effective_date=first)
        wizard.up_to("sign")
        assert wizard.submit().json()["status"] == "success"
        return UnderwritingCase.objects.get()

    return submit


def states():
    return {policy.plan_name: policy.state for policy in Policy.objects.all()}


def test_a_declined_plan_takes_the_membership_that_was_sold_with_it(referred):
    case = referred()
    assert states() == {"Optional Life": "pending", "Elevate Wellness": "accepted"}
    decide_case(case_id=case.pk, approve=False, reason="Heart", origin=STAFF)
    assert states() == {"Optional Life": "cancelled", "Elevate Wellness": "cancelled"}
    assert Application.objects.get().state == "cancelled"
    run_pending()
    assert "Elevate Wellness was taken only to go with it and is canceled too." in str(Letter.objects.get().document)


def test_a_membership_that_another_plan_needs_stays(referred):
    other = make_plan("SteadyTerm", category="term_life", is_premier=True)
    rate_flat(other, "27.00")
    decide_case(case_id=referred(other).pk, approve=False, reason="Heart", origin=STAFF)
    assert states() == {"Optional Life": "cancelled", "Elevate Wellness": "accepted", "SteadyTerm": "accepted"}
    assert Application.objects.get().state == "accepted"


def test_what_is_decided_starts_on_its_day_while_the_rest_waits(submitted):
    """The other plans do not wait, and a guaranteed part does not either."""
    first = Quote.objects.get().effective_date
    assert activate_due(today=first - timedelta(days=1)) == 0
    assert Policy.objects.get().state_on(first - timedelta(days=1)) == "accepted"
    assert activate_due(today=first) == 0
    assert Policy.objects.get().state_on(first) == "active"
    assert Application.objects.get().state == "pending"
    decide_case(case_id=UnderwritingCase.objects.get().pk, approve=True, reason="", origin=STAFF)
    policy = Policy.objects.get()
    assert (policy.state_on(first), str(policy.monthly)) == ("active", "28.00")
    assert Application.objects.get().state == "accepted"
    assert activate_due(today=first) == 1
    assert Application.objects.get().state == "active"


@pytest.mark.parametrize(
    ("approve", "words"),
    [
        (True, "The insurer has approved the whole amount of $200,000 for Optional Life."),
        (
            False,
            (
                "The insurer hasn't approved $200,000 for Optional Life. "
                "The guaranteed amount of $100,000 stays in effect."
            ),
        ),
    ],
)
def test_a_decision_is_told_by_a_letter_without_its_reason(submitted, approve, words):
    case = UnderwritingCase.objects.get()
    for _again in range(2):
        decide_case(case_id=case.pk, approve=approve, reason="Blood pressure", origin=STAFF)
    run_pending()
    letter = Letter.objects.get()
    assert (letter.kind, letter.subject) == ("decision", "The insurer has decided on Optional Life")
    assert words in str(letter.document)
    assert "Blood pressure" not in str(letter.document)
