"""Ways to make the API say something: each takes a client of the demo world and returns the answer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from planfront.kernel import clock
from planfront.leads.models import AssistantQuestion
from planfront.shopping.models import CartLine, Quote
from planfront_demo.tests.showcase import SHOPPER

Way = Callable[[Any], Any]
BASICS = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": "IO", "eprocess": "applicant"}
MORE = {"is_smoker": "0", "annual_income": str(SHOPPER["income"]), "working_hours": "40"}
ENQUIRY = {"name": "Ana Ruiz", "phone": "6145550148", "email": "ana@example.com", "state": "OH"}
QUOTE = {"name": "Ana Ruiz", "email": "ana@example.com", "tab": "cart_info", "message": ""}
PLAN = 1002


def started(client: Any, **changes: str) -> str:
    """A quote for Columbus, Ohio, with every answer; "" leaves one out."""
    data = {name: text for name, text in ({**BASICS, **MORE} | changes).items() if text}
    basics = {name: data.pop(name) for name in BASICS if name in data}
    key: str = client.post("add-filter-for-new-user", basics).json()["data"]["temp_enrollment_id"]
    assert client.put(f"change-filter-info/{key}", data).json()["status"] == "success"
    return key


def posts(path: str, body: dict[str, Any]) -> Way:
    return lambda client: client.post(path, body)


def gets(path: str, **query: Any) -> Way:
    return lambda client: client.get(path, **query)


def changes(_first: dict[str, str] | None = None, /, **answers: str) -> Way:
    return lambda client: client.put(f"change-filter-info/{started(client, **(_first or {}))}", answers)


def prices(plan_id: int, **answers: str) -> Way:
    return lambda client: client.get("get-plan-pricing-detail", pid=plan_id, enrollment_id=started(client, **answers))


def adds(plan_id: int, **answers: str) -> Way:
    return lambda client: client.post(
        "add-plan-to-cart", {"enrollment_id": started(client, **answers), "plan_id": plan_id}
    )


def saves(path: str, body: dict[str, Any], **answers: str) -> Way:
    """A call whose body names an enrollment."""
    return lambda client: client.post(path, {"enrollment_id": started(client, **answers), **body})


def signed_in(email: str, then: Way) -> Way:
    def way(client: Any) -> Any:
        assert client.sign_in(email).status_code == 200
        return then(client)

    return way


def with_plan(then: Callable[[Any, str], Any], plan_id: int = PLAN) -> Way:
    """A cart with one plan in it."""

    def way(client: Any) -> Any:
        key = started(client)
        added = client.post("add-plan-to-cart", {"enrollment_id": key, "plan_id": plan_id}).json()
        assert added["status"] == "success", added
        return then(client, key)

    return way


def checks_out(client: Any, key: str, day: str = "") -> Any:
    return client.post("cart-checkout", {"enrollment_id": key, "effective_date": day})


def quotes(**fields: str) -> Way:
    """A rep sends the cart."""

    def send(client: Any, key: str) -> Any:
        return client.post("save-enrollment", QUOTE | {"enrollment_id": key} | fields)

    return signed_in("rep@demo.test", with_plan(send))


def expired(client: Any) -> Any:
    key = started(client)
    past = clock.now() - timedelta(seconds=1)
    Quote.objects.filter(public_id=key).update(expires_at=past)
    return client.get("get-plan-pricing-detail", pid=PLAN, enrollment_id=key)


def owned(client: Any) -> Any:
    client.sign_in("member@demo.test")
    answer = client.post("add-filter-for-member", {"user_id": 5001, "tier": "IO"}).json()
    return client.post("add-plan-to-cart", {"enrollment_id": answer["data"]["temp_enrollment_id"], "plan_id": PLAN})


def old_card(client: Any) -> Any:
    """Add what a card offered before the tier changed."""
    key = started(client)
    card = client.get("get-plan-pricing-detail", pid=PLAN, enrollment_id=key).json()["data"]["plans"][0]
    client.put(f"change-filter-info/{key}", {"tier": "IS"})
    body = {"enrollment_id": key, "plan_id": PLAN, "plan_pricing_id": card["plan_pricing_id"]}
    return client.post("add-plan-to-cart", body)


def old_cart(client: Any, key: str) -> Any:
    """Check out a cart whose prices have moved since it was filled."""
    CartLine.objects.filter(enrollment__public_id=key).update(premium="1.00")
    days = client.get("get-cart-effective-dates", enrollment_id=key).json()["data"]["result"]
    return checks_out(client, key, days[0])


def chats(question: int, answer: str, *before: tuple[int, str]) -> Way:
    """An answer to the chat's question at a position, after those before it."""

    def send_answer(client: Any, position: int, text: str) -> Any:
        key = AssistantQuestion.objects.get(position=position).pk
        return client.post("assist/add", {"question_id": key, "answer": text, "device_id": "tab-1"})

    def way(client: Any) -> Any:
        for known, text in before:
            value = send_answer(client, known, text)
            assert value.status_code == 200, value.content
        return send_answer(client, question, answer)

    return way


def tries(path: str, times: int, **query: str) -> Way:
    """The last of many tries."""

    def way(client: Any) -> Any:
        return [client.get(path, **query) for _try in range(times)][-1]

    return way


def chat_to_the_end(client: Any) -> Any:
    """Answer whatever the chat asks, with the first choice, then ask for more."""
    texts = {"phone": "6145550148", "email": "ana@example.com"}
    while question := (client.get("assist/get", device_id="tab-2").json()["data"]["question"]):
        answer = question["options"][0] if question["options"] else texts.get(question["kind"], "43004")
        body = {"question_id": question["id"], "answer": answer, "device_id": "tab-2"}
        assert client.post("assist/add", body).status_code == 200
    return client.get("assist/get", device_id="tab-2")
