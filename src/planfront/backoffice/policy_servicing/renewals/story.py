"""A run in words and figures, for its page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db.models import OuterRef, QuerySet, Subquery

from planfront.backoffice.policy_servicing.renewals.forms import plan_names
from planfront.catalog.models import Plan
from planfront.coverage.models import Choice, Crosswalk, ItemState, Outcome, RenewalItem, RenewalRun, RunState
from planfront.coverage.renewal import reads, runs
from planfront.coverage.renewal.outcomes import Problem
from planfront.coverage.renewal.reads import Summary
from planfront.coverage.renewal.reasons import Reason, ReasonKind, explain_items
from planfront.kernel import clock
from planfront.kernel.money import display, display_change
from planfront.kernel.text.parse import show_date

if TYPE_CHECKING:
    from planfront.accounts.models import User

PROBLEMS: dict[str, tuple[str, str]] = {
    Problem.MOVED: ("changed since the preview", "Someone moved, joined or left, so the price changed."),
    Problem.PRICE: ("cost a different amount than previewed", "Rates changed after approval."),
    Problem.LATE: ("came after the preview", "They were sold after the preview and haven't been reviewed."),
    Problem.UNPRICED: ("without a price", "We don't know who they cover or what they cost."),
    Problem.UNDECIDED: ("wait for the insurer", "Underwriting isn't finished."),
    Problem.NO_ROW: (
        "without a row in the crosswalk",
        "The crosswalk has no plan for where they live or their age.",
    ),
    Problem.NOT_SOLD: ("whose next plan isn't sold", "Choose another plan in the crosswalk."),
    Problem.PLACE: ("live where the next plan isn't sold", "Add a row for their place to the crosswalk."),
    Problem.TIER: ("cover people the next plan doesn't accept", "Choose another plan in the crosswalk."),
    Problem.CHILDREN: ("cover more children than the next plan allows", "Choose another plan in the crosswalk."),
    Problem.CHILD_AGE: ("cover a child too old for the next plan", "Remove the child, or choose another plan."),
    Problem.SPOUSE_AGE: ("cover a spouse under 16", "Check the spouse's birth date."),
    Problem.CHILD_RANGE: ("cover a child too young for the next plan", "Choose another plan in the crosswalk."),
    Problem.SPOUSE_RANGE: ("cover a spouse outside the ages of the next plan", "Choose another plan in the crosswalk."),
    Problem.NEEDS_MEMBERSHIP: (
        "would leave a plan without its required membership",
        "Keep the membership, or also end the plan that requires it.",
    ),
    Problem.HAS_PLAN: ("already have the next plan in another policy", "Choose another plan, or end one of the two."),
    Problem.AMOUNT: ("have an amount that the next plan doesn't offer", "Choose another plan in the crosswalk."),
}
_NO_PRICE = ("without a price for the new year", "The rate table has no row for them.")
MAY_GO_ON = (Problem.MOVED, Problem.PRICE, Problem.LATE)
"""Why somebody may agree to renew policies as they are now; the others need something else first."""


@dataclass(frozen=True)
class Step:
    """A step of a run: done, current, or to come."""

    name: str
    words: str
    done: bool
    at_hand: bool


@dataclass(frozen=True)
class Bar:
    label: str
    count: int
    width: str
    kind: str
    key: int


@dataclass(frozen=True)
class Waiting:
    """Policies that were set aside for one reason. ``may``: staff may renew them as they are now."""

    problem: str
    count: int
    words: str
    advice: str
    may: bool


@dataclass(frozen=True)
class WorstRow:
    item: RenewalItem
    who: str
    plan: str
    why: str
    before: str
    after: str
    more: str
    percent: str


@dataclass(frozen=True)
class PlanRow:
    """``where``: for which places and ages, where that isn't for all."""

    plan: str
    follows: str
    ends: bool
    count: int
    average: str
    where: str = ""


def steps_of(run: RenewalRun, today: date) -> list[Step]:
    """Return the steps of a run. Nothing is written before a second person agrees."""
    order: list[tuple[str, str, bool]] = [
        ("Crosswalk", _moment_text(run.made_at, run.made_by), run.state != RunState.DRAFT),
        ("Preview", _moment_text(run.previewed_at), run.previewed_at is not None),
        ("Second person", _moment_text(run.agreed_at, run.agreed_by), run.agreed_at is not None),
        ("Members choose", f"Until {show_date(run.answer_by)}", run.agreed_at is not None and today > run.answer_by),
        ("Write", show_date(run.write_on), run.done_at is not None),
    ]
    at_hand = next((at for at, (_name, _words, done) in enumerate(order) if not done), len(order))
    return [Step(name, words, done, at == at_hand) for at, (name, words, done) in enumerate(order)]


def _moment_text(moment: datetime | None, person: User | None = None) -> str:
    if moment is None:
        return "Upcoming"
    day = clock.show_day(moment)
    return f"{day}, {person_name(person)}" if person else day


def person_name(person: User | None) -> str:
    return (person.name or person.email) if person else ""


def bars_of(summary: Summary) -> list[Bar]:
    most = max((move.count for move in summary.moves), default=0) or 1
    kinds = ["is-less", "is-less", *[""] * (len(summary.moves) - 3), "is-much"]
    return [
        Bar(move.label, move.count, f"{move.count * 100 / most:.2f}", kind, move.key)
        for move, kind in zip(summary.moves, kinds, strict=True)
    ]


def problem_words(problem: str) -> tuple[str, str]:
    """Return the reason why a policy was set aside, and its meaning."""
    return PROBLEMS.get(problem, _NO_PRICE)


