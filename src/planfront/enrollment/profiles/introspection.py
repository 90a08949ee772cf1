"""The settings that a requirement profile can have, found by watching what each step reads of its requirements.

A new step or field appears here automatically.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import cached_property

from planfront.eligibility.shopper import Shopper
from planfront.enrollment.forms.base import Parties, Requirements, Step, StepContext
from planfront.enrollment.forms.facts import BillingFacts, Facts
from planfront.enrollment.steps.profiles import DEFAULT_FIELDS, DEFAULT_TABS
from planfront.enrollment.steps.registry import STEPS
from planfront.shopping.cart.lines import Cart, PricedLine

HIDDEN, READ_ONLY, REQUIRED = "hidden", "read_only", "required"


@dataclass(frozen=True)
class Ask:
    """A field whose asking a profile decides: which flags the step minds, and what holds without any profile."""

    name: str
    label: str
    flags: frozenset[str]
    required: bool


@dataclass(frozen=True)
class Tab:
    """A step. ``asked`` is what holds without any profile."""

    key: str
    title: str
    asked: bool
    fields: tuple[Ask, ...]


@dataclass(frozen=True)
class _Watched(Requirements):
    """Requires and shows everything, and remembers what was asked for."""

    seen: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def flag(self, tab: str, name: str, flag: str, default: bool = False) -> bool:
        self.seen[name].add(flag)
        return flag == REQUIRED


class _SampleFacts(Facts):
    @cached_property
    def billing(self) -> BillingFacts:
        return BillingFacts("cc", ways=("eft", "cc"))


def sample_context(today: date, shopper: Shopper | None = None, lines: Iterable[PricedLine] = ()) -> StepContext:
    """Return a context without a person: enough for a step to say what it would ask."""
    sample_shopper = shopper or Shopper(
        brand_id=0,
        enroll_type="new-member",
        eprocess="applicant",
        zip="",
        state="",
        dob=date(today.year - 40, 1, 1),
        gender=0,
        tier="IF",
        spouse_dob=None,
        children=1,
        group_id=None,
        agent_id=None,
        portal_id=None,
        member_id=None,
    )
    nothing = Decimal("0.00")
    cart = Cart(lines=tuple(lines), first_month=nothing, monthly=nothing, effective_date=None, premier=False)
    return StepContext(
        shopper=sample_shopper,
        cart=cart,
        parties=Parties(),
        requirements=Requirements(DEFAULT_TABS, DEFAULT_FIELDS),
        saved={},
        drafts={},
        today=today,
        facts=_SampleFacts(),
    )


def tabs(today: date) -> list[Tab]:
    """Every step with the fields a profile may change."""
    return [_tab(step, today) for step in STEPS]


def _tab(step: Step, today: date) -> Tab:
    watched = _Watched(tabs=dict.fromkeys(DEFAULT_TABS, True), fields={})
    fields = step.fields(replace(sample_context(today), requirements=watched))
    labels = {item.field_name: item.label for item in fields}
    ticks = {item.field_name for item in fields if item.type == "checkbox"}
    defaults = DEFAULT_FIELDS.get(step.key, {})
    asks = (
        Ask(
            name,
            labels[name],
            frozenset(flags - {REQUIRED} if name in ticks else flags),
            defaults.get(name, {}).get(REQUIRED, False),
        )
        for name, flags in watched.seen.items()
        if labels.get(name)
    )
    return Tab(step.key, step.title(), DEFAULT_TABS.get(step.key, False), tuple(asks))
