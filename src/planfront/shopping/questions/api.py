"""Questions that a plan asks before it is priced or put in the cart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from ninja import Query, Router

from planfront.accounts.acts import Act, does
from planfront.audit.services import origin_of
from planfront.catalog.questions import AskedSet, asked_set, asked_sets
from planfront.catalog.selectors import catalog
from planfront.catalog.wording import language, pick
from planfront.kernel.errors import BusinessError, NotFound
from planfront.kernel.http.envelope import Answer, Nothing, nothing_there, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Id, Token
from planfront.shopping.access import access_changeable, access_quote
from planfront.shopping.cart.schemas import CheckStatus
from planfront.shopping.models import Quote
from planfront.shopping.plans import listing
from planfront.shopping.pricing.pricer import answered_sets, make_pricer
from planfront.shopping.questions import schemas, services
from planfront.shopping.questions import view as question_view

router = Router(tags=["questions"])
EnrollmentId = Annotated[Token, Query()]
PlanId = Annotated[Id, Query()]


def _quote_for_questions(request: ApiRequest, enrollment_id: str, plan_id: int, *, change: bool = False) -> Quote:
    """The enrollment, once the plan is known to be one of the brand's."""
    gate = access_changeable if change else access_quote
    quote = gate(request, enrollment_id)
    listing.visible_plan(plan_id, make_pricer(quote, []))
    return quote


def _answered(quote: Quote, plan_id: int, sets: Iterable[AskedSet]) -> bool:
    accepted = answered_sets(quote)
    return all((plan_id, question_set.id, question_set.version) in accepted for question_set in sets)


def _health_sets(brand_id: int, plan_id: int, kind: str) -> list[AskedSet]:
    """The questionnaires meant by ``type``: the plan's own, or with ``rider:CODE`` that of one of its riders."""
    name, _colon, code = kind.partition(":")
    if name != "rider":
        return asked_sets(plan_id, "health")
    riders = catalog(brand_id).plans[plan_id].riders
    asks = next((rider.asks for rider in riders if rider.code == code), None)
    question_set = asked_set(asks[0]) if asks else None
    if question_set is None:
        raise NotFound
    return [question_set]


@router.get("/get-questions", response=responses(schemas.Questions, business=True), operation_id="get_questions")
def get_questions(
    request: ApiRequest,
    enrollment_id: EnrollmentId,
    plan_id: PlanId,
    type: Annotated[str, Query(max_length=80)] = "",  # noqa: A002 - the spec's name
) -> Answer:
    """The plan's health questions, and whether they are answered. ``type`` rider:CODE asks for those of a rider."""
    quote = _quote_for_questions(request, enrollment_id, plan_id)
    sets = _health_sets(quote.brand_id, plan_id, type)
    return ok(question_view.list_questions(quote, sets, answered=_answered(quote, plan_id, sets)))


@router.post(
    "/save-question-answers",
    response=responses(schemas.AnswersSaved, business=True),
    operation_id="save_question_answers",
)
@does(Act.SHOP)
def save_question_answers(request: ApiRequest, body: schemas.HealthAnswers) -> Answer:
    """Keep the answers. errorCode ``decline`` with data.error_message when an answer declines."""
    quote = _quote_for_questions(request, body.enrollment_id, body.plan_id, change=True)
    outcome = services.save_health_answers(
        quote=quote,
        plan_id=body.plan_id,
        sets=_health_sets(quote.brand_id, body.plan_id, body.type),
        answers=[answer.model_dump() for answer in body.answers],
        origin=origin_of(request),
    )
    if outcome.declined:
        raise BusinessError("decline", outcome.message, {"error_message": outcome.message})
    return ok({"success_message": outcome.message, "outcome": outcome.outcome}, outcome.message)


@router.get(
    "/get-aflac-questions",
    response=responses(schemas.YesNoQuestions, business=True),
    operation_id="get_aflac_questions",
)
def get_aflac_questions(request: ApiRequest, plan_id: PlanId, enrollment_id: EnrollmentId) -> Answer:
    """The plan's yes/no questions while they are unanswered; statusCode 204 and none when nothing is left to ask."""
    quote = _quote_for_questions(request, enrollment_id, plan_id)
    lang, sets = language(), asked_sets(plan_id, "yes_no")
    if not sets or _answered(quote, plan_id, sets):
        return nothing_there(data={"questions": [], "result": []})
    rows = [
        {
            "qid": question.id,
            "question": pick(question.i18n, "text", question.text, lang),
            "true_condition": question.true_condition,
        }
        for question_set in sets
        for question in question_set.questions
    ]
    return ok({"questions": rows, "result": rows})


@router.post("/save-aflac-questions", response=responses(Nothing, business=True), operation_id="save_aflac_questions")
@does(Act.SHOP)
def save_aflac_questions(request: ApiRequest, body: schemas.YesNoAnswers) -> Answer:
    """Keep the yes/no answers. 422 on ``question_<qid>`` unless each lets the shopper go on."""
    quote = _quote_for_questions(request, body.enrollment_id, body.plan_id, change=True)
    services.save_yes_no_answers(
        quote=quote,
        plan_id=body.plan_id,
        sets=asked_sets(body.plan_id, "yes_no"),
        answers=[answer.model_dump() for answer in body.aflac_data],
        origin=origin_of(request),
    )
    return ok()


@router.get(
    "/check-already-answered",
    response=responses(CheckStatus, business=True),
    operation_id="check_already_answered",
)
def check_already_answered(request: ApiRequest, enrollment_id: EnrollmentId, plan_id: PlanId) -> Answer:
    """Are all of the plan's questions answered?"""
    quote = _quote_for_questions(request, enrollment_id, plan_id)
    sets = [*asked_sets(plan_id, "health"), *asked_sets(plan_id, "yes_no")]
    return ok({"status": _answered(quote, plan_id, sets)})
