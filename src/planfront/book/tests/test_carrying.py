"""Policies and coverage from before the book are carried over, once, by the migrations."""

import os
import subprocess
from datetime import date, timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from planfront.book.models import Change, Policy
from planfront.brands.models import Brand
from planfront.cli import environment
from planfront.kernel import clock

BEFORE = [("book", "0004_append_only"), ("members", "0011_enrolled_here"), ("policies", "0007_sales")]
CARRIED = [("book", "0005_carry_coverage")]


@pytest.fixture
def installation(transactional_db):
    """The tables as they were before; afterwards those of today again."""
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    executor.migrate(BEFORE)
    yield executor.loader.project_state(BEFORE).apps
    executor = MigrationExecutor(connection)
    executor.migrate(newest)
    # Tables are emptied row by row on SQLite, which the book allows for policies that are being erased.
    Policy.objects.update(erasing=True)
    Change.objects.all().delete()


def test_what_members_had_becomes_policies_with_a_history(installation):
    today = clock.today()
    brand = Brand.objects.create(key="shop", name="Shop", logo_key="planfront")
    born = date(1990, 1, 1)
    members = installation.get_model("members", "Member").objects
    member = members.create(
        brand_id=brand.pk, first_name="Ana", last_name="Ruiz", birth_date=born, gender=1, state="OH", zip="43215"
    )
    coverage = installation.get_model("members", "Coverage")
    for number, status, ends in (
        ("V1", "ACTIVE", None),
        ("V1", "INACTIVE", date(2025, 12, 31)),
        ("", "INACTIVE", None),
    ):
        coverage.objects.create(
            member_id=member.pk,
            plan_id=7,
            plan_name="Vision",
            category="vision",
            policy_number=number,
            status=status,
            effective_date=date(2025, 1, 1),
            end_date=ends,
        )
    second, third = coverage.objects.order_by("pk").values_list("pk", flat=True)[1:]
    for _again in range(2):
        executor = MigrationExecutor(connection)
        executor.migrate(CARRIED)
        policies = executor.loader.project_state(CARRIED).apps.get_model("book", "Policy")
        rows = list(policies.objects.order_by("pk").values_list("number", "end_date", "monthly"))
        assert sorted(rows, key=str) == sorted(
            [
                ("V1", None, None),
                (f"C-{second}", date(2025, 12, 31), None),
                (f"C-{third}", today - timedelta(days=1), None),
            ],
            key=str,
        )
        kinds = {
            policy.number: list(policy.changes.order_by("recorded").values_list("kind", flat=True))
            for policy in policies.objects.all()
        }
        assert kinds == {"V1": ["issue"], f"C-{second}": ["issue", "end"], f"C-{third}": ["issue", "end"]}
        person = policies.objects.get(number="V1").people.get()
        assert (person.key, person.original_date) == ("self", date(2025, 1, 1))
        # One that was stopped before it was done begins again.
        MigrationExecutor(connection).migrate(BEFORE[:1])


def test_thousands_of_old_rows_are_carried_over_by_a_process_that_is_killed_twice(db, tmp_path):
    """In an empty database beside the tests' one; the store writes to the old tables until they go."""
    url = os.environ.get("DATABASE_URL") if connection.vendor == "postgresql" else f"sqlite:///{tmp_path / 'none'}"
    argv = environment.planfront("bench", "carry", "--database", "here", "--rows", "4000")
    env = environment.for_child(DATABASE_URL=url, PLANFRONT_VAR=str(tmp_path))
    done = subprocess.run(argv, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("killed with") == 2
    assert "MISSED" not in done.stdout
