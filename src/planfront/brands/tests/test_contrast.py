from dataclasses import replace

from planfront.brands import contrast, theme
from planfront.brands.color import Oklch, from_hex, parse, to_hex
from planfront.brands.tests.test_theme import INPUTS


def test_a_usual_look_passes_every_pair():
    pairs = contrast.pairs(INPUTS)
    assert len(pairs) == len(theme.PAIRS)
    assert all(pair.passes for pair in pairs)
    assert contrast.find_problems(INPUTS) == {}


def test_a_failing_pair_is_named_with_its_ratio_and_the_nearest_colour():
    """Between dark and light a primary's text would be neither."""
    between = replace(INPUTS, primary="oklch(0.6155 0.1 192)")
    problems = contrast.find_problems(between)
    assert set(problems) == {"primary"}
    assert "Button text on buttons: the contrast is 1.1" in problems["primary"]
    assert "4.5:1 is needed." in problems["primary"]
    assert problems["primary"].endswith("The nearest colour that passes is oklch(0.615 0.1 192).")
    assert contrast.find_problems(replace(between, primary="oklch(0.615 0.1 192)")) == {}


def test_the_nearest_colour_keeps_its_hue_and_passes():
    between = replace(INPUTS, primary="oklch(0.6159 0.2 20)")
    color = contrast.nearest_passing(between, "primary")
    assert color is not None
    assert (color.c, color.h) == (0.2, 20)
    assert contrast.find_problems(replace(between, primary=color.css())) == {}


def test_a_ratio_is_cut_not_rounded():
    assert contrast.Pair("ink", "page", 4.499, 4.5).shown_ratio == "4.49:1"


def test_hex_becomes_oklch_and_back():
    for text in ("#0d5c63", "#ffffff", "#000000", "#e8a33d", "#7f0000"):
        color = from_hex(text)
        assert color is not None
        assert parse(color.css()) == color
        value, back = (int(item[1:], 16) for item in (text, to_hex(color)))
        assert all(abs((value >> shift & 255) - (back >> shift & 255)) <= 3 for shift in (16, 8, 0)), (text, back)
    assert from_hex("#fff") is None
    assert from_hex("ffffff") == Oklch(1.0, 0.0, 0.0)
