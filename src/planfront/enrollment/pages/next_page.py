"""The page after a save: its tabs, its cart where that changed, and the content of its step.

All of it is read from the application as the save left it, so that the page makes no call of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from planfront.billing import selectors as billing
from planfront.enrollment.application import context
from planfront.enrollment.application.health_access import record_health_seen
from planfront.enrollment.application.store import OpenDraft
from planfront.enrollment.application.visits import Visit
from planfront.enrollment.forms.base import Answers, Step, StepContext
from planfront.enrollment.pages import selectors
from planfront.enrollment.signing import codes
from planfront.enrollment.signing.shown_texts import show_texts
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.registry import AGREEMENT, BENEFICIARY, BILLING, DEPENDENT, HEALTH, REVIEW, TabState
from planfront.shopping.cart.api import cart_for

NEXT, TO_REVIEW = "next", "review"


@dataclass(frozen=True)
class _Page:
    """A page of an application, as the visitor sees it."""

    visit: Visit
    opened: OpenDraft
    ctx: StepContext

    def form(self, step: Step) -> Answers:
        return selectors.form_out(self.ctx, step, self.opened.application)


def next_page(visit: Visit, opened: OpenDraft | None, saved: Step, go_to: str) -> Answers | None:
    """Return the page that ``go_to`` asks for.

    Return None for a caller that asks for none, and for everyone but the client while they have the application: what
    was changed is a proposal then.
    """
    if opened is None or go_to not in {NEXT, TO_REVIEW}:
        return None
    quote = opened.quote
    if opened.proposing or (quote.handed_over_at is not None and visit.side != "client"):
        return None
    own_ctx = replace(opened.ctx, signer=visit.asker.signer, side=visit.side)
    ctx = context.with_answers(own_ctx, opened.sections, opened.signed)
    page = _Page(visit, opened, ctx)
    moved = quote.version != opened.quote_version or saved is BILLING
    states = registry.tabs(ctx)
    target = _target(states, saved, go_to)
    return {
        "wizard": selectors.tabs_out(quote, opened.application, ctx, visit.side, states),
        "cart": cart_for(visit.request, quote) if moved else None,
        "cart_version": quote.version,
        "saved": selectors.card_out(ctx, next(state for state in states if state.step is saved)),
        "tab_name": target.key if target else "",
        **(_PARTS.get(target.key, _plain)(page, target) if target else {}),
    }


def _target(states: list[TabState], saved: Step, go_to: str) -> Step | None:
    """Return the required tab after the saved one, or Review once it may be opened."""
    if go_to == NEXT:
        later = (state.step for state in states if state.required and registry.is_before(saved, state.step))
        return next(later, None)
    review = next(state for state in states if state.step is REVIEW)
    return REVIEW if review.status != "locked" else None


def _plain(page: _Page, step: Step) -> Answers:
    return {"form": page.form(step)}


def _dependents(page: _Page, step: Step) -> Answers:
    record_health_seen(page.visit.request, page.opened.quote)
    return {"form": page.form(step), "dependents": selectors.dependents_out(page.ctx)}


def _beneficiaries(page: _Page, step: Step) -> Answers:
    return {"form": page.form(step), "beneficiaries": selectors.beneficiaries_out(page.ctx)}


def _health(page: _Page, _step: Step) -> Answers:
    record_health_seen(page.visit.request, page.opened.quote)
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
    quote, application, asker = page.opened.quote, page.opened.application, page.visit.asker
    ctx = context.with_verification(page.ctx, application, asker)
    codes.offer_signing_code(quote=quote, application=application, ctx=ctx, asker=asker, origin=page.visit.origin)
    ctx = context.with_verification(ctx, application, asker)
    return {
        "form": selectors.agreement_of(quote, application, ctx, asker),
        "agreement_texts": show_texts(page.visit.request, quote, ctx),
    }


def _review(page: _Page, _step: Step) -> Answers:
    quote, application = page.opened.quote, page.opened.application
    record_health_seen(page.visit.request, quote)
    ctx = context.with_verification(page.ctx, application, page.visit.asker)
    return {"review": selectors.review_out(quote, application, ctx, page.visit.asker, page.visit.origin)}


_PARTS: dict[str, Callable[[_Page, Step], Answers]] = {
    DEPENDENT.key: _dependents,
    BENEFICIARY.key: _beneficiaries,
    HEALTH.key: _health,
    BILLING.key: _billing,
    AGREEMENT.key: _agreement,
    REVIEW.key: _review,
}
