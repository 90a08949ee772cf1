"""Save & Continue Later, and coming back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, cast

from django.http import HttpResponse
from django.utils.translation import gettext as _
from ninja import Path, Router

from planfront.accounts import trusted_devices
from planfront.accounts.acts import Act, does
from planfront.audit.services import Origin, origin_of
from planfront.enrollment.api import schemas
from planfront.enrollment.api.saved_shapes import shape_saved
from planfront.enrollment.application import wire
from planfront.enrollment.application.resume_codes import CART
from planfront.enrollment.application.visits import open_visit
from planfront.enrollment.forms.schemas import ByEnrollment
from planfront.enrollment.returning import resume
from planfront.enrollment.returning.resume import Resumed
from planfront.kernel import clock
from planfront.kernel.http.envelope import Answer, Nothing, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.leads.quoting import note_sent
from planfront.shopping.quote.sender import Sender, sender_of
from planfront.shopping.sent_quotes import services as quotes

if TYPE_CHECKING:
    from planfront.shopping.models import Quote

router = Router(tags=["enrollment"])


def _in_browser(request: ApiRequest, response: HttpResponse) -> Origin:
    """The origin of a request, in a browser that is known from now on if the call succeeds."""
    return replace(origin_of(request), browser=trusted_devices.mark(request, response))


def _resumed(resumed: Resumed) -> Answer:
    quote = resumed.quote
    return ok(
        {
            "enrollment_id": quote.public_id,
            "saved_tab": wire.saved_tab(resumed.step),
            "href": resumed.href,
            "others": {
                "group_id": quote.group_id,
                "platform_group_id": quote.portal_id,
                "agent_id": quote.agent_id,
                "open_type": quote.open_type,
                "type": quote.enroll_type,
                "eprocess": "applicant" if resumed.client else quote.eprocess,
            },
        }
    )


@router.post(
    "/save-enrollment", response=responses(schemas.SavedForLater, business=True), operation_id="save_enrollment"
)
@does(Act.SHOP)
def save_enrollment(request: ApiRequest, response: HttpResponse, body: schemas.SaveLaterBody) -> Answer:
    """Save for later: keeps ``data`` as a draft of ``tab`` and emails a code. cart_info comes back to the cart.

    ``data``: fields of the tab's form by name, or what its own call takes: then people of a list are checked and
    stored.

    A signed-in rep's or group administrator's cart_info is sent to ``name`` at ``email`` as a quote instead. errorCodes
    of quotes: quotationError, emptyCart, or the refusal of a plan that can't be sold any more.
    """
    visit = open_visit(request, body.enrollment_id)
    sender = sender_of(request) if body.tab == CART else None
    if sender is not None:
        return _quote(request, body, visit.quote, sender)
    row = resume.save_for_later(
        quote=visit.quote,
        email=body.email,
        tab=body.tab,
        data=shape_saved(body.tab, body.data),
        origin=_in_browser(request, response),
        side=visit.side,
        with_needs=body.with_needs == "1",
    )
    return ok(
        {"email": body.email, "expires_on": clock.show_day(row.expires_at)},
        _("Information Saved!!! Check your email to continue"),
    )


def _quote(request: ApiRequest, body: schemas.SaveLaterBody, quote: Quote, sender: Sender) -> Answer:
    to = quotes.check_addressee(name=body.name, email=body.email, message=body.message)
    sent = quotes.send_quote(quote=quote, sender=sender, to=to, origin=origin_of(request))
    note_sent(quote=quote, origin=origin_of(request))
    return ok(
        {"email": to.email, "expires_on": clock.show_day(sent.expires_at)},
        _("Quote Successfully Sent to %(email)s") % {"email": to.email},
    )


@router.post("/continue-enrollment", response=responses(schemas.Resumed), operation_id="continue_enrollment")
@does(Act.SHOP)
def continue_enrollment(request: ApiRequest, response: HttpResponse, body: schemas.ContinueBody) -> Answer:
    """Open a saved enrollment with its code and email address. One answer for anything that is wrong."""
    return _resumed(
        resume.resume_by_code(
            brand_id=request.brand.id,
            code=body.code,
            email=body.email,
            session=cast(Any, request.visitor),
            origin=_in_browser(request, response),
        )
    )


@router.post("/send-enrollment-code", response=responses(Nothing), operation_id="send_enrollment_code")
@does(Act.SHOP)
def send_enrollment_code(request: ApiRequest, body: ByEnrollment) -> Answer:
    """Email a code to the address on an application, for a person whose visit has ended. The answer is the same for an
    application that doesn't exist, is submitted or has no address."""
    resume.request_code(enrollment_id=body.enrollment_id, brand_id=request.brand.id, origin=origin_of(request))
    return ok(None, _("If there is an email address on this application, we've sent a code to it."))


@router.get("/direct-continue/{id}", response=responses(schemas.Resumed), operation_id="direct_continue")
@does(Act.SHOP)
def direct_continue(request: ApiRequest, response: HttpResponse, id: Annotated[str, Path(max_length=300)]) -> Answer:  # noqa: A002
    """Open a saved enrollment by the link in its email, once."""
    return _resumed(
        resume.resume_by_link(
            brand_id=request.brand.id,
            token=id,
            session=cast(Any, request.visitor),
            origin=_in_browser(request, response),
        )
    )
