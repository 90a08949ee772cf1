"""Plans in the active language, and what differs between two of them: worse, better, or the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from planfront.catalog.selectors import catalog
from planfront.catalog.wording import language, pick
from planfront.coverage.models import Choice
from planfront.coverage.schemas import Effect, FactChange
from planfront.kernel import clock

if TYPE_CHECKING:
    from planfront.catalog.snapshot import Catalog, PlanView
    from planfront.catalog.terms import Rider
    from planfront.coverage.models import Policy, RenewalItem

_BENEFICIARIES = "beneficiary_info"
"""The step of an application that a plan requires whose benefit somebody receives at death."""
_LESS_IS_BETTER = re.compile(r"deductible|out-of-pocket|copay|coinsurance|waiting|you pay", re.IGNORECASE)
_MORE_IS_BETTER = re.compile(r"maximum|limit|allowance|plan pays|pays back", re.IGNORECASE)
_AMOUNTS = re.compile(r"\$?\d[\d,]*(?:\.\d+)?(?: ?%| months?| days?)?(?: ?/ ?\$?\d[\d,]*(?:\.\d+)?)*", re.IGNORECASE)
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_UNLIMITED = re.compile(r"no (?:yearly |annual )?(?:limit|maximum)|unlimited", re.IGNORECASE)
_NOTHING = re.compile(r"none|no waiting(?: time| period)?", re.IGNORECASE)


class _Fact(NamedTuple):
    """A fact of a plan in the active language. ``plain``: its value in English."""

    label: str
    value: str
    plain: str


def plan_name(view: PlanView) -> str:
    return str(pick(view.i18n, "name", view.name, language()))


def find_following_plan(item: RenewalItem) -> str:
    """Return the name of another plan that takes the place of a policy's plan, or ""."""
    view = catalog().plans.get(item.plan_id) if item.follows == "another" and item.plan_id is not None else None
    return plan_name(view) if view else ""


def find_chosen_plan(item: RenewalItem) -> str:
    """Return the name of the plan that the member chose instead, or ""."""
    view = catalog().plans.get(item.chosen_plan_id or 0)
    return plan_name(view) if view else ""


def is_declined(item: RenewalItem) -> bool:
    return item.choice == Choice.DECLINE


def answer_text(item: RenewalItem) -> str:
    """Return the member's answer to a renewal with its day; "" without one."""
    words = {"day": clock.show_day(item.chosen_at) if item.chosen_at else "", "plan": find_chosen_plan(item)}
    if is_declined(item):
        return _("You declined on %(day)s.") % words
    if item.choice == Choice.CHANGE:
        return _("You chose %(plan)s on %(day)s.") % words
    return _("You chose to keep it on %(day)s.") % words if item.choice == Choice.KEEP else ""


def rider_name(rider: Rider) -> str:
    return str(pick(rider.i18n, "label", rider.label, language()))


def compare_facts(now: PlanView | None, then: PlanView) -> list[FactChange]:
    """Facts of both plans side by side, those of the new one first."""
    before, after = _by_label(now), _by_label(then)
    labels: Sequence[str] = [*after, *(label for label in before if label not in after)]
    return [_compare_fact(label, before.get(label), after.get(label)) for label in labels]


def _by_label(view: PlanView | None) -> Mapping[str, _Fact]:
    """Return a plan's facts by their English label. A translation counts where it has as many facts."""
    if view is None:
        return {}
    texts = pick(view.i18n, "facts", view.facts, language())
    if len(texts) != len(view.facts):
        texts = view.facts
    return {
        plain["label"]: _Fact(text["label"], text["value"], plain["value"])
        for plain, text in zip(view.facts, texts, strict=True)
    }


def _compare_fact(label: str, before: _Fact | None, after: _Fact | None) -> FactChange:
    shown = after or before
    return FactChange(
        label=shown.label if shown else label,
        before=before.value if before else "",
        after=after.value if after else "",
        effect=find_effect(label, before.plain if before else "", after.plain if after else ""),
    )


def find_effect(label: str, before: str, after: str) -> Effect:
    """Return how a fact of the new plan compares for the member, from English texts: "other" where its label or values
    don't tell."""
    if before == after:
        return "same"
    # An out-of-pocket maximum is a maximum of what the member pays.
    sign = -1 if _LESS_IS_BETTER.search(label) else 1 if _MORE_IS_BETTER.search(label) else 0
    old, new = _read_amounts(before), _read_amounts(after)
    if not sign or old is None or new is None:
        return "other"
    size = max(len(old), len(new))
    pairs = zip(_widen(old, size), _widen(new, size), strict=True)
    signs = {(then > now) - (then < now) for now, then in pairs} - {0}
    if len(signs) > 1:
        return "other"
    return "same" if not signs else "better" if signs.pop() * sign > 0 else "worse"


def _read_amounts(text: str) -> list[Decimal] | None:
    """Return the amounts that a value consists of, such as those of "$50 / $150"; None for other words."""
    words = text.strip()
    if _UNLIMITED.fullmatch(words):
        return [Decimal("Infinity")]
    if _NOTHING.fullmatch(words):
        return [Decimal(0)]
    if not _AMOUNTS.fullmatch(words):
        return None
    return [Decimal(number.replace(",", "")) for number in _NUMBER.findall(words)]


def _widen(amounts: Sequence[Decimal], size: int) -> Iterable[Decimal]:
    """Repeat a single amount, which is meant for one person and for a family alike."""
    return amounts if len(amounts) == size else [amounts[0]] * size


def pays_at_death(policy: Policy, plans: Catalog) -> bool:
    """Return whether a policy's plan pays at death. A plan that left the catalog is assumed to."""
    view = plans.plans.get(policy.plan_id)
    return view is None or _BENEFICIARIES in view.requirements
