"""Every step of the application, its payment, its receipt, and coming back to it."""

from __future__ import annotations

import re
from typing import Any

from planfront.enrollment.tests.conftest import BILLING, CONTACT, PERSONAL, png
from planfront.enrollment.tests.test_beneficiaries import IRIS, JONAH
from planfront.enrollment.tests.test_dependents import CHILD, SPOUSE
from planfront.enrollment.tests.test_employer import EMPLOYER
from tests.contract.calls.shape import Call, Rows
from tests.contract.calls.stage import CHILD_HEALTHY, HEALTHY, people

CART, FAMILY, MEMBER = ({"enrollment_id": f"<{name}>"} for name in ("cart", "family", "member"))
TEMP = "GET /api/v1/get-enrollment-temp-info"
FIELD = "field_name value required read_only error message"
OTHERS = dict.fromkeys(("group_id", "agent_id", "open_type", "type")) | {"platform_group_id": 1}
SAVED = {"enrollment_id": "<cart>", "saved_tab": "contact_info"}
EFT = re.compile(
    r"Your initial payment of \$\d+\.\d\d will be charged within 5 days of enrollment.*as \"PLANFRONT\"\.\n\n"
    r".*each month.*in writing\.\n\n.*at least three business days before.*A \$30 fee.*insufficient funds\.",
    re.DOTALL,
)
MASKED = "Ending 5678"


def fields(path: str, name: str, ids: dict[str, Any], who: str = "visitor", **more: Any) -> Call:
    """The definitions of a step's fields, one of them told."""
    return Call(
        f"GET /api/v1/get-form-fields-{path}", ids, {"result": Rows(FIELD, has={"field_name": name} | more)}, who=who
    )


FORMS = (
    fields("personal-info", "last_name", FAMILY, value="Castillo", required=True, read_only=False),
    fields("contact-info", "zip", FAMILY, value="43215", required=True),
    fields("employer-info", "employment_status", FAMILY, value="", required=True),
    fields("beneficiary-info", "beneficiary_percentage", FAMILY, value="", required=True),
    fields("agreement-info", "signature", CART, value="", required=True),
    fields("billing-info", "bill_date", CART, value="28", required=True),
    Call(
        "GET /api/v1/get-form-fields-dependent-primary-info",
        FAMILY,
        {
            "result": Rows(FIELD, has={"field_name": "relationship", "required": True, "read_only": True}),
            "disclaimer": str,
        },
    ),
)

