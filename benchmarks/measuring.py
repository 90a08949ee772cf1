"""All measurements of one database, in a process of its own: Django has the database's settings as long as it lives."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks import desks, figures, rounds, scene, servers, store_calls, walks
from benchmarks.desks import Desk
from benchmarks.figures import Curve, Figure, Measured
from benchmarks.rounds import Turns
from benchmarks.servers import Server
from benchmarks.store_calls import Aisle
from planfront.brands.models import Brand

SHORT_ROUNDS, STARTS = 3, 5
USUAL = 300
"""Plans of the brand that most is measured at."""
SIZES = (30, USUAL, 3_000)
BRANDS = (40, 400, 2_000)
PEOPLE = (100, 1_000, 10_000, 100_000)
MOST_PEOPLE = 1_000_000
PEOPLE_KINDS = ("members", "enrollments")


@dataclass(frozen=True)
class Plan:
    """The parts to measure, and their size. ``parts``: those of works.PARTS that are measured."""

    parts: frozenset[str]
    short: bool = False
    long: bool = False

    def has(self, *parts: str) -> bool:
        return not self.parts.isdisjoint(parts)

    @property
    def rounds(self) -> int:
        return SHORT_ROUNDS if self.short else rounds.ROUNDS

    def requests(self, count: int) -> int:
        """Return how many requests make a round: a third of them in a short run."""
        return max(count // 3, 1) if self.short else count

    def sizes(self, usual: Sequence[int], most: int = 0) -> list[int]:
        """All but the largest in a short run; one more in a long one, where there is one."""
        return [*usual[: 2 if self.short else None], *([most] if self.long and most else [])]


@dataclass
class Bench:
    """``folder``: the store's PLANFRONT_VAR."""

    plan: Plan
    folder: Path
    measured: Measured = field(default_factory=Measured)
    plan_ids: list[int] = field(default_factory=list)
    brands: dict[int, Brand] = field(default_factory=dict)

    def run(self) -> Measured:
        """All rows that can be there from the start are, so that the store is started once, but for its starts."""
        plan, kinds = self.plan, [kind for kind in PEOPLE_KINDS if self.plan.has(kind)]
        scene.lift_statement_timeout()
        if plan.has("start"):
            self._starts()
        sizes = plan.sizes(SIZES) if plan.has("listing", "plan", "cart") else []
        for count in sorted({*sizes, *([USUAL] if plan.has("brands") else [])}):
            self._offer(count)
        people = {kind: desks.open_desks(kind, plan.sizes(PEOPLE, MOST_PEOPLE)) for kind in kinds}
        with servers.both(self.folder, os.environ) as (store, floor):
            self._shop(store, floor, sizes)
            for kind in kinds:
                self._lists(store, floor, people[kind])
            if plan.has("brands"):
                self._many_brands(store, floor)
        return self.measured

    def _starts(self) -> None:
        """The first listing that a new process gives, with what it still loads beside it."""
        self._offer(USUAL)
        with servers.both(self.folder, os.environ) as (store, floor):
            aisle = self._aisle(store, floor, USUAL)
        own, plain = [], []
        for _start in range(STARTS):
            with servers.floor(self.folder, os.environ) as floor, servers.store(self.folder, os.environ) as store:
                batch = aisle.at(store, floor).listing("start", 1).batch(0)
                own.append(store.spent(batch.store))
                plain.append(floor.spent(batch.floor))
        self.measured.figures["start"] = figures.beside_floor(own, plain)

    def _shop(self, store: Server, floor: Server, sizes: Sequence[int]) -> None:
        aisles = {count: self._aisle(store, floor, count) for count in sizes}
        taken = rounds.take(list(self._turns(store, floor, aisles)), store, floor, self.plan.rounds)
        if self.plan.has("steps"):
            taken |= walks.take(store, floor, self.plan.requests(3), self.plan.rounds)
        self._keep(taken, aisles)

    def _turns(self, store: Server, floor: Server, aisles: Mapping[int, Aisle]) -> Iterator[Turns]:
        requests = self.plan.requests
        for count, aisle in aisles.items():
            if self.plan.has("listing"):
                yield aisle.listing(f"listing-{count}", requests(max(3, min(45, 4_500 // count))))
            if self.plan.has("plan"):
                yield aisle.plan_page(f"plan-page-{count}", requests(45))
            if self.plan.has("cart"):
                yield aisle.cart(f"cart-{count}", requests(5))
        if self.plan.has("home"):
            yield store_calls.home(store, requests(150), store_calls.shortest(floor, requests(150)))

    def _keep(self, taken: Mapping[str, Figure], aisles: Mapping[int, Aisle]) -> None:
        """The table has the usual size of what is one call whatever the size is; curves have all sizes."""
        usual = {f"{name}-{USUAL}": name for name in ("plan-page", "cart")}
        kept = {usual.get(key, key): figure for key, figure in taken.items()}
        others = {f"{name}-{count}" for name in usual.values() for count in aisles}
        self.measured.figures |= {key: figure for key, figure in kept.items() if key not in others}

        def add(what: str, name: str, value_of: Callable[[float, int], float]) -> None:
            values = {
                count: value_of(figure.own, count)
                for count in aisles
                if (figure := taken.get(f"{name}-{count}")) is not None and figure.own is not None
            }
            if len(values) > 1:
                self.measured.curves.append(Curve("plans", what, "ms", values))

        add("priced listing, for each plan", "listing", lambda own, count: own / count)
        add("plan page", "plan-page", lambda own, _count: own)
        add("add to cart", "cart", lambda own, _count: own)

    def _many_brands(self, store: Server, floor: Server) -> None:
        """Listing and front page while brands are added, beside the floor's listing, as sizes are measured apart."""
        listing, home = {}, {}
        aisle = self._aisle(store, floor, USUAL)
        turns = [
            aisle.listing("listing", self.plan.requests(15)),
            store_calls.home(store, self.plan.requests(90), aisle.plain(self.plan.requests(15))),
        ]
        for count in (0, *self.plan.sizes(BRANDS)):
            scene.add_brands(count - Brand.objects.count(), self.plan_ids[:60])
            store.settle()
            taken, brands = rounds.take(turns, store, floor, self.plan.rounds), Brand.objects.count()
            listing[brands], home[brands] = taken["listing"], taken["home"]
        few, many = listing[min(listing)], listing[max(listing)]
        self.measured.figures["brands"] = Figure(many.value / few.value, many.own, few.own)
        for what, by_size in (("priced listing of 300 plans", listing), ("home page", home)):
            values = {size: figure.value for size, figure in by_size.items()}
            self.measured.curves.append(Curve("brands", what, "x of the floor's listing", values))

    def _lists(self, store: Server, floor: Server, people: Sequence[Desk]) -> None:
        """The lists of reps with few and with many people."""
        turns = [item for desk in people for item in desk.turns(store, self.plan.requests(15))]
        taken = rounds.take(turns, store, floor, self.plan.rounds)
        for what, _address in people[0].lists():
            values = {desk.size: taken[f"{what}/{desk.size}"].value for desk in people}
            self.measured.curves.append(Curve(people[0].kind, what, "ms", values))

    def _offer(self, count: int) -> None:
        if count not in self.brands:
            self.brands[count] = scene.offer_plans(count, self.plan_ids)

    def _aisle(self, store: Server, floor: Server, count: int) -> Aisle:
        return Aisle.open(store, floor, self.brands[count], self.plan_ids[:count])
