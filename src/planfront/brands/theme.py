"""A brand's look: the eight inputs, the roles derived from them, and the checks that keep it readable. Pure.

The derivation is the one of the store's style sheet, in Python: mail can't read oklch, so the same roles are resolved
to hex here, and a brand's contrast is checked before it is saved. What the store looks like by night comes from here
alone: ``night.css`` writes it into the brand's style sheet.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from planfront.brands.color import Oklch, contrast, parse, to_hex

_SANS = '"Liberation Sans", "Helvetica Neue", Arial, sans-serif'


@dataclass(frozen=True)
class FaceFile:
    """A font file at /static/app/fonts/<key>.woff2: its CSS family, weights and fallback stack.

    Faces shipped in one weight declare the whole range, so that no browser fakes a bolder one.
    """

    family: str
    weights: str
    stack: str


FACES = {
    "hanken-grotesk": FaceFile("Hanken Grotesk Variable", "100 900", f'"Hanken Grotesk", {_SANS}'),
    "source-serif-4": FaceFile(
        "Source Serif 4 Variable", "200 900", '"Source Serif 4", "Liberation Serif", Georgia, serif'
    ),
    "figtree": FaceFile("Figtree Variable", "300 900", f'"Figtree", {_SANS}'),
    "bricolage-grotesque": FaceFile(
        "Bricolage Grotesque Variable",
        "200 900",
        '"Bricolage Grotesque", "DejaVu Sans Condensed", "Liberation Sans Narrow", sans-serif',
    ),
}


@dataclass(frozen=True)
class Inputs:
    """The values that a white-label site may set (the logo, the eighth, is a file)."""

    primary: str
    accent: str
    tint: str
    radius: int
    font_display: str
    font_text: str
    display_weight: int
    display_tracking: str


def font_url(face: str) -> str:
    return f"/static/app/fonts/{face}.woff2"


def _font_face(face: str) -> str:
    font = FACES[face]
    return (
        f'@font-face{{font-family:"{font.family}";src:url("{font_url(face)}") format("woff2");'
        f"font-weight:{font.weights};font-style:normal;font-display:swap}}"
    )


def _stack(face: str) -> str:
    return f'"{FACES[face].family}", {FACES[face].stack}'


def css(inputs: Inputs) -> str:
    """The brand's type faces, and the inputs as custom properties on :root: the beginning of its style sheet."""
    faces = "\n".join(_font_face(face) for face in dict.fromkeys((inputs.font_text, inputs.font_display)))
    values = {
        "primary": inputs.primary,
        "accent": inputs.accent,
        "tint": inputs.tint,
        "radius": f"{inputs.radius}px",
        "font-display": _stack(inputs.font_display),
        "font-text": _stack(inputs.font_text),
        "display-weight": str(inputs.display_weight),
        "display-tracking": f"{inputs.display_tracking}em",
    }
    lines = "\n".join(f"  --brand-{name}: {value};" for name, value in values.items())
    return f"{faces}\n:root {{\n{lines}\n}}\n"


def digest(sheet: str) -> str:
    return hashlib.sha256(sheet.encode()).hexdigest()[:12]


def _flip(lightness: float) -> float:
    """0 for a dark primary, 1 for a light one."""
    return min(1.0, max(0.0, (lightness - 0.615) * 1000))


def _primary_roles(p: Oklch) -> dict[str, Oklch]:
    flip = _flip(p.l)
    low, high = min(p.l, 0.52), max(p.l, 0.75)
    fill = Oklch(low + flip * (high - low), min(p.c, 0.17), p.h)
    return {
        "primary-fill": fill,
        "primary-fill-hover": Oklch(fill.l - 0.055 + flip * 0.02, fill.c, p.h),
        "primary-fill-press": Oklch(fill.l - 0.085 + flip * 0.03, fill.c, p.h),
        "on-primary": Oklch(1 - flip * 0.8, flip * 0.03, p.h),
        "primary-ink": Oklch(min(p.l, 0.44), min(p.c, 0.13), p.h),
        "primary-wash": Oklch(0.957, min(p.c * 0.2, 0.02), p.h),
        "primary-wash-strong": Oklch(0.91, min(p.c * 0.4, 0.04), p.h),
        "primary-line": Oklch(0.80, min(p.c, 0.06), p.h),
        "primary-deep": Oklch(0.285, min(p.c, 0.06), p.h),
        "on-deep": Oklch(0.975, min(p.c, 0.01), p.h),
        "on-deep-soft": Oklch(0.86, min(p.c, 0.03), p.h),
        "deep-line": Oklch(0.42, min(p.c, 0.05), p.h),
        "chart-2": Oklch(0.66, min(p.c, 0.09), p.h),
        "chart-3": Oklch(0.82, min(p.c, 0.06), p.h),
        "ink": Oklch(0.235, min(p.c, 0.028), p.h),
        "ink-soft": Oklch(0.41, min(p.c, 0.024), p.h),
        "ink-mute": Oklch(0.50, min(p.c, 0.02), p.h),
        "focus": Oklch(min(p.l, 0.46), max(p.c, 0.09), p.h),
    }


