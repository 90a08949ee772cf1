"""A rep, or a group's administrator, brings the applicant back: a new code by mail, and where it is typed."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction

from planfront.audit.services import Origin, record
from planfront.brands import selectors as brands
from planfront.enrollment.application import mails, store
from planfront.enrollment.application.proposals import live_hand_over
from planfront.enrollment.application.resume_codes import create_resume_code, furthest_tab, link_of, stop_codes
from planfront.enrollment.handover import services
from planfront.enrollment.models import ResumeCode
from planfront.enrollment.steps.contact.answers import ContactAnswers
from planfront.integrations import emails
from planfront.kernel.errors import FieldErrors
from planfront.kernel.http import throttle
from planfront.kernel.text import texts
from planfront.shopping.quote.state import touch_quote

if TYPE_CHECKING:
    from planfront.shopping.models import Quote

HOURLY = 5


def continue_link(brand_id: int) -> str:
    """Return the page that asks for a code and its email address. It is safe to pass on: alone it opens nothing."""
    return f"{brands.site_url(brand_id)}/continue-enrollment"


@transaction.atomic
def resend_code(*, quote: Quote, email: str, origin: Origin) -> tuple[ResumeCode, str]:
    """Mail a new code to the applicant; those before it stop working. Without ``email`` it goes to the address that the
    application names; the client who has it gets one of the hand-over. Returns the code's row and the address.

    Raises FieldErrors for an address that is wrong or not known yet, and TooManyRequests.
    """
    throttle.check("resend-code", str(quote.pk), limit=HOURLY, window=timedelta(hours=1))
    opened = store.open_draft(quote)
    if live := live_hand_over(opened.application):
        services.check_addressee(live, email.strip() or live.email)
        return services.renew_client_code(opened, live, origin), live.email
    address = _address(opened, email)
    last = ResumeCode.objects.filter(application=opened.application).order_by("-created_at").first()
    stop_codes(opened.application)
    touch_quote(quote=opened.quote)
    tab = last.tab if last else furthest_tab(opened)
    row, code = create_resume_code(quote=opened.quote, email=address, tab=tab, origin=origin)
    mails.queue_code_mail(opened.quote, row, code, address, link_of(row))
    record("resume.code_resent", origin=origin, subject_type="application", subject_id=opened.application.id)
    return row, address


def _address(opened: store.OpenDraft, typed: str) -> str:
    address_text = typed.strip() or opened.ctx.read_typed(ContactAnswers).email_address
    if not address_text:
        raise FieldErrors.single("email", texts.REQUIRED)
    address = emails.normalize(address_text)
    if address is None:
        raise FieldErrors.single("email", texts.EMAIL)
    return address
