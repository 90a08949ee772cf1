"""Rep enquiries, the chat's questions, location and contact consent. All bound to the visitor's session."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, cast

from django.utils.translation import gettext as _
from ninja import Query, Router

from planfront.accounts.acts import Act, does
from planfront.audit.attempts import find_by_guess
from planfront.audit.services import origin_of
from planfront.kernel.errors import NotFound
from planfront.kernel.http import throttle
from planfront.kernel.http.envelope import Answer, Nothing, Result, nothing_there, ok, responses
from planfront.kernel.http.networks import network_of
from planfront.kernel.http.request import ApiRequest, client_ip
from planfront.kernel.http.schema import OptionalId
from planfront.leads import consents, schemas, selectors, services
from planfront.leads.access import known_agent, known_group, named_agent
from planfront.leads.api_desk import router as desk_router

if TYPE_CHECKING:
    from planfront.brands.models import Brand

router = Router(tags=["leads"])
router_v2 = Router(tags=["leads"])
router.add_router("", desk_router)
_QUARTER, _HOUR = timedelta(minutes=15), timedelta(hours=1)


def _brand(request: ApiRequest) -> Brand:
    return cast("Brand", request.brand)


def _limit(request: ApiRequest, scope: str, *, session: int, address: int, window: timedelta) -> None:
    throttle.check(scope, str(request.visitor.id), limit=session, window=window)
    throttle.check(f"{scope}-ip", network_of(client_ip(request)), limit=address, window=window)


@router_v2.post("/agent-registration-query", response=responses(Nothing), operation_id="agent_registration_query")
@does(Act.SHOP)
def agent_registration_query(request: ApiRequest, body: schemas.EnquiryBody) -> Answer:
    """Ask to become a rep. A repeat while the first is new adds no second inquiry. Limited to 20 tries an hour."""
    _limit(request, "rep-enquiry", session=20, address=60, window=_HOUR)
    services.add_enquiry(
        brand=_brand(request),
        person=services.Person(body.name, body.phone, body.email, body.state),
        consents=body.agreed(),
        where=consents.Where(request.visitor.id, body.web_url),
        origin=origin_of(request),
    )
    return ok(message=_("Thank you. We have received your information and will contact you soon."))


@router.get("/consent-texts", response=responses(Result[list[schemas.ConsentWords]]), operation_id="consent_texts")
def consent_texts(request: ApiRequest) -> Answer:
    """Return the texts of the boxes for calls, email and location. A purpose without a text is not asked for."""
    result = selectors.consent_texts(request.brand.name).values()
    return ok({"result": [{"purpose": item.purpose, "version": item.version, "text": item.text} for item in result]})


@router.get("/check-lead-information", response=responses(Nothing), operation_id="check_lead_information")
def check_lead_information(
    request: ApiRequest, device_id: schemas.MaybeDevice = "", web_url: schemas.Page = "", agent_id: OptionalId = None
) -> Answer:
    """Was this device asked about its location? statusCode 204 when not: show the banner."""
    known_agent(request, agent_id)
    return ok() if selectors.location_decided(request.visitor.id, device_id) else nothing_there()


@router.get("/get-lead-information", response=responses(Nothing), operation_id="get_lead_information")
@does(Act.OWN)
def get_lead_information(
    request: ApiRequest,
    device_id: schemas.Device,
    store_information: Annotated[
        int, Query(ge=0, le=1, description="`1`: where the visitor is may be kept.", examples=[1])
    ],
    web_url: schemas.Page = "",
    group_id: OptionalId = None,
    agent_id: OptionalId = None,
) -> Answer:
    """Store that the visitor allows (1) or refuses (0) that the location is kept."""
    _limit(request, "location", session=30, address=120, window=_HOUR)
    place = consents.Place(device_id, known_agent(request, agent_id), known_group(request, group_id))
    consents.decide_location(
        brand=_brand(request),
        place=place,
        allowed=store_information == 1,
        where=consents.Where(request.visitor.id, web_url),
        origin=origin_of(request),
    )
    return ok()


@router.post("/decrypt-detail", response=responses(list[schemas.AgentRef]), operation_id="decrypt_detail")
@does(Act.READ)
def decrypt_detail(request: ApiRequest, body: schemas.AgentNamed) -> Answer:
    """The id of the rep that an access code or landing URL stands for. 404 for reps without a public page."""
    # Counted with validate-agent: both try access codes.
    agent = find_by_guess(request, "agent-code", lambda: named_agent(request, str(body.agentId)))
    if agent is None:
        raise NotFound
    return ok([{"agentId": agent.id}])


@router.get("/assist/get", response=responses(schemas.ChatState), operation_id="assist_get")
def assist_get(
    request: ApiRequest, device_id: schemas.Device, web_url: schemas.Page = "", agent_id: OptionalId = None
) -> Answer:
    """The chat's next question and the answers so far."""
    chat = selectors.chat(
        brand_id=request.brand.id,
        session_id=request.visitor.id,
        device_id=device_id,
        agent_id=known_agent(request, agent_id),
    )
    closing = "" if chat.question else _("Please allow 24 hours for a representative to reach out to you.")
    return ok(schemas.ChatState.build(chat), closing)


@router.post("/assist/add", response=responses(Nothing), operation_id="assist_add")
@does(Act.SHOP)
def assist_add(request: ApiRequest, body: schemas.AnswerBody) -> Answer:
    """Answer the next question, or replace an earlier answer. 422 when it doesn't fit; the message says why."""
    _limit(request, "assist", session=60, address=300, window=_QUARTER)
    services.save_answer(
        brand=_brand(request),
        reply=services.Reply(body.question_id, body.answer, body.device_id, known_agent(request, body.agent_id)),
        consents=body.agreed(),
        where=consents.Where(request.visitor.id, body.web_url),
        origin=origin_of(request),
    )
    return ok(message=_("Your answer is saved."))
