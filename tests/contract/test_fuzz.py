"""Generated input, good and bad, for every operation: never a server error, always the documented envelope."""

from __future__ import annotations

import json
import os
from urllib.parse import quote

import pytest
import schemathesis
from django.core.serializers.json import DjangoJSONEncoder
from hypothesis import HealthCheck, Phase, settings
from schemathesis.generation import GenerationMode

from planfront.api.root import api
from tests.fixtures import ApiClient

pytestmark = [pytest.mark.django_db, pytest.mark.at_length]
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "2"))
"""For each operation; always the same ones."""
schema = schemathesis.openapi.from_dict(json.loads(json.dumps(api.get_openapi_schema(), cls=DjangoJSONEncoder)))
schema.config.generation.modes = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
# Starting a session takes no input; signing out would end the session of the tests that follow.
FUZZED = schema.exclude(operation_id=["start_session", "sign_out"])


@pytest.fixture
def client(brand):
    return ApiClient("shop.test")


def send(client, case):
    path = quote(case.formatted_path, safe="/%")
    query = {str(key): str(value) for key, value in dict(case.query or {}).items()}
    if case.method == "GET":
        return client.get(path, **query)
    return client.send(case.method, path, raw(case.body))


def raw(body):
    if isinstance(body, bytes | str):
        return body
    return b"" if type(body).__name__ == "NotSet" else json.dumps(body)


@FUZZED.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_input_breaks_an_operation(case, client):
    answer = send(client, case)
    assert answer.status_code in {200, 204, 401, 403, 404, 405, 409, 413, 422, 429}, answer.content
    if answer.status_code not in {204, 404}:
        assert answer.json()["status"] in {"success", "error"}
