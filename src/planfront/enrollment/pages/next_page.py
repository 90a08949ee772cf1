"""What the page after a save shows: its tabs, its cart where that changed, and the content of its step, all from the
application as the save left it, so that the page asks for nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from planfront.audit.services import origin_of
from planfront.billing import selectors as billing
from planfront.enrollment.application import context, parties
from planfront.enrollment.application.health_access import health_seen
from planfront.enrollment.application.store import OpenDraft
from planfront.enrollment.forms.base import Answers, Step, StepContext
from planfront.enrollment.pages import selectors
from planfront.enrollment.signing import codes
from planfront.enrollment.signing.shown_texts import show_texts
from planfront.enrollment.signing.signer import asker_of
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.registry import AGREEMENT, BENEFICIARY, BILLING, DEPENDENT, HEALTH, REVIEW, TabState
from planfront.kernel.http.request import ApiRequest
from planfront.shopping.cart.api import cart_for

NEXT, TO_REVIEW = "next", "review"


@dataclass(frozen=True)
class _Page:
    """Who asks for a page, and the application as they see it."""

    request: ApiRequest
    opened: OpenDraft
    ctx: StepContext
    asker: parties.Asker

    def form(self, step: Step) -> Answers:
        return selectors.form_out(self.ctx, step, self.opened.application)


def next_page(request: ApiRequest, opened: OpenDraft | None, saved: Step, go_to: str) -> Answers | None:
    """The page that ``go_to`` asks for. None for a caller that asks for none, and where the application is the client's
    to go on with: what was changed is a proposal there."""
    if opened is None or go_to not in {NEXT, TO_REVIEW}:
        return None
    quote, asker = opened.quote, asker_of(request, opened.quote)
    if opened.proposing or (quote.handed_over_at is not None and asker.side != "client"):
        return None
    own_ctx = replace(opened.ctx, signer=asker.signer, side=asker.side)
    ctx = context.with_answers(own_ctx, opened.sections, opened.signed)
    page = _Page(request, opened, ctx, asker)
    moved = quote.version != opened.quote_version or saved is BILLING
    states = registry.tabs(ctx)
    target = _target(states, saved, go_to)
    return {
        "wizard": selectors.tabs_out(quote, opened.application, ctx, asker.side),
        "cart": cart_for(request, quote) if moved else None,
        "cart_version": quote.version,
        "saved": selectors.card_out(ctx, next(state for state in states if state.step is saved)),
        "tab_name": target.key if target else "",
        **(_PARTS.get(target.key, _plain)(page, target) if target else {}),
    }


def _target(states: list[TabState], saved: Step, go_to: str) -> Step | None:
    """The required tab after the saved one, or Review once it may be opened."""
    if go_to == NEXT:
        later = (state.step for state in states if state.required and registry.is_before(saved, state.step))
        return next(later, None)
    review = next(state for state in states if state.step is REVIEW)
    return REVIEW if review.status != "locked" else None


def _plain(page: _Page, step: Step) -> Answers:
    return {"form": page.form(step)}


def _dependents(page: _Page, step: Step) -> Answers:
    health_seen(page.request, page.opened.quote)
    return {"form": page.form(step), "dependents": selectors.dependents_out(page.ctx)}


def _beneficiaries(page: _Page, step: Step) -> Answers:
    return {"form": page.form(step), "beneficiaries": selectors.beneficiaries_out(page.ctx)}


def _health(page: _Page, _step: Step) -> Answers:
    health_seen(page.request, page.opened.quote)
    return {"form": selectors.health_out(page.ctx, page.opened.application)}


def _billing(page: _Page, step: Step) -> Answers:
    quote, form = page.opened.quote, page.form(step)
    values = {field.field_name: str(field.value or "") for field in form["result"]}
    way = values.get("payment_method") or page.ctx.facts.billing.ways[0]
    day = values.get("bill_date", "")
    terms = billing.billing_text(quote, page.ctx.cart, way, int(day) if day else None, page.ctx.client)
    return {
        "form": form,
        "banks": billing.banks_of_member(quote),
        "cards": billing.cards_of_member(quote),
        "terms": {"payment_method": way, "bill_date": day, **terms},
    }


def _agreement(page: _Page, _step: Step) -> Answers:
    quote, application, asker = page.opened.quote, page.opened.application, page.asker
    origin = origin_of(page.request)
    ctx = context.with_verification(page.ctx, application, asker)
    codes.offer_signing_code(quote=quote, application=application, ctx=ctx, asker=asker, origin=origin)
    ctx = context.with_verification(ctx, application, asker)
    return {
        "form": selectors.agreement_of(quote, application, ctx, asker),
        "agreement_texts": show_texts(page.request, quote, ctx),
    }


def _review(page: _Page, _step: Step) -> Answers:
    quote, application = page.opened.quote, page.opened.application
    health_seen(page.request, quote)
    ctx = context.with_verification(page.ctx, application, page.asker)
    return {"review": selectors.review_out(quote, application, ctx, page.asker, origin_of(page.request))}


_PARTS: dict[str, Callable[[_Page, Step], Answers]] = {
    DEPENDENT.key: _dependents,
    BENEFICIARY.key: _beneficiaries,
    HEALTH.key: _health,
    BILLING.key: _billing,
    AGREEMENT.key: _agreement,
    REVIEW.key: _review,
}
