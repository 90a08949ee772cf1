"""The one submission of an application: complete, re-priced, frozen, issued and told, all in one transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.billing import selectors as billing
from planfront.coverage.authors import Author, By
from planfront.coverage.selectors import open_plans
from planfront.enrollment.application import context, mails, store
from planfront.enrollment.application.listed_people import outstanding_of
from planfront.enrollment.application.proposals import open_proposals
from planfront.enrollment.forms.base import Answers, StepContext
from planfront.enrollment.handover.services import end_hand_over
from planfront.enrollment.models import HandOverState, ProposalState, State
from planfront.enrollment.saving import pricing
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.agreement.answers import AgreementAnswers
from planfront.enrollment.steps.contact.answers import ContactAnswers
from planfront.enrollment.steps.dependent.answers import DependentAnswers
from planfront.enrollment.steps.personal.answers import PersonalAnswers
from planfront.enrollment.steps.registry import AGREEMENT, REVIEW
from planfront.enrollment.submission import duplicates
from planfront.enrollment.submission.duplicate_search import may_ask
from planfront.enrollment.submission.enrollee import hold_enrollee, load_buyer
from planfront.enrollment.submission.outstanding_numbers import keep_outstanding_numbers
from planfront.enrollment.submission.search_keys import keep_search_keys
from planfront.enrollment.submission.sold_texts import share_kept, sold_texts
from planfront.enrollment.submission.states import pass_states, stage_of
from planfront.enrollment.tasks import document_make
from planfront.enrollment.terms import canonical
from planfront.kernel import clock
from planfront.kernel.database.appending import appending_together
from planfront.kernel.database.durable import wait_for_standby
from planfront.kernel.errors import BusinessError, Conflict, FieldError, FieldErrors
from planfront.kernel.money import ZERO, as_text
from planfront.kernel.text.parse import show_date
from planfront.leads.quoting import note_submitted
from planfront.sales import selectors as policies
from planfront.sales import services as policy_services
from planfront.sales.services import NumberTaken, SoldLine
from planfront.shopping.access import handed_over
from planfront.shopping.cart.lines import PricedLine
from planfront.shopping.cart.repricing import reprice_cart
from planfront.shopping.cart.selectors import association_dues, owes_per_household
from planfront.shopping.questions.kept_answers import list_plan_answers
from planfront.shopping.quote.state import lock_quote, mark_quote_submitted

if TYPE_CHECKING:
    from planfront.billing.models import PaymentMethod
    from planfront.members.models import Member
    from planfront.sales.models import Confirmation
    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote

_TRIES = 20
_BY: dict[str, str] = {"rep": By.REP, "group": By.GROUP}
_FINAL = {State.PENDING: "evidence of insurability is needed", State.ACCEPTED: "nothing to decide"}


@dataclass(frozen=True)
class Submitted:
    """A submitted application. ``doubtful``: it may be a second one of the same person, and the question about that
    wasn't asked."""

    confirmation: Confirmation
    version: int
    doubtful: bool


def submit(
    *,
    quote: Quote,
    data: dict[str, Any],
    version: int | None,
    accept_price: bool,
    origin: Origin,
    side: Side = "client",
    accept_duplicate: bool | None = None,
) -> Submitted:
    """Submit once. Again, from anywhere, gives the same confirmation.

    Raises FieldErrors naming each tab that isn't complete, and BusinessError ``priceChanged`` when a price of the cart
    is no longer right. With ``accept_price`` the new prices are taken first; the signature then has to be given again.
    ``accept_duplicate``: whether what may be a second application of the same person is meant. False raises
    BusinessError ``duplicateEnrollment`` for one; None, from callers who don't know of the question, lets it pass.
    """
    if accept_price:
        _take_prices(quote, side)
    submit_once = partial(_submit, quote, data, version, origin, side)
    try:
        return _under_free_number(partial(submit_once, accept_duplicate))
    except BusinessError as stop:
        if stop.error_code != duplicates.CODE or may_ask(origin):
            raise
    return _under_free_number(partial(submit_once, None))


def _under_free_number(submit_as: Callable[[int], Submitted]) -> Submitted:
    """Submit under the first confirmation number drawn that is free. One that is taken shows when it is stored, so
    submissions don't wait for each other's."""
    for taken in range(_TRIES):
        with suppress(NumberTaken):
            return submit_as(policy_services.draw_number(taken))
    raise RuntimeError("no free confirmation number")


@transaction.atomic
def _take_prices(quote: Quote, side: Side) -> None:
    try:
        locked = lock_quote(enrollment_id=quote.pk)
    except Conflict:
        return  # submitted already: its confirmation is the answer
    _check_side(locked, side)
    reprice_cart(quote=locked, changes={}, apply=True)


