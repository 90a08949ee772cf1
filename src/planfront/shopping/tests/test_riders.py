from __future__ import annotations

import pytest

from planfront.audit.models import AuditEvent
from planfront.audit.services import SYSTEM
from planfront.catalog.models import PlanQuestion, PlanQuestionSet, PlanRider
from planfront.catalog.questionnaires import publish_questionnaire
from planfront.catalog.tests.factories import make_plan
from planfront.rating.engine import cell
from planfront.shopping.models import CartLine
from planfront.shopping.tests.factories import add, approve, cart, dental, plans_in, rate_flat, start

COMPONENTS = [
    {"code": "BASE"},
    {"code": "AD", "optional": True},
    {"code": "WP", "optional": True},
]
AD = {"label": "Accidental death", "text": "Pays twice.", "i18n": {"es": {"label": "Muerte accidental"}}}


@pytest.fixture
def plan(brand):
    """$100,000 of term life at 0.27 per $1,000, and two riders at 0.05 and 0.013."""
    result = make_plan("SteadyTerm 100", category="term_life")
    rows = [cell("0.27"), cell("0.05", component="AD"), cell("0.013", component="WP")]
    approve(
        result, rows, method="UNIT", unit_base="FACE", unit_size="1000", default_amount="100000", components=COMPONENTS
    )
    PlanRider.objects.create(plan=result, code="AD", component="AD", position=1, **AD)
    PlanRider.objects.create(plan=result, code="WP", component="WP", position=2, label="Waiver of premium", max_age=59)
    return result


def choose(client, key, plan, *codes):
    return client.post("save-cart-riders", {"enrollment_id": key, "plan_id": plan.pk, "riders": list(codes)})


def riders(result):
    return [(rider["code"], rider["price"], rider["selected"]) for rider in result["result"][0]["riders"]]


def test_riders_are_offered_priced_and_part_of_the_premium(visitor, plan):
    key = start(visitor)
    add(visitor, key, plan.pk)
    assert riders(cart(visitor, key)) == [("AD", "5.00", False), ("WP", "1.30", False)]
    data = choose(visitor, key, plan, "AD").json()["data"]
    assert riders(data) == [("AD", "5.00", True), ("WP", "1.30", False)]
    assert (data["result"][0]["price"], data["result"][0]["base_price"]) == ("32.00", "27.00")
    assert data["recurring_month_cost"] == "37.00"
    data = choose(visitor, key, plan, "WP", "AD").json()["data"]
    assert data["result"][0]["price"] == "33.30"
    line = CartLine.objects.get()
    assert line.riders == [
        {"code": "AD", "component": "AD", "amount": "5.00"},
        {"code": "WP", "component": "WP", "amount": "1.30"},
    ]
    assert sorted(used["cell"]["component"] for used in line.proof["cells"]) == ["AD", "BASE", "WP"]
    assert choose(visitor, key, plan).json()["data"]["result"][0]["price"] == "27.00"


def test_the_same_choice_again_changes_nothing(visitor, plan):
    key = start(visitor)
    add(visitor, key, plan.pk)
    rider, other = choose(visitor, key, plan, "AD").json(), choose(visitor, key, plan, "AD", "AD").json()
    assert rider == other
    assert AuditEvent.objects.filter(action="cart.riders_changed").count() == 1


def test_adding_the_plan_again_keeps_its_riders(visitor, plan):
    key = start(visitor)
    add(visitor, key, plan.pk)
    choose(visitor, key, plan, "AD")
    add(visitor, key, plan.pk)
    add(visitor, key, plan.pk, CartLine.objects.get().plan_pricing_id)
    assert cart(visitor, key)["result"][0]["price"] == "32.00"


def test_unavailable_riders_cannot_be_chosen(visitor, stranger, plan):
    key = start(visitor)
    assert choose(visitor, key, plan, "AD").status_code == 404  # not in the cart
    add(visitor, key, plan.pk)
    wrong = choose(visitor, key, plan, "AD", "XX")
    assert wrong.json()["data"] == [
        {"target_element": "riders", "error_message": "Please choose one of the listed riders."}
    ]
    assert choose(stranger, key, plan, "AD").status_code == 404
    assert cart(visitor, key)["result"][0]["price"] == "27.00"


def test_a_rider_for_other_ages_is_shown_with_its_reason(visitor, plan):
    key = start(visitor, dob="04/17/1965")
    add(visitor, key, plan.pk)
    ad, wp = cart(visitor, key)["result"][0]["riders"]
    assert (ad["error"], wp["price"], wp["error"]["errorCode"]) == (None, None, "ageError")
    assert choose(visitor, key, plan, "WP").json()["errorCode"] == "ageError"


