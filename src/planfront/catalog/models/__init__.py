"""Carriers, plans, and everything about a plan that is data: offers, rules, fees, areas, variants, questions."""

from planfront.catalog.models.content import (
    PlanBenefit,
    PlanCostShare,
    PlanDocument,
    PlanFiling,
    ProviderNetwork,
)
from planfront.catalog.models.insurers import INSURER_NUMBER, AccountNumber, GroupNumber, PlanCode
from planfront.catalog.models.plan import PART_MONTHS, Carrier, Plan, PlanOption
from planfront.catalog.models.questions import (
    PlanQuestion,
    PlanQuestionOption,
    PlanQuestionSet,
    QuestionSetVersion,
)
from planfront.catalog.models.revision import Revision
from planfront.catalog.models.riders import PlanRider
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
    "INSURER_NUMBER",
    "PART_MONTHS",
    "AccountNumber",
    "Carrier",
    "GroupNumber",
    "Plan",
    "PlanBenefit",
    "PlanBlackout",
    "PlanCode",
    "PlanCostShare",
    "PlanDocument",
    "PlanFee",
    "PlanFiling",
    "PlanOffer",
    "PlanOption",
    "PlanQuestion",
    "PlanQuestionOption",
    "PlanQuestionSet",
    "PlanRider",
    "PlanRule",
    "PlanServiceArea",
    "PlanSwitch",
    "PlanTier",
    "ProviderNetwork",
    "QuestionSetVersion",
    "Revision",
]
