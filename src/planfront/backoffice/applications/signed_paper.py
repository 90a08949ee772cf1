"""The application as it was signed, as a page to read: part by part, with what is sealed closed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from planfront.backoffice.applications.sealed import APPLICANT, Seal, people_of
from planfront.enrollment.forms import rules
from planfront.enrollment.forms.base import Answers, Block, Step, StepContext
from planfront.enrollment.models import Application, SignatureEvidence
from planfront.enrollment.signing import evidence
from planfront.enrollment.signing.document_content import plans_of, signed_steps
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.registry import AGREEMENT, BENEFICIARY, BILLING, DEPENDENT, HEALTH, PERSONAL, REVIEW
from planfront.sales.selectors import confirmation_of

_PEOPLE = {PERSONAL.key: APPLICANT, DEPENDENT.key: "dependent", BENEFICIARY.key: "beneficiary"}


@dataclass(frozen=True)
class Line:
    """An answer; with a seal only its closed form is known here."""

    label: str
    value: str = ""
    seal: Seal | None = None


@dataclass(frozen=True)
class Chapter:
    """A part of the application: titled groups of lines."""

    title: str
    blocks: list[tuple[str, list[Line]]]


def chapters_of(application: Application, ctx: StepContext, seals: Mapping[str, Seal]) -> list[Chapter]:
    """Return each part of the application, in order."""
    bare = _without_health(ctx)
    result = [_chapter_of(step, bare, seals) for step in _steps_of(application, ctx)]
    result.append(Chapter("Questions about health and plans", [("", list(_health_lines(seals)))]))
    if notes := ctx.answers(REVIEW.key).get("additional_notes", ""):
        result.append(Chapter("Additional notes", [("", [Line("", notes)])]))
    return [item for item in result if any(lines for _title, lines in item.blocks)]


def _steps_of(application: Application, ctx: StepContext) -> list[Step]:
    if application.submitted_at:
        steps = signed_steps(application, ctx)
    else:
        steps = [tab.step for tab in registry.tabs(ctx) if tab.required and tab.step not in (AGREEMENT, REVIEW)]
    return [step for step in steps if step is not HEALTH]


def _without_health(ctx: StepContext) -> StepContext:
    """Return the answers without those about health, which are sealed separately."""
    answers = ctx.answers(DEPENDENT.key)
    people = [{**dependent, "health_info": {}} for dependent in answers.get("dependents", [])]
    if not people:
        return ctx
    return replace(ctx, saved={**ctx.saved, DEPENDENT.key: {**answers, "dependents": people}})


def _chapter_of(step: Step, ctx: StepContext, seals: Mapping[str, Seal]) -> Chapter:
    blocks = step.summary(ctx).details
    return Chapter(
        step.title(), [(block.title, _lines_of(step, block, at, seals)) for at, block in enumerate(blocks, 1)]
    )


def _lines_of(step: Step, block: Block, at: int, seals: Mapping[str, Seal]) -> list[Line]:
    seal = _seal_of(step, at, seals)
    return [
        Line(row.label, row.value, seal if seal and _is_closed(row.value, seal) else None)
        for row in block.rows
        if row.value
    ]


def _seal_of(step: Step, at: int, seals: Mapping[str, Seal]) -> Seal | None:
    if step is BILLING:
        return seals.get("account")
    prefix = _PEOPLE.get(step.key)
    if prefix is None:
        return None
    return seals.get(f"ssn-{prefix}" if prefix == APPLICANT else f"ssn-{prefix}-{at}")


def _is_closed(value: str, seal: Seal) -> bool:
    """Return whether the line shows the last digits of a sealed value."""
    return value.casefold() == seal.closed.casefold() or (
        seal.what == "account_number" and value.casefold().endswith(seal.closed.casefold().rpartition(", ")[2])
    )


def _health_lines(seals: Mapping[str, Seal]) -> Iterable[Line]:
    return (Line(seal.title, seal.closed, seal) for seal in seals.values() if seal.what == "health_answers")


def signing_of(application: Application, seals: Mapping[str, Seal]) -> dict[str, Any] | None:
    """Return the latest signature in words, and the accepted texts; None before anyone signed."""
    row = SignatureEvidence.objects.filter(application=application).defer("picture").order_by("-sequence").first()
    if row is None:
        return None
    page = evidence.signing_page(row)
    return {
        "name": page["signature"]["name"],
        "about": page["signature"]["about"],
        "texts": [agreement["head"] for agreement in page["agreements"]],
        "seal": seals.get(f"signature-{row.sequence}"),
        "language": row.evidence.get("language", "en"),
    }


def money_of(application: Application) -> Answers | None:
    """Return plans, fees and totals as on the receipt; None before the submission."""
    confirmation = confirmation_of(application.enrollment)
    return plans_of(confirmation) if confirmation else None


def others_of(seals: Mapping[str, Seal]) -> list[Seal]:
    """Return seals of everything but answers: the file, signatures, screenshots."""
    return [seal for seal in seals.values() if seal.what in ("signed_application", "screenshots")]


def name_of(ctx: StepContext) -> str:
    """The applicant's name."""
    return next(rules.full_name(person) for _key, role, person in people_of(ctx) if role == APPLICANT)
