"""Every page, view and action of the back office, posted to in every role of staff: readers change nothing, service
nothing but customers' matters. Forms are those that a superuser gets, sent back as they are."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.test import Client, RequestFactory
from django.urls import NoReverseMatch, reverse

from planfront.accounts import staffing
from planfront.accounts.models import Role, StaffRole, User
from planfront.backoffice.directory.members import RECORD
from planfront.backoffice.site import site
from planfront.backoffice.tests.forms import form_of
from tests.contract.test_permissions import written
from tests.fixtures import taken_back

ROLES = {"reader": StaffRole.READER, "service": StaffRole.SERVICE, "admin": StaffRole.ADMIN, "superuser": ""}
# What looking writes: the session, who has which page open, and the trail.
LOOKS = {"audit_auditevent", "accounts_openpage", "django_session", "kernel_throttle"}
# Words and parts of what service works on, and mail about it.
WITH_CASEWORK = {
    "django_admin_log",
    "django_tasks_database_dbtaskresult",
    "members_identity",
    "members_mergerecord",
    "members_rosterchange",
    "members_rosterissue",
    "messaging_suppression",
}
SAMPLE = {"accounts_visitorsession", "shopping_quote"}
"""A plan's page shows it as a shopper sees it, by a made-up visit that is gone after a day."""
SLUGS = ("approve", "apply", "decline", "discard", "publish", "undo", "settle", "end", "cancel", "check", "1")
SELECTED = 20
"""Rows that an action is pressed for: among some there is one that it concerns."""
NO_FORM = {"post": "yes"}


def make_staff(role: str) -> User:
    user, _made = User.objects.update_or_create(
        email=f"{role}-desk@walk.example",
        defaults={
            "name": role.title(),
            "role": Role.STAFF,
            "is_staff": True,
            "is_superuser": role == "superuser",
            "staff_role": ROLES[role],
            "all_brands": True,
        },
    )
    return user


def sign_in(role: str) -> Client:
    client = Client(HTTP_HOST="localhost")
    client.force_login(make_staff(role))
    return client


@dataclass
class Desk:
    """``targets``: each address with the form that a superuser gets there."""

    targets: dict[str, dict[str, Any]]
    wrote: dict[str, set[str]] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)

    def walk(self, role: str) -> None:
        client = sign_in(role)
        for address, form in self.targets.items():
            with written() as tables, taken_back():
                answer = client.post(address, form)
                self.statuses[answer.status_code] += 1
            assert answer.status_code < 500, address
            tables -= LOOKS | (SAMPLE if address.startswith("/backoffice/catalog/plan/") else set())
            if tables:
                self.wrote[address] = tables


def addresses() -> Iterator[str]:
    """Every view of every page, for the first row that it may be about."""
    request = RequestFactory().get("/")
    request.user, request.session = make_staff("superuser"), {}
    for page in site._registry.values():
        row = page.get_queryset(request).first()
        for pattern in page.get_urls():
            names = list(pattern.pattern.converters)
            if not pattern.name or (names and row is None):
                continue
            for rest in SLUGS if len(names) > 1 or "slug" in str(pattern.pattern) else ("",):
                values = {name: row.pk if number == 0 and row else rest for number, name in enumerate(names)}
                try:
                    address = reverse(f"admin:{pattern.name}", kwargs=values)
                except NoReverseMatch:
                    continue
                yield address
                if pattern.name == "members_member_change":  # the case file; the form of the record is behind it
                    yield f"{address}?{RECORD}"


@pytest.fixture(scope="module")
def targets(_seeded: None, django_db_blocker: Any) -> Iterator[dict[str, dict[str, Any]]]:
    with django_db_blocker.unblock(), taken_back():
        client = sign_in("superuser")
        result = {}
        for address in dict.fromkeys(addresses()):
            with taken_back():
                page = client.get(address)
            html = page.content.decode() if "html" in page.get("Content-Type", "") else ""
            result[address] = {**NO_FORM, **(form_of(html) if page.status_code == 200 else {})}
        yield result


@pytest.fixture
def desk(targets: dict[str, dict[str, Any]], db: None, settings: Any, tmp_path: Path) -> Desk:
    settings.STAFF_SECOND_FACTOR = False
    # Rows come back after each post, files that a post deletes don't: they are another copy's.
    settings.MEDIA_ROOT = shutil.copytree(settings.MEDIA_ROOT, tmp_path / "media")
    return Desk(targets)


def test_a_reader_changes_nothing_by_any_view(desk):
    desk.walk("reader")
    assert desk.wrote == {}
    assert len(desk.targets) >= 250
    assert set(desk.statuses) <= {200, 302, 400, 403, 404, 405}


def test_service_changes_customers_matters_alone(desk):
    desk.walk("service")
    casework = {apps.get_model(label)._meta.db_table for label in staffing.CASEWORK} | WITH_CASEWORK
    assert {address: tables - casework for address, tables in desk.wrote.items() if tables - casework} == {}
    assert len(desk.wrote) >= 1


def test_an_administrator_changes_what_service_does_not(desk):
    desk.walk("admin")
    changed = set().union(*desk.wrote.values())
    assert {"brands_brand", "parties_agent", "parties_group", "members_member"} <= changed


def test_the_walk_finds_a_planted_hole(desk, monkeypatch):
    monkeypatch.setattr("planfront.backoffice.sign_in.staff_roles.may_change", lambda _role, _rows: True)
    desk.walk("reader")
    assert "members_member" in set().union(*desk.wrote.values())


@pytest.mark.parametrize("role", ROLES)
def test_every_action_of_every_list_is_offered_to_who_may_change_its_rows(desk, role):
    """An action is refused by its own permission or not offered. Exports only read."""
    client, asked, wrote = sign_in(role), 0, {}
    request = RequestFactory().get("/")
    request.user, request.session = make_staff(role), {}
    for model, page in site._registry.items():
        rows = [row.pk for row in page.get_queryset(request)[:SELECTED]]
        if not rows or not page.has_view_permission(request):
            continue
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        for action in {*site._registry[model].actions, "delete_selected"}:
            key = action if isinstance(action, str) else action.__name__
            body = {"action": key, "_selected_action": rows, "index": "0", "post": "yes"}
            with written() as tables, taken_back():
                answer = client.post(reverse(f"admin:{name}_changelist"), body)
            assert answer.status_code < 500, (name, key)
            asked += 1
            if tables - LOOKS:
                wrote[name, key] = tables - LOOKS
    assert asked >= 42
    lists = {name for name, _key in wrote}
    if role in ("reader", "service"):
        assert lists == (set() if role == "reader" else {"members_member"})
    else:
        assert {"members_member", "brands_video", "integrations_bankrouting"} <= lists
    assert ("members_member", "delete_selected") not in wrote
