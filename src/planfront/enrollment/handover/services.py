"""Handing an application over to its client, and back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.enrollment.application import mails, parties, store
from planfront.enrollment.application.proposals import apply_change, live_hand_over, open_proposals
from planfront.enrollment.application.proposing import close_proposal
from planfront.enrollment.application.resume_codes import CHECK, create_resume_code
from planfront.enrollment.handover.selectors import list_unready_tabs
from planfront.enrollment.models import HandOver, HandOverState, ProposalState, ResumeCode
from planfront.enrollment.saving import drafts
from planfront.enrollment.saving.dependents import with_set_aside
from planfront.enrollment.steps.contact.form import NOT_THE_REPS, WHOSE_EMAIL
from planfront.enrollment.steps.health import form as health_form
from planfront.enrollment.steps.registry import BENEFICIARY, BY_KEY, DEPENDENT, HEALTH
from planfront.integrations import emails
from planfront.kernel import clock
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.http import throttle
from planfront.kernel.text import texts
from planfront.shopping.quote.state import mark_handed_over, revoke_client, touch_quote
from planfront.shopping.worklists.index import note_changed

if TYPE_CHECKING:
    from planfront.shopping.models import Quote

_LONGEST = 1000
# Lists of people have no drafts: they come back as if they were still being made.
_LISTS = {DEPENDENT.key: {"confirmed": False, "first_track": True}, BENEFICIARY.key: {"confirmed": False}}


@dataclass(frozen=True)
class Sender:
    """The signed-in rep or group administrator. ``address`` is their own, where no client's mail goes."""

    kind: str
    user_id: int
    name: str
    address: str


@transaction.atomic
def send_to_client(*, quote: Quote, sender: Sender, email: str, message: str, origin: Origin) -> HandOver:
    """Mail the application to its client, with a code that opens it. Again to the same address: a new code, the old
    one ends. Twice within a minute is once.

    Raises FieldErrors: for the address, the message, or by tab for what isn't complete yet.
    """
    own = parties.parties_of(quote).seller_emails
    address, words = _clean_address(email, sender, own), _clean_message(message)
    throttle.check("hand-over", str(quote.pk), limit=20, window=timedelta(hours=1))
    opened = store.open_draft(quote, "seller", may_propose=True)
    live = live_hand_over(opened.application)
    if live is not None:
        check_addressee(live, address)
        renew_client_code(opened, live, origin)
        return live
    _require_ready(opened)
    hand_over = HandOver.objects.create(
        application=opened.application,
        sender_kind=sender.kind,
        sender_id=sender.user_id,
        sender_name=sender.name,
        email=address,
        message=words,
        sent_at=clock.now(),
    )
    mark_handed_over(quote=opened.quote, at=hand_over.sent_at)
    note_changed(enrollment_id=opened.quote.pk, stage="waiting")
    store.touch(opened.application)
    record("hand_over.sent", origin=origin, subject_type="application", subject_id=opened.application.id)
    _mail_code(opened, hand_over, origin)
    return hand_over


def check_addressee(live: HandOver, address: str) -> None:
    """Raises FieldErrors for an address that isn't the client's who has the application."""
    if address != live.email:
        text = _("%(email)s has this application. Take it back first to send it to someone else.")
        raise FieldErrors.single("email", text % {"email": live.email})


def _clean_address(email: str, sender: Sender, seller_emails: frozenset[str]) -> str:
    if not email.strip():
        raise FieldErrors.single("email", texts.REQUIRED)
    address = emails.normalize(email)
    if address is None:
        raise FieldErrors.single("email", texts.EMAIL)
    if address.casefold() in {sender.address.casefold(), *seller_emails}:
        raise FieldErrors.single("email", str(WHOSE_EMAIL.get(sender.kind, NOT_THE_REPS)))
    return address


def _clean_message(text: str) -> str:
    words = text.strip()
    if len(words) > _LONGEST:
        raise FieldErrors.single("message", _("This is too long."))
    if drafts.looks_secret(words):
        raise FieldErrors.single("message", _("Leave out Social Security, account and card numbers."))
    return words


def _require_ready(opened: store.OpenDraft) -> None:
    text = _("Please complete %(tab)s first.")
    problems = [FieldError(item.step.key, text % {"tab": item.step.title()}) for item in list_unready_tabs(opened.ctx)]
    if not any(not line.is_fee for line in opened.ctx.cart.lines):
        problems.append(FieldError("cart_info", _("Your cart is empty.")))
    if problems:
        raise FieldErrors(problems)


