"""Branding, menus, codes, leads, reference lists and what the store asks for first."""

from __future__ import annotations

from tests.contract.calls.shape import Call, Rows

GROUP_MENU = ["dental", "vision", "medical", "limitedmed", "term_life", "rx", "di", "critical", "accident", "hospital"]
MENU = [
    "dental",
    "vision",
    "medical",
    "limitedmed",
    "term_life",
    "supplemental",
    "lifestyle",
    "rx",
    "di",
    "critical",
    "accident",
    "hospital",
    "pet",
    "guaranteed",
]
LANDING = "logo display_phone display_email tagline display_about_name display_name image image_link banner_image"
BIO = (
    "Jordan has helped families and small companies in Ohio choose benefits since 2014. Ask about waiting periods, "
    "braces, or what to do when a dentist leaves the network. Calls are free, weekdays 8 to 8."
)
ABOUT = (
    "Acme Manufacturing has made fittings in Toledo since 1948. Everyone who works 20 hours or more may enroll, and so "
    "may their families."
)
AGENT = {
    "agent_id": 11,
    "agent_fname": "Jordan",
    "agent_mname": "",
    "agent_lname": "Lee",
    "agent_code": "REP1001",
    "agent_email": "jordan.lee@planfront.example",
    "agent_phone": "6145550148",
    "landing_url": "jordan-lee",
}
GROUP = {"gid": 101, "gname": "Acme Manufacturing", "gcode": "ACME01", "landing_url": "acme"}
COLUMBUS = {"zip": "43215", "state": "OH", "city": "Columbus", "counties": [], "county_required": False}
CHOICE = "value name"
ENQUIRY = {"name": "Ana Ruiz", "phone": "6145550148", "email": "ana@mailbox.example", "state": "OH"}
DEVICE = {"device_id": "contract-1", "web_url": "http://localhost/", "agent_id": 11}
FIRST_QUESTION = {"id": "<first question>", "question": "Who are you looking to cover?"}

BRANDING = (
    Call(
        "GET /api/v1/get-agent-landing-page-info",
        {"agent_id": 11},
        {
            **dict.fromkeys(LANDING.split(), str),
            "display_name": "Jordan Lee",
            "display_phone": "(614) 555-0148",
            "display_email": "jordan.lee@planfront.example",
        },
    ),
    Call(
        "GET /api/v1/get-group-landing-page-info",
        {"group_id": 101},
        {
            **dict.fromkeys(LANDING.split(), str),
            "display_name": "Acme Manufacturing",
            "logo": "/static/art/group/acme.svg",
            "display_phone": "(419) 555-0126",
        },
    ),
    Call("GET /api/v1/get-agent-about-page-info", {"agent_id": 11}, {"agent_bio": BIO}),
    Call("GET /api/v1/get-group-about-page-info", {"group_id": 101}, {"gweb_aboutus": ABOUT}),
    Call(
        "GET /api/v1/get-external-site-dynamic-information",
        {"site_domain": "<domain>"},
        Rows("key value", has={"key": "display_phone", "value": "8005550142"}),
    ),
    Call("GET /api/v1/get-goenroll-footer-plan", {}, {"plan_id": 1002}),
    Call("GET /api/v1/get-ticket-link", {}, {"ticket": "mailto:help@planfront.example"}),
    Call("GET /api/v1/get-domainSite-infromation", {"site_domain": "<domain>"}, {"gid": 77}),
    Call("GET /api/v1/get-elevate-info", {}, {"portal_id": 3}),
    Call("GET /api/v1/get-common-menu", {}, MENU),
    Call("GET /api/v1/get-group-menu", {"group_id": 101}, GROUP_MENU),
    Call(
        "GET /api/v1/get-featured-plans",
        {"portal_id": 1, "group_id": 77},
        Rows(
            "plan_id plan_name plan_logo plan_short_text",
            has={
                "plan_id": 1002,
                "plan_name": "Halden Dental PPO 1500",
                "plan_logo": "/static/art/carrier/halden-dental.svg",
            },
        ),
    ),
)

CODES = (
    Call(
        "GET /api/v1/validate-agent",
        {"agent_code": "REP1001"},
        {
            "first_name": "Jordan",
            "last_name": "Lee",
            "agent_code": "REP1001",
            "email": "jordan.lee@planfront.example",
            "phone": "6145550148",
            "landing_url": "jordan-lee",
        },
    ),
    Call(
        "GET /api/v1/validate-group",
        {"group_code": "ACME01"},
        {"name": "Acme Manufacturing", "landing_url": "acme"},
    ),
    Call("POST /api/v1/decrypt-detail", {"agentId": "REP1001"}, [{"agentId": 11}]),
)

LEADS = (
    Call(
        "POST /api/v2/agent-registration-query",
        ENQUIRY,
        message="Thank you. We have received your information and will contact you soon.",
    ),
    Call("GET /api/v1/check-lead-information", DEVICE, code=204),
    Call(
        "GET /api/v1/get-lead-information",
        DEVICE | {"store_information": 1, "group_id": 101},
        then=(Call("GET /api/v1/check-lead-information", DEVICE, code=200),),
    ),
    Call(
        "GET /api/v1/assist/get",
        DEVICE,
        {"question": FIRST_QUESTION, "answer": []},
    ),
    Call(
        "POST /api/v1/assist/add",
        DEVICE | {"question_id": "<first question>", "answer": "Just me"},
        message="Your answer is saved.",
        then=(
            Call(
                "GET /api/v1/assist/get",
                DEVICE,
                {
                    "question": {"id": int, "question": str},
                    "answer": [
                        {
                            "question_id": "<first question>",
                            "answer": "Just me",
                            "assistant_question": {"question": "Who are you looking to cover?"},
                        },
                    ],
                },
            ),
        ),
    ),
)

