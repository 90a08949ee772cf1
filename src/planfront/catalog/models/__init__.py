"""Carriers, plans, and everything about a plan that is data: offers, rules, fees, areas, variants, questions."""

from planfront.catalog.models.plan import Carrier, Plan, PlanDocument, PlanOption
from planfront.catalog.models.questions import PlanQuestion, PlanQuestionOption, PlanQuestionSet
from planfront.catalog.models.terms import (
    PlanBlackout,
    PlanFee,
    PlanOffer,
    PlanRule,
    PlanServiceArea,
    PlanSwitch,
    PlanTier,
)

__all__ = [
    "Carrier",
    "Plan",
    "PlanBlackout",
    "PlanDocument",
    "PlanFee",
    "PlanOffer",
    "PlanOption",
    "PlanQuestion",
    "PlanQuestionOption",
    "PlanQuestionSet",
    "PlanRule",
    "PlanServiceArea",
    "PlanSwitch",
    "PlanTier",
]