@transaction.atomic
@appending_together()
def _submit(
    quote: Quote,
    data: dict[str, Any],
    version: int | None,
    origin: Origin,
    side: Side,
    accept_duplicate: bool | None,
    number: int,
) -> Submitted:
    wait_for_standby()
    try:
        locked = lock_quote(enrollment_id=quote.pk)
    except Conflict:
        done = _submitted_before(quote)
        if done is None:
            raise
        return done
    store.require_still_shared(quote, locked, side)
    _check_side(locked, side)
    opened = store.open_stored(locked, store.lock_stored(locked))
    store.check_version(opened.section(REVIEW.key), version, data)
    _check_open(locked)
    _check_decided(opened)
    _check_complete(opened.ctx)
    enrollee = hold_enrollee(locked, opened.ctx)
    # Prices come before the signature: a new price needs a new one anyway.
    _check_prices(opened)
    _check_signed(opened.ctx)
    payment = billing.payment_of(locked)
    keys, result = duplicates.find_locked(locked, opened.ctx, payment)
    doubtful = bool(result) or _owns_any(locked, enrollee, opened.ctx)
    if doubtful and accept_duplicate is False:
        raise duplicates.duplicate_error(locked, opened.ctx)
    store.write_answers(opened, REVIEW.key, REVIEW.validate(opened.ctx, data), origin, submitting=True)
    opened.refresh()
    confirmation = _freeze_and_issue(opened, number, enrollee, payment, origin)
    if opened.ctx.cart.effective_date:
        duplicates.keep_person_keys(
            opened.application, keys, result, opened.ctx.cart.effective_date, confirmed=bool(accept_duplicate)
        )
    return Submitted(confirmation, opened.application.version, doubtful=doubtful and not accept_duplicate)


def _owns_any(locked: Quote, enrollee: Member | None, ctx: StepContext) -> bool:
    """Return whether a visitor turns out to be a member who has a plan of the cart already. Members who signed in were
    told when they chose it."""
    if enrollee is None or locked.member_id is not None:
        return False
    chosen = {line.plan_id for line in ctx.cart.lines if not line.is_fee and not line.is_membership}
    return any(plan.plan_id in chosen for plan in open_plans(enrollee.pk, clock.today()))


def _submitted_before(quote: Quote) -> Submitted | None:
    """Return what an earlier call submitted; None for an application that ended otherwise."""
    confirmation, application = policies.confirmation_of(quote), context.application_of(quote)
    if confirmation is None or application is None:
        return None
    return Submitted(confirmation, application.version, duplicates.is_doubtful(application))


def _check_side(locked: Quote, side: Side) -> None:
    if locked.handed_over_at is not None and side != "client":
        raise handed_over()


def _check_open(locked: Quote) -> None:
    """Staff try out a store before it opens; nothing is sold there."""
    if not locked.brand.active:
        raise BusinessError("storeNotOpen", _("This store isn't open yet: applications can't be submitted."))


def _check_decided(opened: store.OpenDraft) -> None:
    """A change that waits for the client's yes or no is never passed over."""
    if any(item.state == ProposalState.WAITING for item in open_proposals(opened.application)):
        raise BusinessError("changesWaiting", _("A proposed change is waiting for you. Accept or decline it first."))


def _check_complete(ctx: StepContext) -> None:
    problems = []
    if not any(not line.is_fee for line in ctx.cart.lines):
        problems.append(FieldError("cart_info", _("Your cart is empty.")))
    elif ctx.cart.effective_date is None or ctx.cart.effective_date <= ctx.today:
        problems.append(FieldError("cart_info", _("Please choose an effective date in the cart.")))
    problems += [
        FieldError(tab.step.key, _("Please complete %(tab)s first.") % {"tab": tab.step.title()})
        for tab in registry.tabs(ctx)
        if tab.missing and tab.step not in (AGREEMENT, REVIEW)
    ]
    if problems:
        raise FieldErrors(problems, _("Something went wrong. Please save your enrollment."))


def _check_signed(ctx: StepContext) -> None:
    if not AGREEMENT.missing(ctx):
        return
    words = _("Please complete %(tab)s first.") % {"tab": AGREEMENT.title()}
    if AGREEMENT.key in ctx.saved:
        words = _("Something changed after signing. Please sign again.")
    raise FieldErrors([FieldError(AGREEMENT.key, words)], _("Something went wrong. Please save your enrollment."))


def _check_prices(opened: store.OpenDraft) -> None:
    result = pricing.reprice_or_refuse(opened.quote, opened.cart)
    if result.changed:
        raise pricing.price_changed(result, _("The price of your plans has changed since you added them."))


