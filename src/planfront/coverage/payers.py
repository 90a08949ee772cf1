"""Who pays how much of a price, and which fees beside it: by the group's terms when the price is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from planfront.catalog.selectors import catalog
from planfront.members.selectors import ClassHistory, classes_of_members
from planfront.parties.groups.selectors import terms_of_ids
from planfront.parties.groups.shares import grant, share_of

if TYPE_CHECKING:
    from planfront.coverage.models import Policy
    from planfront.coverage.timeline import Terms
    from planfront.parties.groups.terms import GroupTerms


class Payers:
    """The terms of the groups of policies and the classes of their members, read together once a price is split.
    ``classes``: of members who are about to move to another one."""

    def __init__(self, policies: Iterable[Policy], classes: Mapping[int, ClassHistory] | None = None) -> None:
        self._policies = [policy for policy in policies if policy.group_id is not None]
        self._moving = classes or {}

    @cached_property
    def _terms(self) -> Mapping[int, GroupTerms]:
        return terms_of_ids(policy.group_id for policy in self._policies if policy.group_id is not None)

    @cached_property
    def _classes(self) -> Mapping[int, ClassHistory]:
        members = (policy.member_id for policy in self._policies if policy.member_id is not None)
        return {**classes_of_members(members), **self._moving}

    def split(self, policy: Policy, terms: Terms) -> Terms:
        """Return terms with their price and who pays how much of it, and the fees beside it. A share that is on record
        for the price stays."""
        terms = self.agree_fees(policy, terms)
        if policy.group_id is None or terms.premium is None:
            return replace(terms, share={})
        agreed = share_of(terms.share)
        if agreed is not None and agreed.total == terms.premium:
            return terms
        group, view = self._terms[policy.group_id], catalog().plans.get(terms.plan_id)
        on, classes = terms.shared_on or terms.rated_on, self._classes.get(policy.member_id or 0)
        own = group.class_of(classes.on(on) if classes else None)
        row = group.contribution(
            own,
            plan_id=terms.plan_id,
            category=view.category if view else policy.category,
            tier=terms.tier,
            on=on,
            is_membership=view is not None and view.is_membership,
        )
        granted = grant(group, own, row, terms.premium)
        return replace(terms, share=granted.stored() if granted else {})

    def agree_fees(self, policy: Policy, terms: Terms) -> Terms:
        """Return terms with the fees beside their price that the group pays. What is on record stays."""
        return terms if terms.group_pays is not None else replace(terms, group_pays=self.list_paid_fees(policy))

    def list_paid_fees(self, policy: Policy) -> frozenset[str]:
        """Return the fees beside a price that the group pays by its terms of today."""
        return frozenset() if policy.group_id is None else self._terms[policy.group_id].pays
