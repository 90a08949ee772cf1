"""The ways to pay that an application may choose from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from planfront.enrollment.forms.base import StepContext

METHODS = (
    ("eft", _("EFT")),
    ("cc", _("Credit Card")),
    ("list", _("LIST")),
    ("elist", _("EFT LIST")),
    ("stmt", _("STMT")),
)
NOTICES = {
    "list": _("Payment will be by list bill."),
    "elist": _("Payment will be by EFT list bill."),
    "stmt": _("Payment will be by statement."),
}


def is_way(ctx: StepContext, way: str) -> bool:
    """Return whether a way may be chosen, or is the only one."""
    return way in ctx.facts.billing.ways


def chosen_way(ctx: StepContext, values: Mapping[str, Any]) -> str:
    """The way that ``values`` say, else the usual one."""
    ways = ctx.facts.billing.ways
    wished = values.get("payment_method")
    return wished if wished in ways else ways[0]


def shown_for(way: str) -> Callable[[StepContext], dict[str, Any] | None]:
    """``show_if`` of what is asked while ``way`` is chosen; None where there is no choice."""

    def show_if(ctx: StepContext) -> dict[str, Any] | None:
        return {"field": "payment_method", "eq": way} if len(ctx.facts.billing.ways) > 1 else None

    return show_if


def usual_day(days: Any) -> str:
    """The bill date that is chosen unless another one is."""
    return "28" if 28 in days or not days else str(days[-1])


def ordinal(day: int) -> str:
    """``28th of month``."""
    return str(_("%(day)sth of month") % {"day": day})
