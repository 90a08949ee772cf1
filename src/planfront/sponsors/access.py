"""Which group and portal a request may see.

Reps are known here by the id of their account only, so this room needs nothing of the producers' room.
"""

from __future__ import annotations

from dataclasses import replace

from planfront.kernel.errors import NotFound
from planfront.kernel.http.request import ApiRequest
from planfront.sponsors.models import AgentGroup
from planfront.sponsors.selectors import (
    GroupFacts,
    PortalFacts,
    administers_group,
    group_by_id,
    group_of_user,
    is_open_store,
    portal_by_id,
)


def access_group(request: ApiRequest, group_id: int) -> GroupFacts:
    """A group with a public page or a default group of the site, without its code, or one of the caller's own.
    Raises NotFound."""
    group = group_by_id(request.brand.id, group_id)
    if group is None:
        raise NotFound
    if own_group(request, group):
        return group
    if group.landing_url or _public(request, group):
        return replace(group, code="")  # ids can be counted through; the code is told by who gives it
    raise NotFound


def access_own_group(request: ApiRequest, group_id: int) -> GroupFacts:
    """A group the caller administers or looks after, or any for staff: for lists of people. Raises NotFound."""
    group = group_by_id(request.brand.id, group_id)
    if group is None or not own_group(request, group):
        raise NotFound
    if request.actor.kind == "rep" and is_open_store(request.brand.id, group):
        raise NotFound
    return group


def access_administered_group(request: ApiRequest) -> GroupFacts:
    """The group that the caller administers. Raises NotFound."""
    group = group_of_user(request.brand.id, request.actor.user_id) if request.actor.kind == "group" else None
    if group is None:
        raise NotFound
    return group


def access_portal(request: ApiRequest, portal_id: int) -> PortalFacts:
    """A portal of this brand. Raises NotFound."""
    portal = portal_by_id(request.brand.id, portal_id)
    if portal is None:
        raise NotFound
    return portal


def _public(request: ApiRequest, group: GroupFacts) -> bool:
    return is_open_store(request.brand.id, group)


def own_group(request: ApiRequest, group: GroupFacts) -> bool:
    """The caller is one of the group's administrators, a rep who serves it, or staff."""
    kind, user_id = request.actor.kind, request.actor.user_id
    if kind == "staff":
        return True
    if kind == "group":
        return administers_group(group.id, user_id)
    if kind == "rep" and user_id is not None:
        return AgentGroup.objects.filter(group_id=group.id, agent__user_id=user_id, agent__active=True).exists()
    return False
