"""A scripted enrollment over HTTP by somebody who doesn't give up: what isn't answered is sent again, as it was."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator
from typing import Any

from planfront.enrollment.tests.conftest import BILLING, CONTACT, PERSONAL
from tests.kills.store import Store

PLAN = 1002
CHILD = {"first_name": "Iris", "last_name": "Castillo", "birthdate": "05/21/2017", "gender": "1"}
PATIENCE = 120.0  # seconds for one answer; who waits longer gives up
MAIL = 600.0  # the same for a mail: one that a killed worker held is sent minutes later


class Shopper:
    """``acknowledged``: by column, what the server said it has. ``lost``: what it didn't have when asked again.
    ``longest``: seconds until the answer that took longest, with all tries."""

    def __init__(self, store: Store, number: int) -> None:
        self.store, self.number = store, number
        self.token = self.id = self.confirmation = ""
        self.acknowledged: dict[str, dict[str, str]] = {}
        self.lost: list[str] = []
        self.retries, self.interrupted, self.longest = 0, False, 0.0
        self.email = f"client{number}@mailbox.example"
        self.ssn, self.account = f"5123{number:05d}", f"00012{number:06d}"
        self.family = number % 2 == 0

    # --- one call ----------------------------------------------------------------------------------------------------

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """The data of a success. Tries again while the server is away, with the very same request."""
        address = path if path.startswith("/") else f"/api/v1/{path}"
        started, interrupted = time.monotonic(), False
        while True:
            headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
            try:
                status, answer = self.store.call(method, address, headers, body)
                if status != 503:
                    break
            except (OSError, http.client.HTTPException):
                pass
            assert time.monotonic() < started + PATIENCE, f"{path}: no answer any more"
            self.retries += 1
            interrupted = True
            time.sleep(0.25)
        self.longest = max(self.longest, time.monotonic() - started)
        assert status == 200 and answer["status"] == "success", (path, status, str(answer)[:400])  # noqa: PT018
        self.interrupted = interrupted
        return answer["data"]

    def post(self, path: str, **body: Any) -> Any:
        return self.call("POST", path, {"enrollment_id": self.id, **body})

    def save(self, column: str, shown: dict[str, str], path: str, **body: Any) -> None:
        """A save that was acknowledged; when it took several tries, everything is looked at."""
        self.post(path, **body)
        self.acknowledged[column] = shown
        if self.interrupted:
            self.look()

    def look(self) -> None:
        """Whether everything that was acknowledged is there."""
        for column, expected in self.acknowledged.items():
            query = f"get-enrollment-temp-info?enrollment_id={self.id}&column={column}"
            result = self.call("GET", query)["result"]
            if column == "dependent_info":
                everybody = [dependent["primary_info"] for dependent in (*result["dependents"], *result["set_aside"])]
                result = {
                    f"person {n}": f"{person['first_name']} {person['ssn']}" for n, person in enumerate(everybody)
                }
                if result != expected:
                    self.lost.append(f"{self.number} {column}: {result}")
            self.lost += [
                f"{self.number} {column}.{name}: {result.get(name)!r}"
                for name, value in expected.items()
                if result.get(name) != value
            ]

    # --- the script --------------------------------------------------------------------------------------------------

    def enroll(self, after: float = 0.0, pause: float = 0.0) -> None:
        """Begin after some seconds, and think for some between the steps."""
        time.sleep(after)
        for _step in self.steps():
            time.sleep(pause)
        self.look()
        receipt = self.call("GET", f"get-receipt?enrollment_id={self.id}")
        if receipt["policy_id"] != self.confirmation:
            self.lost.append(f"{self.number}: another confirmation")

    def steps(self) -> Iterator[None]:
        self.token = self.call("POST", "session")["token"]
        tier = "IC" if self.family else "IO"
        basics = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": tier, "eprocess": "applicant"}
        self.id = self.call("POST", "add-filter-for-new-user", basics)["temp_enrollment_id"]
        yield
        more = {"is_smoker": "0", "annual_income": "65000", "working_hours": "40"}
        self.call("PUT", f"change-filter-info/{self.id}", more)
        if self.family:
            self.post("store-temp-dependent-info", no_of_children="1")
        self.post("add-plan-to-cart", plan_id=PLAN)
        days = self.call("GET", f"get-cart-effective-dates?enrollment_id={self.id}")["result"]
        self.post("cart-checkout", effective_date=days[0])
        yield
        yield from self._wizard()

    def _wizard(self) -> Iterator[None]:
        typed = {"middle_name": f"Lee{'x' * (self.number % 3)}"}
        self.save("primary_info", typed, "save-draft", tab_name="primary_info", values=typed)
        person = {**PERSONAL, "ssn": self.ssn}
        shown = {"first_name": "Maren", "middle_name": "Lee", "ssn": self._end(self.ssn)}
        self.save("primary_info", shown, "save-personal-info", **person)
        yield
        contact = {**CONTACT, "email_address": self.email, "phone_number": f"614777{self.number:04d}"}
        shown = {"email_address": self.email, "city": "Columbus"}
        self.save("contact_info", shown, "save-contact-info", **contact)
        yield
        if self.family:
            child = {**CHILD, "ssn": f"5244{self.number:05d}", "relationship": "child"}
            shown, listed = {"person 0": f"Iris {self._end(child['ssn'])}"}, [{"primary_info": child}]
            self.save("dependent_info", shown, "save-dependent-info-to-temp", dependents=listed)
            self.save("dependent_info", shown, "save-dependent-info", dependents=listed)
        self.post("save-enrollment", email=self.email, tab="billing_info")
        shown = {"account_last4": self.account[-4:]}
        self.save("payment_info", shown, "save-billing-info", **{**BILLING, "account_number": self.account})
        yield
        texts = self.call("GET", f"get-agreement-texts?enrollment_id={self.id}")
        self.save(
            "aggrement_info",
            {"user_name": "Maren Lee Castillo"},
            "save-agreement-info",
            accepted=[text["text_id"] for text in texts],
            verification_code=self._mailed_code(),
            signature_kind="type",
            typed_name="maren castillo",
            eprocess="sigapplicant",
        )
        yield
        self.confirmation = self.post("save-review-info", first_enroll=1)["confirmation_number"]

    def _mailed_code(self) -> str:
        """The code that opening the form mails, once a worker lived long enough to send it."""
        self.call("GET", f"get-form-fields-agreement-info?enrollment_id={self.id}")
        deadline = time.monotonic() + MAIL
        while self.email not in self.store.mail.codes:
            assert time.monotonic() < deadline, "no code was mailed"
            time.sleep(0.1)
        return self.store.mail.codes[self.email]

    @staticmethod
    def _end(number: str) -> str:
        return f"Ending {number[-4:]}"
