"""What can be done to an application."""

from planfront.enrollment.application.services.beneficiaries import (
    beneficiaries_stage,
    beneficiary_check_alone,
    check_beneficiary,
    save_beneficiaries,
)
from planfront.enrollment.application.services.billing import save_billing, save_existing_billing
from planfront.enrollment.application.services.dependents import clear_dependents, dependents_stage, save_dependents
from planfront.enrollment.application.services.drafts import health_take_over, save_draft
from planfront.enrollment.application.services.resending import continue_link, resend_code
from planfront.enrollment.application.services.resume import (
    create_resume_code,
    resume_by_code,
    resume_by_link,
    save_for_later,
)
from planfront.enrollment.application.services.saves import (
    save_contact,
    save_employer,
    save_enroller_code,
    save_step,
)
from planfront.enrollment.application.services.screenshots import save_screenshot
from planfront.enrollment.application.services.submission import submit
from planfront.enrollment.application.services.tier_switch import offer_tier_switch, switch_tier, undo_tier_switch
from planfront.enrollment.application.services.underwriting import decide_case
from planfront.enrollment.application.services.withdrawal import withdraw
from planfront.enrollment.signing.codes import offer_signing_code, request_signing_code
from planfront.enrollment.signing.services import save_agreement, texts_shown

__all__ = [
    "beneficiaries_stage",
    "beneficiary_check_alone",
    "check_beneficiary",
    "clear_dependents",
    "continue_link",
    "create_resume_code",
    "decide_case",
    "dependents_stage",
    "health_take_over",
    "offer_signing_code",
    "offer_tier_switch",
    "request_signing_code",
    "resend_code",
    "resume_by_code",
    "resume_by_link",
    "save_agreement",
    "save_beneficiaries",
    "save_billing",
    "save_contact",
    "save_dependents",
    "save_draft",
    "save_employer",
    "save_enroller_code",
    "save_existing_billing",
    "save_for_later",
    "save_screenshot",
    "save_step",
    "submit",
    "switch_tier",
    "texts_shown",
    "undo_tier_switch",
    "withdraw",
]
