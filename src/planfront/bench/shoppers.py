"""People who ask the store over HTTP: with a session of their own, and a quote."""

from __future__ import annotations

import json
from typing import Any

from planfront.bench.servers import Server

ZIP, DOB = "43215", "04/17/1989"
_V1 = "/api/v1/"


class Shopper:
    """A visitor of a host with a quote. ``id``: the quote's."""

    def __init__(self, server: Server, host: str) -> None:
        self.server = server
        self._headers = {"Host": host, "Accept-Encoding": "identity"}
        text, headers = server.ask("POST", f"{_V1}session", {}, self._headers)
        cookies = [value.partition(";")[0] for value in headers.get_all("Set-Cookie") or []]
        token = json.loads(text)["data"]["token"]
        self._headers |= {"Authorization": f"Bearer {token}", "Cookie": "; ".join(cookies)}
        basics = {"zip": ZIP, "dob": DOB, "gender": "1", "tier": "IO", "eprocess": "applicant"}
        self.id: str = self.post("add-filter-for-new-user", **basics)["temp_enrollment_id"]

    def get(self, path: str) -> bytes:
        """``{id}`` in the path is the quote's."""
        return self.server.ask("GET", _V1 + path.format(id=self.id), None, self._headers)[0]

    def data(self, path: str) -> Any:
        return json.loads(self.get(path))["data"]

    def post(self, path: str, **body: Any) -> Any:
        """The data of a success."""
        return self._send("POST", path, body)

    def put(self, path: str, **body: Any) -> Any:
        return self._send("PUT", path, body)

    def step(self, path: str, **body: Any) -> Any:
        """``post`` with the quote named."""
        return self.post(path, enrollment_id=self.id, **body)

    def _send(self, method: str, path: str, body: dict[str, Any]) -> Any:
        text, _headers = self.server.ask(method, _V1 + path, body, self._headers)
        answer = json.loads(text)
        if answer["status"] != "success":
            raise RuntimeError(f"{path}: {text[:500]!r}")
        return answer["data"]


def read_priced(shopper: Shopper, plans: int) -> bytes:
    """The listing. RuntimeError when not every plan has a price."""
    answer = shopper.get("get-filtered-plans?enrollment_id={id}")
    if answer.count(b'"plan_price":"') != plans:
        raise RuntimeError(f"not {plans} plans with a price: {answer[:1_000]!r}")
    return answer
