"""Which sizes a run has, and what of them becomes rows of the table and what curves."""

import pytest

from benchmarks import command, measuring
from benchmarks.figures import Curve, Figure, Measured
from benchmarks.measuring import Bench, Plan
from benchmarks.works import BY_KEY


@pytest.mark.parametrize(
    ("plan", "sizes"),
    [
        (Plan(frozenset()), [100, 1_000, 10_000, 100_000]),
        (Plan(frozenset(), short=True), [100, 1_000]),
        (Plan(frozenset(), long=True), [100, 1_000, 10_000, 100_000, 1_000_000]),
    ],
)
def test_a_short_run_has_the_smallest_sizes_and_a_long_one_the_largest_too(plan, sizes):
    assert plan.sizes(measuring.PEOPLE, measuring.MOST_PEOPLE) == sizes


def test_the_table_has_the_usual_catalog_and_curves_have_all(tmp_path):
    bench = Bench(Plan(frozenset({"listing", "cart"})), tmp_path)
    taken = {
        "listing-30": Figure(3.0, 6.0, 2.0),
        "listing-300": Figure(2.0, 30.0, 15.0),
        "cart-30": Figure(2.0, 8.0, 4.0),
        "cart-300": Figure(2.5, 10.0, 4.0),
        "home": Figure(0.6, 0.6),
    }
    bench._keep(taken, {30: None, 300: None})
    assert set(bench.measured.figures) == {"listing-30", "listing-300", "cart", "home"} <= set(BY_KEY)
    assert bench.measured.figures["cart"] == taken["cart-300"]
    assert bench.measured.curves == [
        Curve("plans", "priced listing, for each plan", "ms", {30: 0.2, 300: 0.1}),
        Curve("plans", "add to cart", "ms", {30: 8.0, 300: 10.0}),
    ]


def test_the_import_of_rates_has_a_process_of_its_own():
    assert command._groups(["cart", "rates", "home"]) == [["cart", "home"], ["rates"]]
    assert command._groups(["rates"]) == [["rates"]]
    joined = command._joined([Measured({"cart": Figure(1.0)}), Measured({"rates-memory": Figure(2.0)})])
    assert list(joined.figures) == ["cart", "rates-memory"]
