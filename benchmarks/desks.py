"""Reps at brands of their own, each with members and enrollments in some number, who ask for their lists."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

from benchmarks.rounds import Batch, Turns
from benchmarks.scene import add_brand, analyze
from benchmarks.servers import Server
from planfront.accounts.models import User
from planfront.coverage.models import Policy
from planfront.enrollment.models import Application
from planfront.kernel import clock
from planfront.kernel.security.ids import new_uuid, public_token
from planfront.kernel.text.words import words_of
from planfront.members.models import Member
from planfront.parties.reps.models import Agent
from planfront.shopping.models import EnrollmentWord, Quote, Stage

_CHUNK = 5_000
_FIRST = ("Maren", "Jordan", "Ana", "Elena", "Farid", "Gina", "Derek", "Camille", "Benicio", "Abigail", "Rosa", "Luis")
_LAST = tuple(f"Surname{chr(97 + number % 26)}{chr(97 + number // 26)}" for number in range(90))
NOBODY = "nobody"
MEMBER_LISTS: dict[str, dict[str, object]] = {
    "first page of members": {"page": 1},
    "search for a member nobody is": {"page": 1, "search": NOBODY},
}
WORK_LISTS: dict[str, dict[str, object]] = {
    "first page of enrollments": {},
    "search for an applicant nobody is": {"search": NOBODY},
}


class Desk:
    """``size``: how many members, or enrollments, the rep has."""

    def __init__(self, kind: str, size: int) -> None:
        self.kind, self.size, self.key = kind, size, f"{kind}-{size}"
        self.brand = add_brand(self.key)
        self._password = secrets.token_urlsafe(12)
        self._email = f"{self.key}@bench.example"
        user = User.objects.create_user(self._email, self._password, role="rep")
        self.agent = Agent.objects.create(code=self.key.upper(), first_name="Jordan", last_name="Lee", user=user)
        self.agent.brands.set([self.brand])
        self._headers = {"Host": f"{self.key}.localhost"}
        fill = _add_members if kind == "members" else _add_enrollments
        for start in range(0, size, _CHUNK):
            fill(self, range(start, min(start + _CHUNK, size)))
            analyze()  # without it the triggers keep plans made for nearly empty tables

    def sign_in(self, server: Server) -> None:
        self._open(server, "session", {})
        self._open(server, "session/sign-in", {"email": self._email, "password": self._password})

    def _open(self, server: Server, path: str, body: dict[str, str]) -> None:
        text, headers = server.ask("POST", f"/api/v1/{path}", body, self._headers)
        token = json.loads(text)["data"]["token"]
        cookies = [value.partition(";")[0] for value in headers.get_all("Set-Cookie") or []]
        self._headers |= {"Authorization": f"Bearer {token}", "Cookie": "; ".join(cookies)}

    def lists(self) -> Iterator[tuple[str, str]]:
        """(what, address) of each list that is measured."""
        own: dict[str, object] = {"agent_id": self.agent.pk} if self.kind == "members" else {}
        call = "get-agent-members" if self.kind == "members" else "get-work-list"
        for what, query in (MEMBER_LISTS if self.kind == "members" else WORK_LISTS).items():
            yield what, f"/api/v1/{call}?{urlencode({**own, **query})}"

    def turns(self, server: Server, requests: int) -> list[Turns]:
        """Keys are (what) and size, joined."""
        self.sign_in(server)
        return [
            Turns(f"{what}/{self.size}", partial(self._batch, server, address, requests))
            for what, address in self.lists()
        ]

    def _batch(self, server: Server, address: str, requests: int, _round: int) -> Batch:
        return Batch([partial(server.ask, "GET", address, None, self._headers)] * requests, [])


def open_desks(kind: str, sizes: Sequence[int]) -> list[Desk]:
    return [Desk(kind, size) for size in sizes]


def _add_members(desk: Desk, numbers: range) -> None:
    result = _save(
        Member(
            brand=desk.brand,
            agent=desk.agent,
            gender=0,
            first_name=_name(number)[0],
            last_name=f"{_name(number)[1]} {number}",
            birth_date=date(1990, 1, 1 + number % 28),
            email=f"n{number}@mailbox.example",
        )
        for number in numbers
    )
    _save(
        Policy(
            number=f"{desk.key}-{member.pk}",
            brand_id=member.brand_id,
            member=member,
            plan_id=1,
            plan_name="Plan",
            category="dental",
            effective_date=date(2026, 1, 1),
            created_at=clock.now(),
        )
        for member in result
    )


def _add_enrollments(desk: Desk, numbers: range) -> None:
    now, stages = clock.now(), Stage.values
    result = _save(
        Quote(
            id=new_uuid(),
            public_id=public_token(),
            brand=desk.brand,
            agent=desk.agent,
            zip="75201",
            state="TX",
            dob=date(1990, 1, 1),
            gender=1,
            tier="IO",
            listed=True,
            stage=stages[number % len(stages)],
            created_at=now,
            status="draft" if number % len(stages) < 3 else "submitted",
            updated_at=now - timedelta(seconds=number),
            expires_at=now + timedelta(days=30),
        )
        for number in numbers
    )
    people = list(zip(numbers, result, strict=True))
    _save(
        Application(enrollment=quote, applicant=" ".join(_name(number)), created_at=now, updated_at=now)
        for number, quote in people
    )
    _save(
        EnrollmentWord(enrollment=quote, agent_id=desk.agent.pk, word=word)
        for number, quote in people
        for word in words_of(*_name(number))
    )


def _name(number: int) -> tuple[str, str]:
    return _FIRST[number % len(_FIRST)], _LAST[number // len(_FIRST) % len(_LAST)]


def _save(rows: Iterable[Any]) -> list[Any]:
    result = list(rows)
    if result:
        type(result[0])._default_manager.bulk_create(result, batch_size=_CHUNK)
    return result
