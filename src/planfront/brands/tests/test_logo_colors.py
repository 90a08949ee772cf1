"""Colors proposed from a logo."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from planfront.brands import contrast
from planfront.brands.color import from_hex, parse, to_hex
from planfront.brands.logo_colors import propose_colors
from planfront.brands.models import Brand
from planfront.brands.selectors import theme_inputs

LOOK = theme_inputs(Brand())


def png(*blocks, ground="white"):
    """Return a picture of 200 px with a colored block of each width."""
    image = Image.new("RGBA", (200, 50), ground)
    left = 0
    for width, color in blocks:
        image.paste(color, (left, 0, left + width, 50))
        left += width
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


def hex_of(look):
    return [to_hex(parse(value)) for value in (look.primary, look.accent)]


def svg(rest):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50">{rest}</svg>'.encode()


@pytest.mark.parametrize(
    ("suffix", "logo", "colors"),
    [
        (".png", png((60, "#5546a2"), (20, "#f2b98f")), ["#5546a2", "#f2b98f"]),
        (".png", png((60, "#5546a2"), (20, "#f2b98f"), ground="#00000000"), ["#5546a2", "#f2b98f"]),
        (".svg", svg('<path fill="#5546a2" d="M0 0h60v50H0z"/><path fill="#f2b98f" d="M60 0h20v50H60z"/>'), None),
        # Black lettering covers more, and is no color.
        (".png", png((30, "#c8102e"), (90, "#111111")), ["#c8102e", "#ffb1ad"]),
        # A light color covers more, and buttons need a dark one.
        (".png", png((60, "#7ac143"), (40, "#0033a0")), ["#0033a0", "#7ac143"]),
        # A few pixels of another color aren't one of the logo's.
        (".png", png((99, "#5546a2"), (1, "#f2b98f")), ["#5546a2", "#cbc5ff"]),
    ],
)
def test_the_colors_that_cover_most_are_proposed(suffix, logo, colors):
    assert hex_of(propose_colors(LOOK, suffix, logo)) == (colors or ["#5546a2", "#f2b98f"])


@pytest.mark.parametrize(
    ("suffix", "logo"),
    [
        (".png", png((60, "#111111"), (20, "#808080"))),
        (".png", png(ground="#00000000")),
        (".png", b"not a picture"),
        (".svg", b"not a drawing"),
    ],
)
def test_a_logo_without_color_proposes_nothing(suffix, logo):
    assert propose_colors(LOOK, suffix, logo) is None


def test_everything_can_be_read_in_the_colors_of_any_logo():
    steps = ("00", "33", "66", "99", "cc", "ff")
    for color in (f"#{red}{green}{blue}" for red in steps for green in steps for blue in steps):
        look = propose_colors(LOOK, ".png", png((60, color)))
        assert look is None or not contrast.find_problems(look), color
        assert look is not None or from_hex(color).c < 0.035 or from_hex(color).l > 0.95, color


def test_type_and_corners_stay_as_they_are():
    look = propose_colors(replace(LOOK, radius=3), ".png", png((60, "#5546a2")))
    assert (look.radius, look.font_display) == (3, LOOK.font_display)