def _freeze_and_issue(
    opened: store.OpenDraft, number: int, enrollee: Member | None, payment: PaymentMethod | None, origin: Origin
) -> Confirmation:
    ctx, application = opened.ctx, opened.application
    now = clock.now()
    names = {str(line.plan_id): line.plan_name for line in ctx.cart.lines if not line.is_fee}
    frozen = {
        **canonical.quote(ctx),
        "plans": names,
        "tabs": [step.key for step in registry.STEPS if step.required(ctx)],
        "answers": canonical.of_applicants(ctx.saved),
        "signature_sha256": ctx.signed_sha256,
        "plan_answers": list_plan_answers(opened.quote),
    }
    text = canonical.text_of(frozen)
    application.frozen, application.frozen_sha256 = frozen, canonical.sha256(text)
    application.submitted_at = now
    pending = any(line.pending or line.evidence for line in ctx.cart.lines)
    end_hand_over(opened, HandOverState.SIGNED, origin)
    confirmation = _issue_confirmation(opened, number, enrollee, payment, origin)
    record(
        "application.submitted",
        origin=origin,
        subject_type="application",
        subject_id=application.id,
        meta={"confirmation": confirmation.number, "sha256": application.frozen_sha256},
    )
    target = State.PENDING if pending else State.ACCEPTED
    states = [(State.SUBMITTED, "submitted by the last step"), (target, _FINAL[target])]
    pass_states(application, states, origin, fields=("frozen", "frozen_sha256", "submitted_at", "last_step"))
    mark_quote_submitted(quote=opened.quote, stage=stage_of(target))
    note_submitted(quote=opened.quote, origin=origin)
    keep_outstanding_numbers(application, ctx)
    keep_search_keys(application, ctx)
    mails.queue_receipts(opened.quote, confirmation)
    document_make.enqueue(str(application.id))
    return confirmation


def _issue_confirmation(
    opened: store.OpenDraft, number: int, enrollee: Member | None, payment: PaymentMethod | None, origin: Origin
) -> Confirmation:
    ctx, quote = opened.ctx, opened.quote
    fees: dict[int, Decimal] = defaultdict(lambda: ZERO)
    for line in ctx.cart.lines:
        if _is_in_plan(line):
            fees[line.plan_id] += line.price
    sold = [
        SoldLine(
            line,
            words=words,
            card=card,
            monthly_fees=fees[line.plan_id] if not line.is_fee else ZERO,
            in_plan=_is_in_plan(line),
        )
        for line, (words, card) in zip(ctx.cart.lines, sold_texts(quote, opened.cart), strict=True)
    ]
    effective = ctx.cart.effective_date
    if effective is None:
        raise RuntimeError("the check for completeness lets no cart without a date through")
    return policy_services.issue_confirmation(
        quote=quote,
        number=number,
        sold=sold,
        effective_date=effective,
        facts=_receipt_facts(opened, payment),
        buyer=load_buyer(quote, ctx, enrollee, origin),
        author=Author(_BY.get(quote.eprocess, By.MEMBER), origin.user_id),
        dues=association_dues(quote.brand_id),
        per_household=owes_per_household(quote.brand_id),
    )


def _is_in_plan(line: PricedLine) -> bool:
    """Return whether a line is a monthly fee that a plan's price is shown with."""
    return line.is_fee and bool(line.plan_id) and line.price > 0


def _monthly_from(payment: PaymentMethod | None, effective: date | None) -> str:
    if payment is None or not payment.bill_date or effective is None:
        return ""
    return show_date(billing.first_monthly(effective, payment.bill_date))


def _receipt_facts(opened: store.OpenDraft, payment: PaymentMethod | None) -> Answers:
    """Return what the receipt says besides its lines."""
    ctx, quote = opened.ctx, opened.quote
    applicant, contact = ctx.read(PersonalAnswers), ctx.read(ContactAnswers)
    people = ctx.read(DependentAnswers).dependents if registry.DEPENDENT.required(ctx) else ()
    effective = ctx.cart.effective_date
    return {
        "name": applicant.first_name,
        "member_name": applicant.full_name,
        "signed_by": dict(ctx.read(AgreementAnswers).signer),
        "email": contact.email_address,
        "enrolled_on": show_date(clock.today()),
        "effective_date": show_date(effective),
        "people": [{"first_name": person.first_name, "name": person.full_name} for person in (applicant, *people)],
        "numbers_to_follow": [listed.person.full_name for listed in outstanding_of(ctx)],
        "spouse": any(person.is_spouse for person in people),
        "children": sum(person.is_child for person in people),
        "first_month": as_text(ctx.cart.first_month),
        "monthly": as_text(ctx.cart.monthly),
        "share": share_kept(quote, ctx.cart),
        "payment": {
            "method": payment.method if payment else "",
            "bank_name": payment.bank_name if payment else "",
            "last4": payment.last4 if payment else "",
            "card_brand": payment.card_brand if payment else "",
            "bill_date": payment.bill_date if payment else 0,
            "descriptor": ctx.facts.billing.descriptor,
            "first_by": show_date(clock.today() + timedelta(days=billing.FIRST_DAYS)),
            "monthly_from": _monthly_from(payment, effective),
        },
        "open_type": quote.open_type,
        "referral": quote.referral,
        "eprocess": quote.eprocess,
    }
