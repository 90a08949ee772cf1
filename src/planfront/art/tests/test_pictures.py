"""The store's own pictures: each can be drawn, takes the brand's colours, and holds nothing but shapes."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from planfront.art import pictures, portraits
from planfront.brands import pictured
from planfront.brands.color import parse

SAMPLES = [f"portrait/{'.'.join(values)}" for values in portraits.samples()]
TOKENS = Path(__file__).parents[4] / "frontend" / "src" / "styles" / "tokens.css"
SHAPES = {"svg", "g", "path", "rect", "circle", "ellipse"}


@pytest.mark.parametrize("name", [*pictures.SCENES, *SAMPLES])
def test_a_picture_is_small_and_holds_shapes_alone(name):
    drawn = pictures.draw(name)
    root = ET.fromstring(drawn)  # noqa: S314 - our own
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= SHAPES
    assert root[0].attrib == {"id": "art"}
    assert root.attrib["viewBox"] == ("0 0 320 320" if name.startswith("portrait/") else "0 0 320 200")
    assert len(drawn) < 16_000


def test_every_color_of_a_brand_has_a_value_by_day_and_by_night():
    primary, accent = parse("oklch(0.44 0.082 192)"), parse("oklch(0.86 0.135 92)")
    used = set(re.findall(r"var\(--art-([a-z0-9-]+),", "".join(map(pictures.draw, [*pictures.SCENES, *SAMPLES]))))
    assert used <= set(pictured.day(primary, accent))
    assert set(pictured.day(primary, accent)) == set(pictured.night(primary, accent))


def test_categories_have_the_hues_of_the_style_sheet():
    hues = re.findall(r'\[data-cat="(\w+)"\] \{\s*--cat-h: (\d+)', TOKENS.read_text())
    drawn = {
        name.removeprefix("category/"): set(re.findall(r"oklch\(\S+ \S+ (\d+)\)", pictures.draw(name)))
        for name in pictures.SCENES
        if name.startswith("category/")
    }
    assert {key: {hue} for key, hue in hues} == drawn


def test_a_portrait_is_its_parts_and_nothing_else_is_one():
    code = "olive.bob.dark.none.round.open.blazer.first.window"
    parts = portraits.read(code)
    assert parts["hair"] == "bob"
    assert parts["backdrop"] == "window"
    assert portraits.write(parts) == code
    assert portraits.read(code.replace("bob", "mohawk")) == {}
    assert portraits.read("olive.bob") == {}
    assert portraits.write({"skin": "olive"}) == ""


def test_a_color_of_a_brand_is_the_same_in_every_picture_that_is_opened_alone():
    uses = re.findall(r"var\(--(\S+?),(.+?)\)", "".join(map(pictures.draw, [*pictures.SCENES, *SAMPLES])))
    assert len(set(uses)) == len(dict(uses)) == 14


@pytest.mark.parametrize("name", ["category/unicorn", "portrait/x", "../settings", ""])
def test_an_unknown_name_has_no_picture(name):
    with pytest.raises(KeyError):
        pictures.draw(name)
