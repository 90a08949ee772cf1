"""Answers that aren't success but belong to the agreement: no content, statusCode 204, errorCodes, grouped errors."""

from __future__ import annotations

from tests.contract.calls.shape import Call

TOO_YOUNG, MARKED = "You must be 18 years to proceed", "Check the marked fields."
DECLINED = "We're sorry: this answer means the plan can't be issued. Plans without health questions stay open to you."
QUOTE = {"enrollment_id": "<quote>"}
ANSWERS = [{"question_id": 611, "yes_no_flag": 1}, {"question_id": 612, "yes_no_flag": 0}]
BLACKOUT = "Halden Ortho Plus is not taking new enrollments in Texas at this time. Please choose another plan."

CALLS = (
    Call("GET /api/v1/validate-agent", {"agent_code": "NOBODY"}, http=204),
    Call("GET /api/v1/validate-group", {"group_code": "NOBODY"}, http=204),
    Call(
        "GET /get-domainSite-infromation",
        {"site_domain": "bm9ib2R5"},
        {"gid": None},
        code=204,
        message="This site is not configured.",
    ),
    Call(
        "GET /get-external-site-infromation",
        {"site_name": "nobody"},
        {"portal_id": None},
        code=204,
        message="This site is not known.",
    ),
    Call(
        "GET /get-enrollment-info-referral",
        {"referral_id": "nobody"},
        {"referral_id": ""},
        code=204,
        message="This referral is not known.",
    ),
    Call(
        "GET /validate-landing-page",
        {"landing_page": "nobody"},
        {"type": ""},
        code=204,
        message="There is no such landing page.",
    ),
    # Ids can be counted through: strangers get no codes.
    Call("GET /get-agent-info-enroll", {"agent_id": 11}, {"agent_lname": "Lee", "agent_code": ""}),
    Call("GET /get-group-info-enroll", {"group_id": 101}, {"gname": "Acme Manufacturing", "gcode": ""}),
    Call("GET /get-agent-info-enroll", {"agent_id": 77777}, {"agent_id": None}, code=204, message="Not found."),
    Call("GET /get-group-info-enroll", {"group_id": 77777}, {"gid": None}, code=204, message="Not found."),
    Call("GET /api/v1/get-aflac-questions", QUOTE | {"plan_id": 1002}, {"questions": []}, code=204),
    Call(
        "GET /api/v2/validate-dob",
        {"dob": "04/17/2020"},
        [{"target_element": "dob", "error_message": TOO_YOUNG}],
        http=422,
        message=MARKED,
        beside={"errors": {"dob": [TOO_YOUNG]}},
    ),
    Call(
        "GET /api/v1/get-plan-pricing-detail",
        {"enrollment_id": "<smoker>", "pid": 1501},
        {"pid": 1502},
        error="changePid",
        message="Another version of this plan fits your answers.",
        beside={"status": "changePid"},
    ),
    Call(
        "GET /api/v1/get-plan-pricing-detail",
        {"enrollment_id": "no-such-quote", "pid": 1002},
        {"remedy": {}},
        error="enrollmentIdError",
        message="Your quote has expired. Please start again.",
    ),
    Call(
        "POST /api/v1/save-question-answers",
        QUOTE | {"plan_id": 1902, "answers": ANSWERS},
        {"error_message": DECLINED},
        error="decline",
        message=DECLINED,
    ),
    Call(
        "POST /api/v1/add-plan-to-cart",
        {"enrollment_id": "<texan>", "plan_id": 1013},
        error="blackout",
        message=BLACKOUT,
    ),
    Call(
        "POST /api/v1/save-enrollment",
        {"enrollment_id": "<family>", "email": "maren@mailbox.example", "tab": "benificiary_info", "data": {}},
        {"email": "maren@mailbox.example"},
        message="Information Saved!!! Check your email to continue",
    ),
    Call("GET /api/v1/get-plan-cart", {"enrollment_id": "no-such-quote"}, http=404, message="Not found."),
    Call("GET /api/v1/get-plan-cart", {"enrollment_id": "<reps>"}, http=404, message="Not found."),
)
