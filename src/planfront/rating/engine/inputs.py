"""The shopper's side of a price: all it depends on apart from the table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from planfront.rating.engine.ages import age_on
from planfront.rating.engine.codes import CHILD_TIERS, SPOUSE_TIERS, AgeBasis, AgeMode

if TYPE_CHECKING:
    from planfront.rating.engine.run import Charge


SEX_OF_GENDER = {0: "M", 1: "F"}
"""A shopper's or member's gender as rate tables have it; not in it: no rate goes by it."""


class Ages(NamedTuple):
    """Rating ages. Children: only those whose birth date is known, oldest first."""

    subscriber: int | None = None
    spouse: int | None = None
    children: tuple[int, ...] = ()


class Charges(NamedTuple):
    """A shopper's charges by tables of one layout and pattern, with the number of children counted and the area."""

    kids: int | None
    area: str | None
    all: "tuple[Charge, ...]"


@dataclass(frozen=True)
class RatingInputs:
    """One shopper on one effective date. Price any number of plans with the same object.

    areas: area by scheme, for example {"state": "TX", "cms": "TX-8"}.
    tobacco: None = not asked yet. sex: "M", "F" or None.
    amount: chosen face amount. income: a year, before tax. mode: key of a MODE factor.
    issue_date: first effective date of a running policy, for issue-age tables.
    fixed_ages: ages already known (a replayed proof) instead of birth dates.
    """

    effective_date: date
    tier: str | None = None
    dob: date | None = None
    spouse_dob: date | None = None
    children: int | None = None
    child_dobs: tuple[date, ...] = ()
    areas: Mapping[str, str] = field(default_factory=dict)
    tobacco: bool | None = None
    spouse_tobacco: bool | None = None
    sex: str | None = None
    spouse_sex: str | None = None
    option: str | None = None
    amount: Decimal | None = None
    income: Decimal | None = None
    sic: str | None = None
    group_size: int | None = None
    participation: int | None = None
    mode: str = "MONTHLY"
    issue_date: date | None = None
    riders: frozenset[str] = frozenset()
    fixed_ages: Ages | None = None
    _ages: dict[tuple[AgeBasis, AgeMode], Ages] = field(default_factory=dict, init=False, repr=False, compare=False)
    charges: dict[tuple[object, ...], Charges] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Filled as tables are priced, by what makes them alike (``methods.summed_rate``)."""

    @property
    def has_spouse(self) -> bool:
        """Return whether the tier covers a spouse."""
        return self.tier in SPOUSE_TIERS

    @property
    def child_count(self) -> int | None:
        """The number of children covered; None when the tier has children and their number is unknown."""
        if self.tier not in CHILD_TIERS:
            return 0
        return self.children if self.children is not None else len(self.child_dobs) or None

    def ages(self, basis: AgeBasis, mode: AgeMode) -> Ages:
        """Rating ages by basis, worked out once per shopper and basis."""
        if self.fixed_ages is not None:
            return self.fixed_ages
        match = self._ages.get((basis, mode))
        if match is None:
            match = self._ages[(basis, mode)] = self._work_out(basis, mode)
        return match

    def _work_out(self, basis: AgeBasis, mode: AgeMode) -> Ages:
        on = self.effective_date
        if mode is AgeMode.ISSUE and self.issue_date is not None:
            on = self.issue_date
        child_ages = (age_on(dob, on, basis) for dob in self.child_dobs)
        return Ages(
            age_on(self.dob, on, basis) if self.dob else None,
            age_on(self.spouse_dob, on, basis) if self.spouse_dob else None,
            tuple(sorted((age for age in child_ages if age is not None), reverse=True)),
        )
