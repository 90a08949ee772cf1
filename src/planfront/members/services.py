"""Adding members and what is known about them."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from planfront.audit.services import SYSTEM, Origin, record
from planfront.kernel import clock
from planfront.kernel.crypto import blind_index
from planfront.members.models import Coverage, Identity, Member, Relative

SSN_INDEX = "member-ssn"


@transaction.atomic
def create_member(*, ssn: str = "", origin: Origin = SYSTEM, **fields: Any) -> Member:
    """A member; ``ssn`` (nine digits) is sealed. ``fields`` are the model's."""
    member = Member.objects.create(ssn_last4=ssn[-4:], **fields)
    if ssn:
        Identity.objects.create(member=member, ssn=ssn, ssn_index=blind_index(ssn, SSN_INDEX))
    record("member.created", origin=origin, subject_type="member", subject_id=member.pk)
    return member


def renew_ssn_index(identity: Identity) -> bool:
    """Index a member's number with the current key."""
    identity.ssn_index = blind_index(identity.ssn, SSN_INDEX)
    identity.save(update_fields=["ssn_index"])
    return True


@transaction.atomic
def add_coverage(*, member: Member, **fields: Any) -> Coverage:
    return Coverage.objects.create(member=member, **fields)


@transaction.atomic
def add_relative(*, member: Member, kind: str, **fields: Any) -> Relative:
    return Relative.objects.create(member=member, kind=kind, **fields)


@transaction.atomic
def end_due_coverage() -> int:
    """Coverage whose last day is over is not active any more (the ticker calls this). Returns how many ended."""
    over = Coverage.objects.filter(status=Coverage.Status.ACTIVE, end_date__lt=clock.today())
    return over.update(status=Coverage.Status.INACTIVE)
