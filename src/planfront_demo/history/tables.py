"""Visitors of the stores in the weeks before, and what they looked for. All of them are invented."""

from __future__ import annotations

from functools import cached_property

from planfront_demo.read import Seed, read


class Town(Seed):
    """``area``: of phone numbers, which end in 0100 to 0199, as invented ones do. ``weight``: how many live there."""

    zip: str
    city: str
    state: str
    area: str
    weight: int


class StoreFlow(Seed):
    """A usual week of a store. ``seekers`` ask for prices, ``visits`` only look around.

    ``reps`` and ``groups``: of a hundred seekers how many come through which. ``sends``: quotes that a rep sends.
    """

    brand: str
    seekers: int
    visits: int
    reps: dict[int, int] = {}
    groups: dict[int, int] = {}
    sends: dict[int, int] = {}
    leads: int


class History(Seed):
    """Mappings from a word to a number say how many of a hundred. ``dental``, ``vision``, ``extra`` and ``of_group``
    list plans, the most popular first. Comments in the file explain the rest."""

    weeks: int
    towns: tuple[Town, ...]
    streets: tuple[str, ...]
    women: tuple[str, ...]
    men: tuple[str, ...]
    last_names: tuple[str, ...]
    flows: tuple[StoreFlow, ...]
    at_a_desk: tuple[int, ...]
    enroller_codes: dict[int, str]
    weekdays: tuple[int, ...]
    hours: tuple[int, ...]
    first_week: int
    each_week: int
    dental: tuple[int, ...]
    vision: tuple[int, ...]
    extra: tuple[int, ...]
    of_group: tuple[int, ...]
    insurer_asked: int
    membership: int
    referrals: tuple[str, ...]
    decisions: tuple[str, ...]
    tiers: dict[str, int]
    ends: dict[str, int]
    sent_ends: dict[str, int]
    saved_at: tuple[str, ...]
    lead_ends: dict[str, int]
    changes: dict[str, int]
    end_reasons: tuple[str, ...]
    reasons: tuple[str, ...]
    notes: tuple[str, ...]
    needs: tuple[str, ...]
    messages: tuple[str, ...]

    @cached_property
    def first_names(self) -> list[tuple[str, int]]:
        """First names with the gender, as the store asks for it: 1 is female."""
        return sorted([*((name, 1) for name in self.women), *((name, 0) for name in self.men)])


HISTORY = read("history", History)
