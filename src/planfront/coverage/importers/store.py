"""What a store has that a file of policies names: groups, insurers, plans, options and riders."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from planfront.catalog.insurer_numbers import list_plan_names
from planfront.catalog.selectors import carriers, catalog
from planfront.catalog.snapshot import PlanView
from planfront.imports.layouts import normalise
from planfront.parties.groups.selectors import GROUPS

if TYPE_CHECKING:
    from planfront.catalog.models import Carrier
    from planfront.parties.groups.models import Group

T = TypeVar("T")
_LISTED = 6


class Unknown(Exception):
    """A name that the store doesn't know: says which there are."""


class PlanFacts(NamedTuple):
    """A plan as a policy names it. ``option``: the one that the code is of, "" for any."""

    id: int
    name: str
    category: str
    option: str = ""


@dataclass(frozen=True)
class Store:
    """Everything of a store that policies name, read once for each file. ``plans``: by insurer and name or code."""

    brand_id: int
    groups: Mapping[str, Group]
    carriers: Mapping[str, Carrier]
    plans: Mapping[int, Mapping[str, set[PlanFacts]]]
    views: Mapping[int, PlanView]
    carrier_of: Mapping[int, int] = field(default_factory=dict)
    memo: dict[tuple[str, int, str], Any] = field(default_factory=dict, repr=False)
    """Groups, insurers and plans by kind, insurer and text: a file names the same again and again."""

    def group(self, text: str) -> Group:
        """Return a group by its code. Raises Unknown."""
        return self._once("group", 0, text, self._find_group)

    def _find_group(self, text: str) -> Group:
        known = {normalise(code): row for code, row in self.groups.items()}
        return find_named(text, known, _("No group of this store has the code “%s”."), self.groups)

    def carrier(self, text: str) -> Carrier:
        """Return an insurer by its key, name or NAIC number. Raises Unknown."""
        return self._once("carrier", 0, text, self._find_carrier)

    def _find_carrier(self, text: str) -> Carrier:
        names = {carrier.name for carrier in self.carriers.values()}
        return find_named(text, self.carriers, _("No insurer is called “%s”."), names)

    def plan(self, carrier: Carrier, text: str) -> PlanFacts:
        """Return an insurer's plan by a code, its number or its name. Raises Unknown."""
        return self._once("plan", carrier.pk, text, lambda name: self._find_plan(carrier, name))

    def _once(self, kind: str, of: int, text: str, find: Callable[[str], T]) -> T:
        key = kind, of, text
        if key not in self.memo:
            self.memo[key] = find(text)
        result: T = self.memo[key]
        return result

    def _find_plan(self, carrier: Carrier, text: str) -> PlanFacts:
        own = self.plans.get(carrier.pk, {})
        names = {plan.name for plans in own.values() for plan in plans}
        plans = find_named(text, own, _("The insurer has no plan “%s”."), names)
        if len({plan.id for plan in plans}) > 1:
            numbers = ", ".join(f"{plan.id} ({plan.name})" for plan in sorted(plans))
            raise Unknown(_("Several plans are called so: %s. Write the number.") % numbers)
        (plan, *others) = sorted(plans)
        return plan._replace(option="") if others else plan


def find_named(text: str, known: Mapping[str, T], wrong: str | Promise, names: Collection[str]) -> T:
    """Return what is called so. ``names``: those that there are. Raises Unknown, with the nearest of them."""
    key = normalise(text)
    if key and key in known:
        return known[key]
    by_key = {normalise(name): name for name in sorted(names)}
    near = get_close_matches(key, by_key, _LISTED, 0.6) if len(by_key) > _LISTED else []
    listed = [by_key[name] for name in near or list(by_key)[:_LISTED]]
    message = str(wrong) % text[:60]
    raise Unknown(f"{message} {_('There are: %s.') % ', '.join(listed)}" if listed else message)


def read_store(brand_id: int) -> Store:
    """Read a brand's groups, and all insurers with their plans, in four queries."""
    plans: dict[int, dict[str, set[PlanFacts]]] = defaultdict(lambda: defaultdict(set))
    carrier_of: dict[int, int] = {}
    for row in list_plan_names():
        facts = PlanFacts(row.plan_id, row.plan_name, row.category, row.option)
        plans[row.carrier_id][normalise(row.text)].add(facts)
        carrier_of[row.plan_id] = row.carrier_id
    return Store(
        brand_id,
        {row.code: row for row in GROUPS.rows(brand_id)},
        {normalise(name): row for row in carriers() for name in (row.key, row.name, row.naic) if name},
        plans,
        catalog().plans,
        carrier_of,
    )
