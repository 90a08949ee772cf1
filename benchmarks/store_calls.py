"""The calls of the store that are measured, with the floor's beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice

from benchmarks.rounds import Batch, Turns
from benchmarks.scene import host_of, make_families
from benchmarks.servers import Call, Server
from benchmarks.shoppers import Shopper, read_priced
from planfront.brands.models import Brand

FAMILIES, LINES = 5, 8
HOME_HOST = "localhost"
_PROOF = {"steps": ["x" * 40] * 20}


@dataclass
class Aisle:
    """The brand of so many plans, and people who shop there."""

    store: Server
    floor: Server
    brand: Brand
    plan_ids: list[int]
    shoppers: list[Shopper] = field(default_factory=list)

    @classmethod
    def open(cls, store: Server, floor: Server, brand: Brand, plan_ids: Sequence[int]) -> Aisle:
        aisle = cls(store, floor, brand, list(plan_ids))
        aisle.shoppers = aisle.new_shoppers(FAMILIES)
        return aisle

    def new_shoppers(self, count: int) -> list[Shopper]:
        result = [Shopper(self.store, host_of(len(self.plan_ids))) for _number in range(count)]
        make_families([shopper.id for shopper in result])
        return result

    def at(self, store: Server, floor: Server) -> Aisle:
        """Bring the same people to a store that was started again, beside a floor that was, too."""
        self.floor = floor
        for shopper in self.shoppers:
            shopper.server = store
        return self

    def plain(self, requests: int) -> list[Call]:
        """The floor's listings."""
        return [partial(self.floor.ask, "GET", f"/plans/{self.brand.pk}")] * requests

    def listing(self, key: str, requests: int) -> Turns:
        def batch(_round: int) -> Batch:
            chosen = islice(cycle(self.shoppers), requests)
            calls: list[Call] = [partial(read_priced, shopper, len(self.plan_ids)) for shopper in chosen]
            return Batch(calls, self.plain(requests))

        return Turns(key, batch)

    def plan_page(self, key: str, requests: int) -> Turns:
        """Both calls of the page, for one plan after the other."""

        def batch(number: int) -> Batch:
            chosen = self._some_plans(number, requests)
            pairs = zip(cycle(self.shoppers), chosen)
            calls: list[Call] = []
            for shopper, plan_id in pairs:
                calls.append(partial(shopper.data, f"get-plan-detail/{plan_id}"))
                price = f"get-plan-pricing-detail?pid={plan_id}&enrollment_id={{id}}&explain=false"
                calls.append(partial(shopper.data, price))
            return Batch(calls, [partial(self.floor.ask, "GET", f"/plan/{plan_id}") for plan_id in chosen], per=2)

        return Turns(key, batch)

    def cart(self, key: str, carts: int) -> Turns:
        """New carts, each filled with eight plans."""

        def batch(number: int) -> Batch:
            chosen = self._some_plans(number, LINES)
            mine, theirs = self.new_shoppers(carts), self.new_shoppers(carts)
            lines = [(mine[item], theirs[item], plan_id) for item in range(carts) for plan_id in chosen]
            return Batch(
                [partial(own.step, "add-plan-to-cart", plan_id=plan_id) for own, _other, plan_id in lines],
                [partial(write_line, self.floor, other.id, plan_id) for _own, other, plan_id in lines],
            )

        return Turns(key, batch)

    def _some_plans(self, number: int, count: int) -> list[int]:
        start = number * count % len(self.plan_ids)
        return list(islice(cycle(self.plan_ids), start, start + count))


def home(store: Server, requests: int, beside: Sequence[Call]) -> Turns:
    headers = {"Host": HOME_HOST, "Accept-Encoding": "gzip"}
    return Turns("home", lambda _round: Batch([partial(store.ask, "GET", "/", None, headers)] * requests, [*beside]))


def shortest(floor: Server, requests: int) -> list[Call]:
    """Return calls of the floor's shortest page."""
    return [partial(floor.ask, "GET", "/healthz")] * requests


def write_line(floor: Server, public_id: str, plan_id: int) -> None:
    """Have the floor write a cart's line."""
    body = {"enrollment_id": public_id, "plan_id": plan_id, "premium": "36.85", "proof": _PROOF}
    floor.ask("POST", "/cart", body)
