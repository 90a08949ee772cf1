"""The calls of steps that only ask and keep: one answers a step's form, one takes its answers. Both follow from the
registry; a step whose form or save does more has a route of its own in ``forms.py`` and ``saves.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils import translation
from ninja import Router

from planfront.accounts.acts import Act, does
from planfront.enrollment.api.saved import SAVED, answer_saved
from planfront.enrollment.api.tabs import EnrollmentId
from planfront.enrollment.application.visits import open_visit
from planfront.enrollment.forms import schemas
from planfront.enrollment.forms.base import Step
from planfront.enrollment.forms.body import takes
from planfront.enrollment.forms.step import FormStep
from planfront.enrollment.pages import selectors
from planfront.enrollment.saving import tabs
from planfront.enrollment.steps.registry import STEPS
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest

FORM = responses(schemas.Form, business=True)


def add_form_calls(router: Router) -> None:
    """A GET route for the form of every step whose form is no more than fields."""
    for step in STEPS:
        if step.form_call and not step.form_has_more:
            words = step.form_call_about or f"Fields of {_english(step)}."
            route = router.get(f"/{step.form_call}", response=FORM, operation_id=_id(step.form_call), description=words)
            route(_named(step.form_call, _form_call(step)))


def add_save_calls(router: Router) -> None:
    """A POST route that takes the answers of every step that is a form and does no more than store them."""
    for step in STEPS:
        if isinstance(step, FormStep) and step.save_call and not step.has_consequences:
            words = step.save_call_about or f"Save {_english(step)}."
            route = router.post(
                f"/{step.save_call}", response=SAVED, operation_id=_id(step.save_call), description=words
            )
            route(does(Act.SHOP)(_named(step.save_call, _save_call(step))))


def _form_call(step: Step) -> Callable[..., Any]:
    def get_form(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
        visit = open_visit(request, enrollment_id)
        return ok(selectors.form_of(visit.quote, step.key, visit.side))

    return get_form


def _save_call(step: FormStep) -> Callable[..., Any]:
    def save(request: ApiRequest, body: schemas.StepBody) -> Any:
        visit = open_visit(request, body.enrollment_id)
        result = tabs.save_step(
            quote=visit.quote,
            key=step.key,
            data=body.answers(),
            version=body.version,
            origin=visit.origin,
            side=visit.side,
        )
        return answer_saved(visit, body, step, result)

    save.__annotations__["body"] = body_of(step)
    return save


def body_of(step: FormStep) -> type[schemas.StepBody]:
    """The body of the step's save: ``PersonalBody`` of ``PersonalStep``."""
    name = type(step).__name__.removesuffix("Step") + "Body"
    return takes(step.form)(type(name, (schemas.StepBody,), {"__module__": __name__}))


def _id(call: str) -> str:
    return call.replace("-", "_")


def _named(call: str, view: Callable[..., Any]) -> Callable[..., Any]:
    """The view under the call's name, which the reference shows as its title."""
    view.__name__ = _id(call)
    return view


def _english(step: Step) -> str:
    """The step's title for the reference, which is in English."""
    with translation.override("en"):
        return step.title()
