"""A rep's page of one client."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from ninja import Router

from planfront.coverage.clients.scope import access_book
from planfront.kernel import clock
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Id
from planfront.kernel.money import as_text, total
from planfront.kernel.text.parse import age_on, show_date, show_phone
from planfront.members.access import access_member
from planfront.sales import client_schemas as schemas
from planfront.sales.client_overview import ClientOverview, load_overview

router = Router(tags=["book"])


@router.get("/get-client", response=responses(schemas.Client), operation_id="get_client")
def get_client(request: ApiRequest, member_id: Id) -> Answer:
    """One client of the signed-in rep: what is in force, the household, what comes and what happened."""
    scope = access_book(request)
    return ok(_client(load_overview(scope, access_member(request, member_id)), clock.today()))


def _client(story: ClientOverview, today: date) -> schemas.Client:
    member = story.member
    known: list[Decimal] = [holding.monthly for holding in story.holdings if holding.monthly is not None]
    return schemas.Client(
        member_id=member.id,
        name=member.name,
        first_name=member.first_name,
        age=age_on(member.birth_date, today),
        birth_date=show_date(member.birth_date),
        place=" ".join(filter(None, (", ".join(filter(None, (member.city, member.state))), member.zip))),
        phone=show_phone(member.phone),
        email=member.email,
        group=member.group_name,
        group_id=member.group_id,
        since=show_date(story.since),
        died_on=show_date(story.died_on),
        day=show_date(today),
        monthly=as_text(total(known)),
        policies=[
            schemas.ClientPolicy(
                number=holding.policy.number,
                plan=holding.policy.plan_name,
                category=holding.policy.category,
                terms=holding.terms,
                monthly="" if holding.monthly is None else as_text(holding.monthly),
                starts_later=holding.starts_later,
            )
            for holding in story.holdings
        ],
        elsewhere=story.elsewhere,
        household=[
            schemas.HouseholdPerson(
                name=person.name,
                first_name=person.first_name,
                role=person.role,
                birth_date=person.birth_date,
                age=person.age,
                categories=story.plans_of.get(person.id, []),
            )
            for person in story.family
        ],
        sayings=[schemas.ClientSaying(title=saying.title, reason=saying.reason) for saying in story.talking_points],
        ahead=[schemas.ClientEvent.build(event) for event in story.ahead],
        past=[schemas.ClientEvent.build(event) for event in story.past],
    )
