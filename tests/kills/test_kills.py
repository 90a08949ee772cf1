"""kill -9 at random moments while people enroll: what was acknowledged is there, once, and whole.

PLANFRONT_KILLS is the number of enrollments, PLANFRONT_KILLS_ON the databases (both), PLANFRONT_KILLS_EVERY the seconds
from kill to kill (0: at random, but only when the store is back); ./run prove sets them, and without the first nothing
runs.
"""

import json
import os
import random
import time
from collections.abc import Collection
from concurrent.futures import Future, ThreadPoolExecutor, wait

import pytest

from planfront.cli.console import say
from tests.kills.shopper import Shopper
from tests.kills.store import Store

ENROLLMENTS = int(os.environ.get("PLANFRONT_KILLS") or 0)
EVERY = float(os.environ.get("PLANFRONT_KILLS_EVERY") or 0)
AT_ONCE = 6
LENGTH = 180.0  # seconds, in which people come who take their time, when kills have a pace
BETWEEN = 60 if ENROLLMENTS > 20 else 25  # answers from one kill to the next, at most
VICTIMS = (*["web process"] * 4, "web forker", "web", "web", "worker", "worker", "everything")
pytestmark = pytest.mark.skipif(not ENROLLMENTS, reason="PLANFRONT_KILLS says how many")

STATE = """
import json
from planfront.enrollment.models import Application, SignatureEvidence, Transition
from planfront.enrollment.signing.chain import check_all
from planfront.messaging.models import OutboundEmail
from planfront.coverage.models import Policy
from planfront.sales.models import Confirmation
from planfront.shopping.models import CartLine, Quote
from planfront.billing.models import PaymentMethod
from django_tasks_db.models import DBTaskResult
from django.db.models import Count
keys = KEYS
rows = []
for one in Application.objects.filter(enrollment__public_id__in=keys).select_related("enrollment"):
    e = one.enrollment
    rows.append({
        "id": e.public_id, "state": one.state, "status": e.status, "frozen": bool(one.frozen_sha256),
        "quotes": Quote.objects.filter(session=e.session).count(),
        "lines": CartLine.objects.filter(enrollment=e).count(),
        "payments": PaymentMethod.objects.filter(enrollment=e).count(),
        "confirmations": [str(n) for n in Confirmation.objects.filter(enrollment=e).values_list("number", flat=True)],
        "policies": Policy.objects.filter(sale__confirmation__enrollment=e).count(),
        "moves": Transition.objects.filter(application=one).count(),
    })
print(json.dumps({
    "rows": rows, "broken": len(check_all().faults),
    "mails": [list(one) for one in OutboundEmail.objects.values_list("kind", "to", "status")],
    "jobs": {one["status"]: one["n"] for one in DBTaskResult.objects.values("status").annotate(n=Count("pk"))},
}))
"""
LATER = """
from datetime import timedelta
from django.db.models import F
from django_tasks_db.models import DBTaskResult
from planfront.kernel import clock
from planfront.kernel.jobs.tasks import reap
from planfront.messaging.models import OutboundEmail
ago = timedelta(minutes=15)
DBTaskResult.objects.filter(status="RUNNING").update(started_at=F("started_at") - ago)
DBTaskResult.objects.filter(status="READY").update(run_after=clock.now())
OutboundEmail.objects.filter(status="SENDING").update(claimed_at=F("claimed_at") - ago)
print(reap())
"""


def kill_until_done(store: Store, dice: random.Random, enrolling: Collection[Future[None]]) -> None:
    """Kill something after some answers and a moment, wherever the next call is by then; wait for the store to be
    back, and again. Runs in the main thread: what it starts ends with the thread that started it."""
    while len(wait(enrolling, timeout=0).done) < len(enrolling):
        wanted = store.answered + dice.randint(1, BETWEEN)
        while store.answered < wanted and wait(enrolling, timeout=0.002).not_done:
            pass
        if not wait(enrolling, timeout=dice.uniform(0.0, 0.06)).not_done:
            break
        store.kill(dice.choice(VICTIMS), dice)
        store.wait()


