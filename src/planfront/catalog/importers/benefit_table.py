"""The shopper's table of a filed plan, in the words of the store."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override

from planfront.kernel.money import display_round

KNOWN = (
    gettext_noop("Routine Dental Services (Adult)"),
    gettext_noop("Dental Check-Up for Children"),
    gettext_noop("Basic Dental Care - Child"),
    gettext_noop("Basic Dental Care - Adult"),
    gettext_noop("Major Dental Care - Child"),
    gettext_noop("Major Dental Care - Adult"),
    gettext_noop("Orthodontia - Child"),
    gettext_noop("Orthodontia - Adult"),
    gettext_noop("Accidental Dental"),
    gettext_noop("Dental Anesthesia"),
    gettext_noop("Routine Eye Exam (Adult)"),
    gettext_noop("Routine Eye Exam for Children"),
    gettext_noop("Eye Glasses for Children"),
)
_UNITS = {
    "visit(s) per year": gettext_noop("%(count)s visits a year"),
    "visit(s) per 6 months": gettext_noop("%(count)s visits in 6 months"),
    "item(s) per year": gettext_noop("%(count)s items a year"),
    "exam(s) per year": gettext_noop("%(count)s exams a year"),
    "exam(s) per 6 months": gettext_noop("%(count)s exams in 6 months"),
    "dollars per year": gettext_noop("Up to $%(count)s a year"),
    "procedure(s) per lifetime": gettext_noop("%(count)s procedures in a lifetime"),
}


def benefit_table(rows: Mapping[str, Mapping[str, Any]], lang: str) -> dict[str, Any]:
    """``Plan.benefits`` from rows by name, as the benefits importer stages them; {} without rows."""
    if not rows:
        return {}
    with override(lang):
        listed = sorted(rows.items(), key=lambda item: int(item[1]["position"]))
        return {
            "columns": [_("You pay in network"), _("You pay out of network"), _("Limits")],
            "rows": [
                {
                    "name": _(name),
                    "note": "",
                    "values": [_describe_pay(row, "in"), _describe_pay(row, "out"), _describe_limits(row)],
                }
                for name, row in listed
            ],
        }


def _describe_pay(row: Mapping[str, Any], side: str) -> str:
    if not row["covered"]:
        return _("Not covered")
    copay, share = row[f"copay_{side}"], row[f"coinsurance_{side}"]
    if row["conditional"] and copay is None and share is None:
        names = ("CopayInnTier1", "CoinsInnTier1") if side == "in" else ("CopayOutofNet", "CoinsOutofNet")
        stated = [text for name in names if (text := row["texts"].get(name, "")) and text.lower() != "not applicable"]
        return ", ".join(stated) or "–"
    if copay is None and share is None:
        return "–"
    if share == 10_000:
        return _("Not covered")
    parts = [display_round(Decimal(copay))] if copay and Decimal(copay) else []
    if share:
        parts.append(f"{Decimal(share) / 100:f}%".replace(".00%", "%"))
    paid = " + ".join(parts) or _("No charge")
    return _("%(amount)s after the deductible") % {"amount": paid} if row[f"deductible_{side}"] else paid


def _describe_limits(row: Mapping[str, Any]) -> str:
    result = []
    if row["limit_quantity"] is not None:
        quantity = f"{Decimal(row['limit_quantity']):f}".removesuffix(".00")
        unit = str(row["limit_unit"])
        form = _UNITS.get(unit.lower())
        result.append(_(form) % {"count": quantity} if form else f"{quantity} {unit}")
    if row["waiting_months"]:
        result.append(_("%(count)s-month waiting period") % {"count": row["waiting_months"]})
    return ", ".join(result) or "–"
