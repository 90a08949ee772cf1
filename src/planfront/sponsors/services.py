"""Adding groups and portals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.db import transaction

from planfront.audit.services import SYSTEM, Origin, record
from planfront.sponsors.models import AgentGroup, Group, Portal
from planfront.sponsors.selectors import enroller_code_hash

if TYPE_CHECKING:
    from planfront.brands.models import Brand


@transaction.atomic
def group_create(*, code: str, name: str, brands: Iterable[Brand], origin: Origin = SYSTEM, **fields: Any) -> Group:
    """A group of the given brands; ``id=`` may be given. The code is kept in upper case."""
    landing = fields.pop("landing_url", None)
    group = Group.objects.create(
        code=code.strip().upper(), name=name, landing_url=landing.lower() if landing else None, **fields
    )
    group.brands.set(brands)
    record("group.created", origin=origin, subject_type="group", subject_id=group.pk)
    return group


@transaction.atomic
def enroller_code_set(*, group: Group, code: str, origin: Origin = SYSTEM) -> Group:
    """Require an enroller code of this group's enrollments; "" stops requiring one. Only its keyed hash is kept."""
    group.requires_enroller_code = bool(code)
    group.enroller_code_hash = enroller_code_hash(group.pk, code) if code else ""
    group.save(update_fields=["requires_enroller_code", "enroller_code_hash"])
    record("group.enroller_code_set", origin=origin, subject_type="group", subject_id=group.pk)
    return group


@transaction.atomic
def portal_create(*, code: str, name: str, brands: Iterable[Brand], **fields: Any) -> Portal:
    portal = Portal.objects.create(code=code, name=name, **fields)
    portal.brands.set(brands)
    return portal


@transaction.atomic
def agent_group_link(*, agent_id: int, group: Group) -> AgentGroup:
    """The rep serves the group. Doing it twice changes nothing."""
    return AgentGroup.objects.get_or_create(agent_id=agent_id, group=group)[0]
