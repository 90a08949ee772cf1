"""An id is never authority: every call that takes an enrollment id answers 404 to anybody else."""

from __future__ import annotations

import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from planfront.api.root import api
from planfront.conftest import ApiClient
from planfront.demo.seed import seed_if_empty
from planfront.shopping.models import TempEnrollment
from tests.contract import sample

pytestmark = pytest.mark.django_db
IDS = ("enrollment_id", "tempId")
SHOPPER = {"zip": "60601", "dob": "04/17/1989", "gender": "1", "tier": "IO"}


def document():
    return json.loads(json.dumps(api.get_openapi_schema(), cls=DjangoJSONEncoder))


DOCUMENT = document()


def takes_an_enrollment(operation):
    names = {one["name"] for one in operation.get("parameters", [])}
    schema = sample.body_schema(DOCUMENT, operation)
    names |= set(schema.get("properties", {})) if schema else set()
    return bool(names & set(IDS))


CALLS = [
    pytest.param(method, path, operation, id=f"{method} {path}")
    for method, path, operation in sample.operations(DOCUMENT)
    if takes_an_enrollment(operation)
]


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    from django.db import transaction

    with django_db_blocker.unblock():
        atomic = transaction.atomic()
        atomic.__enter__()
        seed_if_empty()
        yield
        transaction.set_rollback(True)
        atomic.__exit__(None, None, None)


@pytest.fixture
def owner(world):
    client = ApiClient("localhost")
    client.enrollment_id = client.post("add-filter-for-new-user", SHOPPER).json()["data"]["temp_enrollment_id"]
    return client


def call(client, method, path, operation, enrollment_id):
    given = dict.fromkeys(IDS, enrollment_id) | {"plan_id": 1002, "pid": 1002}
    for name in sample.path_names(operation):
        path = path.replace(f"{{{name}}}", enrollment_id if name in IDS else "check")
    if method == "GET":
        return client.get(path, **sample.query(DOCUMENT, operation, **given))
    return client.send(method, path, sample.body(DOCUMENT, operation, **given))


def before(enrollment_id):
    return TempEnrollment.objects.filter(public_id=enrollment_id).values().get()


@pytest.mark.parametrize("host", ["localhost", "juniper.localhost"])
@pytest.mark.parametrize(("method", "path", "operation"), CALLS)
def test_somebody_elses_enrollment_is_not_found(owner, host, method, path, operation):
    state = before(owner.enrollment_id)
    answer = call(ApiClient(host), method, path, operation, owner.enrollment_id)
    assert answer.status_code == 404, answer.content
    assert answer.json()["status"] == "error"
    assert before(owner.enrollment_id) == state


@pytest.mark.parametrize(("method", "path", "operation"), CALLS)
def test_an_unknown_enrollment_looks_the_same(owner, method, path, operation):
    answer = call(owner, method, path, operation, "no-such-enrollment")
    assert answer.status_code == 404, answer.content


@pytest.mark.parametrize("email", ["rep@demo.test", "group@demo.test", "member@demo.test"])
@pytest.mark.parametrize("path", ["get-plan-cart", "get-cart-count", "get-form-fields-personal-info", "get-receipt"])
def test_a_signed_in_stranger_is_refused_too(owner, email, path):
    other = ApiClient("localhost")
    assert other.sign_in(email).status_code == 200
    assert other.get(path, enrollment_id=owner.enrollment_id).status_code == 404


def test_the_walk_covers_the_calls():
    assert len(CALLS) > 50
