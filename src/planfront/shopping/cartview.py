"""The cart as the store shows it."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _

from planfront.catalog.schemas import PlanError
from planfront.eligibility.rules import Refusal
from planfront.kernel.money import as_text
from planfront.kernel.parse import show_date
from planfront.shopping import listing, schemas, selectors
from planfront.shopping.models import TempEnrollment
from planfront.shopping.pricing import pricer
from planfront.shopping.selectors import CartSnapshot, SnapshotLine
from planfront.shopping.services.checkout import effective_choices, price_line


def cart(enrollment: TempEnrollment) -> schemas.Cart:
    """Lines, fees, sums and notes."""
    found = selectors.cart_snapshot(enrollment)
    errors = _errors(enrollment, found)
    return schemas.Cart(
        result=[_line(line, errors) for line in found.plans],
        fees=[_fee(line) for line in found.fees],
        initial_month_cost=as_text(found.initial_month_cost),
        recurring_month_cost=as_text(found.recurring_month_cost),
        total=as_text(found.total_cost),
        first_year_total=as_text(found.first_year_total),
        effective_date=show_date(found.effective_date),
        notes=_notes(found),
        version=found.version,
    )


def _line(line: SnapshotLine, errors: dict[int, PlanError]) -> schemas.CartLineItem:
    plan_id = line.plan_id or 0
    return schemas.CartLineItem(
        plan_id=plan_id,
        plan_name=line.plan_name,
        plan_logo=line.logo,
        carrier_name=line.carrier,
        category=line.category,
        note=line.note,
        price=as_text(line.price),
        plan_pricing_id=line.plan_pricing_id,
        removable=int(line.removable),
        is_prudential_plan=line.is_premier,
        is_membership=line.is_membership,
        error=errors.get(plan_id),
    )


def _fee(line: SnapshotLine) -> schemas.CartFee:
    once = line.one_time > 0
    return schemas.CartFee(
        code=line.code,
        name=line.plan_name,
        amount=as_text(line.one_time if once else line.price),
        note=line.note,
        once=once,
        removable=0,
        plan_id=line.plan_id,
    )


def _errors(enrollment: TempEnrollment, found: CartSnapshot) -> dict[int, PlanError]:
    """Why lines can't be sold, worked out only when there are such lines."""
    broken = {line.plan_id for line in found.plans if line.error_code}
    if not broken:
        return {}
    lines = [line for line in selectors.cart_lines(enrollment) if line.plan_id in broken]
    prices = pricer(enrollment, [line.plan_id for line in lines])
    errors = {}
    for line in lines:
        quote = price_line(prices, line)
        refusal = quote.refusal if quote else Refusal("portalError")
        if refusal is not None:
            errors[line.plan_id] = PlanError.model_validate(listing.error_of(refusal))
    return errors


def _notes(found: CartSnapshot) -> list[schemas.CartNote]:
    if not found.premier:
        return []
    fee = _("Premier plans include a 3% administrative fee.")
    underwriting = _("Optional life plans need medical underwriting approval.")
    return [schemas.CartNote(code="admin_fee", text=fee), schemas.CartNote(code="underwriting", text=underwriting)]


def effective_dates(enrollment: TempEnrollment) -> list[date]:
    """Days on which every plan of the cart can start; [] for an empty cart."""
    lines = selectors.cart_lines(enrollment)
    return effective_choices(enrollment, lines, pricer(enrollment, [])) if lines else []
