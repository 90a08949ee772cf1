"""Every refusal of pricing with its words, and both outcomes of every call about plans, questions, cart and filter."""

from __future__ import annotations

import pytest

from planfront_demo.tests.showcase import CART_SHOWS, SHOWS

pytestmark = pytest.mark.django_db
BASICS = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": "IO", "eprocess": "applicant"}
MORE = {"is_smoker": "0", "annual_income": "48000", "working_hours": "40"}
WORDS = {
    "portalError": "Plan not available in the chosen enrollment portal or group.",
    "stateError": "Plan not available in your state. Please change the state by editing your basic info above.",
    "changePid": "Another version of this plan fits your answers.",
    "planAgeError": "This plan is available at ages 50 to 80.",
    "smokerError": "Tobacco usage required. Please choose tobacco usage by clicking here.",
    "salaryError": "Please enter a sufficient annual income to add product to the cart by clicking here.",
    "hourError": "Please enter a sufficient working hours to add product to the cart by clicking here.",
    "newQuestionsError": "Please answer following questions to view rates.",
    "tierError": "Plan not available for this tier. Please change the tier by editing your basic info above.",
    "metError": "Plan not available in the area. Please choose another area by editing your basic info above.",
    "ageError": "Plan not available for selected age group. Please edit your basic info above.",
    "blackout": "Halden Ortho Plus is not taking new enrollments in Texas",
    "membershipRequired": "Please select a membership to go with this plan.",
    "alreadyActive": "You already have this plan. It is active.",
}
# Where the answer comes from something else than a field of the profile, and what the tour says to enter.
CHANGED = {
    "portalError": {"platform_group_id": "1"},
    "changePid": {"is_smoker": "1"},
    "metError": {"zip": "12801"},
    "ageError": {"dob": "01/01/1958"},
    "hourError": {"working_hours": "12"},
    "blackout": {"zip": "75201"},
}
UNANSWERED = {"smokerError": "is_smoker", "salaryError": "annual_income"}


@pytest.fixture
def client(world, make_client):
    return make_client("localhost")


def start(client, code=""):
    enrollment = client.post("add-filter-for-new-user", BASICS).json()["data"]["temp_enrollment_id"]
    more = {key: text for key, text in MORE.items() if key != UNANSWERED.get(code)}
    answer = client.put(f"change-filter-info/{enrollment}", more | CHANGED.get(code, {}))
    assert answer.json()["status"] == "success", answer.content
    return enrollment


def refusal(client, show, code):
    enrollment = start(client, code)
    if show in SHOWS:
        return client.get("get-plan-pricing-detail", pid=show.plan_id, enrollment_id=enrollment)
    return client.post("add-plan-to-cart", {"enrollment_id": enrollment, "plan_id": show.plan_id})


@pytest.mark.parametrize(
    "show", [*SHOWS, *(show for show in CART_SHOWS if show.code != "alreadyActive")], ids=lambda item: item.code
)
def test_a_refusal_has_its_code_and_its_words_in_both_languages(client, show):
    answer = refusal(client, show, show.code)
    text = answer.json()
    status = "changePid" if show.code == "changePid" else "error"
    assert (answer.status_code, text["status"], text["errorCode"]) == (200, status, show.code)
    assert text["message"].startswith(WORDS[show.code])
    assert text["data"].get("pid") == (1502 if show.code == "changePid" else text["data"].get("pid"))
    client.headers = {"Accept-Language": "es"}
    spanish = refusal(client, show, show.code).json()
    assert spanish["errorCode"] == show.code
    assert spanish["message"]
    assert spanish["message"] != text["message"]


@pytest.mark.parametrize("show", SHOWS, ids=lambda item: item.code)
def test_a_refused_plan_has_no_price_and_does_not_get_into_the_cart(client, show):
    enrollment = start(client, show.code)
    added = client.post("add-plan-to-cart", {"enrollment_id": enrollment, "plan_id": show.plan_id}).json()
    assert (added["status"], added["errorCode"]) == ("error", show.code)
    assert client.get("get-cart-count", enrollment_id=enrollment).json()["data"]["result"] == 0


