"""The policies of a member that a reader may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planfront.coverage.authors import Author, By
from planfront.coverage.clients.scope import find_scope
from planfront.coverage.models import CoveredPerson
from planfront.coverage.rep_policies import own_policies
from planfront.coverage.selectors import policies_of_member
from planfront.coverage.timeline import SELF
from planfront.kernel import clock
from planfront.members.selectors import relatives

if TYPE_CHECKING:
    from planfront.coverage.models import Policy
    from planfront.members.selectors import MemberFacts


def visible_policies(member: MemberFacts, author: Author) -> list[Policy]:
    """The member's policies that the reader may see: a group's administrator sees those of the group, a rep those that
    the rep looks after."""
    policies = policies_of_member(member.id)
    if author.by == By.REP:
        scope = find_scope(member.brand_id, author.user_id)
        own = own_policies(scope, member.id, clock.today()) if scope else set()
        return [policy for policy in policies if policy.pk in own]
    if author.by == By.GROUP:
        return [policy for policy in policies if policy.group_id is not None and policy.group_id == member.group_id]
    return policies


def visible_keys(member: MemberFacts, author: Author) -> set[str]:
    """Return the keys of the member and of the people on the policies that the reader sees; of the whole family for the
    member and staff."""
    if author.by in (By.MEMBER, By.STAFF):
        return {SELF, *(relative.id for kind in ("former", "dependent") for relative in relatives(member.id, kind))}
    policies = visible_policies(member, author)
    return {SELF, *CoveredPerson.objects.filter(policy__in=policies).values_list("key", flat=True)}
