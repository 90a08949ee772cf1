"""Parts of a cluster die for good while people enroll.

PLANFRONT_CLUSTER is the number of people; without it nothing runs.
"""

import time

import pytest

from planfront.cli.console import say
from tests.cluster.people import PEOPLE, enroll, report, whole

pytestmark = pytest.mark.skipif(not PEOPLE, reason="PLANFRONT_CLUSTER says how many people enroll")
FAILOVER = 15.0  # seconds until a new primary takes writes
AT_ONCE = 6


def test_a_new_primary_serves_when_the_primary_dies_and_nothing_acknowledged_is_lost(cluster):
    started, waited, dead = time.monotonic(), [], cluster.primary()

    def kill():
        cluster.kill(dead)
        waited.append(cluster.wait_until(cluster.writable))
        say(f"{dead} was killed; {cluster.primary()} took writes after {waited[0]:.1f} s")

    shoppers = enroll(cluster, PEOPLE, kill, at_once=min(PEOPLE, AT_ONCE), pause=0.3)
    report(cluster, "primary killed", shoppers, started)
    assert cluster.primary() not in ("", dead)
    whole(cluster, shoppers)
    assert waited[0] <= FAILOVER
    assert set(cluster.answered) <= {0, 200, 503}
