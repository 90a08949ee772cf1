"""Saving one tab."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.attempts import record_wrong_attempt, watch_attempts
from planfront.audit.services import Origin
from planfront.enrollment.application import context, parties, store
from planfront.enrollment.application.proposing import propose
from planfront.enrollment.application.results import SaveResult, save_result
from planfront.enrollment.forms import rules
from planfront.enrollment.forms.base import Answers, Step
from planfront.enrollment.saving import outside, pricing
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.registry import BY_KEY, CONTACT, EMPLOYER, PERSONAL
from planfront.integrations.emails import normalize
from planfront.kernel.errors import Conflict, FieldError, FieldErrors
from planfront.kernel.http import throttle
from planfront.kernel.http.networks import network_of
from planfront.kernel.text.parse import us_phone
from planfront.members import selectors as members
from planfront.parties.groups import selectors as groups
from planfront.parties.reps import selectors as reps
from planfront.shopping.cart.repricing import reprice_cart

if TYPE_CHECKING:
    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote


@transaction.atomic
def save_step(
    *,
    quote: Quote,
    key: str,
    data: dict[str, Any],
    version: int | None,
    origin: Origin,
    side: Side = "client",
) -> SaveResult:
    """Check and store the answers of a tab without further consequences."""
    opened = store.open_draft(quote, side, may_propose=True)
    step = BY_KEY[key]
    opened.ctx = context.for_step(opened.ctx, step)
    answers = step.save(opened.ctx, data)
    store.check_answers(opened, step, version, answers)
    if opened.proposing:
        return propose(opened, step, answers, origin)
    store.write_answers(opened, key, answers, origin)
    return save_result(opened, step)


def save_contact(
    *,
    quote: Quote,
    data: dict[str, Any],
    version: int | None,
    accept_price: bool,
    origin: Origin,
    county: str = "",
    side: Side = "client",
) -> SaveResult:
    """Contact Information. A ZIP of another state is refused; one that changes the price asks first.

    Raises the business error ``countyRequired`` for a new ZIP of several counties without ``county``.
    """
    check = outside.ask_about_contact(CONTACT.prepared(data), network_of(origin.ip))
    return _save_contact(quote, data, check, version, accept_price, origin, county, side)


@transaction.atomic
def _save_contact(
    quote: Quote,
    data: dict[str, Any],
    findings: outside.Findings,
    version: int | None,
    accept_price: bool,
    origin: Origin,
    county: str,
    side: Side,
) -> SaveResult:
    opened = store.open_draft(quote, side, may_propose=True)
    beside = [*_taken_problems(opened.quote, data), *findings.problems]
    answers = _clean_answers(CONTACT, opened, data, beside)
    outside.take_address(answers, findings)
    notices = findings.notices
    store.check_answers(opened, CONTACT, version, answers)
    if opened.proposing:
        if changes := _quote_changes(opened.quote, answers, county):
            # Only to ask for the county: the price is the client's matter.
            reprice_cart(quote=opened.quote, changes=changes, apply=False)
        return propose(opened, CONTACT, answers, origin, county=county)
    notices += write_contact(opened, answers, accept_price=accept_price, county=county, origin=origin)
    return replace(save_result(opened, CONTACT, notices), suggestion=findings.suggestion)


def write_contact(
    opened: store.OpenDraft, answers: Answers, *, accept_price: bool, county: str, origin: Origin
) -> tuple[str, ...]:
    """Store checked contact answers; the quote follows a new ZIP. Returns what the person should be told."""
    notices: tuple[str, ...] = ()
    if changes := _quote_changes(opened.quote, answers, county):
        because = _("The price of your plans is different in ZIP code %(zip)s.") % {"zip": answers["zip"]}
        notices = pricing.apply_changes(opened, changes, accepted=accept_price, because=because)
    store.write_answers(opened, CONTACT.key, answers, origin)
    return notices


def _quote_changes(quote: Quote, answers: Answers, county: str) -> dict[str, Any]:
    """Return what a new ZIP changes in the quote."""
    if not answers.get("zip") or answers["zip"] == quote.zip:
        return {}
    return {"zip": answers["zip"], "county": county}


def save_employer(
    *, quote: Quote, data: dict[str, Any], version: int | None, origin: Origin, side: Side = "client"
) -> SaveResult:
    """Employer Information; the address is checked as that of the applicant is."""
    check = outside.ask_about_address(EMPLOYER.prepared(data), network_of(origin.ip))
    return _save_employer(quote, data, check, version, origin, side)


@transaction.atomic
def _save_employer(
    quote: Quote, data: dict[str, Any], findings: outside.Findings, version: int | None, origin: Origin, side: Side
) -> SaveResult:
    opened = store.open_draft(quote, side, may_propose=True)
    answers = _clean_answers(EMPLOYER, opened, data, [*findings.problems])
    outside.take_address(answers, findings)
    store.check_answers(opened, EMPLOYER, version, answers)
    if opened.proposing:
        return propose(opened, EMPLOYER, answers, origin)
    store.write_answers(opened, EMPLOYER.key, answers, origin)
    return replace(save_result(opened, EMPLOYER, findings.notices), suggestion=findings.suggestion)


def _clean_answers(
    step: Step, opened: store.OpenDraft, data: dict[str, Any], field_errors: list[FieldError]
) -> Answers:
    """Return the step's clean answers. Raise FieldErrors with all mistakes at once: the step's own, then
    ``field_errors``."""
    try:
        answers = step.save(opened.ctx, data)
    except FieldErrors as error:
        fields = {item.target_element for item in error.errors}
        raise FieldErrors(
            [*error.errors, *(item for item in field_errors if item.target_element not in fields)]
        ) from None
    if field_errors:
        raise FieldErrors(field_errors)
    return answers


def _taken_problems(quote: Quote, data: Mapping[str, Any]) -> list[FieldError]:
    """A new member may not use the address or the number of another member."""
    taken = members.taken_contacts(
        quote.brand_id,
        email=normalize(rules.text(data, "email_address")) or "",
        phone=us_phone(rules.text(data, "phone_number")) or "",
        except_member=quote.member_id,
    )
    problems = {
        "email": FieldError("email_address", _("Email Already Exists.")),
        "phone": FieldError("phone_number", _("Phone already exists")),
    }
    return [problem for name, problem in problems.items() if name in taken]


@transaction.atomic
def _accept_code(quote: Quote, origin: Origin, side: Side) -> SaveResult:
    opened = store.open_draft(quote, side)
    # A code is good for the group it was given for: another group asks for its own.
    group_id = opened.quote.group_id or 0
    if group_id != (quote.group_id or 0):
        raise Conflict
    store.write_answers(opened, "enroller_code", {"group_id": group_id}, origin)
    opened.refresh()
    return SaveResult(opened.application.version, PERSONAL.key, registry.href(PERSONAL))


def save_enroller_code(*, quote: Quote, code: str, origin: Origin, side: Side = "client") -> SaveResult:
    """Check the enroller's code: the group's where the group demands one, else a rep's. Five tries in 15 minutes for an
    enrollment, thirty from an address."""
    if not code.strip():
        raise FieldErrors.single("enrollerCode", _("Enter Enroller Code"))
    window = timedelta(minutes=15)
    with watch_attempts("enroller-code", origin):
        throttle.check("enroller-code-ip", network_of(origin.ip), limit=30, window=window)
        throttle.check("enroller-code", str(quote.pk), limit=5, window=window)
    if not _is_right_code(quote, code):
        record_wrong_attempt("enroller-code", origin)
        raise FieldErrors.single("enrollerCode", _("Invalid Enroller Code"))
    throttle.clear("enroller-code", str(quote.pk))
    return _accept_code(quote, origin, side)


def _is_right_code(quote: Quote, code: str) -> bool:
    if parties.parties_of(quote).enroller_code:
        return groups.enroller_code_matches(quote.group_id or 0, code)
    return reps.agent_by_code(quote.brand_id, code) is not None
