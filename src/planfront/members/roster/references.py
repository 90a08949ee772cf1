"""The members that other tables refer to, in any room."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import DO_NOTHING, ForeignObjectRel

from planfront.members.models import DuplicateMember, Identity, Member, PersonVersion, Relative, RosterChange

# What a roster itself writes of a new member.
_OWN = (Identity, Relative, PersonVersion, RosterChange, DuplicateMember)
_OUTBOX = "coverage.CoverageEvent"
"""Events tell of what was written: of a roster's own people, too."""


def list_referenced(member_ids: Sequence[int]) -> set[int]:
    """Those with coverage, an account, an enrollment or anything else that was written for them."""
    result = set(Member.objects.filter(pk__in=member_ids, user__isnull=False).values_list("pk", flat=True))
    for relation in _relations():
        name = relation.remote_field.name
        rows = relation.related_model._default_manager.filter(**{f"{name}__in": member_ids})
        result |= set(rows.values_list(f"{name}_id", flat=True))
    return result


def _relations() -> list[ForeignObjectRel]:
    """Those whose rows somebody writes; what the database copies from them (``DO_NOTHING``) speaks of nobody else."""
    hidden = Member._meta.get_fields(include_hidden=True)
    return [
        item
        for item in hidden
        if isinstance(item, ForeignObjectRel)
        and item.related_model not in _OWN
        and item.related_model._meta.label != _OUTBOX
        and item.on_delete is not DO_NOTHING
        and not item.many_to_many
    ]
