"""The store of the proofs: two plans rated by tier, one of them by place too, and health questions."""

from datetime import date
from types import SimpleNamespace

import pytest

from planfront.catalog.models import Carrier, Plan, PlanFee, PlanOffer
from planfront.enrollment.models import HealthQuestion
from planfront.enrollment.tests.conftest import ROUTING
from planfront.integrations.banks import Bank
from planfront.integrations.services import banks_load
from planfront.rating.engine import cell
from planfront.rating.models import AreaMap
from planfront.rating.services import table_approve, table_create

PRICES = {
    "dental": {
        "OH-1": {"IO": "31.00", "IS": "62.00", "IC": "55.00", "IF": "93.00"},
        "OH-2": {"IO": "40.00", "IS": "80.00", "IC": "70.00", "IF": "120.00"},
    },
    "vision": {
        "OH-1": {"IO": "9.00", "IS": "18.00", "IC": "16.00", "IF": "27.00"},
        "OH-2": {"IO": "9.00", "IS": "18.00", "IC": "16.00", "IF": "27.00"},
    },
}
"""By plan, area and tier."""
AREAS = {"43215": "OH-1", "44101": "OH-2"}
QUESTIONS = (
    (101, "Have you been treated for a disease of the lungs?", "general"),
    (145, "Have you used tobacco in the last 12 months?", "plain"),
    (146, "Have you been in a hospital in the last five years?", "physician"),
    (190, "Do you take any medication?", "medication"),
)


@pytest.fixture
def shop(brand):
    """``dental`` (prices by area, $15.00 once) and ``vision``."""
    carrier = Carrier.objects.create(key="halden", name="Halden")
    for code, area in AREAS.items():
        AreaMap.objects.create(scheme="ours", state="OH", zip3=code[:3], area=area, eff_from=date(2026, 1, 1))
    plans = {}
    for name, by_area in PRICES.items():
        plan = plans[name] = Plan.objects.create(carrier=carrier, name=name.title(), category=name)
        PlanOffer.objects.create(plan=plan, eff_from=date(2026, 1, 1))
        rows = [cell(rate, tier=tier, area=area) for area, rates in by_area.items() for tier, rate in rates.items()]
        table = table_create(plan_id=plan.pk, method="TIER", eff_from=date(2026, 1, 1), rows=rows, area_scheme="ours")
        table_approve(table_id=table.pk)
    PlanFee.objects.create(plan=plans["dental"], code="enrollment", kind="FLAT", amount="15.00", first_only=True)
    banks_load(banks=[Bank(ROUTING, "Harborlight Bank")])
    for order, (key, text, kind) in enumerate(QUESTIONS):
        HealthQuestion.objects.create(id=key, text=text, kind=kind, of_applicant=True, of_dependents=False, order=order)
    return SimpleNamespace(brand=brand, **plans)