STEPS = (
    Call(
        "POST /api/v1/save-personal-info",
        CART | PERSONAL,
        {"next": {"tab_name": "contact_info"}},
        then=(Call(TEMP, CART | {"column": "primary_info"}, {"result": {"last_name": "Castillo", "ssn": MASKED}}),),
    ),
    Call("POST /api/v1/save-enroller-code", {"enrollment_id": "<coded>", "enrollerCode": "ENR-2556"}),
    Call(
        "POST /api/v1/save-contact-info",
        CART | CONTACT,
        then=(
            Call(
                TEMP,
                CART | {"column": "contact_info"},
                {"result": {"zip": "43215", "state": "OH", "phone_number": "6145550193"}},
            ),
        ),
    ),
    Call(
        "POST /api/v1/save-employer-info",
        FAMILY | EMPLOYER,
        {"next": {"tab_name": "beneficiary_info"}},
        then=(
            Call(
                TEMP,
                FAMILY | {"column": "employer_info"},
                {"result": {"name": "Acme Manufacturing", "compensation_type": "G20"}},
            ),
        ),
    ),
    Call(
        "GET /api/v1/get-beneficiaries-existing-user-enrollment",
        MEMBER,
        {
            "result": {
                "beneficiaries": [
                    {
                        "beneficiary_id": str,
                        "first_name": "Jonah",
                        "last_name": "Santos",
                        "birthdate": "09/02/1987",
                        "ssn": "",
                        "relationship": "spouse",
                        "beneficiary_percentage": "100",
                    },
                ]
            }
        },
        who="member",
    ),
    Call("POST /api/v1/validate-single-beneficiary", FAMILY | JONAH, {"beneficiary_id": str}),
    Call(
        "POST /api/v1/save-beneficiary-info",
        FAMILY | {"beneficiaries": [JONAH, IRIS]},
        then=(
            Call(
                TEMP,
                FAMILY | {"column": "benificiary_info"},
                {"result": {"beneficiaries": Rows("beneficiary_id", first={"first_name": "Jonah"}, count=2)}},
            ),
        ),
    ),
    Call(
        "GET /api/v1/get-health-questions-primary-health-info",
        FAMILY,
        {
            "codition_questions": Rows("question_id question_text", first={"question_id": 141}, count=6),
            "medication_question": {"question_id": 149},
        },
    ),
    Call(
        "GET /api/v1/get-existing-primary-health-info",
        MEMBER,
        {"result": {"condition_questions": Rows("question_id question_text yes_no_flag", count=6)}},
        who="member",
    ),
    Call(
        "POST /api/v1/save-primary-health-info",
        FAMILY | HEALTHY,
        then=(
            Call(
                TEMP,
                FAMILY | {"column": "health_info"},
                {"result": {"condition_questions": Rows("question_id yes_no_flag", count=6)}},
            ),
        ),
    ),
    Call(
        "GET /api/v1/get-health-questions-dependent-info",
        FAMILY,
        {
            "codition_questions": Rows("question_id question_text", first={"question_id": 141}, count=5),
            "medication_question": {"question_id": 149},
        },
    ),
    Call(
        "GET /api/v1/check-tab-required", FAMILY | {"tab_name": "primary_health_info"}, {"result": {"required": True}}
    ),
    Call(
        "GET /api/v1/get-dependents-existing-user-enrollment",
        MEMBER,
        {
            "result": {
                "dependents": [
                    {
                        "primary_info": {
                            "dependent_id": str,
                            "first_name": "Jonah",
                            "birthdate": "09/02/1987",
                            "gender": "0",
                            "relationship": "spouse",
                        }
                    },
                    # Put on record by the application that the member submitted before.
                    {"primary_info": {"dependent_id": str, "first_name": "Iris", "relationship": "child"}},
                ]
            }
        },
        who="member",
    ),
    Call("POST /api/v1/validate-single-dependent", FAMILY | {"primary_info": CHILD, "health_info": CHILD_HEALTHY}),
    Call(
        "POST /api/v1/save-dependent-info",
        FAMILY | {"dependents": people(), "spouse_choice": "yes", "accept_price": 1},
        then=(
            Call(
                TEMP, FAMILY | {"column": "dependent_info"}, {"result": {"dependents": Rows("primary_info", count=2)}}
            ),
        ),
    ),
    Call(
        "POST /api/v1/save-dependent-info-to-temp",
        FAMILY | {"dependents": people()[:1], "spouse_choice": "yes"},
        then=(
            Call(
                "GET /api/v1/get-dependents-existing-user-enrollment",
                FAMILY,
                {
                    "result": {
                        "dependents": [{"primary_info": {"first_name": SPOUSE["first_name"]}}],
                        "first_track": True,
                    }
                },
            ),
        ),
    ),
    Call("POST /api/v1/delete-dependent-in-IO", CART),
    Call(
        "GET /api/v1/get-agreement-texts",
        CART,
        Rows("text_head text_body text_required", first={"text_head": "Electronic documents", "text_required": True}),
    ),
    Call(
        "POST /api/v1/save-agreement-info",
        {
            "enrollment_id": "<billed>",
            "eprocess": "applicant",
            "question_id": "3",
            "question": "What 6-digit code did we just email you?",
            "verification_code": "<signing code>",
            "user_name": "Maren Lee Castillo",
            "signature": png(),
        },
        {"next": {"tab_name": "review_info"}},
        then=(
            Call(
                TEMP,
                {"enrollment_id": "<billed>", "column": "aggrement_info"},
                {"result": {"accepted": "<accepted>", "verifier": "applicant", "signature_kind": "draw"}},
            ),
        ),
    ),
    Call(
        "POST /api/v1/save-review-info",
        {"enrollment_id": "<signed>", "additional_notes": "Call after five.", "first_enroll": 1},
        then=(
            Call("GET /api/v1/get-receipt", {"enrollment_id": "<signed>"}, {"name": "Maren"}),
            Call(
                TEMP,
                {"enrollment_id": "<signed>", "column": "review_info"},
                {"result": {"additional_notes": "Call after five."}},
            ),
        ),
    ),
    Call("GET /api/v1/get-receipt", {"enrollment_id": "<done>"}, {"policy_id": "<policy>", "name": "Maren"}),
    Call("POST /api/v1/save-screenshot", CART | {"name": "contact_info", "image": png()}),
    Call(
        "POST /api/v1/continue-enrollment",
        {"code": "<code>", "email": "maren@mailbox.example"},
        SAVED | {"others": OTHERS | {"open_type": "", "type": "new-member"}},
        who="rep",
    ),
    Call(
        "GET /api/v1/direct-continue/{id}",
        {"id": "<link>"},
        SAVED | {"others": OTHERS | {"open_type": "", "type": "new-member"}},
        who="rep",
    ),
)

PAYMENT = (
    Call(
        "GET /api/v1/get-bill-date",
        CART,
        Rows("bill_date", has={"bill_date": 28, "label": "28th of month"}, count=6),
    ),
    Call("GET /api/v1/get-payment-method", CART, {"result": "cc"}),
    Call(
        "GET /api/v1/get-existing-bank-info",
        MEMBER,
        {
            "result": [
                {
                    "bank_id": "<bank>",
                    "account_name": "Maren Castillo",
                    "bank_name": "HARBORLIGHT BANK",
                    "account_number": "Ending 7710",
                    "account_type": "checking",
                    "account_holder_type": "individual",
                    "bank_routing": "110000000",
                }
            ]
        },
        who="member",
    ),
    Call(
        "GET /api/v1/get-existing-card-info",
        MEMBER,
        {
            "result": [
                {
                    "card_id": str,
                    "name_on_cc": "Maren Castillo",
                    "card_number": "Ending 4242",
                    "expiration_month": "07",
                    "expiration_year": "2031",
                }
            ]
        },
        who="member",
    ),
    Call(
        "POST /api/v1/save-billing-info",
        CART | BILLING,
        then=(
            Call(
                TEMP,
                CART | {"column": "payment_info"},
                {"result": {"payment_method": "eft", "bank_name": "HARBORLIGHT BANK", "bill_date": "28"}},
            ),
        ),
    ),
    Call(
        "POST /api/v1/save-billing-info-existing",
        MEMBER | {"payment_method": "eft", "bank_id": "<bank>", "bill_date": "15"},
        who="member",
    ),
    Call("GET /api/v1/get-billing-text", CART, {"text": EFT}),
)

CALLS = (*FORMS, *STEPS, *PAYMENT)