def _accent_roles(a: Oklch) -> dict[str, Oklch]:
    return {
        "accent-fill": Oklch(max(a.l, 0.78), min(a.c, 0.15), a.h),
        "accent-wash": Oklch(0.965, min(a.c * 0.25, 0.03), a.h),
        "accent-line": Oklch(0.87, min(a.c * 0.6, 0.08), a.h),
        "on-accent": Oklch(0.24, min(a.c, 0.04), a.h),
        "marker": Oklch(0.93, min(a.c, 0.095), a.h),
    }


def _surface_roles(t: Oklch) -> dict[str, Oklch]:
    return {
        "page": Oklch(max(t.l, 0.965), min(t.c, 0.014), t.h),
        "surface": Oklch(1, 0, 0),
        "surface-sunken": Oklch(0.957, min(t.c, 0.014), t.h),
        "surface-hover": Oklch(0.972, min(t.c, 0.012), t.h),
        "line": Oklch(0.895, min(t.c, 0.016), t.h),
        "line-soft": Oklch(0.935, min(t.c, 0.014), t.h),
        "line-control": Oklch(0.60, min(t.c, 0.02), t.h),
        "ink-disabled": Oklch(0.66, min(t.c, 0.012), t.h),
        "focus-gap": Oklch(1, 0, 0),
        "chart-rest": Oklch(0.905, min(t.c, 0.014), t.h),
    }


def roles(primary: Oklch, accent: Oklch, tint: Oklch) -> dict[str, Oklch]:
    """Every derived colour role by its custom-property name without the dashes."""
    return {**_primary_roles(primary), **_accent_roles(accent), **_surface_roles(tint)}


def _night_primary_roles(p: Oklch) -> dict[str, Oklch]:
    fill = Oklch(min(max(p.l + 0.3, 0.74), 0.82), min(p.c, 0.15), p.h)
    return {
        "primary-fill": fill,
        "primary-fill-hover": Oklch(fill.l + 0.05, fill.c, p.h),
        "primary-fill-press": Oklch(fill.l - 0.06, fill.c, p.h),
        "on-primary": Oklch(0.19, min(p.c, 0.04), p.h),
        "primary-ink": Oklch(0.82, min(p.c, 0.11), p.h),
        "primary-wash": Oklch(0.285, min(p.c * 0.5, 0.035), p.h),
        "primary-wash-strong": Oklch(0.335, min(p.c * 0.6, 0.045), p.h),
        "primary-line": Oklch(0.46, min(p.c, 0.06), p.h),
        "primary-deep": Oklch(0.145, min(p.c, 0.022), p.h),
        "on-deep": Oklch(0.95, min(p.c, 0.01), p.h),
        "on-deep-soft": Oklch(0.80, min(p.c, 0.02), p.h),
        "deep-line": Oklch(0.34, min(p.c, 0.03), p.h),
        "chart-2": Oklch(0.64, min(p.c, 0.09), p.h),
        "chart-3": Oklch(0.48, min(p.c, 0.07), p.h),
        "chart-rest": Oklch(0.36, min(p.c * 0.3, 0.02), p.h),
        "ink": Oklch(0.955, min(p.c * 0.1, 0.008), p.h),
        "ink-soft": Oklch(0.845, min(p.c * 0.15, 0.012), p.h),
        "ink-mute": Oklch(0.735, min(p.c * 0.2, 0.016), p.h),
        "ink-disabled": Oklch(0.58, min(p.c * 0.2, 0.012), p.h),
        "focus": Oklch(0.84, max(min(p.c, 0.13), 0.09), p.h),
    }


def _night_accent_roles(a: Oklch) -> dict[str, Oklch]:
    return {
        "accent-fill": Oklch(min(max(a.l, 0.78), 0.86), min(a.c, 0.13), a.h),
        "accent-wash": Oklch(0.275, min(a.c * 0.35, 0.035), a.h),
        "accent-line": Oklch(0.44, min(a.c * 0.6, 0.06), a.h),
        "on-accent": Oklch(0.22, min(a.c, 0.04), a.h),
        "marker": Oklch(0.38, min(a.c * 0.6, 0.06), a.h),
    }


