"""What people type in the stories of the state machine."""

from __future__ import annotations

from typing import Any

from planfront.enrollment.tests.conftest import BILLING, CONTACT, PERSONAL
from planfront.enrollment.tests.test_employer import EMPLOYER

Person = dict[str, Any]

EMAIL = "maren@mailbox.example"
TIERS = ("IO", "IS", "IC", "IF")
OPTIONAL = ("employer_info", "beneficiary_info", "primary_health_info")
COLUMNS = {
    "primary_info": "primary_info",
    "contact_info": "contact_info",
    "employer_info": "employer_info",
    "billing_info": "payment_info",
    "review_info": "review_info",
}
"""Tabs of plain fields, and the column of the wire that tells them."""
SAVES = {"primary_info": "personal-info", "contact_info": "contact-info"}
TYPED = {
    "primary_info": "middle_name",
    "contact_info": "address2",
    "billing_info": "account_name",
    "review_info": "additional_notes",
}
"""A field of each tab that is typed into, and left."""
PAGES = (
    "form-fields-personal-info",
    "form-fields-contact-info",
    "form-fields-employer-info",
    "form-fields-beneficiary-info",
    "form-fields-billing-info",
    "form-fields-dependent-primary-info",
    "form-fields-agreement-info",
    "review-summary",
    "agreement-texts",
    "hand-over",
)
PRICES = {
    "dental": {
        "OH-1": {"IO": "31.00", "IS": "62.00", "IC": "55.00", "IF": "93.00"},
        "OH-2": {"IO": "40.00", "IS": "80.00", "IC": "70.00", "IF": "120.00"},
    },
    "vision": {
        "OH-1": {"IO": "9.00", "IS": "18.00", "IC": "16.00", "IF": "27.00"},
        "OH-2": {"IO": "9.00", "IS": "18.00", "IC": "16.00", "IF": "27.00"},
    },
}
"""By plan, area and tier."""
AREAS = {"43215": "OH-1", "44101": "OH-2"}
REACH = {
    "contact_info": ("email_address", "phone_number", "address1", "address2", "city"),
    "employer_info": ("phone", "address1", "address2", "city", "state", "zip"),
}
"""How people are reached: nothing that is signed relies on it."""
SELLER = "Wren Alder"
SECRET = "512-34-5678"
STORED = {
    "contact_info": {"phone_number": "6145550193"},
    "employer_info": {"phone": "6145550140", "state": "OH"},
}
"""What is stored in another form than it is typed."""


def someone(name: str, relationship: str, born: str, ssn: str) -> Person:
    return {
        "first_name": name,
        "last_name": "Castillo",
        "birthdate": born,
        "gender": "1",
        "ssn": ssn,
        "relationship": relationship,
    }


SPOUSES = [
    someone("Jonah", "spouse", "09/02/1987", "523443386"),
    someone("Silas", "spouse", "01/15/1985", "523443387"),
]
CHILDREN = [someone(f"Iris{letter}", "child", "05/21/2017", f"52444047{n}") for n, letter in enumerate("abc")]
HEIRS = [
    {
        "first_name": f"Noor{letter}",
        "last_name": "Castillo",
        "birthdate": "03/08/1990",
        "ssn": f"52544047{n}",
        "relationship": "child",
        "beneficiary_percentage": "0",
    }
    for n, letter in enumerate("abcd")
]
ON_RECORD = (SPOUSES[0], CHILDREN[0])
"""Relatives of the existing member; of the beneficiaries the first, with the whole."""
WRONG: tuple[tuple[str, dict[str, Any]], ...] = (
    ("save-personal-info", {**PERSONAL, "first_name": "1"}),
    ("save-personal-info", {**PERSONAL, "ssn": "12"}),
    ("save-personal-info", {**PERSONAL, "marital_status": "9"}),
    ("save-contact-info", {**CONTACT, "email_address": "nobody"}),
    ("save-contact-info", {**CONTACT, "zip": "75201", "state": "TX"}),
    ("save-employer-info", {**EMPLOYER, "employment_status": "R"}),
    ("save-billing-info", {**BILLING, "routing_number": "123"}),
    ("save-billing-info", {**BILLING, "account_number": "1"}),
    ("save-primary-health-info", {"condition_questions": [{"question_id": 101}]}),
    ("save-beneficiary-info", {"beneficiaries": []}),
    ("save-dependent-info", {"dependents": [{"primary_info": {"first_name": "1"}}]}),
)


def masked(number: str) -> str:
    return f"Ending {number[-4:]}"


def status_of(answer: Any) -> tuple[int, str, str]:
    body = answer.json()
    return answer.status_code, body["status"], body.get("errorCode", "")


OK = (200, "success", "")
HANDED = (200, "error", "handedOver")