def waiting_of(summary: Summary) -> list[Waiting]:
    """Return the reasons why policies were set aside, the most frequent first."""
    return [
        Waiting(problem, count, *problem_words(problem), may=problem in MAY_GO_ON)
        for problem, count in sorted(summary.problems.items(), key=lambda pair: (-pair[1], pair[0]))
    ]


def worst_of(run: RenewalRun) -> list[WorstRow]:
    items = reads.list_worst(run)
    return _worst_rows(items)


def fall_of(run: RenewalRun) -> WorstRow | None:
    fall = reads.largest_fall(run)
    return _worst_rows([fall])[0] if fall else None


def _worst_rows(items: Sequence[RenewalItem]) -> list[WorstRow]:
    names = plan_names([key for item in items for key in (item.from_plan_id, item.plan_id)])
    reasons = explain_items(items)
    return [
        WorstRow(
            item,
            item.policy.member.name if item.policy.member else item.policy.number,
            names.get(item.from_plan_id, item.policy.plan_name),
            _reason_text(reasons[item.pk], names.get(item.plan_id or 0, "Another plan")),
            money_text(item.before),
            money_text(item.after),
            signed_text(item.difference),
            percent_text(item.points),
        )
        for item in items
    ]


_REASONS = {
    ReasonKind.FAMILY: "People covered changed",
    ReasonKind.MOVED: "Moved",
    ReasonKind.CHANGED: "Something else changed",
    ReasonKind.PLAN: "{plan} follows",
    ReasonKind.CHOICE: "Chose {plan}",
    ReasonKind.RATES: "Rates of the new year",
    ReasonKind.FEES: "Other fees",
    ReasonKind.TURNED_65: "Turned 65",
    ReasonKind.BAND: "A new age band",
}


def _reason_text(reasons: Sequence[Reason], plan: str) -> str:
    """Return a single reason as it is; several with the part of each."""
    words = [_REASONS[reason.kind].format(plan=plan) for reason in reasons]
    if len(words) == 1:
        return words[0]
    return ", ".join(f"{word} {signed_text(reason.more)}" for word, reason in zip(words, reasons, strict=True))


def plan_rows(run: RenewalRun) -> list[PlanRow]:
    """Return each plan with its successor and the number of policies, including unused rows of the crosswalk."""
    moves = reads.list_plan_moves(run)
    crosswalk = list(run.crosswalk.select_related("plan", "follows"))
    names = plan_names([key for move in moves for key in (move.plan_id, move.follows_id)])
    names |= {row.plan_id: row.plan.name for row in crosswalk}
    rows = [
        PlanRow(
            names.get(move.plan_id, ""),
            "The same plan" if move.follows_id == move.plan_id else names.get(move.follows_id or 0, ""),
            move.follows_id is None,
            move.count,
            percent_text(move.points),
            _place_text(crosswalk, move.plan_id, move.follows_id),
        )
        for move in moves
    ]
    counted = {move.plan_id for move in moves}
    for row in crosswalk:
        if row.plan_id not in counted and not row.state and row.is_for_all_ages:
            follows = "The same plan" if row.follows_id == row.plan_id else row.follows.name if row.follows else ""
            rows.append(PlanRow(row.plan.name, follows, row.follows_id is None, 0, ""))
    return sorted(rows, key=lambda row: (row.plan, -row.count))


def _place_text(crosswalk: Iterable[Crosswalk], plan_id: int, follows_id: int | None) -> str:
    """Return the places and ages of the rows by which one plan follows another."""
    rows = [row for row in crosswalk if (row.plan_id, row.follows_id) == (plan_id, follows_id)]
    if any(not row.state and row.is_for_all_ages for row in rows):
        return ""
    return "; ".join(_place_and_ages(row) for row in rows)


def _place_and_ages(row: Crosswalk) -> str:
    ages = runs.name_ages((row.age_from, row.age_to))
    words = (row.state, row.county_fips, ages and f"age {ages}")
    return " ".join(filter(None, words))


def outcome_lines(summary: Summary) -> list[tuple[str, int]]:
    return [(str(outcome.label), summary.outcomes.get(outcome.value, 0)) for outcome in Outcome]


def choice_lines(summary: Summary) -> list[tuple[str, int]]:
    answered = sum(summary.choices.values())
    invited = summary.total - summary.problems.get(Problem.LATE, 0)
    lines = [(str(choice.label), summary.choices.get(choice.value, 0)) for choice in Choice]
    return [*lines, ("No answer", invited - answered)]


def name_chosen_plans(items: QuerySet[RenewalItem]) -> QuerySet[Any]:
    """Add to items the name of the plan that the member chose, as answer_text needs it."""
    return items.annotate(chosen_plan_name=Subquery(Plan.objects.filter(pk=OuterRef("chosen_plan_id")).values("name")))


def answer_text(item: Any) -> str:
    """Return a member's answer with its day, "" without one."""
    if not item.choice:
        return ""
    label = f"Change to {item.chosen_plan_name}" if item.chosen_plan_name else item.get_choice_display()
    return f"{label} ({clock.show_day(item.chosen_at)})" if item.chosen_at else label


def state_count(summary: Summary, states: Iterable[ItemState]) -> int:
    return sum(summary.states.get(state.value, 0) for state in states)


def money_text(amount: Decimal | None) -> str:
    return "–" if amount is None else display(amount)


def signed_text(amount: Decimal | None) -> str:
    return "–" if amount is None else display_change(amount)


def percent_text(points: int | None) -> str:
    """Return hundredths of a per cent with one decimal and a sign, such as +2.9%; "The same" for none."""
    if points is None:
        return ""
    return f"{points / 100:+.1f}%" if points else "The same"
