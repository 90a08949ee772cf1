"""From the quote to the cart: filter, plans, prices, questions, cart and quotes by mail."""

from __future__ import annotations

import re

from tests.contract.calls.shape import DAY, ID, MONEY, Call, Rows
from tests.contract.calls.stage import BASICS, DENTAL

NEW = {"temp_enrollment_id": ID}
PPO = {"pid": DENTAL, "plan_name": "Halden Dental PPO 1500", "plan_category": "dental"}
LIST = "pid ppid plan_name plan_logo plan_price plan_category is_prudential_plan is_prudential hash plan_short_text"
QUOTE, CART = {"enrollment_id": "<quote>"}, {"enrollment_id": "<cart>"}
DETAIL = {
    "plan_name": "Halden Dental PPO 1500",
    "plan_desc": dict.fromkeys(
        (
            "header_text",
            "body_text",
            "blueBarText",
            "association_text",
            "exclusions_text_name",
            "exclusions_text",
            "example_text_name",
            "example_text",
            "faq_text_name",
            "faq_text",
        ),
        str,
    ),
}
STATEMENTS, HEALTH, MEMBERSHIP, PREMIER = 1401, 1902, 1601, 1403
_YES = [{"qid": number, "true_condition": "Yes"} for number in (501, 502, 503)]
_NO = [{"question_id": number, "yes_no_flag": 0} for number in (611, 612)]
COUNT = "GET /api/v1/get-cart-count"
MAIL = {"email": "ana@mailbox.example", "name": "Ana Ruiz", "tab": "cart_info", "message": "As promised."}

FILTER = (
    Call(
        "POST /api/v1/add-filter-for-new-user",
        BASICS | {"group_id": 101, "platform_group_id": 2},
        NEW | {"portal_id": 2},
    ),
    Call(
        "POST /api/v1/add-filter-for-existing-user",
        {"user_id": 5001, "tier": "IS"},
        NEW | {"portal_id": int},
        who="rep",
    ),
    Call("POST /api/v1/add-filter-for-member", {"user_id": 5001, "tier": "IO"}, NEW | {"portal_id": int}, who="member"),
    Call(
        "PUT /api/v1/change-filter-info/{tempId}",
        {"tempId": "<quote>", "working_hours": "35", "annual_incode": "52,000"},
        {"temp_enrollment_id": "<quote>"},
        then=(
            Call(
                "GET /api/v1/get-enrollment-temp-info",
                QUOTE | {"column": "filter_info"},
                {"result": {"working_hours": 35, "annual_incode": "52000.00", "zip": "43215"}},
            ),
        ),
    ),
    Call(
        "POST /api/v1/update-filter-portal",
        QUOTE | {"group_id": 101, "platform_group_id": 2},
        {"temp_enrollment_id": "<quote>", "changed": ["group_id", "portal_id", "enroll_type"]},
        then=(
            Call("GET /api/v1/get-enrollment-temp-info", QUOTE | {"column": "group_id"}, {"result": 101}),
            Call("GET /api/v1/get-enrollment-temp-info", QUOTE | {"column": "type"}, {"result": "new-group-member"}),
        ),
    ),
    Call(
        "GET /api/v1/get-enrollment-temp-info",
        QUOTE | {"column": "filter_info"},
        {
            "result": {
                "dob": "04/17/1989",
                "zip": "43215",
                "state": "OH",
                "tier": "IO",
                "gender": "1",
                "is_smoker": 0,
                "user_id": None,
                "coverage": [],
                "categories": [],
            }
        },
    ),
    Call(
        "POST /api/v1/store-temp-dependent-info",
        {"enrollment_id": "<family>", "plan_id": 2003, "no_of_children": 2},
        then=(Call("GET /api/v1/get-temp-dependent-info", {"enrollment_id": "<family>"}, {"no_of_children": 2}),),
    ),
    Call(
        "GET /api/v1/get-temp-dependent-info",
        {"enrollment_id": "<family>"},
        {"spouse_dob": "09/02/1987", "no_of_children": 1},
    ),
)

PLANS = (
    Call("GET /api/v1/get-more-requirement", {"enrollment_id": "<premier>"}, True),
    Call(
        "GET /api/v1/get-filtered-plans",
        QUOTE | {"categories": "dental"},
        {"result": Rows(LIST, has=PPO | {"plan_price": MONEY, "ppid": "<ppid>"}, count=14)},
    ),
    Call(
        "GET /api/v1/get-menu-filtered-plans",
        {"category": "vision", "portal_id": 1},
        {"result": Rows(LIST, has={"pid": 1102, "plan_name": "Ostrander Vision Complete 130"})},
    ),
    Call(
        "GET /api/v1/get-left-side-filter-fields",
        QUOTE,
        {"result": {"categories": Rows("key label", first={"key": "dental", "label": "Dental Plans"}, count=14)}},
    ),
    Call("GET /api/v1/get-plan-detail/{id}", {"id": DENTAL}, DETAIL | {"plan_id": DENTAL}),
    Call(
        "GET /api/v1/get-plan-detail",
        {"plan_id": MEMBERSHIP},
        {"plan_name": "Elevate Essentials", "is_membership": True, "plan_desc": {"body_text": str}},
    ),
    Call("GET /api/v1/get-related-plans", {"plan_id": DENTAL}, Rows(LIST, has={"pid": 1003})),
    Call(
        "GET /api/v1/get-plan-pricing-detail",
        QUOTE | {"pid": DENTAL},
        {
            "plans": Rows(
                "plan_id plan_pricing_id plan_name plan_logo price",
                has={
                    "plan_id": DENTAL,
                    "plan_pricing_id": "<ppid>",
                    "price": "<price>",
                    "tier": "IO",
                    "in_cart": False,
                },
            )
        },
    ),
    Call(
        "GET /api/v1/get-plan-pricing-detail-elevate",
        QUOTE,
        {"plans": Rows("plan_id plan_pricing_id plan_name price", first={"plan_id": MEMBERSHIP, "price": "9.95"})},
    ),
    Call("GET /api/v1/check-prudential-plan", QUOTE | {"plan_id": STATEMENTS}, {"status": True, "depdob": False}),
    Call(
        "GET /api/v1/{hash}", QUOTE | {"hash": "<check call>", "plan_id": STATEMENTS}, {"status": True, "depdob": False}
    ),
    Call("GET /api/v1/check-disability-plan", QUOTE | {"plan_id": 1801}, {"status": True}),
)