def kill_at_a_pace(store: Store, dice: random.Random, enrolling: Collection[Future[None]]) -> None:
    """Kill something every EVERY seconds, whether the store is back or not."""
    due = time.monotonic() + EVERY
    while wait(enrolling, timeout=max(0.0, due - time.monotonic())).not_done:
        store.kill(dice.choice(VICTIMS), dice)
        due += EVERY


def enroll(shoppers: list[Shopper], store: Store, dice: random.Random) -> None:
    """Let all enroll while the store is killed. At a pace they come one after the other and pause between the steps, as
    people do, so that each meets some of the kills."""
    pause, apart = (LENGTH / 20, LENGTH / 2 / len(shoppers)) if EVERY else (0.0, 0.0)
    with ThreadPoolExecutor(len(shoppers) if EVERY else AT_ONCE) as pool:
        enrolling = [pool.submit(shopper.enroll, place * apart, pause) for place, shopper in enumerate(shoppers)]
        (kill_at_a_pace if EVERY else kill_until_done)(store, dice, enrolling)
        for item in enrolling:
            item.result()
    store.wait()


def test_what_was_acknowledged_outlives_every_kill(store):
    dice = random.Random(os.environ.get("PLANFRONT_KILLS_SEED") or store.database)
    shoppers = [Shopper(store, number) for number in range(1, ENROLLMENTS + 1)]
    started = time.monotonic()
    enroll(shoppers, store, dice)
    state = settled(store)
    seconds, kills = time.monotonic() - started, dict(store.kills)
    say(
        f"{store.database}: {ENROLLMENTS} enrollments in {seconds:.0f} s, killed {json.dumps(kills)}, "
        f"{sum(shopper.retries for shopper in shoppers)} calls sent again, longest wait for an answer "
        f"{max(shopper.longest for shopper in shoppers):.1f} s, {sum(store.mail.taken.values())} mails taken"
    )
    assert sum(kills.values()) > 0
    assert [text for shopper in shoppers for text in shopper.lost] == []
    whole_and_once(state, shoppers)
    mailed_once(state, store, shoppers)


def settled(store: Store) -> dict:
    """How things stand when every job has ended; what a killed worker held is taken over as the reaper does."""
    deadline = time.monotonic() + 300
    store.python(LATER)
    while True:
        state = store.python(STATE.replace("KEYS", "list(Quote.objects.values_list('public_id', flat=True))"))
        if set(state["jobs"]) <= {"SUCCESSFUL"} or time.monotonic() > deadline:
            return state
        assert store.process.poll() is None, "the supervisor is gone"
        time.sleep(2)


def whole_and_once(state: dict, shoppers: list[Shopper]) -> None:
    """Each enrollment once, with everything a submission makes."""
    rows = {row["id"]: row for row in state["rows"]}
    for shopper in shoppers:
        assert rows[shopper.id] == {
            "id": shopper.id,
            "state": "accepted",
            "status": "submitted",
            "frozen": True,
            "quotes": 1,
            "lines": 1,
            "payments": 1,
            "confirmations": [shopper.confirmation],
            "policies": 1,
            "moves": 2,
        }
    assert state["broken"] == 0
    assert state["jobs"].keys() == {"SUCCESSFUL"}
    assert len({shopper.confirmation for shopper in shoppers}) == len(shoppers)


def mailed_once(state: dict, store: Store, shoppers: list[Shopper]) -> None:
    """One invitation, one receipt, one code to come back and one to sign with each, sent; a mail that a killed worker
    sent again is the same mail (Message-ID)."""
    for shopper in shoppers:
        own = sorted((kind, status) for kind, to, status in state["mails"] if to == shopper.email)
        kinds = ("account_invitation", "receipt_client", "resume_code", "signing_code")
        assert own == [(kind, "SENT") for kind in kinds]
        taken = {(subject, number) for to, subject, number in store.mail.taken if to == shopper.email}
        assert len(taken) == 4
    again = sum(count - 1 for count in store.mail.taken.values())
    assert again <= store.kills["worker"] + store.kills["everything"]
