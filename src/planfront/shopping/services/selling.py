"""What keeps plans from being sold today, beside their price."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.utils.translation import gettext as _

from planfront.catalog.selectors import catalog
from planfront.catalog.snapshot import PlanView
from planfront.catalog.terms import Blackout
from planfront.catalog.wording import language, pick
from planfront.eligibility import remedies
from planfront.eligibility.remedies import Remedy
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError
from planfront.kernel.parse import show_date
from planfront.members.selectors import active_plan_ids
from planfront.shopping import dates
from planfront.shopping.models import CartLine, TempEnrollment


def blackout(view: PlanView, state: str) -> Blackout | None:
    """The window that keeps the plan from being bought today."""
    today = clock.today()
    return next((one for one in view.terms.blackouts if one.covers("sale", state, today)), None)


def _after(view: PlanView, state: str, window: Blackout) -> Remedy:
    """The first day on which no window keeps the plan from being bought."""
    day = window.ends + timedelta(days=1)
    while later := next((one for one in view.terms.blackouts if one.covers("sale", state, day)), None):
        day = later.ends + timedelta(days=1)
    return remedies.wait(day)


def sale_stop(enrollment: TempEnrollment, views: Iterable[PlanView]) -> BusinessError | None:
    """``blackout`` or ``alreadyActive`` for the first plan that may not be bought today."""
    active = active_plan_ids(enrollment.member_id) if enrollment.member_id else set()
    for view in views:
        if window := blackout(view, enrollment.state):
            text = pick(window.i18n, "message", window.message, language())
            data = {"until": show_date(window.ends), "remedy": _after(view, enrollment.state, window).wire()}
            return BusinessError("blackout", text, data)
        if view.id in active:
            data = {"remedy": remedies.owned().wire()}
            return BusinessError("alreadyActive", _("You already have this plan. It is active."), data)
    return None


def cart_views(enrollment: TempEnrollment) -> list[PlanView]:
    """Plans of the cart that the catalog still has."""
    plans = catalog().plans
    ids = CartLine.objects.filter(enrollment=enrollment).values_list("plan_id", flat=True)
    return [plans[plan_id] for plan_id in ids if plan_id in plans]


def cart_stop(enrollment: TempEnrollment) -> BusinessError | None:
    """Why the cart can't be bought as it stands: a plan not sold today, or a date that not every plan can start on
    (any more). Prices are ``cart_reprice``'s to check."""
    views, day = cart_views(enrollment), enrollment.effective_date
    if stop := sale_stop(enrollment, views):
        return stop
    today, state = clock.today(), enrollment.state
    if day is None or not all(dates.allows(view.terms, day, today=today, state=state) for view in views):
        return BusinessError("effectiveDate", _("Please choose an effective date in the cart."))
    return None
