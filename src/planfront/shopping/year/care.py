"""Care that can be expected, and its typical fees."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.brands.selectors import setting
from planfront.kernel import money
from planfront.shopping.year.cost import Care

CATEGORIES = ("dental", "vision")
TYPICAL = (
    Care("cleaning", "dental", ("preventive",), Decimal("110.00")),
    Care("dental_exam", "dental", ("preventive",), Decimal("65.00")),
    Care("xrays", "dental", ("preventive",), Decimal("85.00")),
    Care("filling", "dental", ("basic",), Decimal("190.00")),
    Care("extraction", "dental", ("basic",), Decimal("220.00")),
    Care("root_canal", "dental", ("endo", "major"), Decimal("1050.00")),
    Care("crown", "dental", ("major",), Decimal("1250.00")),
    Care("braces", "dental", ("ortho",), Decimal("5200.00"), lifetime=True),
    Care("eye_exam", "vision", ("exam",), Decimal("120.00")),
    Care("frames", "vision", ("frames",), Decimal("160.00"), counts_alone=False),
    Care("lenses", "vision", ("lenses", "frames"), Decimal("130.00"), counts_alone=False),
    Care("contacts", "vision", ("contacts", "frames"), Decimal("220.00"), counts_alone=False),
)
"""Example fees. A brand's own are the site settings ``typical_fee_<code>``."""

NAMES = {
    "cleaning": gettext_lazy("Cleaning"),
    "dental_exam": gettext_lazy("Dental exam"),
    "xrays": gettext_lazy("X-rays"),
    "filling": gettext_lazy("Filling"),
    "extraction": gettext_lazy("Tooth extraction"),
    "root_canal": gettext_lazy("Root canal"),
    "crown": gettext_lazy("Crown"),
    "braces": gettext_lazy("Braces"),
    "eye_exam": gettext_lazy("Eye exam"),
    "frames": gettext_lazy("Glasses: frames"),
    "lenses": gettext_lazy("Glasses: lenses"),
    "contacts": gettext_lazy("Contact lenses"),
}


def care_of(brand_id: int) -> dict[str, Care]:
    """Return the services by code, at the brand's typical fees."""
    return {care.code: _with_fee(care, setting(brand_id, f"typical_fee_{care.code}")) for care in TYPICAL}


def _with_fee(care: Care, text: str) -> Care:
    try:
        fee = Decimal(text) if text else care.fee
    except InvalidOperation:
        return care
    if not (fee.is_finite() and 0 <= fee < 100_000):
        return care
    return Care(care.code, care.category, care.classes, money.cents(fee), care.counts_alone, care.lifetime)


def fees_note(brand_id: int) -> str:
    """Return the source of the fees: the site setting ``typical_fees_source``, or that they are examples."""
    default = _("The fees are examples for planning. Your dentist or eye doctor may charge more or less.")
    return setting(brand_id, "typical_fees_source") or default
