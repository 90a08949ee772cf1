"""The calls that every client of the store may count on, by area: method, and path below /api/v1.

Each has a row in ``CALLS``; nothing may go from here without a word in the changelog. Paths that begin with a slash
are whole.
"""

from __future__ import annotations

import re

AREAS = {
    "menus": """
        GET get-common-menu get-group-menu
    """,
    "cart": """
        GET get-cart-count get-cart-amount check-prudential-cart get-plan-cart get-cart-effective-dates
            remove-plan-from-cart get-quote-preview-content
        POST check-already-in-cart add-plan-to-cart add-plan-to-cart-prudentials cart-checkout save-enrollment
    """,
    "branding": """
        GET get-agent-landing-page-info get-group-landing-page-info get-agent-about-page-info
            get-group-about-page-info get-external-site-dynamic-information get-goenroll-footer-plan
            get-ticket-link get-domainSite-infromation get-elevate-info
    """,
    "reference": """
        GET get-states /api/v2/validate-dob validate-zip-code /api/v2/coverages get-ethnic-category
            get-average-work-week get-employment-status get-compensation-types get-vacation-policy
            get-bargaining-unit get-holiday-policy get-beneficiary-relationships lookup-zip-state
        POST service/validate-zip-code
    """,
    "plans": """
        GET get-featured-plans get-more-requirement get-filtered-plans get-menu-filtered-plans
            get-left-side-filter-fields get-plan-detail/{id} get-plan-detail get-related-plans
            get-plan-pricing-detail get-plan-pricing-detail-elevate check-prudential-plan {hash}
            check-disability-plan
    """,
    "codes": """
        GET validate-group validate-agent
    """,
    "leads": """
        GET check-lead-information get-lead-information assist/get
        POST /api/v2/agent-registration-query decrypt-detail assist/add
    """,
    "filter": """
        GET get-enrollment-temp-info get-group-agent-member-info get-temp-dependent-info
        POST add-filter-for-new-user add-filter-for-existing-user add-filter-for-member update-filter-portal
            store-temp-dependent-info
        PUT change-filter-info/{tempId}
    """,
    "parties": """
        GET get-agent-groups get-enrollment-platforms get-agent-members get-group-users get-member-info
            get-group-info
    """,
    "questions": """
        GET get-questions get-aflac-questions check-already-answered
        POST save-question-answers save-aflac-questions
    """,
    "enrollment": """
        GET get-form-fields-personal-info get-form-fields-contact-info get-form-fields-employer-info
            get-form-fields-beneficiary-info get-form-fields-dependent-primary-info
            get-form-fields-agreement-info get-form-fields-billing-info
            get-beneficiaries-existing-user-enrollment get-health-questions-primary-health-info
            get-existing-primary-health-info get-health-questions-dependent-info check-tab-required
            get-dependents-existing-user-enrollment get-agreement-texts get-receipt direct-continue/{id}
        POST save-screenshot save-personal-info save-enroller-code save-contact-info save-employer-info
            validate-single-beneficiary save-beneficiary-info save-primary-health-info validate-single-dependent
            save-dependent-info save-dependent-info-to-temp delete-dependent-in-IO save-review-info
            save-agreement-info continue-enrollment
    """,
    "bootstrap": """
        GET /get-dynamic-tabs /get-external-site-infromation /get-enrollment-info-referral
            /validate-landing-page /get-default-info /get-agent-info-enroll /get-group-info-enroll
            /get-member-info /get-domainSite-infromation
        POST /track-elevate-traffic
    """,
    "verification": """
        GET validate-phone-numverify
        POST validate-member-email validate-email-neverbounce
    """,
    "billing": """
        GET get-bill-date get-payment-method get-existing-bank-info get-existing-card-info lookup-routing-number
            get-billing-text
        POST save-billing-info save-billing-info-existing
    """,
}


def listed() -> list[tuple[str, str]]:
    """Method and whole path of each, whatever the path's values are called."""
    result, method = [], ""
    for word in " ".join(AREAS.values()).split():
        if word in ("GET", "POST", "PUT"):
            method = word
        else:
            path = word if word.startswith("/") else f"/api/v1/{word}"
            result.append((method, re.sub(r"\{\w+\}", "{}", path)))
    return result
