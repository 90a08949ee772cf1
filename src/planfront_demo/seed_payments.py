"""How the demo world's enrollments are paid: by brand, by plan, by group."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planfront.billing.models import Method, PaymentRule
from planfront_demo.people import PAYMENTS

if TYPE_CHECKING:
    from planfront_demo.seed_people import World


def seed_payments(world: World) -> None:
    rules = [
        PaymentRule(brand_id=world.brands[key].pk, method=Method.CC, descriptor=descriptor)
        for key, descriptor in PAYMENTS.by_card.items()
    ]
    rules.append(PaymentRule(plan_id=PAYMENTS.accounts_only, method=Method.EFT))
    rules.extend(PaymentRule(group_id=group, method=method) for group, method in PAYMENTS.by_group.items())
    PaymentRule.objects.bulk_create(rules)
