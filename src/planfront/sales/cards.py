"""Member cards: one for each person and each policy in force of a category with cards, as the receipt says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from planfront.catalog.selectors import catalog
from planfront.catalog.wording import language
from planfront.coverage.cards import DESKS
from planfront.coverage.states import is_open
from planfront.kernel import clock
from planfront.kernel.text.parse import show_date, show_phone
from planfront.sales.models import Confirmation, Sale

if TYPE_CHECKING:
    from planfront.coverage.models import Policy


def cards_of(row: Confirmation) -> list[dict[str, Any]]:
    """Return the cards of a confirmation's policies. Their words are those of the sale; the logo is today's."""
    facts = row.receipt
    lines = {line["policy_number"]: line for line in facts["lines"] if line["policy_number"]}
    sales = Sale.objects.filter(
        is_open(clock.today(), "policy__"), confirmation=row, category__in=DESKS, policy__awaits_decision=False
    ).order_by("policy__number")
    policies = [sale.policy for sale in sales.select_related("policy")]
    policies = [policy for policy in policies if lines.get(policy.number, {}).get("card")]
    return [_build_card(policy, lines[policy.number]) for policy in policies]


def _build_card(policy: Policy, line: Mapping[str, Any]) -> dict[str, Any]:
    card, words = line["card"], line.get("words", {}).get(language(), {})
    view = catalog().plans.get(policy.plan_id)
    return {
        "policy_number": policy.number,
        "plan": words.get("name") or line["name"],
        "note": words.get("note") or line["note"],
        "category": policy.category,
        "carrier": card["carrier"],
        "logo": view.logo if view else "",
        "good_from": show_date(policy.effective_date),
        "phone": show_phone(card["phone"]),
        "phone_label": str(DESKS[policy.category]),
        "facts": card["facts"].get(language()) or card["facts"].get("en", []),
    }
