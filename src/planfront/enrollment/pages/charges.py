"""Figures before the submission: the first payment, the monthly one, and the day the coverage starts."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _

from planfront.billing.selectors import FIRST_DAYS, first_monthly
from planfront.enrollment.forms.base import Answers, StepContext
from planfront.enrollment.steps.billing.answers import BillingAnswers
from planfront.enrollment.steps.billing.form import share_text
from planfront.enrollment.steps.billing.ways import NOTICES, usual_day
from planfront.enrollment.steps.registry import BILLING
from planfront.enrollment.terms.agreements import day_of_month
from planfront.kernel.money import display
from planfront.kernel.text.parse import show_date


def figures(ctx: StepContext) -> list[Answers]:
    """Label, figure and a note each. Where a group is billed, what comes from the person's pay, and the price."""
    starts = {"label": _("Coverage starts"), "figure": show_date(ctx.cart.effective_date), "note": _starts(ctx)}
    deduction = BILLING.deduction(ctx)
    if deduction is not None:
        return [
            {"label": deduction.label, "figure": display(deduction.monthly), "note": deduction.note},
            {"label": _("Price each month"), "figure": display(ctx.cart.monthly), "note": _first(ctx)},
            starts,
        ]
    return [
        {"label": _("First payment"), "figure": display(ctx.cart.first_month), "note": _first(ctx)},
        {"label": _("Then each month"), "figure": display(ctx.cart.monthly), "note": _monthly(ctx)},
        starts,
    ]


def short_charge(ctx: StepContext) -> str:
    """Return in half a line what follows the first payment."""
    values = {"then": display(ctx.cart.monthly), "starts": show_date(ctx.cart.effective_date)}
    if (deduction := BILLING.deduction(ctx)) is not None:
        return _("%(each)s, coverage from %(starts)s") % {**values, "each": deduction.each_words}
    return _("then %(then)s a month, coverage from %(starts)s") % values


def _first(ctx: StepContext) -> str:
    if (way := BILLING.chosen(ctx)) in NOTICES:
        return str(NOTICES[way])
    latest, account = show_date(ctx.today + timedelta(days=FIRST_DAYS)), BILLING.account_line(ctx)
    if not account:
        return _("by %(date)s") % {"date": latest}
    return _("by %(date)s, from %(account)s") % {"date": latest, "account": account}


def _monthly(ctx: StepContext) -> str:
    way, day = BILLING.chosen(ctx), ctx.read(BillingAnswers).bill_date or int(usual_day(ctx.facts.billing.days))
    shared = share_text(ctx, way)
    if way in NOTICES or ctx.cart.effective_date is None:
        return shared
    values = {"day": day_of_month(day), "date": show_date(first_monthly(ctx.cart.effective_date, day))}
    return " ".join(filter(None, (_("on the %(day)s, first on %(date)s") % values, shared)))


def _starts(ctx: StepContext) -> str:
    pending = [line.plan_name for line in ctx.cart.lines if line.pending]
    return _("%(plans)s once it is approved") % {"plans": ", ".join(pending)} if pending else ""
