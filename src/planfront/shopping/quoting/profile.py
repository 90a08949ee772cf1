"""Parties of a quote as the store shows them."""

from __future__ import annotations

from planfront.kernel.errors import NotFound
from planfront.kernel.http.request import ApiRequest
from planfront.parties.access import access_group
from planfront.parties.groups.schemas import Platform
from planfront.parties.groups.selectors import portal_facts, portals_for
from planfront.shopping.access import Side
from planfront.shopping.models import EnrollType, Quote
from planfront.shopping.pricing.sponsorship import group_note
from planfront.shopping.quote.client import client_name, lead_of
from planfront.shopping.quoting.schemas import EnrollmentParties, Parties, PartyInfo, UserInfo


def parties_of(quote: Quote, side: Side) -> EnrollmentParties:
    """Return the quote's member, group, rep and portal, the portals to choose from, and the client's name and lead
    for the seller."""
    member, group, agent, portal = quote.member, quote.group, quote.agent, quote.portal
    portals = portals_for(quote.brand_id, quote.agent_id, quote.group_id)
    parties = Parties(platforms=[Platform.build(portal) for portal in portals])
    if name := client_name(quote, side):
        parties.client_name, parties.client_first_name = name.full, name.first
    if lead := lead_of(quote, side):
        parties.client_email, parties.lead_id = lead.email, lead.lead_id
    if member is not None:
        parties.user_info = UserInfo(user_id=member.pk, first_name=member.first_name, last_name=member.last_name)
    if group is not None:
        parties.group_info = PartyInfo(id=group.pk, name=group.name, code=group.code)
        parties.group_note = group_note(quote)
    if agent is not None:
        parties.agent_info = PartyInfo(id=agent.pk, name=agent.name, code=agent.code)
    if portal is not None:
        parties.platform = Platform.build(portal_facts(portal))
    return EnrollmentParties(enrollment_type=quote.enroll_type, result=parties)


def group_parties(request: ApiRequest, group_id: int | None) -> EnrollmentParties:
    """Return a group and its portals. Raises NotFound."""
    if group_id is None:
        raise NotFound
    group = access_group(request, group_id)
    portals = [Platform.build(portal) for portal in portals_for(request.brand.id, None, group.id)]
    info = PartyInfo(id=group.id, name=group.name, code=group.code)
    return EnrollmentParties(
        enrollment_type=EnrollType.NEW_GROUP_MEMBER, result=Parties(group_info=info, platforms=portals)
    )