QUESTIONS = (
    Call(
        "GET /api/v1/get-questions",
        QUOTE | {"plan_id": HEALTH, "type": "health"},
        {
            "questions": Rows(
                "question_id question_text question_sub_type options require_detail",
                first={
                    "question_id": 611,
                    "question_text": "Have you ever had cancer, a heart attack, or a stroke?",
                },
                count=2,
            )
        },
    ),
    Call(
        "POST /api/v1/save-question-answers",
        QUOTE | {"plan_id": HEALTH, "answers": _NO},
        {"success_message": "Thank you. Your answers are saved."},
        message="Thank you. Your answers are saved.",
        then=(Call("GET /api/v1/check-already-answered", QUOTE | {"plan_id": HEALTH}, {"status": True}),),
    ),
    Call("GET /api/v1/check-already-answered", QUOTE | {"plan_id": HEALTH}, {"status": False}),
    Call(
        "GET /api/v1/get-aflac-questions",
        QUOTE | {"plan_id": STATEMENTS},
        {"questions": Rows("qid question true_condition", first={"qid": 501, "true_condition": "Yes"}, count=3)},
    ),
    Call(
        "POST /api/v1/save-aflac-questions",
        QUOTE | {"plan_id": STATEMENTS, "aflac_data": _YES},
        then=(Call("GET /api/v1/get-aflac-questions", QUOTE | {"plan_id": STATEMENTS}, {"questions": []}, code=204),),
    ),
)

CART_CALLS = (
    Call(COUNT, CART, {"result": 1}),
    Call("GET /api/v1/get-cart-amount", CART, {"result": "<amount>"}),
    Call("GET /api/v1/check-prudential-cart", {"enrollment_id": "<premier>"}, {"status": True}),
    Call(
        "POST /api/v1/check-already-in-cart",
        CART | {"plan_id": DENTAL, "plan_pricing_id": "<ppid>"},
        {"status": True},
        message="This plan is already in your cart.",
    ),
    Call(
        "POST /api/v1/add-plan-to-cart",
        QUOTE | {"plan_id": DENTAL, "plan_pricing_id": "<ppid>"},
        {"count": 1},
        message="The plan is in your cart.",
        then=(Call(COUNT, QUOTE, {"result": 1}),),
    ),
    Call(
        "POST /api/v1/add-plan-to-cart-prudentials",
        QUOTE | {"plan_id": PREMIER, "plan_id1": MEMBERSHIP},
        {"count": 2},
        message="Both plans are in your cart.",
        then=(Call(COUNT, QUOTE, {"result": 2}),),
    ),
    Call(
        "GET /api/v1/get-plan-cart",
        CART,
        {
            "result": Rows(
                "plan_id plan_name plan_logo price plan_pricing_id removable",
                first={
                    "plan_id": DENTAL,
                    "plan_name": "Halden Dental PPO 1500",
                    "price": "<price>",
                    "removable": 1,
                    "plan_pricing_id": "<ppid>",
                },
            ),
            "initial_month_cost": MONEY,
            "recurring_month_cost": "<amount>",
            "effective_date": "<first day>",
        },
    ),
    Call("GET /api/v1/get-cart-effective-dates", CART, {"result": ["<first day>", DAY, DAY]}),
    Call(
        "POST /api/v1/cart-checkout",
        CART | {"effective_date": "<second day>"},
        then=(
            Call(
                "GET /api/v1/get-enrollment-temp-info", CART | {"column": "effective_date"}, {"result": "<second day>"}
            ),
        ),
    ),
    Call(
        "GET /api/v1/remove-plan-from-cart",
        CART | {"plan_id": DENTAL, "plan_pricing_id": "<ppid>"},
        {"count": 0},
        message="The plan was removed from your cart.",
        then=(Call(COUNT, CART, {"result": 0}),),
    ),
    Call(
        "POST /api/v1/save-enrollment",
        MAIL | {"enrollment_id": "<reps>", "data": {}},
        {"email": MAIL["email"]},
        who="rep",
        message="Quote Successfully Sent to ana@mailbox.example",
    ),
    Call(
        "GET /api/v1/get-quote-preview-content",
        MAIL | {"enrollment_id": "<reps>", "type": "preview"},
        {"content": re.compile(r".*As promised\..*Halden Dental PPO 1500.*", re.DOTALL)},
        who="rep",
    ),
)

CALLS = (*FILTER, *PLANS, *QUESTIONS, *CART_CALLS)
