"""Names of fees in the active language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from planfront.catalog.wording import language, pick

if TYPE_CHECKING:
    from planfront.catalog.snapshot import FeeTerm, PlanView


def fee_name(term: FeeTerm) -> str:
    """Return the name of a fee."""
    return pick(term.i18n, "label", term.label, language()) or plain_fee_name(term.code)


def plain_fee_name(code: str) -> str:
    """Return the usual name of a fee that the plan doesn't name."""
    names = {"admin_fee": _("Administrative fee"), "enrollment_fee": _("Enrollment fee")}
    return names.get(code, _("Fee"))


def name_plan_fee(view: PlanView, code: str) -> str:
    """Return a fee's name with its plan's."""
    term = next((term for term in view.fees if term.code == code), None)
    plan_name = pick(view.i18n, "name", view.name, language())
    return f"{fee_name(term) if term else plain_fee_name(code)}: {plan_name}"


def association_name() -> str:
    """Return the name of an association's dues."""
    return _("Association membership")
