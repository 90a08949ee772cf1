import gzip
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from planfront.audit.services import SYSTEM
from planfront.brands import contrast, looks, recipes, selectors, theme, themes
from planfront.brands.color import Oklch, parse
from planfront.brands.recipes import Recipe
from planfront.brands.tests.test_theme import INPUTS, TOKENS

SHEETS = sorted(Path(looks.__file__).parent.glob("*.css"))
RAW = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch)\(|\boklch\((?!from var\()", re.IGNORECASE)
SERVED = {"--on-fill"}


def _without_comments(path):
    return re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)


def test_each_value_but_the_store_s_own_has_a_sheet():
    own = Recipe()
    wanted = {
        f"{part}-{value}"
        for part in ("header", "surface", "density")
        for value in recipes.CHOICES[part]
        if value != getattr(own, part)
    }
    assert {path.stem for path in SHEETS} == wanted
    assert looks.css(own) == ""


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_a_sheet_knows_roles_alone_so_that_it_cannot_break_a_contrast(path):
    text = _without_comments(path)
    assert RAW.findall(text) == []
    assert "--brand-primary" not in text
    known = set(re.findall(r"(--[a-z0-9-]+):", TOKENS.read_text())) | SERVED
    assert set(re.findall(r"var\((--[a-z0-9-]+)", text)) <= known


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_a_sheet_reaches_only_pages_with_its_value(path):
    part, _dash, value = path.stem.partition("-")
    own = f'[data-{part}="{value}"] '
    blocks = re.findall(r"(?:^|[{}])\s*([^{}@]+)\{", _without_comments(path))
    assert blocks
    for selectors_of_rule in blocks:
        assert all(line.strip().startswith(own) for line in re.split(r",\n", selectors_of_rule.strip())), (
            selectors_of_rule
        )


def test_the_sheets_of_any_recipe_stay_small():
    choices = (recipes.HEADERS, recipes.SURFACES, recipes.DENSITIES)
    for header, surface, density in product(*choices):
        sheet = looks.css(replace(Recipe(), header=header, surface=surface, density=density))
        assert len(gzip.compress(sheet.encode())) < 2000


def test_warm_paper_stays_readable_for_every_primary():
    """The same 3,024 colours as by the tint."""
    for step, chroma, turn in product(range(21), (0, 0.05, 0.1, 0.15, 0.2, 0.3), range(24)):
        primary = Oklch(step / 20, chroma, turn * 15)
        shown = theme.on_surface(replace(INPUTS, primary=primary.css()), "paper")
        for pair, ratio in theme.ratios(theme.roles(*theme.colors(shown))).items():
            least = next(least for front, back, least in theme.PAIRS if (front, back) == pair)
            assert ratio >= least, (primary, pair, ratio)


def test_warm_paper_takes_the_hue_of_the_primary_and_other_surfaces_keep_the_tint():
    copper = replace(INPUTS, primary="oklch(0.79 0.158 70)", tint="oklch(0.974 0.004 255)")
    assert parse(theme.on_surface(copper, "paper").tint) == Oklch(0.978, 0.012, 70)
    assert theme.on_surface(copper, "rules") == copper
    assert contrast.find_problems(theme.on_surface(copper, "paper")) == {}


@pytest.mark.django_db
def test_a_published_surface_warms_the_page_and_comes_with_its_sheet(brand):
    before = selectors.brand_look(brand)
    recipe = recipes.write(replace(Recipe(), surface="paper", header="solid"))
    themes.save_draft(brand=brand, values={**themes.values_of(brand), "recipe": recipe}, origin=SYSTEM)
    themes.publish(brand=brand, origin=SYSTEM)
    brand.refresh_from_db()
    after = selectors.brand_look(brand)
    assert after.url != before.url
    assert '[data-surface="paper"] .statement{' in after.css
    assert '[data-header="solid"] header.site>div{' in after.css
    assert "data-surface" not in before.css
    assert themes.values_of(brand)["tint"] == brand.tint  # what was typed is kept
    assert selectors.hex_roles(brand)["page"] != theme.hex_roles(selectors.theme_inputs(brand))["page"]
