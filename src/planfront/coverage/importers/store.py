"""What a store has that a file of policies names: groups, insurers, plans, options and riders."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from django.conf import settings

from planfront.catalog.insurer_numbers import list_plan_names
from planfront.catalog.selectors import carriers, catalog
from planfront.eligibility.joining import limits_of
from planfront.imports.layouts import normalise
from planfront.imports.names import Names
from planfront.parties.groups.selectors import GROUPS

if TYPE_CHECKING:
    from planfront.catalog.models import Carrier
    from planfront.catalog.snapshot import PlanView
    from planfront.parties.groups.models import Group


@dataclass
class PlanFacts:
    """A plan as policies name it. ``code_options``: the options that a code is of, by its letters and digits;
    ``amounts``: of options by code; ``usual``: the option of who names none; ``until``: the age at which children
    leave."""

    id: int
    carrier_id: int
    name: str
    category: str
    names: list[str] = field(default_factory=list)
    code_options: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    options: Names[str] = field(default_factory=lambda: Names(()))
    amounts: Mapping[str, Decimal | None] = field(default_factory=dict)
    usual: str = ""
    riders: Names[str] = field(default_factory=lambda: Names(()))
    until: int = 0

    def option_of(self, text: str, amount: Decimal | None) -> str:
        """Return the option that a code is of, that has an amount, or the usual one."""
        of_code = self.code_options.get(normalise(text), set())
        if len(of_code) == 1 and (option := next(iter(of_code))):
            return option
        same = (code for code, own in self.amounts.items() if amount is not None and own == amount)
        return next(same, self.usual)

    def take_view(self, view: PlanView) -> None:
        options = [(option.code, option) for option in view.options if option.code]
        self.options = Names((code, (code, option.label)) for code, option in options)
        self.amounts = {code: option.amount for code, option in options}
        self.usual = view.default_option.code or ""
        self.riders = Names((rider.code, (rider.code, rider.label)) for rider in view.riders)
        self.until = limits_of(view.terms, self.until).until


@dataclass(frozen=True)
class Store:
    """Everything of a store that policies name, read once for each file. ``plan_names``: ids by insurer."""

    brand_id: int
    groups: Names[Group]
    carriers: Names[Carrier]
    plan_names: Mapping[int, Names[int]]
    plans: Mapping[int, PlanFacts]

    def plan(self, carrier: Carrier, text: str) -> PlanFacts:
        """Return an insurer's plan by its name, its number or a code. Raises BadCell."""
        return self.plans[self.plan_names.get(carrier.pk, Names[int](())).find(text)]

    def carrier_of(self, plan_id: int) -> int:
        return self.plans[plan_id].carrier_id if plan_id in self.plans else 0


def read_store(brand_id: int) -> Store:
    """Read a brand's groups, and all insurers with their plans, in four queries."""
    plans: dict[int, PlanFacts] = {}
    for row in list_plan_names():
        facts = PlanFacts(row.plan_id, row.carrier_id, row.plan_name, row.category, until=settings.ENV.child_age)
        facts = plans.setdefault(row.plan_id, facts)
        facts.names.append(row.text)
        facts.code_options[normalise(row.text)].add(row.option)
    for plan_id, view in catalog().plans.items():
        if plan_id in plans:
            plans[plan_id].take_view(view)
    by_carrier: dict[int, list[PlanFacts]] = defaultdict(list)
    for facts in plans.values():
        by_carrier[facts.carrier_id].append(facts)
    return Store(
        brand_id,
        Names((row, (row.code,)) for row in GROUPS.rows(brand_id)),
        Names((row, (row.name, row.key, row.naic)) for row in carriers()),
        {key: Names((facts.id, (facts.name, *facts.names)) for facts in some) for key, some in by_carrier.items()},
        plans,
    )
