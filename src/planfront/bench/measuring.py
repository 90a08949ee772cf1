"""All measurements of one database, in a process of its own: the database's settings hold for a process."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from planfront.bench import rounds, scene, servers, store_calls, walks
from planfront.bench.figures import Measured
from planfront.bench.servers import Server
from planfront.bench.store_calls import Aisle
from planfront.brands.models import Brand

SHORT_ROUNDS = 5


@dataclass(frozen=True)
class Plan:
    """What is asked for. ``parts``: those of works.PARTS that are measured."""

    parts: frozenset[str]
    short: bool = False
    long: bool = False

    @property
    def rounds(self) -> int:
        return SHORT_ROUNDS if self.short else rounds.ROUNDS

    def requests(self, count: int) -> int:
        """How many make a round: a third of them in a short run."""
        return max(count // 3, 1) if self.short else count


@dataclass
class Bench:
    """``folder``: the store's PLANFRONT_VAR."""

    plan: Plan
    folder: Path
    measured: Measured = field(default_factory=Measured)
    plan_ids: list[int] = field(default_factory=list)
    brands: dict[int, Brand] = field(default_factory=dict)

    def run(self) -> Measured:
        if self._wants("listing", "plan", "cart", "home", "steps"):
            self._usual_size()
        return self.measured

    def _wants(self, *parts: str) -> bool:
        return not self.plan.parts.isdisjoint(parts)

    def _usual_size(self) -> None:
        for count in (30, 300):
            self._offer(count)
        with servers.both(self.folder, os.environ) as (store, floor):
            turns = list(self._turns(store, floor))
            self.measured.figures |= rounds.take(turns, store, floor, self.plan.rounds)
            if self._wants("steps"):
                self.measured.figures |= walks.take(store, self.plan.requests(3), self.plan.rounds)

    def _turns(self, store: Server, floor: Server) -> Iterator[rounds.Turns]:
        small, usual = (self._aisle(store, floor, count) for count in (30, 300))
        if self._wants("listing"):
            yield small.listing("listing-30", self.plan.requests(45))
            yield usual.listing("listing-300", self.plan.requests(15))
        if self._wants("plan"):
            yield usual.plan_page("plan-page", self.plan.requests(45))
        if self._wants("cart"):
            yield usual.cart("cart", self.plan.requests(5))
        if self._wants("home"):
            yield store_calls.home(store, self.plan.requests(150))

    def _offer(self, count: int) -> None:
        if count not in self.brands:
            self.brands[count] = scene.offer_plans(count, self.plan_ids)

    def _aisle(self, store: Server, floor: Server, count: int) -> Aisle:
        return Aisle.open(store, floor, self.brands[count], self.plan_ids[:count])


def measure(plan: Plan, folder: Path, target: Path) -> None:
    """Write what was measured to a file, as JSON."""
    target.write_text(json.dumps(Bench(plan, folder).run().as_json()))
