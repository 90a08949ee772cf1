"""Policies of a family that a surviving spouse or partner takes over.

A policy is of one subscriber for good, so the one of the dead ends and one of the survivor's own follows it without a
gap: the same plan, amount, riders, rates of the year, first days ever and rep, for those who stay.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from planfront.coverage.authors import Author
from planfront.coverage.issuing import Parties, continue_policy, issue_policies
from planfront.coverage.overlaps import has_plan
from planfront.coverage.parties import Moved
from planfront.coverage.people import keys_staying, mark_staying
from planfront.coverage.plan_facts import pays_at_death
from planfront.coverage.successors import number_successors
from planfront.coverage.timeline import SELF, SPOUSES, Covered, Price, Role, Terms, find_terms, tier_of
from planfront.parties.groups.selectors import group_by_id, is_open_store

if TYPE_CHECKING:
    from planfront.catalog.snapshot import Catalog
    from planfront.coverage.deaths import DeathOutcome
    from planfront.coverage.ledger import Ledger
    from planfront.coverage.models import Policy
    from planfront.members.services import Survivor

_OF_PERSON = ("tobacco", "sex", "income", "hours")
"""The parts of a price's inputs that were the dead subscriber's own."""


def find_obstacle(policy: Policy, plans: Catalog) -> str:
    """Return why no survivor may take a policy over, "" where one may: an employer's is of its worker, and one that
    pays at death has done so. Policies of an open store, such as the brand's default group, are of the family."""
    if policy.group_id is not None:
        group = group_by_id(policy.brand_id, policy.group_id)
        if group is None or not is_open_store(policy.brand_id, group):
            name = group.name if group is not None else "The group"
            return f"{name} has it for its own people."
    return "It pays its benefit at death, and ends." if pays_at_death(policy, plans) else ""


def find_survivor(record: Ledger, first: date, living: Collection[str]) -> Covered | None:
    """Return the living spouse or partner whom a policy covers on the first day of a takeover, None where there is
    none."""
    terms = find_terms(record.versions, max(first, record.policy.effective_date))
    covered = terms.covered if terms else ()
    return next((person for person in covered if person.role in SPOUSES and person.key in living), None)


def pass_terms(terms: Terms, heir: Covered, first: date, compute: Price) -> Terms:
    """Return the terms of the survivor and the children from a day on, with their price; the children keep their keys.
    Raises PriceRefused where a price hangs on something that isn't known of the survivor."""
    subscriber = replace(heir, key=SELF, role=Role.SUBSCRIBER, joined_on=first)
    children = [replace(person, joined_on=first) for person in terms.covered if person.role is Role.CHILD]
    covered = (subscriber, *children)
    inputs = {name: value for name, value in terms.inputs.items() if name not in _OF_PERSON}
    return compute(replace(terms, covered=covered, tier=tier_of(covered), inputs=inputs, share={}))


def issue_to_survivor(outcome: DeathOutcome, survivor: Survivor, author: Author) -> None:
    """Issue what follows the policy of somebody who died. Raises Moved where the survivor got the same plan meanwhile.
    Runs inside a transaction that holds the policy and the survivor."""
    policy, terms, first = outcome.policy, outcome.after, outcome.first
    if terms is None or first is None:
        return
    if has_plan(survivor.member.pk, terms.plan_id, first, outcome.ends_on):
        raise Moved
    covered = tuple(replace(person, key=survivor.keys.get(person.key, person.key)) for person in terms.covered)
    (number,) = number_successors([policy])
    parties = Parties(policy.brand_id, survivor.member.pk, policy.group_id, policy.portal_id, policy.agent_id)
    terms = replace(terms, covered=covered)
    new = continue_policy(policy, terms, first, number=number, parties=parties, ends_on=outcome.ends_on)
    (row,) = issue_policies([new], author)
    for key in keys_staying([policy.pk]):
        mark_staying([row.pk], survivor.keys.get(key, key))
