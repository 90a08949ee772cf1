"""Writes the questionnaires of the demo's plans, and what the wizard asks for them."""

from __future__ import annotations

from planfront.catalog.start import QUESTIONNAIRES, write_questionnaire
from planfront.enrollment.models import ClientSignature, RequirementProfile
from planfront.enrollment.start import write_start
from planfront_demo.plans import CATALOG, PLANS

_FIRST_IDS = {"life-statements": 501, "work-statements": 521, "life-health": 601, "critical-health": 611}


def seed_questions() -> None:
    for code, (title, questions) in QUESTIONNAIRES.items():
        plans = [plan.id for plan in PLANS if code in plan.questionnaires]
        write_questionnaire(code, title, questions, plans=plans, first_id=_FIRST_IDS[code])
    _seed_tabs()


def _seed_tabs() -> None:
    write_start()
    employer = CATALOG.employer_details
    RequirementProfile.objects.create(
        name="Long-term disability: the employer",
        plan_id=employer.plan,
        fields={"employer_info": {name: {"required": True} for name in employer.fields}},
    )
    for measured in CATALOG.measured:
        required = {name: {"required": True} for name in measured.fields}
        RequirementProfile.objects.create(
            name=measured.name, plan_id=measured.plan, fields={"primary_info": required, "dependent_info": required}
        )
    ClientSignature.objects.bulk_create(
        ClientSignature(plan_id=plan, state=state) for plan, states in CATALOG.client_signs.items() for state in states
    )
