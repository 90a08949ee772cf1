"""Parts of a cluster die for good while people enroll.

PLANFRONT_CLUSTER is the number of people; without it nothing runs.
"""

import time

import pytest

from planfront.cli.console import say
from tests.cluster.people import PEOPLE, enroll, report, whole
from tools.cluster.layout import DATABASES

pytestmark = pytest.mark.skipif(not PEOPLE, reason="PLANFRONT_CLUSTER says how many people enroll")
FAILOVER = 15.0  # seconds until a new primary takes writes
AT_ONCE = 6
SINGLE = ("pgbouncer", "haproxy", "nginx")


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


@pytest.mark.at_length
def test_the_one_that_was_the_primary_comes_back_as_a_standby(cluster):
    for name in DATABASES:
        cluster.bring_back(name)
    cluster.wait_until(cluster.whole, 120)


@pytest.mark.at_length
@pytest.mark.parametrize("part", ["web", "worker", "standby", "etcd leader", *SINGLE])
def test_people_go_on_while_a_part_is_away_for_good(cluster, part):
    """Of some parts there is no second one here: those are started again at once, as systemd does."""
    started, name = time.monotonic(), cluster.find(part)

    def kill():
        cluster.kill(name, stays_away=part not in SINGLE)

    shoppers = enroll(cluster, max(PEOPLE // 5, 2), kill, at_once=AT_ONCE, pause=0.3)
    report(cluster, f"{name} killed", shoppers, started)
    whole(cluster, shoppers)
    cluster.bring_back(name)
    assert set(cluster.answered) <= {0, 200, 503}
    assert max(shopper.longest for shopper in shoppers) <= FAILOVER
    cluster.wait_until(cluster.whole, 120)
