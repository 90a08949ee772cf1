"""Store and floor take turns, and what warms up isn't counted."""

import pytest

from benchmarks import rounds
from benchmarks.rounds import Batch, Turns


class Server:
    """Takes as many milliseconds as its calls say, and remembers its turns."""

    def __init__(self, name, log):
        self.name, self.log = name, log

    def spent(self, calls):
        self.log.append(self.name)
        return sum(call() for call in calls) / len(calls)


@pytest.fixture
def log():
    return []


def test_the_first_round_only_warms_up_and_both_take_turns(log):
    def batch(number):
        return Batch([lambda: 100.0 if number == 0 else 6.0], [lambda: 2.0])

    taken = rounds.take([Turns("cart", batch)], Server("store", log), Server("floor", log), rounds=2)
    assert log == ["store", "floor"] * 3
    assert (taken["cart"].value, taken["cart"].own, taken["cart"].floor) == (3.0, 6.0, 2.0)


def test_work_of_two_calls_counts_both_and_needs_no_floor(log):
    turns = Turns("page", lambda _number: Batch([lambda: 2.0, lambda: 4.0], [], per=2))
    taken = rounds.take([turns], Server("store", log), Server("floor", log), rounds=3)
    assert log == ["store"] * 4
    assert (taken["page"].value, taken["page"].floor) == (6.0, None)
