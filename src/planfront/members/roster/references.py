"""The members that other tables refer to, in any room."""

from __future__ import annotations

from collections.abc import Sequence

from planfront.kernel.database.references import find_references
from planfront.members.models import DuplicateMember, Identity, Member, PersonVersion, Relative, RosterChange

_OWN = (Identity, Relative, PersonVersion, RosterChange, DuplicateMember)
"""What a roster itself writes of a new member."""
_OUTBOX = "coverage.CoverageEvent"
"""Events tell of what was written: of a roster's own people, too."""
_WITHOUT = (*(table._meta.label for table in _OWN), _OUTBOX)


def list_referenced(member_ids: Sequence[int]) -> set[int]:
    """Those with coverage, an account, an enrollment or anything else that was written for them."""
    result = set(Member.objects.filter(pk__in=member_ids, user__isnull=False).values_list("pk", flat=True))
    return result.union(*(used for _table, used in find_references(Member, member_ids, _WITHOUT)))
