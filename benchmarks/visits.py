"""People who look around the store, fill a cart and begin an application, as a browser does it."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from benchmarks.servers import Server
from benchmarks.shoppers import Shopper
from benchmarks.walks import CONTACT, HOST, PERSONAL, PLAN

LOOKED_AT = 4
_numbers = count(1)


def walk(port: int, people: int, at_once: int, think: float) -> None:
    """Let people walk, some at once, each with ``think`` seconds between calls. Raises what one of them met."""
    with ThreadPoolExecutor(at_once) as pool:
        for done in [pool.submit(_visit, port, next(_numbers), think) for _person in range(people)]:
            done.result()


class _Visitor(Shopper):
    """One who takes a moment before each call."""

    think = 0.0

    def _ask(self, *request: object) -> bytes:
        time.sleep(self.think)
        return super()._ask(*request)  # type: ignore[arg-type]


def _visit(port: int, number: int, think: float) -> None:
    person = _Visitor(Server(port, lambda: 0), HOST)
    person.think = think
    person.page("/")
    plans = _look_at_the_list(person)
    for plan_id in plans[:LOOKED_AT]:
        _look_at(person, plan_id)
    person.get("get-plan-fit?enrollment_id={id}")
    person.put(f"change-filter-info/{person.id}", is_smoker="0", annual_income="65000", working_hours="40")
    _look_at_the_list(person)
    for plan_id in plans[1:3]:  # compared
        _look_at(person, plan_id)
    _look_at(person, PLAN)
    person.step("add-plan-to-cart", plan_id=PLAN)
    _look_at_the_cart(person)
    days = person.data("get-cart-effective-dates?enrollment_id={id}")["result"]
    person.step("cart-checkout", effective_date=days[0])
    _look_at_the_cart(person)
    _open_step(person, "personal")
    person.step("save-personal-info", **PERSONAL, ssn=f"5123{number:05d}")
    _open_step(person, "contact")
    person.step("save-contact-info", **CONTACT, email_address=f"visit{number}@mailbox.example")
    _open_step(person, "contact")


def _look_at_the_list(person: Shopper) -> list[int]:
    """Ids of the plans, as listed."""
    person.get("get-left-side-filter-fields?enrollment_id={id}")
    person.get("get-cart-count?enrollment_id={id}")
    answer = person.get("get-filtered-plans?enrollment_id={id}").decode()
    return [int(text) for text in dict.fromkeys(re.findall(r'"pid":"?(\d+)', answer))]


def _look_at(person: Shopper, plan_id: int) -> None:
    person.get(f"get-plan-detail/{plan_id}")
    person.get(f"get-plan-pricing-detail?pid={plan_id}&enrollment_id={{id}}")


def _look_at_the_cart(person: Shopper) -> None:
    person.get("get-plan-cart?enrollment_id={id}")
    person.get("get-cart-count?enrollment_id={id}")


def _open_step(person: Shopper, name: str) -> None:
    person.get("get-dynamic-tabs?enrollment_id={id}")
    person.get(f"get-form-fields-{name}-info?enrollment_id={{id}}")
    person.get("get-plan-cart?enrollment_id={id}")
