"""The artwork is there, well-formed, and safe to serve."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import planfront
from planfront.art import pictures
from planfront_demo.people import PEOPLE
from planfront_demo.plans import CATALOG, PLANS

STATIC = Path(planfront.__file__).parent / "webapp" / "static"
ART = STATIC / "art"
PICTURES = sorted(ART.rglob("*.svg"))
BRAND_FILES = (
    "logo.svg",
    "logo-compact.svg",
    "logo-on-dark.svg",
    "favicon.svg",
    "hero.svg",
    "banner.svg",
    "share.svg",
    "share.png",
    "touch-icon.png",
)
FORBIDDEN = re.compile(r"<script|<style|<foreignObject|xlink|href=|@import|url\((?!#)|\son\w+=", re.IGNORECASE)
# The one style that a picture may have: other colours by night.
NIGHT = re.compile(r'<style>@media \(prefers-color-scheme:dark\)\{(\[fill="#(\w{3}){1,2}"\]\{fill:#\w{6}\})+\}</style>')


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: str(path.relative_to(ART)))
def test_a_picture_is_a_plain_titled_svg(path):
    text = path.read_text(encoding="utf-8")
    root = ET.fromstring(text)  # noqa: S314 - our own files
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert re.fullmatch(r"0 0 \d+ \d+", root.get("viewBox"))
    assert root[0].tag.endswith("title")
    assert root[0].text.strip()
    assert FORBIDDEN.search(NIGHT.sub("", text)) is None
    assert len(text) < 40_000


def test_every_brand_and_carrier_has_its_pictures():
    wanted = [f"brand/{brand.key}/{name}" for brand in PEOPLE.brands for name in BRAND_FILES]
    wanted += [f"carrier/{carrier.key}.svg" for carrier in CATALOG.carriers]
    assert [name for name in wanted if not (ART / name).is_file()] == []
    assert {f"category/{plan.category}" for plan in PLANS} <= set(pictures.SCENES)


def test_every_picture_the_people_tables_name_exists():
    fields = [*(rep.fields for rep in PEOPLE.reps), *(group.fields for group in PEOPLE.groups)]
    named = [value for row in fields for value in row.values() if isinstance(value, str) and "/static/" in value]
    assert named
    assert [value for value in named if not (STATIC / value.removeprefix("/static/")).is_file()] == []
