"""Writes the questionnaires of the demo's plans, and what the wizard asks for them."""

from __future__ import annotations

from planfront.catalog.start import QUESTIONNAIRES, write_questionnaire
from planfront.enrollment.models import RequirementProfile
from planfront.enrollment.start import write_start
from planfront_demo.data.catalog import PLANS
from planfront_demo.data.health_tab import EMPLOYER_DETAILS, MEASURED

_FIRST_IDS = {"life-statements": 501, "work-statements": 521, "life-health": 601, "critical-health": 611}


def seed_questions() -> None:
    for code, (title, questions) in QUESTIONNAIRES.items():
        plans = [plan.id for plan in PLANS if questions in (plan.statements, plan.questions)]
        write_questionnaire(code, title, questions, plans=plans, first_id=_FIRST_IDS[code])
    _seed_tabs()


def _seed_tabs() -> None:
    write_start()
    plan_id, names = EMPLOYER_DETAILS
    RequirementProfile.objects.create(
        name="Long-term disability: the employer",
        plan_id=plan_id,
        fields={"employer_info": {name: {"required": True} for name in names}},
    )
    for measured_id, (profile, measures) in MEASURED.items():
        required = {name: {"required": True} for name in measures}
        RequirementProfile.objects.create(
            name=profile, plan_id=measured_id, fields={"primary_info": required, "dependent_info": required}
        )
