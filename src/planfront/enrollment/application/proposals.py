"""Changes that the sender of a hand-over proposes: what differs, how it is shown, and what it makes of the answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from planfront.enrollment.application import context
from planfront.enrollment.forms.base import Answers, FieldDef, Step, StepContext
from planfront.enrollment.models import LIVE_HAND_OVER, OPEN_PROPOSAL, Application, HandOver, Proposal
from planfront.enrollment.steps.beneficiary.step import BeneficiaryStep
from planfront.enrollment.steps.dependent.step import DependentStep
from planfront.enrollment.steps.registry import BENEFICIARY, BY_KEY, DEPENDENT

if TYPE_CHECKING:
    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote

# How an answer was checked, not what it says.
_UNSAID = {"with_validation", "bank_known", "first_track", "confirmed"}

ListStep = DependentStep | BeneficiaryStep
# The list of people in a step's answers, and the name of their ids.
_LISTS = {DEPENDENT.key: ("dependents", "dependent_id"), BENEFICIARY.key: ("beneficiaries", "beneficiary_id")}


@dataclass(frozen=True)
class Difference:
    """One line of a proposed change as a person reads it; sensitive values are masked."""

    label: str
    old: str
    new: str


def live_hand_over(application: Application | None) -> HandOver | None:
    """The hand-over that waits for the client."""
    if application is None or application.enrollment.handed_over_at is None:
        return None
    return HandOver.objects.filter(application=application, state__in=LIVE_HAND_OVER).first()


def open_proposals(application: Application | None) -> list[Proposal]:
    """Proposals being made or waiting, oldest first."""
    if application is None or application.enrollment.handed_over_at is None:
        return []
    rows = Proposal.objects.filter(hand_over__application=application, state__in=OPEN_PROPOSAL)
    return list(rows.select_related("hand_over").order_by("made_at"))


def difference(step: Step, now: Answers, proposed: Answers) -> Answers:
    """``{"set", "drop"}`` that makes ``wanted`` of the answers as they are ``now``; {} when nothing differs."""
    text = {"dependents", "spouse_choice"} if step is DEPENDENT else {*proposed, *now} - _UNSAID
    if all(now.get(name) == proposed.get(name) for name in text):
        return {}
    changed = {name: value for name, value in proposed.items() if name not in _UNSAID and now.get(name) != value}
    return {"set": changed, "drop": sorted(name for name in now if name not in proposed and name not in _UNSAID)}


def apply_change(change: Answers, now: Answers) -> Answers:
    """The answers with a change made."""
    unchanged = {name: value for name, value in now.items() if name not in change.get("drop", [])}
    return {**unchanged, **change.get("set", {})}


def overlay_proposals(ctx: StepContext, rows: list[Proposal]) -> StepContext:
    """The application as it would be with the proposals accepted, without what anybody only typed."""
    saved = dict(ctx.saved)
    for row in rows:
        saved[row.key] = apply_change(row.change, saved.get(row.key, {}))
    return replace(ctx, saved=saved, drafts={})


def context_for(quote: Quote, side: Side, application: Application | None) -> StepContext:
    """Return the context of the steps; for the seller of an application that was handed over, with their own open
    proposals."""
    ctx = replace(context.load(quote, application), side=side)
    if quote.handed_over_at is None or side != "seller":
        return ctx
    return overlay_proposals(ctx, open_proposals(application))


def differences(ctx: StepContext, row: Proposal) -> list[Difference]:
    """Return what a proposal changes in the application as it is now, in the reader's language."""
    step = BY_KEY[row.key]
    ctx = context.for_step(ctx, step)
    before, after = overlay_proposals(ctx, []), overlay_proposals(ctx, [row])
    if isinstance(step, DependentStep | BeneficiaryStep):
        return _people(step, before, after)
    names = {*row.change.get("set", {}), *row.change.get("drop", [])}
    old = {field.field_name: field for field in step.fields(before)}
    new = {field.field_name: field for field in step.fields(after)}
    fields = [item for item in {**old, **new}.values() if item.field_name in names]
    lines = [
        Difference(field.label, _shown(old.get(field.field_name)), _shown(new.get(field.field_name)))
        for field in sorted(fields, key=lambda field: field.order)
    ]
    # Lists and nested answers are no fields: they are told as the review card tells them.
    return lines if names <= {*old, *new} else [*lines, *_cards(step, before, after, {line.label for line in lines})]


def _cards(step: Step, before: StepContext, after: StepContext, listed: set[str]) -> list[Difference]:
    old, new = _card(step, before), _card(step, after)
    return [
        Difference(label, old.get(label, ""), new.get(label, ""))
        for label in {**old, **new}
        if old.get(label, "") != new.get(label, "") and label not in listed
    ]


def _card(step: Step, ctx: StepContext) -> dict[str, str]:
    blocks = step.summary(ctx).details
    return {
        f"{block.title}: {row.label}" if block.title else row.label: row.value for block in blocks for row in block.rows
    }


def _shown(field: FieldDef | None) -> str:
    if field is None:
        return ""
    if field.type == "checkbox":
        return str(_("Yes")) if field.value == "1" else str(_("No"))
    return next((option.label for option in field.options if option.value == field.value), field.value)


def _people(step: ListStep, before: StepContext, after: StepContext) -> list[Difference]:
    old, new = _by_id(step, before), _by_id(step, after)
    lines = [Difference(_("Added"), "", _person(step, after, person)) for key, person in new.items() if key not in old]
    lines += [
        Difference(_("Removed"), _person(step, before, person), "") for key, person in old.items() if key not in new
    ]
    for key in [item for item in new if item in old and old[item] != new[item]]:
        rows, changed = (
            {row.label: row.value for row in step.rows_of(ctx, person)}
            for ctx, person in ((before, old[key]), (after, new[key]))
        )
        hidden = old[key].get("ssn") != new[key].get("ssn")
        lines += [
            Difference(f"{step.name_of(after, new[key])}: {label}", rows.get(label, ""), changed.get(label, ""))
            for label in {**rows, **changed}
            if rows.get(label, "") != changed.get(label, "") or (hidden and label == step.ssn_label())
        ]
    return lines


def _by_id(step: ListStep, ctx: StepContext) -> dict[str, dict[str, Any]]:
    listed, key = _LISTS[step.key]
    return {item[key]: item for item in ctx.answers(step.key).get(listed, [])}


def _person(step: ListStep, ctx: StepContext, item: Answers) -> str:
    return f"{step.name_of(ctx, item)} ({step.relation(ctx, item)})"
