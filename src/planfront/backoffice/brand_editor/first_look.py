"""The logo and colors of a brand that isn't public yet, on its Start page. They change at once: nobody but staff sees
it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.db import transaction
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminTextInputWidget

from planfront.audit.services import Origin
from planfront.backoffice.brand_editor.theme_form import COLORS, ColorField, hex_of
from planfront.brands import contrast, selectors, theme, themes
from planfront.brands.logo_colors import propose_colors
from planfront.brands.models import Asset, Brand
from planfront.brands.own_pictures import add_picture
from planfront.brands.pictures import KINDS, check, type_names
from planfront.brands.services import brands_changed

_LOGO = KINDS["logo"]
_LABELS = {"primary": "Buttons and links", "accent": "Highlight", "tint": "Page"}
# What is read on or in each color.
_SEEN = {
    "primary": ("on-primary", "primary-fill", "Button text"),
    "accent": ("on-accent", "accent-fill", "Dark text on it"),
    "tint": ("ink", "page", "Text on it"),
}


class LogoForm(forms.Form):
    """A file that the header shows."""

    logo = forms.FileField(
        label="New logo",
        help_text=f"{type_names(_LOGO)}, up to {_LOGO.most_mib} MB.",
        widget=UnfoldAdminFileFieldWidget(attrs={"accept": ",".join(_LOGO.suffixes)}),
    )

    def clean_logo(self) -> Any:
        file = self.cleaned_data["logo"]
        check(_LOGO.key, file)
        return file


class ColorsForm(forms.Form):
    """The three colors that the others are made from, in which everything can be read."""

    def __init__(self, brand: Brand, data: Any = None, proposed: theme.Inputs | None = None) -> None:
        self.values = themes.values_of(brand)
        colors = proposed or themes.inputs_of(self.values)
        super().__init__(data, initial={name: hex_of(getattr(colors, name)) for name in COLORS})
        for name in COLORS:
            self.fields[name] = ColorField(label=_LABELS[name], max_length=40, widget=UnfoldAdminTextInputWidget)
        self._inputs = colors

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors:
            self.values |= {name: cleaned[name] for name in COLORS}
            self._inputs = themes.inputs_of(self.values)
            for name, message in contrast.find_problems(self._inputs).items():
                self.add_error(name, message)
        return cleaned

    @property
    def rows(self) -> list[tuple[Any, str, str]]:
        """Fields, each with its color and what can be read on it."""
        pairs = {(pair.front, pair.back): pair for pair in contrast.pairs(self._inputs)}
        return [
            (self[name], hex_of(getattr(self._inputs, name)), f"{words}, {pairs[front, back].shown_ratio}")
            for name, (front, back, words) in _SEEN.items()
        ]

    @property
    def pairs(self) -> int:
        return len(contrast.pairs(self._inputs))


@dataclass(frozen=True)
class FirstLook:
    """``proposed``: the colors shown are the logo's and aren't saved. ``colorless``: the logo has none."""

    logo: LogoForm
    colors: ColorsForm
    proposed: bool = False
    colorless: bool = False


def may_dress(brand: Brand) -> bool:
    """Return whether the look may change at once: a public brand's, and one with a draft, changes under Theme."""
    return not brand.active and themes.draft_of(brand) is None


def own_logo(brand: Brand) -> Asset | None:
    """Return the picture that the brand shows as its logo; None for the wordmark."""
    address = selectors.setting(brand.pk, _LOGO.key)
    rows = Asset.objects.filter(brand=brand, kind=_LOGO.key).order_by("-id") if address else []
    return next((row for row in rows if row.address == address), None)


def show_forms(brand: Brand, *, from_logo: bool = False) -> FirstLook:
    """Return the forms, with colors proposed from the brand's own logo where ``from_logo``."""
    logo = selectors.logo_file(brand) if from_logo and own_logo(brand) else None
    proposed = propose_colors(themes.inputs_of(themes.values_of(brand)), *logo) if logo else None
    return FirstLook(
        LogoForm(),
        ColorsForm(brand, proposed=proposed),
        proposed=proposed is not None,
        colorless=logo is not None and proposed is None,
    )


@transaction.atomic
def save_logo(brand: Brand, form: LogoForm, origin: Origin) -> Asset:
    """Show the file of a valid form as the brand's logo."""
    row = add_picture(brand=brand, kind=_LOGO.key, upload=form.cleaned_data["logo"], alt={"en": "", "es": ""})
    brands_changed()
    pictures = {**themes.values_of(brand)["pictures"], _LOGO.key: row.address}
    themes.dress_brand(brand=brand, changed={"pictures": pictures}, note="Logo", origin=origin)
    return row


def save_colors(brand: Brand, form: ColorsForm, origin: Origin) -> None:
    """Show the colors of a valid form."""
    changed = {name: form.values[name] for name in COLORS}
    themes.dress_brand(brand=brand, changed=changed, note="Colors", origin=origin)
