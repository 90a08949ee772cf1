"""Save & Continue Later, and coming back by code or by the mail's link."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from planfront.audit.attempts import record_wrong_attempt, watch_attempts
from planfront.audit.services import Origin, record
from planfront.enrollment.application import mails, store
from planfront.enrollment.application.preparation import lines_of, preparation_of
from planfront.enrollment.application.proposals import live_hand_over
from planfront.enrollment.application.resume_codes import (
    CART,
    CHECK,
    code_hash,
    create_resume_code,
    email_hash,
    link_of,
    read_link_token,
)
from planfront.enrollment.handover.opening import CHECK_PATH, open_for_client
from planfront.enrollment.models import Application, ResumeCode, State
from planfront.enrollment.saving import drafts
from planfront.enrollment.saving.beneficiaries import stage_beneficiaries
from planfront.enrollment.saving.dependents import stage_dependents
from planfront.enrollment.steps.health import form as health_form
from planfront.enrollment.steps.registry import BENEFICIARY, BY_KEY, DEPENDENT, RECEIPT_PATH, href
from planfront.enrollment.tasks import requested_code_mail
from planfront.integrations import emails
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import FieldError, FieldErrors, NotFound
from planfront.kernel.http import throttle
from planfront.kernel.http.networks import network_of
from planfront.kernel.text import texts
from planfront.messaging.returned import trust_address_of, trust_addresses
from planfront.shopping.cart.selectors import cart_lines
from planfront.shopping.quote.state import grant, touch_quote

if TYPE_CHECKING:
    from planfront.accounts.models import VisitorSession
    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote

TRIES, WAIT = 5, timedelta(minutes=15)
TRIES_OF_ADDRESS = 60
HOURLY_REQUESTS = 5


@dataclass(frozen=True)
class Resumed:
    """The enrollment that was opened, the step to show and its address. ``client``: by the code of a hand-over."""

    quote: Quote
    step: str
    href: str
    client: bool = False


@transaction.atomic
def save_for_later(
    *,
    quote: Quote,
    email: str,
    tab: str,
    data: Any,
    origin: Origin,
    side: Side = "client",
    with_needs: bool = False,
) -> ResumeCode:
    """Keep what was typed as a draft and mail a code; ``with_needs``, also the list of what will be asked. Nothing else
    has to be filled in."""
    address = emails.normalize(email)
    if address is None:
        raise FieldErrors.single("email", texts.EMAIL)
    throttle.check("save-later", str(quote.pk), limit=20, window=timedelta(hours=1))
    key = CART if tab == CART else drafts.step_of(tab, "tab").key
    opened = store.open_draft(quote, side)
    if isinstance(data, dict) and key != CART:
        _keep_draft(opened, key, data, origin, side)
    if recent := _just_sent(opened.application, address, key):
        return recent
    touch_quote(quote=opened.quote)
    row, code = create_resume_code(
        quote=opened.quote, email=address, tab=key, origin=origin, hand_over=live_hand_over(opened.application)
    )
    needs = lines_of(preparation_of(opened.quote, side)) if with_needs else []
    mails.queue_code_mail(opened.quote, row, code, address, link_of(row), saved_cart=key == CART, needs=needs)
    return row


def _keep_draft(opened: store.OpenDraft, key: str, data: dict[str, Any], origin: Origin, side: Side) -> None:
    """Fields of a form as its draft. Of a list the people, checked, as staging keeps them; FieldErrors by person."""
    if key == DEPENDENT.key and "dependents" in data:
        stage_dependents(quote=opened.quote, data=data, version=None, origin=origin, side=side)
    elif key == BENEFICIARY.key and "beneficiaries" in data:
        listed = data["beneficiaries"]
        stage_beneficiaries(quote=opened.quote, listed=listed, version=None, origin=origin, side=side)
    else:
        typed = health_form.typed(data) if "condition_questions" in data else data
        if draft := drafts.draft_values(opened.ctx, BY_KEY[key], typed):
            store.write_draft(opened, key, draft)


def _just_sent(application: Application, email: str, tab: str) -> ResumeCode | None:
    """The code of the same request a moment ago, while it still opens the same: a double click mails one code."""
    now, live = clock.now(), live_hand_over(application)
    rows = ResumeCode.objects.filter(application=application, email_hash=email_hash(email), tab=tab, hand_over=live)
    rows = rows.filter(expires_at__gt=now)
    return rows.filter(created_at__gt=now - timedelta(seconds=60)).order_by("-created_at").first()


def _wrong_code() -> FieldErrors:
    message = _("The code or email address isn't correct.")
    return FieldErrors([FieldError("code", message), FieldError("email", message)], message)


def resume_by_code(*, brand_id: int, code: str, email: str, session: VisitorSession, origin: Origin) -> Resumed:
    """Open the enrollment of a code and its address for this session.

    Wrong code, wrong address, expired: one answer. Five tries per code, email address and visitor session, then a wait.
    A network address, which a whole office may share, has many more. A browser that saved or opened something of the
    address is counted separately: strangers who try the address don't lock its owner out.
    """
    _require_both(code, email)
    own = _is_own(brand_id, email, origin)
    subjects = _limits(brand_id, code, email, session, origin, own)
    with watch_attempts("resume-code", origin):
        for scope, subject in subjects:
            throttle.check(scope, subject, limit=TRIES, window=WAIT)
        if not own:
            throttle.check("resume-ip", network_of(origin.ip), limit=TRIES_OF_ADDRESS, window=WAIT)
    row = ResumeCode.objects.filter(brand_id=brand_id, code_hash=code_hash(brand_id, code)).first()
    if row is None or not constant_time_compare(row.email_hash, email_hash(email)) or row.expires_at <= clock.now():
        record_wrong_attempt("resume-code", origin)
        raise _wrong_code()
    for scope, subject in subjects:
        throttle.clear(scope, subject)
    if not own:
        throttle.forgive("resume-ip", network_of(origin.ip))
    trust_addresses([email])
    return _open_by_code(row.id, session, origin, by_link=False)


def _is_own(brand_id: int, email: str, origin: Origin) -> bool:
    rows = ResumeCode.objects.filter(brand_id=brand_id, email_hash=email_hash(email), expires_at__gt=clock.now())
    used = rows.filter(Q(saved_in=origin.browser) | Q(opened_in=origin.browser)).exists()
    return bool(origin.browser) and used


def _limits(
    brand_id: int, code: str, email: str, session: VisitorSession, origin: Origin, own: bool
) -> list[tuple[str, str]]:
    """(scope, subject) of what one try counts for."""
    device = ("resume-device", str(session.id))
    if own:
        return [("resume-own", f"{email_hash(email)}|{origin.browser}"), device]
    return [("resume-code", code_hash(brand_id, code)), ("resume-email", email_hash(email)), device]


def _require_both(code: str, email: str) -> None:
    missing = [name for name, value in (("code", code), ("email", email)) if not value.strip()]
    if missing:
        raise FieldErrors(FieldError(name, texts.REQUIRED) for name in missing)


def resume_by_link(*, brand_id: int, token: str, session: VisitorSession, origin: Origin) -> Resumed:
    """Open the enrollment of a mail's link, once. The session that used it may use it again; any other gets
    NotFound, as for a link that is wrong or expired."""
    with watch_attempts("resume-link", origin):
        throttle.check("resume-link", network_of(origin.ip), limit=30, window=WAIT)
    code_id = read_link_token(token)
    resume_code = ResumeCode.objects.filter(pk=code_id, brand_id=brand_id).first() if code_id else None
    if resume_code is None or resume_code.expires_at <= clock.now():
        record_wrong_attempt("resume-link", origin)
        raise NotFound(_("This link is no longer valid. Use your code."))
    resumed = _open_by_code(resume_code.id, session, origin, by_link=True)
    trust_address_of(mails.key_of_code_mail(resume_code))
    return resumed


@transaction.atomic
def _open_by_code(code_id: UUID, session: VisitorSession, origin: Origin, *, by_link: bool) -> Resumed:
    row = lock_row(ResumeCode.objects.filter(pk=code_id))
    if row is None:
        raise NotFound
    now: datetime = clock.now()
    if by_link:
        if row.link_used_at is not None and row.link_session_id != session.id:
            raise NotFound(_("This link was already used. Please use your code."))
        row.link_used_at, row.link_session_id = row.link_used_at or now, session.id
    row.used_at, row.opened_in = now, origin.browser
    row.save(update_fields=["used_at", "opened_in", "link_used_at", "link_session_id"])
    application = Application.objects.select_related("enrollment").get(pk=row.application_id)
    if row.hand_over is not None:
        open_for_client(row.hand_over, application.enrollment, session, origin, first=row.tab == CHECK)
    else:
        grant(quote=application.enrollment, session=session, via="link" if by_link else "code")
        record("resume.opened", origin=origin, subject_type="application", subject_id=application.id)
    return replace(_find_target(application, row.tab), client=row.hand_over is not None)


def _find_target(application: Application, tab: str) -> Resumed:
    if application.state != State.DRAFT:
        return Resumed(application.enrollment, "receipt", RECEIPT_PATH)
    if tab == CART:
        return Resumed(application.enrollment, CART, "/cart" if cart_lines(application.enrollment) else "/plans")
    if tab == CHECK:
        return Resumed(application.enrollment, BY_KEY["review_info"].key, CHECK_PATH)
    step = BY_KEY.get(tab) or BY_KEY["primary_info"]
    return Resumed(application.enrollment, step.key, href(step))


def request_code(*, enrollment_id: str, brand_id: int, origin: Origin) -> None:
    """Have a code mailed to the address on an application, for a person whose visit has ended.

    Only a job looks for the application: the caller learns nothing, not even from the time it takes. Raise
    TooManyRequests.
    """
    throttle.check("request-code", network_of(origin.ip), limit=HOURLY_REQUESTS * 4, window=timedelta(hours=1))
    throttle.check("request-code-of", f"{brand_id}:{enrollment_id}", limit=HOURLY_REQUESTS, window=timedelta(hours=1))
    requested_code_mail.enqueue(enrollment_id, brand_id, get_language() or "en")
