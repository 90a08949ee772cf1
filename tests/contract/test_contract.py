"""Every call of the product's list with a real request in the demo world: envelope, values, what it leaves behind."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction

from planfront.api.root import api
from tests.contract import sample
from tests.contract.calls import CALLS, OTHERS
from tests.contract.calls.listed import listed
from tests.contract.calls.shape import Call, ask
from tests.contract.calls.stage import Stage, build
from tests.fixtures import taken_back

DOCUMENT = json.loads(json.dumps(api.get_openapi_schema(), cls=DjangoJSONEncoder))


@pytest.fixture(scope="module")
def stage(_seeded: None, django_db_blocker: Any) -> Iterator[Stage]:
    """Made once for all calls; each of them is taken back."""
    with django_db_blocker.unblock(), taken_back():
        yield build()


def test_every_listed_call_has_its_row_and_is_in_the_document() -> None:
    rows = [call.operation for call in CALLS]
    assert set(listed()) - set(rows) == set()
    assert len(set(rows)) == len(rows)
    known = {(method, re.sub(r"\{\w+\}", "{}", path)) for method, path, _operation in sample.operations(DOCUMENT)}
    assert not set(rows) - known
    bootstrap = {(method, f"/api/v1{path}") for method, path in rows if not path.startswith("/api/")}
    assert len(bootstrap) == 10
    assert not bootstrap - known


@pytest.mark.django_db
@pytest.mark.both_databases
@pytest.mark.parametrize("call", [*CALLS, *OTHERS], ids=lambda call: call.line)
def test_the_call_answers_as_agreed(stage: Stage, call: Call) -> None:
    text = ask(stage, call)
    if not call.line.split(" ")[1].startswith("/api/"):
        with transaction.atomic():
            text += ask(stage, call, "/api/v1")
    assert not text, "\n".join(text)
