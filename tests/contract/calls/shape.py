"""What a row of the list says, and how an answer is held against it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from tests.contract.calls.stage import Stage

ID = re.compile(r"[\w-]{20,40}")
DAY = re.compile(r"\d{2}/\d{2}/\d{4}")
MONEY = re.compile(r"\d+\.\d{2}")
_NAMED = re.compile(r"<([^>]+)>")


@dataclass(frozen=True)
class Rows:
    """A list whose rows all have ``keys``; ``has`` is one of them, ``first`` the first, ``count`` their number."""

    keys: str
    has: Any = None
    first: Any = None
    count: int | None = None


@dataclass(frozen=True)
class Call:
    """``line``: method and path. ``<name>`` in paths and values stands for what the stage calls so.

    ``data`` are the values that the answer has among its own; a type or pattern where a value can't be known. ``then``
    are calls that show what this one has left behind. ``code``: the statusCode inside of a success. ``error``: the
    errorCode of a business answer. ``http``: 204 has no content, 422 names fields. ``beside``: more in the envelope.
    """

    line: str
    send: dict[str, Any] = field(default_factory=dict)
    data: Any = field(default_factory=dict)
    who: str = "visitor"
    message: str = ""
    code: int = 200
    error: str = ""
    http: int = 200
    beside: dict[str, Any] = field(default_factory=dict)
    then: tuple[Call, ...] = ()

    @property
    def operation(self) -> tuple[str, str]:
        """Method and path, whatever the path's values are called."""
        method, path = self.line.split(" ")
        return method, re.sub(r"\{\w+\}", "{}", path)


def ask(stage: Stage, call: Call, prefix: str = "") -> list[str]:
    """Make a call; how its answer differs from what the list says."""
    method, path = call.line.split(" ")
    send: dict[str, Any] = filled(stage, call.send)
    path = prefix + re.sub(r"\{(\w+)\}", lambda name: str(send.pop(name[1])), path)
    client = stage.clients[call.who]
    answer = client.get(path, **send) if method == "GET" else client.send(method, path, send)
    body = answer.json() if answer.content else {}
    text = [] if answer.status_code == call.http else [f"{answer.status_code} {body}"]
    wanted = _envelope(stage, call)
    if more := set(body) ^ set(wanted):
        text += [f"the envelope differs in {sorted(more)}"]
    text = text or list(differences(wanted, body, "answer"))
    for after in call.then if not text else ():
        text += [f"then {after.line}: {item}" for item in ask(stage, after)]
    return text


def _envelope(stage: Stage, call: Call) -> dict[str, Any]:
    if call.http == 204:
        return {}
    failed = bool(call.error) or call.http >= 400
    return {
        "status": "error" if failed else "success",
        "statusCode": call.http if call.http >= 400 else call.code,
        "message": call.message,
        "data": filled(stage, call.data),
        **({"errorCode": call.error} if call.error else {}),
        **call.beside,
    }


def filled(stage: Stage, value: Any) -> Any:
    """With the stage's own values in the places of ``<name>``."""
    if isinstance(value, dict):
        return {key: filled(stage, item) for key, item in value.items()}
    if isinstance(value, Rows):
        return replace(value, has=filled(stage, value.has), first=filled(stage, value.first))
    if isinstance(value, list):
        return [filled(stage, item) for item in value]
    if not isinstance(value, str):
        return value
    whole = _NAMED.fullmatch(value)
    return stage.value(whole[1]) if whole else _NAMED.sub(lambda name: str(stage.value(name[1])), value)


def differences(wanted: Any, got: Any, place: str) -> Iterator[str]:
    """Where an answer isn't what is wanted."""
    if isinstance(wanted, Rows):
        yield from _of_rows(wanted, got, place)
    elif isinstance(wanted, dict) and isinstance(got, dict):
        for key, value in wanted.items():
            if key not in got:
                yield f"{place} has no {key}, only {sorted(got)}"
            else:
                yield from differences(value, got[key], f"{place}.{key}")
    elif isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        for at, (item, other) in enumerate(zip(wanted, got, strict=True)):
            yield from differences(item, other, f"{place}[{at}]")
    elif not _fits(wanted, got):
        yield f"{place} is {str(got)[:300]!r}, not {wanted!r}"


def _of_rows(wanted: Rows, got: Any, place: str) -> Iterator[str]:
    if not isinstance(got, list) or not got:
        yield f"{place} is no list with rows: {str(got)[:200]}"
        return
    if wanted.count is not None and len(got) != wanted.count:
        yield f"{place} has {len(got)} rows, not {wanted.count}"
    for row in got:
        if missing := set(wanted.keys.split()) - set(row):
            yield f"{place}: a row has no {sorted(missing)}, only {sorted(row)}"
            return
    if wanted.first is not None:
        yield from differences(wanted.first, got[0], f"{place}[0]")
    if wanted.has is not None and all(list(differences(wanted.has, row, place)) for row in got):
        yield f"{place} has no row with {wanted.has}: {str(got)[:300]}"


def _fits(wanted: Any, got: Any) -> bool:
    if isinstance(wanted, type):
        return isinstance(got, wanted) and not (wanted is int and isinstance(got, bool))
    if isinstance(wanted, re.Pattern):
        return isinstance(got, str) and wanted.fullmatch(got) is not None
    return type(wanted) is type(got) and bool(wanted == got)
