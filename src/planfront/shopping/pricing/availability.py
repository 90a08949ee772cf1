"""Reasons other than price that keep plans from being sold today."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import timedelta

from django.utils.translation import gettext as _

from planfront.catalog.snapshot import Catalog, PlanView
from planfront.catalog.terms import Blackout
from planfront.catalog.wording import language, pick
from planfront.eligibility import remedies
from planfront.eligibility.remedies import Remedy
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError
from planfront.kernel.text.parse import show_date
from planfront.shopping.models import CartLine, Quote
from planfront.shopping.pricing.owned_plans import owned_plans
from planfront.shopping.pricing.sponsorship import sponsorship_of
from planfront.shopping.quote import effective_dates


def current_blackout(view: PlanView, state: str) -> Blackout | None:
    """Return the window that keeps the plan from being bought today."""
    today = clock.today()
    return next((blackout for blackout in view.terms.blackouts if blackout.covers("sale", state, today)), None)


def _wait_until_open(view: PlanView, state: str, window: Blackout) -> Remedy:
    """Return the first day on which no window keeps the plan from being bought."""
    day = window.ends + timedelta(days=1)
    while later := next((blackout for blackout in view.terms.blackouts if blackout.covers("sale", state, day)), None):
        day = later.ends + timedelta(days=1)
    return remedies.wait_until(day)


def blackout_stop(view: PlanView, state: str) -> BusinessError | None:
    """Return the error ``blackout`` while a window keeps the plan from being bought in a state."""
    window = current_blackout(view, state)
    if window is None:
        return None
    text = pick(window.i18n, "message", window.message, language())
    return BusinessError(
        "blackout", text, {"until": show_date(window.ends), "remedy": _wait_until_open(view, state, window).wire()}
    )


def sale_stop(quote: Quote, views: Iterable[PlanView]) -> BusinessError | None:
    """Return ``blackout`` or ``alreadyActive`` for the first plan that may not be bought today."""
    owned = owned_plans(quote)
    for view in views:
        if stop := blackout_stop(view, quote.state):
            return stop
        if view.id in owned.active and not view.is_membership:
            data = {"remedy": remedies.already_owned().wire()}
            return BusinessError("alreadyActive", _("You already have this plan. It is active."), data)
        if view.id in owned.enrolled and not view.is_membership:
            data = {"remedy": remedies.already_bought().wire()}
            return BusinessError("alreadyActive", _("You already enrolled in this plan."), data)
    return None


def views_of(lines: Iterable[CartLine], plans: Catalog) -> list[PlanView]:
    """Return plans of cart lines that the catalog still has."""
    return [plans.plans[line.plan_id] for line in lines if line.plan_id in plans.plans]


def cart_stop(quote: Quote, views: Collection[PlanView]) -> BusinessError | None:
    """Return the reason why a cart of plans can't be bought today: one isn't sold, or can't start on the date.

    Prices are checked apart from this.
    """
    day = quote.effective_date
    if stop := sale_stop(quote, views):
        return stop
    today, state, sponsor = clock.today(), quote.state, sponsorship_of(quote)
    early = day is not None and sponsor is not None and day < (sponsor.earliest or day)
    if (
        day is None
        or early
        or not all(effective_dates.can_start(view.terms, day, today=today, state=state) for view in views)
    ):
        return BusinessError("effectiveDate", _("Please choose an effective date in the cart."))
    return None