def _night_surface_roles(p: Oklch) -> dict[str, Oklch]:
    """Return surfaces by night, in the primary's hue; nearer ones are lighter."""
    page = Oklch(0.190, min(p.c * 0.28, 0.021), p.h)
    return {
        "page": page,
        "surface": Oklch(0.238, min(p.c * 0.28, 0.022), p.h),
        "surface-sunken": Oklch(0.208, min(p.c * 0.28, 0.021), p.h),
        "surface-hover": Oklch(0.268, min(p.c * 0.28, 0.023), p.h),
        "line": Oklch(0.355, min(p.c * 0.25, 0.018), p.h),
        "line-soft": Oklch(0.295, min(p.c * 0.25, 0.016), p.h),
        "line-control": Oklch(0.60, min(p.c * 0.3, 0.024), p.h),
        "focus-gap": page,
    }


def night_roles(primary: Oklch, accent: Oklch) -> dict[str, Oklch]:
    """The roles of ``roles`` by night. Every fill is light and carries dark text; the tint of the day says nothing."""
    return {**_night_primary_roles(primary), **_night_accent_roles(accent), **_night_surface_roles(primary)}


# What is read on what, and the least ratio (WCAG 2.2: 4.5 for text, 3 for focus and control borders).
PAIRS: tuple[tuple[str, str, float], ...] = (
    ("on-primary", "primary-fill", 4.5),
    ("on-primary", "primary-fill-hover", 4.5),
    ("on-primary", "primary-fill-press", 4.5),
    ("primary-ink", "surface", 4.5),
    ("primary-ink", "page", 4.5),
    ("primary-ink", "primary-wash", 4.5),
    ("ink", "page", 7.0),
    ("ink-soft", "page", 4.5),
    ("ink-mute", "surface", 4.5),
    ("ink-mute", "page", 4.5),
    ("on-deep", "primary-deep", 4.5),
    ("on-accent", "accent-fill", 4.5),
    ("focus", "surface", 3.0),
    ("focus", "page", 3.0),
    ("line-control", "surface", 3.0),
    ("line-control", "page", 3.0),
)


# By night text also stands on what is pointed at, and in the footer.
NIGHT_PAIRS: tuple[tuple[str, str, float], ...] = (
    *PAIRS,
    ("ink", "surface", 7.0),
    ("ink", "marker", 4.5),
    ("ink-soft", "surface", 4.5),
    ("ink-mute", "surface-hover", 4.5),
    ("ink-mute", "surface-sunken", 4.5),
    ("on-deep-soft", "primary-deep", 4.5),
)


def ratios(colors: dict[str, Oklch], pairs: tuple[tuple[str, str, float], ...] = PAIRS) -> dict[tuple[str, str], float]:
    return {(front, back): contrast(colors[front], colors[back]) for front, back, _least in pairs}


def find_problems(inputs: Inputs) -> dict[str, str]:
    """Values that can't be used at all, by field; whether the look can be read says ``contrast.find_problems``."""
    result: dict[str, str] = {}
    parsed = {name: parse(getattr(inputs, name)) for name in ("primary", "accent", "tint")}
    result.update({name: "Write the colour as oklch(L C H)." for name, color in parsed.items() if color is None})
    if not 0 <= inputs.radius <= 20:
        result["radius"] = "0 to 20 px."
    if not 100 <= inputs.display_weight <= 900:
        result["display_weight"] = "100 to 900."
    for name in ("font_display", "font_text"):
        if getattr(inputs, name) not in FACES:
            result[name] = "Choose one of the listed type faces."
    return result


def colors(inputs: Inputs) -> tuple[Oklch, Oklch, Oklch]:
    """Primary, accent and tint. Raises ValueError when one can't be read."""
    primary, accent, tint = parse(inputs.primary), parse(inputs.accent), parse(inputs.tint)
    if primary is None or accent is None or tint is None:
        raise ValueError("The brand's colours can't be read.")
    return primary, accent, tint


def on_surface(inputs: Inputs, surface: str) -> Inputs:
    """The inputs as a recipe's surface has them: warm paper takes the primary's hue in place of the tint."""
    primary = parse(inputs.primary)
    if surface != "paper" or primary is None:
        return inputs
    return replace(inputs, tint=Oklch(0.978, min(primary.c, 0.012), primary.h).css())


def on_fill(lightness: float) -> str:
    """The form of a picture that stands on buttons' colour: for a light ground or for a dark one."""
    return "light" if _flip(lightness) else "dark"


def hex_roles(inputs: Inputs) -> dict[str, str]:
    """The roles for mail and print, underscored ("primary_fill") so that templates can name them."""
    return {name.replace("-", "_"): to_hex(color) for name, color in roles(*colors(inputs)).items()}
