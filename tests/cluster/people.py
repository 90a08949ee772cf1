"""People who enroll while something happens, and what must be true of them afterwards."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait

from planfront.cli.console import say
from tests.cluster.cluster import Cluster
from tests.kills.shopper import Shopper
from tests.kills.test_kills import STATE, whole_and_once

PEOPLE = int(os.environ.get("PLANFRONT_CLUSTER") or 0)
SETTLED = 420.0
_numbers = iter(range(1, 100_000))


def enroll(cluster: Cluster, count: int, happens: Callable[[], object], *, at_once: int, pause: float) -> list[Shopper]:
    """Let people enroll, and something happen once each of the first has begun. Returns them all, enrolled."""
    shoppers = [Shopper(cluster, next(_numbers)) for _person in range(count)]
    with ThreadPoolExecutor(at_once) as pool:
        enrolling = [pool.submit(shopper.enroll, 0.0, pause) for shopper in shoppers]
        first = shoppers[:at_once]
        while not all(shopper.id for shopper in first) and wait(enrolling, timeout=0.1).not_done:
            pass
        happens()
        for item in enrolling:
            item.result()
    return shoppers


def whole(cluster: Cluster, shoppers: Sequence[Shopper]) -> None:
    """Nothing that was acknowledged is lost, nothing is there twice, and every job and mail has ended."""
    assert [text for shopper in shoppers for text in shopper.lost] == []
    state = _settled(cluster, shoppers)
    whole_and_once(state, list(shoppers))
    for shopper in shoppers:
        own = {kind: status for kind, to, status in state["mails"] if to == shopper.email}
        assert own.keys() >= {"receipt_client", "resume_code", "signing_code"}
        assert set(own.values()) == {"SENT"}
        taken = {(subject, number) for to, subject, number in cluster.mail.taken if to == shopper.email}
        assert len(taken) == len(own) == len([to for _kind, to, _status in state["mails"] if to == shopper.email])


def _settled(cluster: Cluster, shoppers: Sequence[Shopper]) -> dict:
    deadline = time.monotonic() + SETTLED
    while True:
        state = cluster.python(STATE.replace("KEYS", json.dumps([shopper.id for shopper in shoppers])))
        if set(state["jobs"]) <= {"SUCCESSFUL"} or time.monotonic() > deadline:
            return state
        time.sleep(2)


def report(cluster: Cluster, what: str, shoppers: Sequence[Shopper], started: float) -> None:
    say(
        f"{what}: {len(shoppers)} people in {time.monotonic() - started:.0f} s, "
        f"{sum(shopper.retries for shopper in shoppers)} calls sent again, longest wait for an answer "
        f"{max(shopper.longest for shopper in shoppers):.1f} s, answers {dict(cluster.answered)}"
    )
