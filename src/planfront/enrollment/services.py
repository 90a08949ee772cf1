"""What can be done to an application."""

from planfront.enrollment.returning.resending import continue_link, request_code, resend_code
from planfront.enrollment.returning.resume import (
    create_resume_code,
    resume_by_code,
    resume_by_link,
    save_for_later,
)
from planfront.enrollment.saving.beneficiaries import (
    check_beneficiary,
    check_beneficiary_alone,
    save_beneficiaries,
    stage_beneficiaries,
)
from planfront.enrollment.saving.billing import save_billing, save_existing_billing
from planfront.enrollment.saving.dependents import clear_dependents, save_dependents, stage_dependents
from planfront.enrollment.saving.drafts import save_draft, take_over_health
from planfront.enrollment.saving.screenshots import save_screenshot
from planfront.enrollment.saving.tabs import (
    save_contact,
    save_employer,
    save_enroller_code,
    save_step,
)
from planfront.enrollment.saving.tier_switch import offer_tier_switch, switch_tier, undo_tier_switch
from planfront.enrollment.signing.codes import offer_signing_code, request_signing_code
from planfront.enrollment.signing.services import note_shown_texts, save_agreement
from planfront.enrollment.submission.submit import submit
from planfront.enrollment.submission.underwriting import decide_case
from planfront.enrollment.submission.withdrawal import withdraw

__all__ = [
    "check_beneficiary",
    "check_beneficiary_alone",
    "clear_dependents",
    "continue_link",
    "create_resume_code",
    "decide_case",
    "note_shown_texts",
    "offer_signing_code",
    "offer_tier_switch",
    "request_code",
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
    "stage_beneficiaries",
    "stage_dependents",
    "submit",
    "switch_tier",
    "take_over_health",
    "undo_tier_switch",
    "withdraw",
]
