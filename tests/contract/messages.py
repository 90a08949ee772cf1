"""Every message that a visitor of the store can meet: its words, who says it, and how it is brought up.

``SAID`` are the server's answers. ``SHOWN`` are said by the pages alone, and name the test that brings them up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from tests.contract import bring
from tests.contract.bring import BASICS, ENQUIRY, adds, changes, chats, posts, prices, quotes, saves, signed_in

NEW, V2_ENQUIRY = "add-filter-for-new-user", "/api/v2/agent-registration-query"
HEALTH, STATEMENTS = 1902, 1401
CLICK = "by clicking here."
# A chat's answers by position, up to the way to be contacted.
CHAT_SO_FAR = ((1, "Just me"), (3, "Dental or vision"), (4, "A low price"), (5, "Ana"), (6, "43004"))


@dataclass(frozen=True)
class Message:
    """``at``: the field or errorCode under which the answer has the text; "message" is the answer's own.

    ``template``: the text in the sources where it has values in it; "" is the text itself, None a text of the demo.
    """

    text: str
    at: str
    way: Callable[[Any], Any]
    template: str | None = ""


@dataclass(frozen=True)
class Shown:
    """``test``: where it is brought up, below frontend/."""

    text: str
    test: str


def _required() -> list[Message]:
    text = "Field is required"
    filters = [Message(text, name, posts(NEW, BASICS | {name: ""})) for name in ("zip", "dob", "gender", "tier")]
    enquiry = [Message(text, name, posts(V2_ENQUIRY, ENQUIRY | {name: ""})) for name in ENQUIRY]
    return [
        *filters,
        *enquiry,
        Message(text, "agent_code", bring.gets("validate-agent")),
        Message(text, "group_code", bring.gets("validate-group")),
        Message(text, "zip", bring.gets("validate-zip-code", zip_code="")),
        Message(text, "dob", bring.gets("/api/v2/validate-dob", dob="")),
        Message(text, "name", quotes(name="")),
        Message(text, "email", quotes(email="")),
        Message(text, "dep_dob", saves("store-temp-dependent-info", {}, tier="IS")),
        Message(text, "no_of_children", saves("store-temp-dependent-info", {}, tier="IC")),
        Message(text, "effective_date", bring.with_plan(bring.checks_out)),
        Message(text, "answer", chats(1, "")),
    ]


_CHILDREN = "Choose a number of children from the list."
FIELDS = (
    *_required(),
    Message("Enter 5 digit zip code.", "zip", posts(NEW, BASICS | {"zip": "4321"})),
    Message("Enter 5 digit zip code.", "zip", changes(zip="432155")),
    Message("Enter 5 digit zip code.", "zip", bring.gets("validate-zip-code", zip_code="4321")),
    Message("Invalid Zip code", "zip", posts("service/validate-zip-code", {"zip": "00000"})),
    Message("Invalid Zip code", "zip", posts(NEW, BASICS | {"zip": "00000"})),
    Message("You must be 18 years to proceed", "dob", posts(NEW, BASICS | {"dob": "04/17/2020"})),
    Message("You must be 18 years to proceed", "dob", changes(dob="04/17/2020")),
    Message("You must be 18 years to proceed", "dob", bring.gets("/api/v2/validate-dob", dob="04/17/2020")),
    Message("The date can't be in the future.", "dob", posts(NEW, BASICS | {"dob": "04/17/2199"})),
    Message("Enter a date as mm/dd/yyyy.", "dob", posts(NEW, BASICS | {"dob": "in April 1989"})),
    Message("Enter valid name", "name", posts(V2_ENQUIRY, ENQUIRY | {"name": "Ana <b>"})),
    Message("Invalid phone number", "phone", posts(V2_ENQUIRY, ENQUIRY | {"phone": "614555014"})),
    Message("Enter valid email address", "email", posts(V2_ENQUIRY, ENQUIRY | {"email": "ana@"})),
    Message("Check the marked fields.", "message", posts(V2_ENQUIRY, ENQUIRY | {"email": "ana@"})),
    Message(
        "Thank you. We have received your information and will contact you soon.",
        "message",
        posts(V2_ENQUIRY, ENQUIRY),
    ),
    Message("Please enter valid name", "name", quotes(name="4na")),
    Message("Please enter valid email address", "email", quotes(email="ana@")),
    Message("This is too long.", "message", quotes(message="x" * 1001)),
    Message("Please choose a platform", "platform_group_id", saves("update-filter-portal", {"group_id": 101})),
    Message("Please choose a tier", "tier", signed_in("member@demo.test", posts("add-filter-for-member", {}))),
    Message("Enter your annual income in dollars.", "annual_incode", changes(annual_incode="plenty")),
    Message("Enter a whole number from 1 to 100.", "working_hours", changes(working_hours="101")),
    Message(_CHILDREN, "no_of_children", saves("store-temp-dependent-info", {"no_of_children": "9"}, tier="IF")),
    Message(_CHILDREN, "no_of_children", saves("store-temp-dependent-info", {"no_of_children": "10"}, tier="IC")),
    Message(
        "Only one child is allowed with this plan.",
        "no_of_children",
        saves("store-temp-dependent-info", {"no_of_children": "2", "plan_id": STATEMENTS}, tier="IC"),
    ),
    Message("Invalid phone number", "message", chats(8, "614", *CHAT_SO_FAR, (7, "By phone"))),
    Message("Enter valid email address", "message", chats(9, "ana@", *CHAT_SO_FAR, (7, "By email"))),
)

PRICING = (
    Message("Your quote has expired. Please start again.", "enrollmentIdError", bring.expired),
    Message(
        "Plan not available in the chosen enrollment portal or group.",
        "portalError",
        prices(1014, platform_group_id="1"),
    ),
    Message(
        "Plan not available in your state. Please change the state by editing your basic info above.",
        "stateError",
        prices(1007),
    ),
    Message("Another version of this plan fits your answers.", "changePid", prices(1501, is_smoker="1")),
    Message(
        "This plan is available at ages 50 to 80.",
        "planAgeError",
        prices(2301),
        "This plan is available at ages %(low)s to %(high)s.",
    ),
    Message(f"Tobacco usage required. Please choose tobacco usage {CLICK}", "smokerError", prices(1401, is_smoker="")),
    Message(
        f"Please enter a sufficient annual income to add product to the cart {CLICK}",
        "salaryError",
        prices(1801, annual_income=""),
    ),
    Message(
        f"Please enter a sufficient working hours to add product to the cart {CLICK}",
        "hourError",
        prices(1801, working_hours="12"),
    ),
    Message("Please answer following questions to view rates.", "newQuestionsError", prices(HEALTH)),
    Message(
        "Plan not available for this tier. Please change the tier by editing your basic info above.",
        "tierError",
        prices(1012),
    ),
    Message(
        "Plan not available in the area. Please choose another area by editing your basic info above.",
        "metError",
        prices(1008, zip="12801"),
    ),
    Message(
        "Plan not available for selected age group. Please edit your basic info above.",
        "ageError",
        prices(2101, dob="01/01/1958"),
    ),
)

_ANSWERS = [{"question_id": 611, "yes_no_flag": 1}, {"question_id": 612, "yes_no_flag": 0}]
_HEALTHY = [answer | {"yes_no_flag": 0} for answer in _ANSWERS]
QUESTIONS = (
    Message(
        "Please answer all questions", "message", saves("save-question-answers", {"plan_id": HEALTH, "answers": []})
    ),
    Message(
        "Please answer all questions",
        "question_611",
        saves("save-question-answers", {"plan_id": HEALTH, "answers": _ANSWERS[1:]}),
    ),
    Message(
        "Thank you. Your answers are saved.",
        "message",
        saves("save-question-answers", {"plan_id": HEALTH, "answers": _HEALTHY}),
    ),
    Message(
        "We're sorry: this answer means the plan can't be issued. Plans without health questions stay open to you.",
        "decline",
        saves("save-question-answers", {"plan_id": HEALTH, "answers": _ANSWERS}),
        None,
    ),
    Message(
        "Please answer yes in order to continue",
        "message",
        saves("save-aflac-questions", {"plan_id": STATEMENTS, "aflac_data": []}),
    ),
    Message(
        "*Answer should be Yes/No to continue",
        "question_501",
        saves("save-aflac-questions", {"plan_id": STATEMENTS, "aflac_data": []}),
    ),
    Message(
        "*Answer should be Yes to continue",
        "question_501",
        saves("save-aflac-questions", {"plan_id": STATEMENTS, "aflac_data": [{"qid": 501, "true_condition": "No"}]}),
    ),
)

CART = (
    Message(
        "Halden Ortho Plus is not taking new enrollments in Texas at this time. Please choose another plan.",
        "blackout",
        adds(1013, zip="75201"),
        None,
    ),
    Message("You already have this plan. It is active.", "alreadyActive", bring.owned),
    Message("Please answer following questions to view rates.", "newQuestionsError", adds(STATEMENTS)),
    Message("Please select a membership to go with this plan.", "membershipRequired", adds(1403)),
    Message(
        "Please select a membership to go with this plan.",
        "plan_id1",
        saves("add-plan-to-cart-prudentials", {"plan_id": 1403, "plan_id1": 1002}),
    ),
    Message("The price of this plan has changed. Please review the new price.", "priceChanged", bring.old_card),
    Message(
        "The price of your cart has changed. Please review the new price before you go on.",
        "priceChanged",
        bring.with_plan(bring.old_cart),
    ),
    Message(
        "Your cart is empty. Please add a plan first.",
        "emptyCart",
        saves("cart-checkout", {"effective_date": "01/01/2027"}),
    ),
    Message(
        "Please choose one of the listed effective dates.",
        "effective_date",
        bring.with_plan(lambda client, key: bring.checks_out(client, key, f"{date.max:%m/%d/%Y}")),
    ),
)

OTHERS = (
    Message("Please allow 24 hours for a representative to reach out to you.", "message", bring.chat_to_the_end),
    Message("There is no such landing page.", "message", bring.gets("/validate-landing-page", landing_page="nobody")),
    Message(
        "This referral is not known.", "message", bring.gets("/get-enrollment-info-referral", referral_id="nobody")
    ),
    Message("This site is not known.", "message", bring.gets("/get-external-site-infromation", site_name="nobody")),
    Message(
        "This site is not configured.", "message", bring.gets("/get-domainSite-infromation", site_domain="bm9ib2R5")
    ),
    Message(
        "Too many tries. Please wait a few minutes and try again.",
        "message",
        bring.tries("validate-agent", 31, agent_code="NOBODY"),
    ),
    Message("Not found.", "message", bring.gets("get-agent-landing-page-info", agent_id=999)),
)

SAID = (*FIELDS, *PRICING, *QUESTIONS, *CART, *OTHERS)

_HOMES = "e2e/homes.spec.ts"
_CODES, _ERRORS = "src/features/codes/codes.test.tsx", "src/features/errors/errors.test.tsx"
_CHOICE, _LABELS = "src/components/shop/ChoiceDialog.test.tsx", "src/lib/shop/labels.test.ts"
SHOWN = (
    Shown("Field is required", _LABELS),
    Shown("Enter 5 digit zip code.", _LABELS),
    Shown("Invalid Zip code", _LABELS),
    Shown("You must be 18 years to proceed", _LABELS),
    Shown("Field is required", _CODES),
    Shown("Invalid Rep Access Code", _CODES),
    Shown("Invalid Group Enrollment Code", _CODES),
    Shown("Please choose a platform", _CHOICE),
    Shown("Please choose a group", _CHOICE),
    Shown("Please choose a tier", _CHOICE),
    Shown("Please choose a platform", _HOMES),
    Shown("Please choose a group", _HOMES),
    Shown("Choose enroll for new member", _HOMES),
    Shown("Please choose a tier", _HOMES),
    Shown("Field is required", "src/features/leads/enquiry.test.ts"),
    Shown("Enter valid name", "src/features/leads/enquiry.test.ts"),
    Shown("Invalid phone number", "src/features/leads/enquiry.test.ts"),
    Shown("Enter valid email address", "src/features/leads/enquiry.test.ts"),
    Shown("Field is required", "src/features/cart/quote.test.ts"),
    Shown("Please enter valid name", "src/features/cart/quote.test.ts"),
    Shown("Please enter valid email address", "src/features/cart/quote.test.ts"),
    Shown("Please answer all questions", "e2e/catalog.spec.ts"),
    Shown("Please answer yes in order to continue", "e2e/catalog.spec.ts"),
    Shown("*Answer should be Yes/No to continue", "e2e/catalog.spec.ts"),
    Shown("Landing url is not configured for this {type}", _ERRORS),
    Shown("OOPS! Page not found", _ERRORS),
)
