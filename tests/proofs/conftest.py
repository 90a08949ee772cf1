"""The store of the proofs: two plans rated by tier, one of them by place too, health questions, a rep and a member."""

from datetime import date
from types import SimpleNamespace

import pytest

from planfront.accounts.models import Role, User
from planfront.catalog.models import Carrier, Plan, PlanFee, PlanOffer
from planfront.enrollment.models import HealthQuestion, RequirementProfile
from planfront.enrollment.tests.conftest import PERSONAL, ROUTING
from planfront.integrations.banks import Bank
from planfront.integrations.services import load_banks
from planfront.kernel.text.parse import us_date
from planfront.members.services import add_relative, create_member
from planfront.parties.reps.services import create_agent
from planfront.rating.engine import cell
from planfront.rating.models import AreaMap
from planfront.rating.services import approve_table, create_table
from tests.proofs.values import AREAS, HEIRS, ON_RECORD, OPTIONAL, PRICES

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
        table = create_table(plan_id=plan.pk, method="TIER", eff_from=date(2026, 1, 1), rows=rows, area_scheme="ours")
        approve_table(table_id=table.pk)
    PlanFee.objects.create(plan=plans["dental"], code="enrollment", kind="FLAT", amount="15.00", first_only=True)
    load_banks(banks=[Bank(ROUTING, "Harborlight Bank")])
    for order, (key, text, kind) in enumerate(QUESTIONS):
        HealthQuestion.objects.create(id=key, text=text, kind=kind, of_applicant=True, of_dependents=False, order=order)
    return SimpleNamespace(brand=brand, **plans)


@pytest.fixture
def people(shop):
    """A rep, one of their members with relatives on record, and a profile that asks for every tab there is."""
    rep = create_agent(
        code="REP1",
        first_name="Wren",
        last_name="Alder",
        email="wren@shop.example",
        brands=[shop.brand],
        user=User.objects.create_user("rep@shop.example", "planfront-demo", role=Role.REP, name="Wren Alder"),
    )
    shop.member = create_member(
        brand=shop.brand,
        user=User.objects.create_user("member@shop.example", "planfront-demo", role=Role.MEMBER),
        agent=rep,
        first_name="Maren",
        last_name="Castillo",
        birth_date="1989-04-17",
        gender=1,
        phone="6145550177",
        email="member@shop.example",
        address1="88 Lindenhall Ave",
        city="Columbus",
        state="OH",
        zip="43215",
        is_smoker=False,
        ssn=PERSONAL["ssn"],
    )
    for item in ON_RECORD:
        _relative(shop.member, "dependent", item)
    _relative(shop.member, "beneficiary", HEIRS[0], percentage=100)
    RequirementProfile.objects.create(name="Asked", tabs=dict.fromkeys(OPTIONAL, True))
    return shop


def _relative(member, kind, person, **more):
    add_relative(
        member=member,
        kind=kind,
        relationship=person["relationship"].upper(),
        first_name=person["first_name"],
        last_name=person["last_name"],
        birth_date=us_date(person["birthdate"]),
        gender=int(person.get("gender", "1")),
        ssn=person["ssn"],
        **more,
    )
