"""A renewal run beside itself, beside a change and beside a member's choice, and killed while it is written."""

import os
import signal
import subprocess
import sys
from datetime import timedelta
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.db import connection

from planfront.audit.services import SYSTEM as NOBODY
from planfront.cli import environment
from planfront.coverage import engine
from planfront.coverage.authors import Author, By
from planfront.coverage.engine import OrderDiffers
from planfront.coverage.models import Change, Policy, RenewalItem, RenewalRun, RunState, Version
from planfront.coverage.order_kinds import Order
from planfront.coverage.renewal import choices, runs, working
from planfront.coverage.renewal.runs import NewRun
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Kind, Place
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError
from planfront.shopping.tests.factories import dental, rate_by_tier
from tests.concurrency.test_cart import at_once

pytestmark = [
    pytest.mark.pg,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs row locks"),
]
POLICIES, KILLS = 60, 3
CHILD = """
from planfront.cli import environment
environment.setup_django()
from planfront.coverage.models import RenewalRun
from planfront.coverage.renewal import working
working.BATCH = 5
step = working._write_batch
def said(run_id):
    print("batch", flush=True)
    step(run_id)
working._STEPS["writing"] = said
working.work_on(RenewalRun.objects.get().pk)
"""


@pytest.fixture
def plan(brand):
    plan = dental()
    rate_by_tier(plan, {"IO": "38.00"}, since=first_day())
    return plan


def first_day():
    return clock.today() + timedelta(days=30)


def write_run(brand, plan, policies):
    """A run that is being written, of so many policies."""
    for number in range(policies):
        issue(brand, number=f"P-{number}", plan_id=plan.pk)
    today = clock.today()
    run = runs.create_run(NewRun(first_day(), today, today + timedelta(days=1), (plan.pk,)), by=None)
    runs.start_preview(run_id=run.pk)
    working.work_on(run.pk)
    runs.agree_run(run_id=run.pk, by=None)
    RenewalRun.objects.update(state=RunState.WRITING)
    return run


def is_renewed_once():
    """Every policy has one renewal with one version of the new year, and its item says so."""
    assert RenewalRun.objects.get().state == "done"
    assert set(RenewalItem.objects.values_list("state", flat=True)) == {"written"}
    renewed = list(Change.objects.filter(kind="renewal").values_list("policy", flat=True))
    assert sorted(renewed) == sorted(Policy.objects.values_list("pk", flat=True))
    assert Version.objects.filter(effective=first_day()).count() == len(renewed)


def test_a_run_that_many_processes_write_renews_each_policy_once(brand, plan, monkeypatch):
    monkeypatch.setattr(working, "BATCH", 7)
    run = write_run(brand, plan, POLICIES)
    at_once(*[lambda: working.work_on(run.pk)] * 4)
    is_renewed_once()


def test_a_run_that_is_killed_again_and_again_renews_each_policy_once(brand, plan):
    write_run(brand, plan, POLICIES)
    address = urlsplit(os.environ["DATABASE_URL"])
    url = urlunsplit(address._replace(path=f"/{connection.settings_dict['NAME']}"))
    env = environment.for_child(DATABASE_URL=url)
    for kill in range(KILLS):
        with subprocess.Popen([sys.executable, "-c", CHILD], env=env, stdout=subprocess.PIPE, text=True) as child:
            for _batch in range(kill + 1):
                assert child.stdout.readline() == "batch\n"
            os.kill(child.pid, signal.SIGKILL)
        written = RenewalItem.objects.filter(state="written")
        assert not written.exclude(change__kind="renewal").exists()
        assert not Change.objects.filter(kind="renewal").exclude(pk__in=written.values("change")).exists()
        assert written.count() < POLICIES
    subprocess.run([sys.executable, "-c", CHILD], env=env, stdout=subprocess.DEVNULL, check=True)
    is_renewed_once()


def test_a_change_beside_a_run_is_seen_by_it_or_sees_it(brand, plan):
    run = write_run(brand, plan, 1)
    policy = Policy.objects.get()
    order = Order(Kind.PLACE, Author(By.STAFF, 7), [policy.pk], place=Place("OH", "43004"))
    digest = engine.digest_of(engine.preview_order(order))

    def change():
        try:
            engine.apply_order(order, digest)
        except OrderDiffers:
            return "stopped"
        return "made"

    outcome, _more = at_once(change, lambda: working.work_on(run.pk))
    item = RenewalItem.objects.get()
    assert (outcome, item.state) in (("made", "aside"), ("stopped", "written"), ("made", "written"))
    last = Version.objects.order_by("effective", "recorded").last()
    assert last.state == ("OH" if outcome == "made" else "TX")
    assert (last.rated_on == first_day()) == (item.state == "written")


def test_a_choice_beside_a_run_is_written_or_refused(brand, plan):
    run = write_run(brand, plan, 1)
    RenewalRun.objects.update(answer_by=clock.today())
    item = RenewalItem.objects.get()

    def decline():
        try:
            choices.choose(item.pk, "decline", None, NOBODY)
        except BusinessError:
            return "closed"
        return "declined"

    outcome, _more = at_once(decline, lambda: working.work_on(run.pk))
    kinds = set(Change.objects.exclude(kind="issue").values_list("kind", flat=True))
    assert (outcome, kinds) in (("declined", {"end"}), ("closed", {"renewal"}))
