"""Fixtures for every room's tests: brands by host and API clients that hold a visitor session."""

from __future__ import annotations

import copy
import gc
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.test import Client
from django.utils import translation
from hypothesis import HealthCheck, settings

from planfront.cli.catalogues import compile_all
from planfront.kernel.memory.caches import clear_all
from planfront.kernel.outgoing import calls
from tools import migrated

# A busy machine must not fail a property: only the property may.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


def pytest_configure() -> None:
    """Messages must be compiled before Django loads its catalogues."""
    compile_all()


@pytest.fixture(scope="session", autouse=True)
def _transactions_of_tests_are_none() -> Iterator[None]:
    """Let the product do inside of the transaction around a test what it does outside of transactions."""
    with mock.patch.object(calls, "in_transaction", _is_in_transaction_of_its_own):
        yield


def _is_in_transaction_of_its_own() -> bool:
    blocks: list[Any] = connection.atomic_blocks
    return any(not block._from_testcase for block in blocks)


@contextmanager
def taken_back() -> Iterator[None]:
    """A transaction that counts as a test's, so that what is made outside of transactions may be made inside of it."""
    block: Any = transaction.atomic()
    block._from_testcase = True  # as Django's own test cases mark theirs
    with block:
        yield
        transaction.set_rollback(True)


BOTH_DATABASES = (
    *(f"src/planfront/{room}" for room in ("audit", "billing", "catalog", "coverage", "imports", "kernel", "letters")),
    *(f"src/planfront/{room}" for room in ("members", "messaging", "parties", "privacy", "sales")),
    "tests/concurrency",
)
"""Folders about what the database does: stored rows, constraints and locks. Each of their tests counts as
marked `both_databases`, and ./run test --all runs it on PostgreSQL, too."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests of `BOTH_DATABASES`."""
    if any(item.config.rootpath / folder in item.path.parents for folder in BOTH_DATABASES):
        item.add_marker("both_databases")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL, leave out tests that can't differ from their run on SQLite: those that use no database, or count
    queries.

    Tests of the demo world come last, also after those with transactions of their own, since it stays for all of them.
    """
    if connection.vendor == "postgresql":
        _keep(config, items, lambda item: uses_database(item) and item.get_closest_marker("counts_queries") is None)
    items.sort(key=lambda item: "_seeded" in getattr(item, "fixturenames", ()))


def _keep(config: pytest.Config, items: list[pytest.Item], wanted: Callable[[pytest.Item], bool]) -> None:
    config.hook.pytest_deselected(items=[item for item in items if not wanted(item)])
    items[:] = [item for item in items if wanted(item)]


def pytest_collection_finish() -> None:
    """Keep what is loaded by now: the collector of garbage need not look at it again after every few objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def uses_database(item: pytest.Item) -> bool:
    """Return True for a test that is marked for the database, or has a fixture that asks for it."""
    fixtures = {"db", "transactional_db", "django_db_setup"} & set(getattr(item, "fixturenames", ()))
    return bool(fixtures) or item.get_closest_marker("django_db") is not None


class ApiClient:
    """Calls the API on one host as one visitor: ``get/post/put/delete(path, …)`` return Django's response.

    ``path`` without a leading slash is below /api/v1. Keyword arguments of ``get`` are the query.
    """

    def __init__(self, host: str, *, browser: bool = False) -> None:
        self.host, self.browser = host, browser
        self.client = Client()
        self.token = ""
        self.headers: dict[str, str] = {}
        self.start()

    def start(self) -> None:
        sent = {"Sec-Fetch-Mode": "cors"} if self.browser else {}
        answer = self.client.post("/api/v1/session", headers={"Host": self.host, **sent})
        self.token = answer.json()["data"]["token"]

    def __deepcopy__(self, memo: dict[int, Any]) -> ApiClient:
        """The same visitor, as it is now, in a browser of its own."""
        result = copy.copy(self)
        result.client, result.headers = Client(), dict(self.headers)
        result.client.cookies = copy.deepcopy(self.client.cookies)
        return result

    def sign_in(self, email: str, password: str = "planfront-demo") -> Any:
        answer = self.post("session/sign-in", {"email": email, "password": password})
        if answer.status_code == 200:
            self.token = answer.json()["data"]["token"]
        return answer

    def _headers(self) -> dict[str, str]:
        return {"Host": self.host, "Authorization": f"Bearer {self.token}", **self.headers}

    @staticmethod
    def _path(path: str) -> str:
        return path if path.startswith("/") else f"/api/v1/{path}"

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(self._path(path), query, headers=self._headers())

    def send(self, method: str, path: str, body: Any = None) -> Any:
        return self.client.generic(
            method, self._path(path), _dump(body), content_type="application/json", headers=self._headers()
        )

    def post(self, path: str, body: Any = None) -> Any:
        return self.send("POST", path, body)

    def put(self, path: str, body: Any = None) -> Any:
        return self.send("PUT", path, body)


def _dump(body: Any) -> str | bytes:
    return body if isinstance(body, str | bytes) else json.dumps(body or {}, cls=DjangoJSONEncoder)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> Iterator[None]:
    """The test database begins as a copy of a migrated one where ./run test has made it."""
    with migrated.under_the_tests():
        yield


@pytest.fixture(autouse=True)
def _fresh_caches() -> Iterator[None]:
    """Caches that live in the process must not carry one test's rows into the next."""
    clear_all()
    yield
    clear_all()


@pytest.fixture(autouse=True)
def _usual_language() -> Iterator[None]:
    """A request in another language leaves it to the process that the tests share."""
    translation.deactivate()
    yield
    translation.deactivate()


@pytest.fixture
def brands_not_held(settings: Any) -> None:
    """Rows of brands that a test writes by itself are seen by the next request."""
    settings.BRANDS_HELD_SECONDS = 0.0


@pytest.fixture(scope="session", autouse=True)
def _import_files(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Files of imports under test stay out of the checkout's var/."""
    from django.conf import settings

    settings.IMPORTS_DIR = tmp_path_factory.mktemp("imports")


def make_brand() -> Any:
    from planfront.brands.models import Brand, Domain

    result = Brand.objects.create(key="shop", name="Shop", logo_key="planfront", phone="8005550142")
    Domain.objects.create(brand=result, host="shop.test", primary=True)
    return result


@pytest.fixture
def brand(db: None) -> Any:
    """The brand of host ``shop.test``."""
    return make_brand()


@pytest.fixture
def other_brand(db: None) -> Any:
    """The brand of host ``other.test``."""
    from planfront.brands.models import Brand, Domain

    result = Brand.objects.create(key="other", name="Other", logo_key="planfront", phone="8005550143")
    Domain.objects.create(brand=result, host="other.test", primary=True)
    return result


@pytest.fixture
def visitor(brand: Any) -> ApiClient:
    """A visitor of ``shop.test``."""
    return ApiClient("shop.test")


@pytest.fixture
def stranger(brand: Any) -> ApiClient:
    """Another visitor of ``shop.test``."""
    return ApiClient("shop.test")


@pytest.fixture
def make_client() -> Callable[..., ApiClient]:
    return ApiClient
