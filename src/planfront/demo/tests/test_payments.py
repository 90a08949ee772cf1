"""Ways to pay of the demo world: by brand, plan and group."""

import pytest

from planfront.billing.selectors import payment_for
from planfront.brands.models import Brand
from planfront.demo.seed_payments import ACCOUNTS_ONLY


@pytest.mark.parametrize(
    ("brand", "group", "plans", "method"),
    [
        ("planfront", 77, {1002, 1101}, "cc"),
        ("juniper", 77, {1002}, "cc"),
        ("brightsmile", 77, {1002}, "eft"),
        ("planfront", 77, {1002, ACCOUNTS_ONLY}, "eft"),
        ("planfront", 102, {1002, ACCOUNTS_ONLY}, "list"),
        ("planfront", 2556, {1002}, "elist"),
        ("juniper", 2512, {1002}, "stmt"),
    ],
)
def test_ways_to_pay(world, brand, group, plans, method):
    brand_id = Brand.objects.get(key=brand).pk
    found = payment_for(brand_id=brand_id, group_id=group, portal_id=None, plan_ids=plans)
    assert found.method == method
