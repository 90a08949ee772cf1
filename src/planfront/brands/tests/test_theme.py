import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from planfront.brands import night, theme
from planfront.brands.color import Oklch, contrast, parse, to_hex

INPUTS = theme.Inputs(
    primary="oklch(0.44 0.082 192)",
    accent="oklch(0.86 0.135 92)",
    tint="oklch(0.976 0.009 170)",
    radius=10,
    font_display="hanken-grotesk",
    font_text="hanken-grotesk",
    display_weight=700,
    display_tracking="-0.025",
)
TOKENS = Path(__file__).parents[4] / "frontend" / "src" / "styles" / "tokens.css"
WHITE, BLACK = Oklch(1, 0, 0), Oklch(0, 0, 0)


def test_known_colors_convert_from_oklch_to_hex():
    assert to_hex(WHITE) == "#ffffff"
    assert to_hex(BLACK) == "#000000"
    # sRGB red, green and blue in oklch.
    assert to_hex(Oklch(0.627955, 0.257683, 29.2339)) == "#ff0000"
    assert to_hex(Oklch(0.86644, 0.294827, 142.4953)) == "#00ff00"
    assert to_hex(Oklch(0.452014, 0.313214, 264.052)) == "#0000ff"
    assert round(contrast(WHITE, BLACK), 2) == 21.0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("oklch(0.44 0.082 192)", Oklch(0.44, 0.082, 192)),
        ("OKLCH( 44% .082 192deg )", Oklch(0.44, 0.082, 192)),
        ("oklch(1.2 0.1 10)", None),
        ("oklch(0.5 0.9 10)", None),
        ("oklch(0.5 0.1 400)", None),
        ("#0d5c63", None),
        ("oklch(0.4 0.1 10); } body { display: none", None),
        ("", None),
    ],
)
def test_color_text_is_parsed(text, expected):
    assert parse(text) == expected


def test_every_brand_color_stays_readable():
    """21 lightnesses, 6 chromas, 24 hues: 3,024 primaries (and accents, and tints)."""
    worst = dict.fromkeys(((front, back) for front, back, _ in theme.PAIRS), 21.0)
    count = 0
    for step, chroma, turn in product(range(21), (0, 0.05, 0.1, 0.15, 0.2, 0.3), range(24)):
        color = Oklch(step / 20, chroma, turn * 15)
        for pair, ratio in theme.ratios(theme.roles(color, color, color)).items():
            worst[pair] = min(worst[pair], ratio)
        count += 1
    assert count == 3024
    assert worst["on-primary", "primary-fill"] >= 4.54
    assert worst["primary-ink", "page"] >= 5.2
    assert worst["ink-mute", "page"] >= 5.2
    assert worst["focus", "page"] >= 4.3
    assert worst["line-control", "surface"] >= 3.9
    for front, back, least in theme.PAIRS:
        assert worst[front, back] >= least, (front, back, worst[front, back])


def test_dark_and_light_primaries_flip_their_text():
    dark = theme.roles(parse("oklch(0.37 0.088 268)"), parse(INPUTS.accent), parse(INPUTS.tint))
    light = theme.roles(parse("oklch(0.79 0.158 70)"), parse(INPUTS.accent), parse(INPUTS.tint))
    assert to_hex(dark["on-primary"]) == "#ffffff"
    assert light["on-primary"].l == pytest.approx(0.2)
    assert light["primary-fill"].l == 0.79
    assert light["primary-ink"].l == 0.44


def test_css_holds_the_inputs_and_only_the_brand_s_fonts():
    sheet = theme.css(replace(INPUTS, font_display="source-serif-4", font_text="figtree"))
    assert "--brand-primary: oklch(0.44 0.082 192);" in sheet
    assert "--brand-radius: 10px;" in sheet
    assert "--brand-display-tracking: -0.025em;" in sheet
    assert sheet.count("@font-face") == 2
    assert "/static/app/fonts/figtree.woff2" in sheet
    assert "/static/app/fonts/source-serif-4.woff2" in sheet
    assert "hanken" not in sheet
    assert theme.css(INPUTS).count("@font-face") == 1


def test_theme_problems_name_their_field():
    bad = replace(INPUTS, primary="red", radius=21, font_text="comic-sans", display_weight=50)
    assert set(theme.find_problems(bad)) == {"primary", "radius", "font_text", "display_weight"}
    assert theme.find_problems(INPUTS) == {}


