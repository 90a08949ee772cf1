"""People who enroll in a plan of the demo world, each from the first call to the submission."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from benchmarks import figures
from benchmarks.figures import Figure
from benchmarks.rounds import ROUNDS
from benchmarks.servers import Server
from benchmarks.shoppers import ZIP, Shopper
from benchmarks.store_calls import LINES, write_line
from planfront.catalog.models import Plan
from planfront.messaging.models import OutboundEmail

HOST, PLAN = "localhost", 1002
_BANK = "110000000"
FLOOR = "floor"
KEYS = ("save-personal", "save-contact", "save-billing", "submission")
PERSONAL = {"first_name": "Maren", "middle_name": "Lee", "last_name": "Castillo", "marital_status": "1"}
CONTACT = {
    "phone_number": "(614) 555-0193",
    "address1": "88 Lindenhall Ave",
    "address2": "Unit 3B",
    "city": "Columbus",
    "zip": ZIP,
    "state": "OH",
    "birth_state": "NM",
    "birth_city": "Santa Fé",
}
_BILLING = {
    "payment_method": "eft",
    "account_name": "Maren Castillo",
    "account_type": "checking",
    "account_holder_type": "individual",
    "bill_date": "28",
}


def take(store: Server, floor: Server, walks: int, rounds: int = ROUNDS) -> dict[str, Figure]:
    """Return figures of the saves and of the submission, after a round to warm up."""
    times: dict[str, list[float]] = {key: [] for key in (*KEYS, FLOOR)}
    plan_ids = list(Plan.objects.order_by("pk").values_list("pk", flat=True)[:LINES])
    number = 0
    for turn in range(rounds + 1):
        taken = [
            _walk(store, number := number + 1) | _write_lines(store, floor, plan_ids) for _walk_of_round in range(walks)
        ]
        for key in times if turn else ():
            times[key].append(sum(walk[key] for walk in taken) / walks)
    return {key: figures.beside_floor(times[key], times[FLOOR]) for key in KEYS}


def _walk(store: Server, number: int) -> dict[str, float]:
    """Milliseconds by call that is measured."""
    shopper, email = Shopper(store, HOST), f"bench{number}@mailbox.example"
    shopper.put(f"change-filter-info/{shopper.id}", is_smoker="0", annual_income="65000", working_hours="40")
    shopper.step("add-plan-to-cart", plan_id=PLAN)
    days = shopper.data("get-cart-effective-dates?enrollment_id={id}")["result"]
    shopper.step("cart-checkout", effective_date=days[0])
    times: dict[str, float] = {}

    def timed(key: str, path: str, **body: Any) -> None:
        times[key] = store.spent([partial(shopper.step, path, **body)])

    timed("save-personal", "save-personal-info", **PERSONAL, ssn=f"5123{number:05d}")
    timed("save-contact", "save-contact-info", **CONTACT, email_address=email)
    account = {"routing_number": _BANK, "account_number": f"00012{number:06d}"}
    timed("save-billing", "save-billing-info", **_BILLING, **account)
    _sign(shopper, email)
    timed("submission", "save-review-info", first_enroll=1)
    return times


def _write_lines(store: Server, floor: Server, plan_ids: Sequence[int]) -> dict[str, float]:
    """Return the milliseconds in which the floor writes a line of a new cart."""
    shopper = Shopper(store, HOST)
    return {FLOOR: floor.spent([partial(write_line, floor, shopper.id, plan_id) for plan_id in plan_ids])}


def _sign(shopper: Shopper, email: str) -> None:
    shopper.data("get-form-fields-agreement-info?enrollment_id={id}")  # mails the code
    texts = shopper.data("get-agreement-texts?enrollment_id={id}")
    shopper.step(
        "save-agreement-info",
        accepted=[text["text_id"] for text in texts],
        verification_code=_mailed_code(email),
        signature_kind="type",
        typed_name="maren castillo",
        eprocess="sigapplicant",
    )


def _mailed_code(email: str) -> str:
    mail = OutboundEmail.objects.filter(kind="signing_code", to=email).latest("created_at")
    codes: list[str] = re.findall(r"^ +([0-9]{6})$", str(mail.text), re.MULTILINE)
    return codes[0]
