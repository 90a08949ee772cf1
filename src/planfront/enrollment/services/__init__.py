"""What can be done to an application."""

from planfront.enrollment.services.beneficiaries import (
    beneficiaries_save,
    beneficiaries_stage,
    beneficiary_check,
    beneficiary_check_alone,
)
from planfront.enrollment.services.billing import billing_save, billing_save_existing
from planfront.enrollment.services.dependents import dependents_clear, dependents_save, dependents_stage
from planfront.enrollment.services.drafts import draft_save, health_take_over
from planfront.enrollment.services.resending import code_resend, continue_link
from planfront.enrollment.services.resume import (
    resume_by_code,
    resume_by_link,
    resume_code_create,
    save_for_later,
)
from planfront.enrollment.services.saves import (
    contact_save,
    employer_save,
    enroller_code_save,
    step_save,
)
from planfront.enrollment.services.screenshots import screenshot_save
from planfront.enrollment.services.signing import agreement_save, texts_shown
from planfront.enrollment.services.submission import submit
from planfront.enrollment.services.tiering import tier_change, tier_change_undo, tier_offer
from planfront.enrollment.services.underwriting import case_decide
from planfront.enrollment.services.verification import code_offer, code_request
from planfront.enrollment.services.withdrawal import withdraw

__all__ = [
    "agreement_save",
    "beneficiaries_save",
    "beneficiaries_stage",
    "beneficiary_check",
    "beneficiary_check_alone",
    "billing_save",
    "billing_save_existing",
    "case_decide",
    "code_offer",
    "code_request",
    "code_resend",
    "contact_save",
    "continue_link",
    "dependents_clear",
    "dependents_save",
    "dependents_stage",
    "draft_save",
    "employer_save",
    "enroller_code_save",
    "health_take_over",
    "resume_by_code",
    "resume_by_link",
    "resume_code_create",
    "save_for_later",
    "screenshot_save",
    "step_save",
    "submit",
    "texts_shown",
    "tier_change",
    "tier_change_undo",
    "tier_offer",
    "withdraw",
]
