"""Enrollment portals of a quote: those that its group, or else its rep or the brand, uses."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from planfront.brands.selectors import setting_id
from planfront.kernel.errors import FieldErrors
from planfront.parties.groups.selectors import portals_for, site_portals
from planfront.shopping.quote.parties import PartyIds


def require_portal(brand_id: int, ids: PartyIds) -> None:
    """Raise FieldErrors for a portal that the parties of the quote don't use."""
    if ids.portal_id is None or ids.portal_id in site_portals(brand_id):
        return
    offered = portals_for(brand_id, ids.agent_id, ids.group_id, before_group=True)
    portal = next((portal for portal in offered if portal.id == ids.portal_id), None)
    if portal is None and ids.group_id is not None:
        raise _portal_error(_("This group doesn't use this enrollment portal. Please choose one that it uses."))
    if portal is None:
        raise _portal_error(_("This enrollment portal is not offered here. Please choose another."))
    if portal.groups_only and ids.group_id is None:
        raise _portal_error(_("This enrollment portal is for employer groups. Please choose a group too."))


def _portal_error(message: str) -> FieldErrors:
    return FieldErrors.single("platform_group_id", message)


def with_portal(brand_id: int, ids: PartyIds) -> PartyIds:
    """Return the parties with a portal they use: their own, the brand's, or a group's only one; None otherwise."""
    offered = [portal.id for portal in portals_for(brand_id, ids.agent_id, ids.group_id)]
    usual = setting_id(brand_id, "default_portal_id")
    if ids.portal_id is not None and (ids.portal_id in offered or ids.portal_id in site_portals(brand_id)):
        return ids
    if usual in offered:
        return replace(ids, portal_id=usual)
    only = offered[0] if ids.group_id is not None and len(offered) == 1 else None
    return replace(ids, portal_id=only)