def test_hex_roles_are_named_for_templates():
    hex_roles = theme.hex_roles(INPUTS)
    assert hex_roles["on_primary"] == "#ffffff"
    assert hex_roles["surface"] == "#ffffff"
    assert all(value.startswith("#") and len(value) == 7 for value in hex_roles.values())


def test_every_brand_stays_readable_by_night():
    """11 lightnesses, 4 chromas, 12 hues: 528 primaries (and accents)."""
    worst = dict.fromkeys(((front, back) for front, back, _ in theme.NIGHT_PAIRS), 21.0)
    count = 0
    for step, chroma, turn in product(range(11), (0.0, 0.08, 0.16, 0.24), range(12)):
        color = Oklch(step / 10, chroma, turn * 30)
        for pair, ratio in theme.ratios(theme.night_roles(color, color), theme.NIGHT_PAIRS).items():
            worst[pair] = min(worst[pair], ratio)
        count += 1
    assert count == 528
    assert worst["ink", "surface"] >= 14.4
    assert worst["ink-mute", "surface-hover"] >= 6.4
    assert worst["primary-ink", "surface"] >= 9.0
    assert worst["primary-ink", "primary-wash"] >= 7.87
    assert worst["on-primary", "primary-fill"] >= 7.5
    assert worst["on-primary", "primary-fill-press"] >= 5.9
    assert worst["on-deep-soft", "primary-deep"] >= 10.5
    assert worst["line-control", "surface"] >= 4.1
    assert worst["focus", "surface"] >= 9.0
    for front, back, least in theme.NIGHT_PAIRS:
        assert worst[front, back] >= least, (front, back, worst[front, back])


def test_what_is_said_of_a_state_is_readable_by_night():
    """The fixed hues of frontend/src/styles/tokens.css, on their own ground and on the lightest and darkest brand's."""
    dark = TOKENS.read_text().split('data-theme="dark"', 1)[1]
    fixed = {name: parse(value) for name, value in re.findall(r"--([a-z-]+): (oklch\([^v)]+\));", dark)}
    for tone in ("danger", "warning", "success", "info"):
        assert contrast(fixed[f"{tone}-ink"], fixed[f"{tone}-wash"]) >= 7.7
        assert contrast(fixed[tone], fixed[f"{tone}-wash"]) >= 3
        for primary in (WHITE, BLACK):
            assert contrast(fixed[f"{tone}-ink"], theme.night_roles(primary, primary)["surface"]) >= 8.4
    for hue in range(0, 360, 5):
        inks = {name: Oklch(lightness, chroma, hue) for name, (lightness, chroma) in _of_categories(dark).items()}
        assert contrast(inks["ink"], inks["wash"]) >= 4.5
        assert contrast(inks["ink"], inks["soft"]) >= 4.5


def _of_categories(sheet):
    matches = re.findall(r"--cat-([a-z]+): oklch\(([0-9.]+) ([0-9.]+) var", sheet)
    return {name: (float(lightness), float(chroma)) for name, lightness, chroma in matches[:4]}


def test_night_keeps_hue_and_always_puts_dark_text_on_light_buttons():
    for primary in ("oklch(0.37 0.088 268)", "oklch(0.79 0.158 70)"):
        day = parse(primary)
        colors = theme.night_roles(day, parse(INPUTS.accent))
        assert 0.74 <= colors["primary-fill"].l <= 0.82
        assert colors["primary-fill"].h == day.h
        assert colors["on-primary"].l == 0.19
        assert colors["page"].l < colors["surface"].l < colors["surface-hover"].l


def test_the_style_sheet_has_a_night_for_screens_alone():
    sheet = night.css(INPUTS)
    day, screens = sheet.split("@media screen", 1)
    assert day.startswith(theme.css(INPUTS))
    assert "color-scheme" not in day
    assert ':root[data-theme="dark"]{color-scheme:dark;' in screens
    assert "--page:" + to_hex(theme.night_roles(*theme.colors(INPUTS)[:2])["page"]) in screens
    assert "@media (prefers-contrast: more)" in screens
    names = set(re.findall(r"--([a-z0-9-]+):", screens))
    assert names >= set(theme.roles(*theme.colors(INPUTS))) | {"tick", "chevron", "scrim"}