REFERENCE = (
    Call(
        "GET /api/v1/get-states",
        {},
        {"result": Rows("name abbrev", first={"name": "Alabama", "abbrev": "AL"}, count=51)},
    ),
    Call("GET /api/v2/validate-dob", {"dob": "04/17/1989"}, {"dob": "04/17/1989", "age": int}),
    Call("POST /api/v1/service/validate-zip-code", {"zip": "43215"}, COLUMBUS),
    Call("GET /api/v1/validate-zip-code", {"zip_code": "43215"}, COLUMBUS),
    Call("GET /api/v1/lookup-zip-state", {"zip": "43215"}, {"state": "OH", "abbrev": "OH", "name": "Ohio"}),
    Call(
        "GET /api/v2/coverages",
        {},
        ["LOW_COST", "MINIMUM_ESSENTIAL_COVERAGE", "PRESCRIPTION", "LOW_DEDUCTIBLES"],
    ),
    Call("GET /api/v1/get-ethnic-category", {}, Rows(CHOICE, has={"value": "12", "name": "Other", "needs_text": True})),
    Call(
        "GET /api/v1/get-average-work-week",
        {},
        {"result": Rows(CHOICE, has={"value": "40", "name": "40 hours"}, count=5)},
    ),
    Call(
        "GET /api/v1/get-employment-status",
        {},
        {
            "result": [
                {"value": "A", "name": "ACTIVE"},
                {"value": "C", "name": "COBRA"},
                {"value": "R", "name": "RETIRED", "refused": True},
            ]
        },
    ),
    Call(
        "GET /api/v1/get-compensation-types",
        {},
        {"result": [{"value": value} for value in ("MW", "GMWL10", "G10L20", "G20", "Salary")]},
    ),
    Call("GET /api/v1/get-vacation-policy", {}, Rows(CHOICE, has={"value": "2_weeks", "name": "2 weeks a year"})),
    Call("GET /api/v1/get-bargaining-unit", {}, Rows(CHOICE, has={"value": "no", "name": "Not in a bargaining unit"})),
    Call(
        "GET /api/v1/get-holiday-policy",
        {},
        [
            {"value": value}
            for value in ("Standard_6", "Presendents_Day", "Columbus_Day", "Religious_Days", "Birthday", "Floating_Day")
        ],
    ),
    Call("GET /api/v1/get-beneficiary-relationships", {}, Rows(CHOICE, first={"value": "spouse", "name": "Spouse"})),
    Call("POST /api/v1/validate-member-email", {"email": "ana@mailbox.example"}, {"email": "ana@mailbox.example"}),
    Call(
        "GET /api/v1/validate-phone-numverify",
        {"phone": "(614) 555-0148"},
        {"value": "6145550148", "is_valid": True},
    ),
    Call(
        "POST /api/v1/validate-email-neverbounce",
        {"email": "Ana@Mailbox.EXAMPLE"},
        {"value": "Ana@mailbox.example", "is_valid": True},
    ),
    Call(
        "GET /api/v1/lookup-routing-number",
        {"q": "072400052"},
        {
            "response": {
                "name": "OLD MILL SAVINGS",
                "routing_number": "072400052",
                "new_routing_number": "072400010",
                "new_name": "LAKEVIEW BANK",
            }
        },
        message="This bank now uses routing number 072400010. Please check your number.",
    ),
)

# These answer below /api/v1 as well.
BOOTSTRAP = (
    Call("GET /get-external-site-infromation", {"site_name": "elevate"}, {"site_name": "elevate", "portal_id": 3}),
    Call(
        "GET /get-enrollment-info-referral",
        {"referral_id": "jordan-planfront"},
        {"referral_id": "jordan-planfront", "referred_by": "Jordan Lee", "agent_id": 11, "agent_code": "REP1001"},
    ),
    Call("POST /track-elevate-traffic", {"enrollment_id": "<quote>"}),
    Call(
        "GET /validate-landing-page",
        {"landing_page": "acme"},
        {"type": "group", "id": 101, "code": "ACME01", "display_name": "Acme Manufacturing", "landing_url": "acme"},
    ),
    Call("GET /get-default-info", {}, {"group_id": 77, "platform_group_id": 1, "benefit_store_group_id": 1929}),
    Call("GET /get-agent-info-enroll", {"agent_id": 11}, AGENT, who="rep"),
    Call("GET /get-group-info-enroll", {"group_id": 101}, GROUP, who="group"),
    Call(
        "GET /get-member-info",
        {"user_id": 5001},
        {"user_id": 5001, "first_name": "Maria", "last_name": "Santos"},
        who="member",
    ),
    Call("GET /get-domainSite-infromation", {"site_domain": "<domain>"}, {"gid": 77}),
    Call(
        "GET /get-dynamic-tabs",
        {"enrollment_id": "<cart>"},
        {
            "result": Rows(
                "tab_name required order",
                first={
                    "tab_name": "primary_info",
                    "required": True,
                    "order": 0,
                    "href": "/enrollment/personal-info",
                },
                has={"tab_name": "agreement_info", "required": True, "order": 7},
                count=9,
            )
        },
    ),
)

CALLS = (*BRANDING, *CODES, *LEADS, *REFERENCE, *BOOTSTRAP)