PLAN, PREMIER, DI = {"plan_id": 1002}, {"plan_id": 1401}, {"plan_id": 1801}
GET = (
    ("get-cart-count", {}, {"result": 0}),
    ("get-cart-amount", {}, {"result": "0.00"}),
    ("get-temp-dependent-info", {}, {"spouse_dob": "", "no_of_children": None}),
    ("get-more-requirement", {}, False),
    ("check-prudential-cart", {}, {"status": False}),
    ("check-prudential-plan", PREMIER, {"status": True, "depdob": False}),
    ("check-prudential-plan", {"plan_id": 1001}, {"status": False, "depdob": False}),
    ("check-disability-plan", DI, {"status": True}),
    ("check-disability-plan", PLAN, {"status": False}),
    ("check-already-answered", {"plan_id": 1902}, {"status": False}),
    ("get-plan-cart", {}, {"result": [], "recurring_month_cost": "0.00", "initial_month_cost": "0.00"}),
)
OTHERS = (
    "get-filtered-plans",
    "get-left-side-filter-fields",
    "get-plan-pricing-detail-elevate",
    "get-cart-effective-dates",
    "get-enrollment-temp-info",
)


@pytest.mark.parametrize(("path", "query", "wanted"), GET, ids=[f"{item[0]}-{item[1]}" for item in GET])
def test_a_call_answers_its_owner_and_nobody_else(client, make_client, path, query, wanted):
    enrollment = start(client)
    answer = client.get(path, enrollment_id=enrollment, **query)
    data = answer.json()["data"]
    assert answer.status_code == 200
    if isinstance(wanted, dict):
        assert {key: data[key] for key in wanted} == wanted
    else:
        assert data == wanted
    assert make_client("localhost").get(path, enrollment_id=enrollment, **query).status_code == 404
    if "plan_id" in query:
        assert client.get(path, enrollment_id=enrollment, plan_id=999_999).status_code == 404


@pytest.mark.parametrize("path", OTHERS)
def test_a_list_answers_its_owner(client, path):
    answer = client.get(path, enrollment_id=start(client))
    assert (answer.status_code, answer.json()["status"]) == (200, "success")
    assert answer.json()["data"]


@pytest.mark.parametrize(
    ("path", "changed", "target", "message"),
    [
        ("add-filter-for-new-user", {"zip": "1234"}, "zip", "Enter 5 digit zip code."),
        ("add-filter-for-new-user", {"zip": ""}, "zip", "Field is required"),
        ("add-filter-for-new-user", {"dob": "04/17/2020"}, "dob", "You must be 18 years to proceed"),
        ("add-filter-for-new-user", {"dob": ""}, "dob", "Field is required"),
        ("add-filter-for-new-user", {"gender": ""}, "gender", "Field is required"),
        ("add-filter-for-new-user", {"tier": ""}, "tier", "Field is required"),
    ],
)
def test_a_wrong_field_is_named(client, path, changed, target, message):
    answer = client.post(path, BASICS | changed)
    assert (answer.status_code, answer.json()["status"], answer.json()["statusCode"]) == (422, "error", 422)
    assert {"target_element": target, "error_message": message} in answer.json()["data"]


def test_the_cart_from_adding_to_removing(client):
    ids = {"enrollment_id": start(client), "plan_id": 1002}
    card = client.get("get-plan-pricing-detail", pid=1002, enrollment_id=ids["enrollment_id"]).json()["data"]["plans"][
        1
    ]
    ids["plan_pricing_id"] = card["plan_pricing_id"]
    assert client.post("check-already-in-cart", ids).json()["data"]["status"] is False
    for _twice in range(2):
        assert client.post("add-plan-to-cart", ids).json()["status"] == "success"
    assert client.post("check-already-in-cart", ids).json()["data"]["status"] is True
    cart = client.get("get-plan-cart", enrollment_id=ids["enrollment_id"]).json()["data"]
    assert [line["plan_id"] for line in cart["result"] if line["removable"]] == [1002]
    assert (
        client.get("get-cart-amount", enrollment_id=ids["enrollment_id"]).json()["data"]["result"]
        == cart["recurring_month_cost"]
    )
    day = client.get("get-cart-effective-dates", enrollment_id=ids["enrollment_id"]).json()["data"]["result"][0]
    chosen = {"enrollment_id": ids["enrollment_id"], "effective_date": day["value"] if isinstance(day, dict) else day}
    assert client.post("cart-checkout", chosen).json()["status"] == "success"
    wrong = client.post("cart-checkout", chosen | {"effective_date": "01/02/2020"})
    assert wrong.json()["data"][0]["target_element"] == "effective_date"
    for _twice in range(2):
        assert client.get("remove-plan-from-cart", **ids).json()["status"] == "success"
    assert client.get("get-cart-count", enrollment_id=ids["enrollment_id"]).json()["data"]["result"] == 0
    assert client.post("cart-checkout", chosen).json()["errorCode"] == "emptyCart"
