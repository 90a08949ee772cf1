"""A rep, or a group's administrator, brings the applicant back: a new code by mail, and where it is typed."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import get_language

from planfront.audit.services import SYSTEM, Origin, record
from planfront.enrollment.application import mails, shopper, store
from planfront.enrollment.application.proposals import live_of
from planfront.enrollment.handover import services
from planfront.enrollment.models import Application, ResumeCode, State
from planfront.enrollment.returning import resume
from planfront.enrollment.steps.contact.answers import ContactAnswers
from planfront.enrollment.steps.registry import PERSONAL
from planfront.enrollment.tasks import requested_code_mail
from planfront.integrations import emails
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors, TooManyRequests
from planfront.kernel.http import throttle
from planfront.kernel.http.networks import network_of
from planfront.kernel.text import texts

if TYPE_CHECKING:
    from planfront.shopping.models import Quote

HOURLY = 5
_FILLED_IN_FOR = frozenset({"rep", "group"})


def continue_link(brand_id: int) -> str:
    """The page that asks for a code and its e-mail address: safe to pass on, for it opens nothing by itself."""
    return f"{shopper.site_url(brand_id)}/continue-enrollment"


@transaction.atomic
def resend_code(*, enrollment: Quote, email: str, origin: Origin) -> tuple[ResumeCode, str]:
    """Mail a new code to the applicant; those before it stop working. Without ``email`` it goes to the address that the
    application names; the client who has it gets one of the hand-over. Returns the code's row and the address.

    Raises FieldErrors for an address that is wrong or not known yet, and TooManyRequests.
    """
    throttle.check("resend-code", str(enrollment.pk), limit=HOURLY, window=timedelta(hours=1))
    opened = store.open_draft(enrollment)
    if live := live_of(opened.application):
        services.check_addressee(live, email.strip() or live.email)
        return services.renew_client_code(opened, live, origin), live.email
    address = _address(opened, email)
    last = ResumeCode.objects.filter(application=opened.application).order_by("-created_at").first()
    stop_codes(opened.application)
    shopper.keep_alive(opened.enrollment)
    tab = last.tab if last else _furthest(opened)
    row, code = resume.create_resume_code(enrollment=opened.enrollment, email=address, tab=tab, origin=origin)
    mails.queue_code_mail(opened.enrollment, row, code, address, resume.link_of(row))
    record("resume.code_resent", origin=origin, subject_type="application", subject_id=opened.application.id)
    return row, address


def request_code(*, enrollment_id: str, brand_id: int, origin: Origin) -> None:
    """Have a code mailed to the address on an application, for somebody whose visit has ended. A job alone looks for
    the application: the caller learns nothing, not even from the time it takes. Raises TooManyRequests."""
    throttle.check("request-code", network_of(origin.ip), limit=HOURLY * 4, window=timedelta(hours=1))
    throttle.check("request-code-of", f"{brand_id}:{enrollment_id}", limit=HOURLY, window=timedelta(hours=1))
    requested_code_mail.enqueue(enrollment_id, brand_id, get_language() or "en")


@transaction.atomic
def send_requested_code(*, enrollment_id: str, brand_id: int) -> None:
    """Mail a code to the address that a draft has saved, or to the client whom it was handed to. Sends nothing for an
    application that a rep or group administrator is still filling in: they come back by signing in. Codes that were
    mailed before go on working, as anyone may ask for one."""
    rows = Application.objects.filter(enrollment__public_id=enrollment_id, enrollment__brand_id=brand_id)
    application = rows.filter(state=State.DRAFT).select_related("enrollment").first()
    if application is None or application.enrollment.expires_at <= clock.now():
        return
    opened = store.open_draft(application.enrollment)
    live = live_of(opened.application)
    if live is None and opened.enrollment.eprocess in _FILLED_IN_FOR:
        return
    address = live.email if live else opened.ctx.read(ContactAnswers).email_address
    if not address:
        return
    shopper.keep_alive(opened.enrollment)
    row, code = resume.create_resume_code(
        enrollment=opened.enrollment, email=address, tab=_furthest(opened), origin=SYSTEM, hand_over=live
    )
    with suppress(TooManyRequests):  # the address got its codes
        mails.queue_code_mail(opened.enrollment, row, code, address, resume.link_of(row))


def _address(opened: store.OpenDraft, typed: str) -> str:
    wanted = typed.strip() or opened.ctx.read_typed(ContactAnswers).email_address
    if not wanted:
        raise FieldErrors.single("email", texts.REQUIRED)
    address = emails.normalize(wanted)
    if address is None:
        raise FieldErrors.single("email", texts.EMAIL)
    return address


def stop_codes(application: Application) -> int:
    """End the codes and links of an application. Returns how many still worked."""
    now = clock.now()
    return ResumeCode.objects.filter(application=application, expires_at__gt=now).update(expires_at=now)


def _furthest(opened: store.OpenDraft) -> str:
    """Where somebody goes on whom no code brought back before: the cart until it is checked out."""
    return PERSONAL.key if opened.enrollment.checked_out_at else resume.CART
