"""People who ask the store over HTTP: with a session of their own, and a quote."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.servers import Server

ZIP, DOB = "43215", "04/17/1989"
_V1 = "/api/v1/"


class Shopper:
    """A visitor of a host with a quote. ``id``: the quote's."""

    def __init__(self, server: Server, host: str) -> None:
        self.server = server
        self._headers = {"Host": host, "Accept-Encoding": "identity"}
        self._cookies: dict[str, str] = {}
        token = json.loads(self._ask("POST", f"{_V1}session", {}))["data"]["token"]
        self._headers |= {"Authorization": f"Bearer {token}"}
        basics = {"zip": ZIP, "dob": DOB, "gender": "1", "tier": "IO", "eprocess": "applicant"}
        self.id: str = self.post("add-filter-for-new-user", **basics)["temp_enrollment_id"]

    def get(self, path: str) -> bytes:
        """``{id}`` in the path is the quote's."""
        return self._ask("GET", _V1 + path.format(id=self.id), None)

    def page(self, path: str) -> bytes:
        return self._ask("GET", path, None)

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
        text = self._ask(method, _V1 + path, body)
        answer = json.loads(text)
        if answer["status"] != "success":
            raise RuntimeError(f"{path}: {text[:500]!r}")
        return answer["data"]

    def _ask(self, method: str, path: str, body: Any) -> bytes:
        """Ask as a browser does: with the cookies of earlier answers."""
        text, headers = self.server.ask(method, path, body, self._headers)
        if cookies := headers.get_all("Set-Cookie"):
            self._cookies |= dict(cookie.partition(";")[0].split("=", 1) for cookie in cookies)
            self._headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        return text


def read_priced(shopper: Shopper, plans: int) -> bytes:
    """The listing. RuntimeError when not every plan has a price."""
    answer = shopper.get("get-filtered-plans?enrollment_id={id}")
    if answer.count(b'"plan_price":"') != plans:
        raise RuntimeError(f"not {plans} plans with a price: {answer[:1_000]!r}")
    return answer
