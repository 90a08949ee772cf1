"""What ./run bench scale makes of what it counted."""

from datetime import UTC, datetime, timedelta

from benchmarks.rooms.scale import share, taken_too_soon

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
INTERVALS = {"prune": timedelta(minutes=10), "refresh": timedelta(minutes=1)}


def at(name, *minutes):
    return [(name, NOON + timedelta(minutes=minute)) for minute in minutes]


def test_a_duty_that_two_tickers_did_within_its_interval_is_named():
    assert taken_too_soon(at("prune", 0, 10, 20) + at("refresh", 0, 1, 1.5), INTERVALS) == ["refresh"]


def test_duties_that_were_done_once_in_each_interval_are_not_named():
    assert taken_too_soon(at("prune", 0, 10) + at("refresh", 0, 1, 2), INTERVALS) == []


def test_the_share_of_a_replica_is_of_one_counter_and_of_one_kind_of_calls():
    counted = {
        'planfront_reads_total{where="replica"}': 9.0,
        'planfront_reads_total{where="primary"}': 1.0,
        'planfront_read_statements_total{of="reads",where="replica"}': 30.0,
        'planfront_read_statements_total{of="reads",where="primary"}': 10.0,
        'planfront_read_statements_total{of="writes",where="primary"}': 20.0,
    }
    assert share(counted, "planfront_reads_total") == 0.9
    assert share(counted, "planfront_read_statements_total", 'of="reads"') == 0.75
    assert share(counted, "planfront_read_statements_total") == 0.5


def test_nothing_counted_is_no_share():
    assert share({}, "planfront_reads_total") == 0
