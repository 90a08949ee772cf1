"""What ./run bench makes of times: medians, ratios, bends, bars, a comparison."""

import pytest

from benchmarks import figures
from benchmarks.figures import Curve, Figure, Measured
from benchmarks.works import BY_KEY, Unit, Work


def test_a_ratio_is_the_median_of_the_rounds_so_that_a_slow_round_changes_nothing():
    figure = figures.beside_floor([20.0, 22.0, 900.0], [10.0, 10.0, 300.0])
    assert figure == Figure(2.2, 22.0, 10.0, (2.0, 2.2, 3.0))


def test_rounds_of_store_and_floor_belong_together():
    with pytest.raises(ValueError, match="shorter"):
        figures.beside_floor([1.0, 2.0], [1.0])


def test_work_without_a_floor_counts_by_itself():
    assert figures.alone([3.0, 1.0, 2.0]) == Figure(2.0, 2.0, None, (3.0, 1.0, 2.0))


def curve(what: str, **sizes: float) -> Curve:
    return Curve("brands", what, "ms", {int(size[1:]): value for size, value in sizes.items()})


def test_a_curve_is_told_as_ratios_to_its_smallest_size():
    assert curve("listing", n40=6.0, n4=5.0, n400=10.0).ratios == {4: 1.0, 40: 1.2, 400: 2.0}


def test_the_steepest_bend_is_the_first_and_a_flat_curve_has_none():
    flat, bent = curve("home", n4=2.0, n40=2.2, n400=3.0), curve("listing", n4=5.0, n40=10.0, n400=40.0)
    bends = figures.bends([flat, bent])
    assert [(bend.low, bend.high, round(bend.per_decade, 6)) for bend in bends] == [(40, 400, 4.0), (4, 40, 2.0)]
    assert str(bends[0]) == "listing, brands from 40 to 400: 4.00 x for ten times as many"
    assert figures.bends([flat]) == []


def test_growth_is_told_for_ten_times_the_size_whatever_the_sizes_are():
    assert figures.bends([curve("listing", n1=1.0, n100=4.0)])[0].per_decade == pytest.approx(2.0)


def measured(**values: float) -> Measured:
    return Measured({key.replace("_", "-"): Figure(value) for key, value in values.items()})


def keys(works) -> list[str]:
    return [work.key for work in works]


def test_a_bar_is_missed_beyond_it_and_kept_on_it():
    bar = BY_KEY["cart"].bar
    assert figures.missed(measured(cart=bar), short=False) == []
    assert keys(figures.missed(measured(cart=bar + 0.01, rates_memory=301.0), short=False)) == ["cart", "rates-memory"]


def test_a_short_run_judges_ratios_alone_and_from_twice_their_bar():
    bar = BY_KEY["cart"].bar
    assert figures.missed(measured(cart=2 * bar, rates_memory=9_999.0), short=True) == []
    assert keys(figures.missed(measured(cart=2 * bar + 0.01), short=True)) == ["cart"]


def test_a_short_run_does_not_judge_what_goes_by_the_clock():
    data = Measured({"rates-copy": Figure(0.01)})
    assert figures.missed(data, short=True) == []
    assert keys(figures.missed(data, short=False)) == ["rates-copy"]


def test_of_what_should_be_much_a_bar_is_missed_below_it():
    least = Work("import", "rates", "import against COPY", Unit.TIMES, 0.5, at_most=False)
    assert least.misses(0.49)
    assert not least.misses(0.5)
    assert not least.misses(0.25, slack=2.0)
    assert least.misses(0.24, slack=2.0)


def test_the_table_has_value_bar_and_both_times_of_each_work_and_names_the_first_bend():
    data = Measured({"cart": Figure(3.0, 12.0, 4.0)}, [curve("listing", n4=5.0, n40=10.0)])
    lines = list(figures.table({"sqlite": data}, short=False))
    words = [" ".join(line.split()) for line in lines]
    assert words[2] == "add to cart, floor: the same rows written 3.00 x ≤ 2.5 MISSED 12.00 ms 4.00 ms"
    assert words[3] == "listing by brands 4: 1.00 · 40: 2.00 (1.00 = 5 ms)"
    assert words[4] == "First to bend: listing, brands from 4 to 40: 2.00 x for ten times as many"
    assert "over" in next(line for line in figures.table({"sqlite": data}, short=True) if "cart" in line)


def test_two_runs_are_compared_where_both_measured_the_same():
    before, after = {"sqlite": measured(cart=4.0, home=1.0)}, {"sqlite": measured(cart=2.0), "postgres": measured()}
    lines = list(figures.comparison(before, after))
    assert len(lines) == 3
    assert lines[1].split()[-5:] == ["4.00", "x", "2.00", "x", "0.50"]


def test_what_was_measured_survives_json():
    data = Measured({"cart": Figure(3.0, 12.0, 4.0, (3.0, 3.1))}, [curve("listing", n4=5.0)])
    assert Measured.from_json(data.as_json()) == data