def test_a_rider_may_ask_questions_first(visitor, plan):
    question_set = PlanQuestionSet.objects.create(code="ad", title="About you", kind="health")
    question = PlanQuestion.objects.create(question_set=question_set, text="Do you fly?", decline_on="Yes")
    publish_questionnaire(question_set=question_set, origin=SYSTEM)
    PlanRider.objects.filter(code="AD").update(question_set=question_set)
    key = start(visitor)
    add(visitor, key, plan.pk)
    assert cart(visitor, key)["result"][0]["riders"][0]["needs_questions"] is True
    stop = choose(visitor, key, plan, "AD").json()
    assert (stop["errorCode"], stop["data"]["type"]) == ("newQuestionsError", "rider:AD")
    query = {"enrollment_id": key, "plan_id": plan.pk, "type": "rider:AD"}
    assert visitor.get("get-questions", **query).json()["data"]["result"][0]["question_text"] == "Do you fly?"
    body = {**query, "answers": [{"question_id": question.pk, "yes_no_flag": "No"}]}
    assert visitor.post("save-question-answers", body).json()["status"] == "success"
    assert choose(visitor, key, plan, "AD").json()["status"] == "success"
    questionnaire = PlanQuestionSet.objects.get()
    question.text = "Do you fly a plane?"
    question.save()
    publish_questionnaire(question_set=questionnaire, origin=SYSTEM)
    stop = visitor.post("cart-checkout", {"enrollment_id": key, "effective_date": "12/01/2026"}).json()
    assert stop["errorCode"] == "newQuestionsError"
    assert visitor.get("get-questions", **{**query, "type": "rider:XX"}).status_code == 404


def test_a_rider_can_be_a_separate_plan(visitor, brand):
    plan, ortho = dental(), make_plan("Halden Ortho", listed=False)
    rate_flat(ortho, "9.40")
    PlanRider.objects.create(plan=plan, code="ortho", rider_plan=ortho, label="Orthodontia")
    key = start(visitor)
    add(visitor, key, plan.pk)
    assert riders(cart(visitor, key)) == [("ortho", "9.40", False)]
    data = choose(visitor, key, plan, "ortho").json()["data"]
    assert [(plan["plan_id"], plan["price"], plan["rider_of"]) for plan in plans_in(data)] == [
        (plan.pk, "36.85", None),
        (ortho.pk, "9.40", plan.pk),
    ]
    assert data["result"][0]["goes_with"] == [ortho.pk]
    assert data["recurring_month_cost"] == "51.25"
    assert len(plans_in(choose(visitor, key, plan).json()["data"])) == 1
    choose(visitor, key, plan, "ortho")
    visitor.post("remove-plan-from-cart", {"enrollment_id": key, "plan_id": plan.pk})
    assert cart(visitor, key)["result"] == []


def test_a_rider_already_in_the_cart_as_a_separate_plan_is_not_offered(visitor, brand):
    plan, ortho = dental(), make_plan("Halden Ortho")
    rate_flat(ortho, "9.40")
    PlanRider.objects.create(plan=plan, code="ortho", rider_plan=ortho, label="Orthodontia")
    key = start(visitor)
    add(visitor, key, plan.pk)
    assert riders(cart(visitor, key)) == [("ortho", "9.40", False)]
    add(visitor, key, ortho.pk)
    assert riders(cart(visitor, key)) == []
    visitor.post("remove-plan-from-cart", {"enrollment_id": key, "plan_id": ortho.pk})
    assert riders(cart(visitor, key)) == [("ortho", "9.40", False)]


def test_a_rider_is_not_offered_beside_another_plan_of_its_kind(visitor, brand):
    base = dental()
    sight, other = (make_plan(name, category="vision") for name in ("Clear Vision", "Bright Vision"))
    for plan in (sight, other):
        rate_flat(plan, "9.00")
    PlanRider.objects.create(plan=base, code="VIS", rider_plan=sight, label="Add vision", position=1)
    key = start(visitor)
    add(visitor, key, base.pk)
    assert [rider["code"] for rider in cart(visitor, key)["result"][0]["riders"]] == ["VIS"]
    add(visitor, key, other.pk)
    assert cart(visitor, key)["result"][0]["riders"] == []


def test_rider_labels_are_shown_in_spanish(visitor, plan):
    key = start(visitor)
    add(visitor, key, plan.pk)
    visitor.headers["Accept-Language"] = "es"
    assert cart(visitor, key)["result"][0]["riders"][0]["label"] == "Muerte accidental"


def test_showing_riders_takes_a_constant_number_of_queries(visitor, plan, django_assert_num_queries):
    key = start(visitor)
    add(visitor, key, plan.pk)
    cart(visitor, key)
    with django_assert_num_queries(4):
        cart(visitor, key)
