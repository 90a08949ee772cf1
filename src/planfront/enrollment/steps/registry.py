"""The only list of steps, in their order. Tabs, progress, the resume target, review cards, names on the wire, default
requirements and addresses come from here.

To add a step: write its class beside the others and name it in ``STEPS``.
"""

from __future__ import annotations

from dataclasses import dataclass

from planfront.enrollment.forms.base import Step, StepContext
from planfront.enrollment.steps.agreement.step import AgreementStep
from planfront.enrollment.steps.beneficiary.step import BeneficiaryStep
from planfront.enrollment.steps.billing.step import BillingStep
from planfront.enrollment.steps.contact.step import ContactStep
from planfront.enrollment.steps.dependent.step import DependentStep
from planfront.enrollment.steps.employer.step import EmployerStep
from planfront.enrollment.steps.health.step import HealthStep
from planfront.enrollment.steps.personal.step import PersonalStep
from planfront.enrollment.steps.review.step import ReviewStep

PERSONAL, CONTACT, EMPLOYER = PersonalStep(), ContactStep(), EmployerStep()
BENEFICIARY, HEALTH, DEPENDENT = BeneficiaryStep(), HealthStep(), DependentStep()
BILLING, AGREEMENT, REVIEW = BillingStep(), AgreementStep(), ReviewStep()
STEPS: tuple[Step, ...] = (
    PERSONAL,
    CONTACT,
    EMPLOYER,
    BENEFICIARY,
    HEALTH,
    DEPENDENT,
    BILLING,
    AGREEMENT,
    REVIEW,
)
BY_KEY = {step.key: step for step in STEPS}
ORDER = {step.key: index for index, step in enumerate(STEPS)}


def furthest_step(reached: str | None, key: str) -> str | None:
    """The later one of the furthest step that was finished, null before the first, and one that is finished now.
    What is answered outside the steps, as an enroller's code, is none."""
    return key if ORDER.get(key, -1) > ORDER.get(reached or "", -1) else reached


CLIENTS_ALONE = frozenset(step.key for step in STEPS if step.clients_alone)
SIGNED = frozenset(step.key for step in STEPS if step.signed)
BASE_PATH = "/enrollment/"
API_PATH = "/api/v1/"
RECEIPT_PATH = "/enrollment/receipt"


@dataclass(frozen=True)
class TabState:
    """``status``: locked (an earlier tab is open), todo, started (a draft exists), done, error (saved, but no longer
    right). Review is not locked any more once every tab before the agreement was saved."""

    step: Step
    required: bool
    status: str
    missing: int

    @property
    def href(self) -> str:
        return href(self.step)


def href(step: Step) -> str:
    return BASE_PATH + step.slug


def call_href(call: str) -> str:
    """Address of a step's call; "" where it has none."""
    return API_PATH + call if call else ""


def is_before(first: Step, second: Step) -> bool:
    return ORDER[first.key] < ORDER[second.key]


def required_keys(ctx: StepContext) -> list[str]:
    return [step.key for step in STEPS if step.required(ctx)]


def tabs(ctx: StepContext) -> list[TabState]:
    """All steps in order with their state. Tabs that aren't required count as done and are skipped by the resume."""
    states: list[TabState] = []
    open_seen = False
    answered = all(step.key in ctx.saved for step in STEPS if step.required(ctx) and step not in (AGREEMENT, REVIEW))
    for step in STEPS:
        if not step.required(ctx):
            states.append(TabState(step, required=False, status="done", missing=0))
            continue
        missing = step.missing(ctx)
        status = _status(ctx, step, missing, locked=open_seen and not (step is REVIEW and answered))
        open_seen = open_seen or missing > 0
        states.append(TabState(step, required=True, status=status, missing=missing))
    return states


def _status(ctx: StepContext, step: Step, missing: int, *, locked: bool) -> str:
    if not missing:
        return "done"
    if step.key in ctx.saved:
        return "error"
    if locked:
        return "locked"
    return "started" if ctx.drafts.get(step.key) else "todo"


def resume(states: list[TabState]) -> Step:
    """Return the step to continue with: the first required tab that isn't done, else Review.

    A signature that doesn't hold any more is given again on Review.
    """
    state = next((state for state in states if state.required and state.missing), None)
    if state is None or (state.step is AGREEMENT and state.status == "error"):
        return REVIEW
    return state.step


def following(ctx: StepContext, step: Step) -> Step:
    """The required tab after ``step``; an earlier open one comes first (GOV.UK: new questions before review). Looks
    at no more tabs than it has to: each may read something of its own."""
    for other in STEPS:
        if not other.required(ctx):
            continue
        if is_before(step, other) or (is_before(other, step) and other.missing(ctx)):
            return other
    return REVIEW
