"""The effects of a run, for those who agree to it: counts, sums, the largest moves and the policies behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Avg, Count, Q, QuerySet, Sum

from planfront.coverage.models import ItemState, Outcome, RenewalItem, RenewalRun
from planfront.kernel.money import ZERO, cents

WORST = 20
MOVES = (
    ("5% less or more", None, -499),
    ("Up to 5% less", -499, 0),
    ("The same", 0, 1),
    ("Up to 2% more", 1, 201),
    ("2% to 4% more", 201, 401),
    ("4% to 6% more", 401, 601),
    ("6% to 10% more", 601, 1001),
    ("Over 10% more", 1001, None),
)
"""Sizes of a move in hundredths of a per cent: from, and up to but not with."""


@dataclass(frozen=True)
class Move:
    label: str
    count: int
    key: int


@dataclass(frozen=True)
class Summary:
    """A run in figures. ``before`` and ``after``: a month of all policies that go on, with fees."""

    outcomes: dict[str, int]
    states: dict[str, int]
    choices: dict[str, int]
    problems: dict[str, int]
    moves: Sequence[Move]
    before: Decimal
    after: Decimal

    @property
    def total(self) -> int:
        return sum(self.outcomes.values())

    @property
    def difference(self) -> Decimal:
        return self.after - self.before

    @property
    def points(self) -> int | None:
        return round(self.difference * 10000 / self.before) if self.before else None


def summarize(run: RenewalRun) -> Summary:
    """Summarize a run in five queries, however many policies there are."""
    rows = run.items.all()
    goes_on = rows.filter(outcome__in=[Outcome.SAME_PLAN, Outcome.SUCCESSOR, Outcome.PRICE_STAYS])
    sizes = {f"m{at}": Count("pk", filter=_size(low, high)) for at, (_label, low, high) in enumerate(MOVES)}
    totals = goes_on.aggregate(before_sum=Sum("before"), after_sum=Sum("after"), **sizes)
    return Summary(
        outcomes=_counts(rows, "outcome"),
        states=_counts(rows, "state"),
        choices=_counts(rows.exclude(choice=""), "choice"),
        problems=_counts(rows.filter(state=ItemState.ASIDE), "problem"),
        moves=[Move(label, totals[f"m{at}"], at) for at, (label, _low, _high) in enumerate(MOVES)],
        before=cents(totals["before_sum"] or ZERO),
        after=cents(totals["after_sum"] or ZERO),
    )


def _size(low: int | None, high: int | None) -> Q:
    matches = Q(points__isnull=False)
    if low is not None:
        matches &= Q(points__gte=low)
    if high is not None:
        matches &= Q(points__lt=high)
    return matches


def of_size(rows: QuerySet[RenewalItem], at: int) -> QuerySet[RenewalItem]:
    _label, low, high = MOVES[at]
    return rows.filter(_size(low, high))


def items_to_decide(rows: QuerySet[RenewalItem]) -> QuerySet[RenewalItem]:
    """Return those that were set aside in a run that somebody agreed to."""
    return rows.filter(state=ItemState.ASIDE, run__agreed_at__isnull=False)


def _counts(rows: QuerySet[RenewalItem], name: str) -> dict[str, int]:
    return dict(rows.order_by().values_list(name).annotate(count=Count("pk")))


def list_worst(run: RenewalRun) -> list[RenewalItem]:
    """The largest rises in dollars."""
    rows = run.items.filter(difference__gt=0).select_related("policy__member", "change")
    return list(rows.order_by("-difference", "policy_id")[:WORST])


def largest_fall(run: RenewalRun) -> RenewalItem | None:
    rows = run.items.filter(difference__lt=0).select_related("policy__member", "change")
    return rows.order_by("difference", "policy_id").first()


@dataclass(frozen=True)
class PlanMove:
    """Policies of a plan that go to one plan, or end, and how much more they pay on average, in hundredths of a per
    cent."""

    plan_id: int
    follows_id: int | None
    count: int
    points: int | None


def list_plan_moves(run: RenewalRun) -> list[PlanMove]:
    rows = run.items.exclude(outcome=Outcome.ASIDE).order_by()
    grouped = rows.values_list("from_plan_id", "plan_id").annotate(count=Count("pk"), average=Avg("points"))
    return [
        PlanMove(plan_id, follows, count, None if average is None else round(average))
        for plan_id, follows, count, average in grouped
    ]
