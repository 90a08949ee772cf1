"""Policies of a family that a surviving spouse or partner takes over.

A policy is of one subscriber for good, so the one of the dead ends and one of the survivor's own follows it without a
gap: the same plan, amount, riders, rates of the year, first days ever and rep, for those who stay.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from planfront.coverage.authors import Author
from planfront.coverage.issuing import NewPolicy, Parties, issue_policies
from planfront.coverage.owed_fees import read_sold
from planfront.coverage.plan_facts import pays_at_death
from planfront.coverage.timeline import SELF, SPOUSES, Price, Role, Terms, tier_of

if TYPE_CHECKING:
    from planfront.catalog.snapshot import Catalog
    from planfront.coverage.deaths import DeathOutcome
    from planfront.coverage.models import Policy
    from planfront.members.services import Survivor

_OF_PERSON = ("tobacco", "sex", "income", "hours")
"""The parts of a price's inputs that were the dead subscriber's own."""


def find_survivor(policy: Policy, terms: Terms, plans: Catalog) -> str:
    """Return the key of the spouse or partner who can take a policy over, "" for none: a group's policy is of its
    worker, and one that pays at death has done so."""
    if policy.group_id is not None or pays_at_death(policy, plans):
        return ""
    return next((person.key for person in terms.covered if person.role in SPOUSES), "")


def pass_terms(terms: Terms, survivor: str, first: date, compute: Price) -> Terms:
    """Return the terms of those who stay from a day on, with their price; dependents keep their keys. Raises
    PriceRefused where a price hangs on something that isn't known of the survivor."""
    staying = [person for person in terms.covered if person.key == survivor or person.role is Role.CHILD]
    covered = tuple(
        replace(
            person,
            key=SELF if person.key == survivor else person.key,
            role=Role.SUBSCRIBER if person.key == survivor else person.role,
            joined_on=first,
        )
        for person in sorted(staying, key=lambda person: person.key != survivor)
    )
    inputs = {name: value for name, value in terms.inputs.items() if name not in _OF_PERSON}
    return compute(replace(terms, covered=covered, tier=tier_of(covered), inputs=inputs, share={}))


def next_number(policy: Policy) -> str:
    """Return the number of the policy that a survivor takes over: the old one with an end of its own."""
    earlier = policy.successors.count()
    return f"{policy.number}-S{earlier + 1 if earlier else ''}"


def issue_to_survivor(outcome: DeathOutcome, survivor: Survivor, author: Author) -> None:
    """Issue what follows the policy of somebody who died. Runs inside a transaction that holds the policy."""
    policy, terms, first = outcome.policy, outcome.after, outcome.first
    if terms is None or first is None:
        return
    covered = tuple(replace(person, key=survivor.keys.get(person.key, person.key)) for person in terms.covered)
    new = NewPolicy(
        next_number(policy),
        Parties(policy.brand_id, survivor.member.pk, None, policy.portal_id, policy.agent_id),
        policy.plan_name,
        policy.category,
        first,
        replace(terms, covered=covered),
        riders=policy.riders,
        fees=[fee for fee in read_sold(policy.sold_fees) if not fee.once],
        ends_on=outcome.ends_on,
        predecessor_id=policy.pk,
    )
    issue_policies([new], author)
