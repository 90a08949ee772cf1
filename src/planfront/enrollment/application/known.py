"""Facts that the store has before the application asks: on the member's record, or answered already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from planfront.billing import selectors as billing
from planfront.enrollment.application.listed_people import listed_beneficiaries, listed_dependents
from planfront.enrollment.steps.beneficiary.step import total
from planfront.enrollment.steps.registry import BENEFICIARY, BILLING, HEALTH

if TYPE_CHECKING:
    from planfront.enrollment.forms.base import StepContext
    from planfront.enrollment.steps.beneficiary.answers import Beneficiary
    from planfront.enrollment.steps.dependent.answers import Dependent
    from planfront.shopping.models import Quote


@dataclass(frozen=True)
class KnownFacts:
    """``spouse`` and ``children``: dependents as the list shows them. ``beneficiaries``: who gets the whole benefit,
    with their numbers. ``payment``: an account or card to choose, or chosen. ``health``: the applicant's answers."""

    spouse: Dependent | None
    children: tuple[Dependent, ...]
    beneficiaries: bool
    payment: bool
    health: bool

    def missing(self, name: str, *, spouse: bool, children: int) -> tuple[bool, int]:
        """Return (whether the spouse's ``name`` is missing, how many children's are), of those who are covered."""
        have = sum(bool(child.stored.get(name)) for child in self.children)
        spouses = self.spouse is not None and bool(self.spouse.stored.get(name))
        return spouse and not spouses, max(0, children - have)


def load_known_facts(quote: Quote, ctx: StepContext) -> KnownFacts:
    listed, _aside = listed_dependents(ctx)
    return KnownFacts(
        spouse=next((person for person in listed if person.is_spouse), None),
        children=tuple(person for person in listed if person.is_child),
        beneficiaries=BENEFICIARY.required(ctx) and _whole(listed_beneficiaries(ctx)),
        payment=BILLING.key in ctx.saved or _can_choose(quote, ctx.facts.billing.ways),
        health=HEALTH.key in ctx.saved or HEALTH.from_record(ctx),
    )


def _whole(people: list[Beneficiary]) -> bool:
    return total(people) == 100 and all(person.ssn and person.birthdate for person in people)


def _can_choose(quote: Quote, ways: tuple[str, ...]) -> bool:
    """Return whether the member can choose an account or card of an earlier enrollment."""
    if "eft" in ways and billing.banks_of_member(quote):
        return True
    return "cc" in ways and any(not card.expired for card in billing.cards_of_member(quote))
