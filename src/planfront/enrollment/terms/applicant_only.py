"""Rules that only the applicant may sign, from the operator's rows."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext as _

from planfront.enrollment.forms.base import StepContext
from planfront.enrollment.models import ClientSignature
from planfront.integrations.states import state_name


def applicant_only_reason(ctx: StepContext) -> str:
    """Return which plan, state or store requires the applicant's own signature; "" when none does. One query."""
    shopper, lines = ctx.shopper, [line for line in ctx.cart.lines if not line.is_fee]
    rows = ClientSignature.objects.filter(
        Q(brand_id=None) | Q(brand_id=shopper.brand_id),
        Q(plan_id=None) | Q(plan_id__in=[line.plan_id for line in lines]),
        category__in=["", *(line.category for line in lines)],
        state__in=["", shopper.state],
        active=True,
    )
    row = max(rows, key=lambda row: (row.plan_id is not None, bool(row.category), bool(row.state)), default=None)
    if row is None:
        return ""
    plans = [line.plan_name for line in lines if _concerns(row, line.plan_id, line.category)]
    values = {"brand": ctx.parties.brand_name, "plans": ", ".join(plans), "state": state_name(shopper.state)}
    if row.state and (row.plan_id or row.category):
        return _("%(brand)s asks for the applicant's own signature on %(plans)s in %(state)s.") % values
    if row.plan_id or row.category:
        return _("%(brand)s asks for the applicant's own signature on %(plans)s.") % values
    if row.state:
        return _("%(brand)s asks for the applicant's own signature in %(state)s.") % values
    return _("%(brand)s asks for the applicant's own signature on every application.") % values


def _concerns(row: ClientSignature, plan_id: int, category: str) -> bool:
    return row.plan_id in {None, plan_id} and row.category in {"", category}