def renew_client_code(opened: store.OpenDraft, live: HandOver, origin: Origin) -> ResumeCode:
    """A new code to the client of a live hand-over; the ones before end. A moment after the last one it is that."""
    recent = ResumeCode.objects.filter(hand_over=live, created_at__gt=clock.now() - timedelta(seconds=60)).first()
    if recent is not None:
        return recent
    _end_codes(live)
    record("hand_over.resent", origin=origin, subject_type="application", subject_id=opened.application.id)
    return _mail_code(opened, live, origin)


def _mail_code(opened: store.OpenDraft, live: HandOver, origin: Origin) -> ResumeCode:
    touch_quote(quote=opened.quote)
    row, code = create_resume_code(quote=opened.quote, email=live.email, tab=CHECK, origin=origin, hand_over=live)
    mails.queue_hand_over_mail(opened.quote, row, live, opened.application.applicant, code)
    return row


def _end_codes(live: HandOver) -> None:
    now = clock.now()
    ResumeCode.objects.filter(hand_over=live, expires_at__gt=now).update(expires_at=now)


@transaction.atomic
def withdraw_hand_over(*, quote: Quote, origin: Origin) -> None:
    """Take the application back: the client's codes and sessions end, and the sender may change everything. Does
    nothing when it isn't handed over."""
    opened = store.open_draft(quote, "seller", may_propose=True)
    end_hand_over(opened, HandOverState.WITHDRAWN, origin)


@transaction.atomic
def return_hand_over(*, quote: Quote, note: str, origin: Origin) -> int:
    """Give the application back to its sender, with a ``note`` of what should be different. Return its version. Does
    nothing when it isn't handed over."""
    words = _clean_message(note)
    opened = store.open_draft(quote, "client")
    live = live_hand_over(opened.application)
    if live is not None:
        live.note = words
        live.save(update_fields=["note"])
        end_hand_over(opened, HandOverState.RETURNED, origin)
        mails.queue_returned_mail(opened.quote, live, opened.application.applicant)
    return opened.application.version


def end_hand_over(opened: store.OpenDraft, state: HandOverState, origin: Origin) -> HandOver | None:
    """End the live hand-over of a locked application, if there is one. What the sender proposed and the client hadn't
    decided on goes back to the sender as a draft; nothing changes any more in what was submitted."""
    live = live_hand_over(opened.application)
    if live is None:
        return None
    live.state, live.ended_at = state, clock.now()
    live.save(update_fields=["state", "ended_at"])
    if state != HandOverState.SIGNED:
        _end_codes(live)
        revoke_client(quote=opened.quote)
        record(f"hand_over.{state}", origin=origin, subject_type="application", subject_id=opened.application.id)
        _return_proposals(opened, origin)
    for row in open_proposals(opened.application):
        close_proposal(row, ProposalState.WITHDRAWN, origin)
    mark_handed_over(quote=opened.quote, at=None)
    if state != HandOverState.SIGNED:
        note_changed(enrollment_id=opened.quote.pk, stage=_stage(opened))
        store.touch(opened.application)
    return live


def _stage(opened: store.OpenDraft) -> str:
    """Return the stage of a draft on the lists: saved while a mailed code opens it."""
    codes = ResumeCode.objects.filter(application=opened.application, expires_at__gt=clock.now())
    return "saved" if codes.exists() else "draft"


def _return_proposals(opened: store.OpenDraft, origin: Origin) -> None:
    for row in open_proposals(opened.application):
        proposed = apply_change(row.change, opened.section(row.key).answers)
        if row.key == DEPENDENT.key:
            proposed = with_set_aside(opened.ctx, proposed)
        if row.key in _LISTS:
            store.write_answers(opened, row.key, {**proposed, **_LISTS[row.key]}, origin)
            continue
        dropped = dict.fromkeys(row.change.get("drop", []), "")
        values = health_form.flatten(proposed) if row.key == HEALTH.key else {**dropped, **row.change.get("set", {})}
        if draft := drafts.draft_values(opened.ctx, BY_KEY[row.key], values):
            store.write_draft(opened, row.key, draft)
