"""Another visitor's id is 404 on every call of these rooms; expired quotes say so."""

from datetime import timedelta

import pytest

from planfront.api.root import api
from planfront.enrollment.tests.conftest import Wizard
from planfront.kernel import clock
from planfront.shopping.models import Quote

ROOMS = ("planfront.enrollment.", "planfront.billing.", "planfront.sales.")
BODIES = {
    "begin_card_setup": {"back": "/enrollment/billing-information"},
    "finish_card_setup": {"card_token": "cs_1"},
    "validate_single_dependent": {"primary_info": {}},
    "answer_proposal": {"proposal_id": "6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00", "answer": "accept"},
    "save_draft": {"tab_name": "primary_info"},
    "save_screenshot": {"name": "contact_info", "image": "x"},
    "validate_member_email": {"email": "a@b.example"},
    "save_enrollment": {"tab": "contact_info", "email": "a@b.example"},
    "withdraw_enrollment": {"reason": "mistake"},
}
ABOUT_MEMBERS = ("planfront.sales.client_api", "planfront.enrollment.payments.")
"""Calls that name no enrollment; tests/contract/permissions.py says who may make them."""
PUBLIC = {"continue_enrollment", "direct_continue", "send_enrollment_code", "verify_document"}


def operations():
    """(method, path, operation id) of every call of these rooms."""
    result = []
    for path, methods in api.get_openapi_schema()["paths"].items():
        for method, operation in methods.items():
            result.append((method, path, operation["operationId"]))
    ours = set()
    for prefix, router in api._routers:
        for view in router.path_operations.values():
            for operation in view.operations:
                module = operation.view_func.__module__
                if module.startswith(ROOMS) and not module.startswith(ABOUT_MEMBERS):
                    ours.add(operation.view_func.__name__)
        del prefix
    return [item for item in result if item[2].removesuffix("_v1") in ours and item[2] not in PUBLIC]


def test_the_walk_covers_every_enrollment_call():
    names = {operation[2] for operation in operations()}
    assert {"get_dynamic_tabs", "save_personal_info", "get_receipt", "get_bill_date", "save_review_info"} <= names
    assert len(names) >= 28


@pytest.mark.parametrize(("method", "path", "name"), operations())
def test_foreign_ids_are_not_found(wizard, stranger, other_brand, make_client, method, path, name):
    for client in (stranger, make_client("other.test")):
        for enrollment_id in (wizard.id, "no-such-id"):
            if method == "get":
                extra = {"tab_name": "x"} if name == "check_tab_required" else {}
                answer = client.get(path, enrollment_id=enrollment_id, **extra)
            else:
                answer = client.post(path, {"enrollment_id": enrollment_id, **BODIES.get(name, {})})
            assert answer.status_code == 404, (name, answer.content[:300])


def test_an_expired_quote_says_so(wizard):
    Quote.objects.update(expires_at=clock.now() - timedelta(days=1))
    answer = wizard.get("/get-dynamic-tabs").json()
    assert (answer["errorCode"], answer["message"]) == (
        "enrollmentIdError",
        "Your quote has expired. Please start again.",
    )


def test_the_receipt_is_not_found_before_submission(wizard):
    assert Wizard(wizard.client, wizard.id).get("get-receipt").status_code == 404
