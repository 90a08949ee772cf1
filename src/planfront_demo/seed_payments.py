"""How the demo world's enrollments are paid: by brand, by plan, by group."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planfront.billing.models import Method, PaymentRule

if TYPE_CHECKING:
    from planfront_demo.seed_people import World

# Brands that accept cards as well as bank accounts, with what the statement says.
BY_CARD = {"planfront": "PLANFRONT BENEFITS", "juniper": "JUNIPER AND MAIN"}
# A life insurer that draws from bank accounts only: no cart with its plan is paid by card.
ACCOUNTS_ONLY = 1404
BY_GROUP = {2556: Method.ELIST, 2512: Method.STMT}


def seed_payments(world: World) -> None:
    rules = [
        PaymentRule(brand_id=world.brands[key].pk, method=Method.CC, descriptor=descriptor)
        for key, descriptor in BY_CARD.items()
    ]
    rules.append(PaymentRule(plan_id=ACCOUNTS_ONLY, method=Method.EFT))
    rules.extend(PaymentRule(group_id=group, method=method) for group, method in BY_GROUP.items())
    PaymentRule.objects.bulk_create(rules)
