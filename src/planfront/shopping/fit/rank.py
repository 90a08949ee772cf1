"""The choice of plans that fit, and their order. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from planfront.shopping.year.cost import Outcome, Year

MOST = 3


class Badge(StrEnum):
    """A reason for a pick: the first that is true of it and that no pick before it has."""

    LOWEST_YEAR = "lowest_year"
    LOWEST_PRICE = "lowest_price"
    ANY_PROVIDER = "any_provider"
    COVERS_ALL = "covers_all"
    NO_WAIT = "no_wait"


@dataclass(frozen=True)
class Candidate:
    """A priced plan with its year of the expected care.

    ``monthly``: with the membership that the plan brings, without the group's share. ``missing``: kinds of expected
    care that the plan never pays. ``smaller``: the option isn't the one that lists show.
    """

    plan_id: int
    monthly: Decimal
    year: Year
    missing: int = 0
    any_provider: bool = False
    smaller: bool = False

    @property
    def waits(self) -> bool:
        return any(line.outcome is Outcome.WAITING for line in self.year.lines)


@dataclass(frozen=True)
class Fit:
    """The ``picks`` in their order. ``within``: the number of plans within the budget; without any, the cheapest plan
    is the only pick."""

    picks: tuple[Candidate, ...]
    within: int
    smaller: int
    covering: int
    cheapest: bool
    """True if no year within the budget costs less than that of the first pick."""

    @property
    def badges(self) -> list[Badge | None]:
        """Return the badge of each pick."""
        used: list[Badge | None] = []
        for pick in self.picks:
            used.append(next((badge for badge in Badge if badge not in used and self._has(pick, badge)), None))
        return used

    def _has(self, pick: Candidate, badge: Badge) -> bool:
        rest = [other for other in self.picks if other is not pick]
        if not rest:
            return False
        match badge:
            case Badge.LOWEST_YEAR:
                return all(pick.year.total < other.year.total for other in rest)
            case Badge.LOWEST_PRICE:
                return all(pick.monthly < other.monthly for other in rest)
            case Badge.ANY_PROVIDER:
                return pick.any_provider and not all(other.any_provider for other in rest)
            case Badge.COVERS_ALL:
                return not pick.missing and any(other.missing for other in rest)
            case Badge.NO_WAIT:
                return not pick.waits and any(other.waits for other in rest)


def choose_fit(candidates: Sequence[Candidate], budget: Decimal | None, *, keeps_provider: bool) -> Fit:
    """Order plans by the expected care they pay, then the kept dentist where that is wanted, then the cost of the year.

    The last pick is the first plan of them that pays any provider, where the others don't.
    """
    within = [each for each in candidates if budget is None or each.monthly <= budget]
    nearest = [] if within else sorted(candidates, key=lambda each: (each.monthly, each.plan_id))[:1]

    def order(each: Candidate) -> tuple[int, bool, Decimal, Decimal, int]:
        outside = keeps_provider and not each.any_provider
        return each.missing, outside, each.year.total, each.monthly, each.plan_id

    ordered = sorted(within, key=order)
    picks = ordered[:MOST]
    if picks and not any(pick.any_provider for pick in picks):
        other = next((each for each in ordered[MOST:] if each.any_provider), None)
        picks = [*picks[: MOST - 1], other] if other else picks
    least = min((each.year.total for each in within), default=None)
    return Fit(
        tuple(picks or nearest),
        cheapest=bool(picks) and picks[0].year.total == least,
        within=len(within),
        smaller=sum(each.smaller for each in within),
        covering=sum(not each.missing for each in within),
    )
