"""The form of a brand's look: its values as people type them, checked for what can be read."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from unfold.widgets import (
    UnfoldAdminDecimalFieldWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from planfront.brands import assets, contrast, recipes, selectors, themes
from planfront.brands.color import Oklch, from_hex, parse, to_hex
from planfront.brands.models import Brand, Face, ThemeVersion
from planfront.brands.pictures import KINDS
from planfront.brands.themes import Values
from planfront.catalog import selectors as catalog
from planfront.parties.reps.selectors import agent_by_code
from planfront.shopping.pricing.from_prices import price_from

COLORS = ("primary", "accent", "tint")
_HELP = {
    "primary": "Buttons, links, the focus ring. Everything else of its hue follows.",
    "accent": "Highlights: the cart's number, illustrations. Never text.",
    "tint": "The temperature of the page's background.",
}
_RECIPE_TEXTS = tuple(name for name in recipes.LABELS if name not in recipes.CHOICES)
_RECIPE_HELP = {
    "sections": (
        f"In order, separated by commas: {', '.join(recipes.SECTIONS)}. "
        f"Every home page has {' and '.join(recipes.REQUIRED)}."
    ),
    "from_place": 'Two letters, such as OH. "From" prices are for an 18-year-old there. Leave empty to show none.',
    "person": "The rep in an editorial hero, with name and phone. They need a photo or a portrait.",
    "line_en": f"Shown large below the heading, up to {recipes.LENGTHS['line']} characters, without numbers.",
    "lead_en": (
        f"Shown below the heading, up to {recipes.LENGTHS['lead']} characters, without numbers. An editorial hero "
        f"has room for two paragraphs of {recipes.PARAGRAPH}, with a blank line between them."
    ),
    "short_en": (
        f"Shown there on phones, up to {recipes.LENGTHS['short']} characters, without numbers. Leave empty to use "
        "the lead, if it's that short."
    ),
    "ask_en": f"Up to {recipes.LENGTHS['ask']} characters. Leave empty to use the store's own.",
    "judgements_en": 'A line for each featured plan, "1002: when you pick it | when you talk people out of it", '
    f"up to {recipes.JUDGEMENT} characters on each side, without numbers. Offers say which plans are featured.",
}
_JUDGED = ("judgements_en", "judgements_es")
_LONG = ("lead_en", "lead_es", *_JUDGED)
"""Their length depends on the hero: the recipe checks it."""
_OWN = "The brand's own"
STAMP = "stamp"


class ColorField(forms.CharField):
    """``oklch(L C H)``, or ``#rrggbb``, which becomes that."""

    def clean(self, value: Any) -> str:
        text = str(super().clean(value)).strip()
        color = parse(text)
        if color is not None:
            return text
        color = from_hex(text)
        if color is None:
            raise forms.ValidationError("Enter the color as oklch(L C H) or #rrggbb.")
        return color.css()


def hex_of(text: str) -> str:
    """Return the color for a browser's picker."""
    color = parse(text) or from_hex(text) or Oklch(0, 0, 0)
    return to_hex(color)


class ThemeForm(forms.Form):
    """The look of a brand. ``values`` is None where the form is invalid; ``stamp`` identifies the draft that was
    open."""

    radius = forms.IntegerField(
        label=themes.LABELS["radius"],
        min_value=0,
        max_value=20,
        help_text="0 to 20 px.",
        widget=UnfoldAdminIntegerFieldWidget,
    )
    font_display = forms.ChoiceField(
        label=themes.LABELS["font_display"], choices=Face.choices, widget=UnfoldAdminSelectWidget
    )
    display_weight = forms.IntegerField(
        label=themes.LABELS["display_weight"],
        min_value=100,
        max_value=900,
        help_text="100 to 900.",
        widget=UnfoldAdminIntegerFieldWidget,
    )
    display_tracking = forms.DecimalField(
        label=themes.LABELS["display_tracking"],
        min_value=Decimal("-0.1"),
        max_value=Decimal("0.2"),
        max_digits=4,
        decimal_places=3,
        help_text="In em: -0.025 is a little tighter.",
        widget=UnfoldAdminDecimalFieldWidget(attrs={"step": "0.005"}),
    )
    font_text = forms.ChoiceField(
        label=themes.LABELS["font_text"], choices=Face.choices, widget=UnfoldAdminSelectWidget
    )
    note = forms.CharField(
        label="Note",
        required=False,
        max_length=160,
        help_text="What this draft is for; shown in the history.",
        widget=UnfoldAdminTextInputWidget,
    )
    stamp = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, brand: Brand, draft: ThemeVersion | None, data: Any = None) -> None:
        values = draft.values if draft else themes.values_of(brand)
        initial = {name: values[name] for name in themes.LOOK}
        initial |= {picture_field(key): values["pictures"].get(key, "") for key in KINDS}
        initial |= _recipe_initial(themes.recipe_of(values))
        initial |= {"note": draft.note if draft else "", STAMP: stamp_of(draft)}
        super().__init__(data, initial=initial)
        self.values: Values | None = None
        self._draft, self._brand = draft, brand
        for name in COLORS:
            self.fields[name] = ColorField(
                label=themes.LABELS[name], max_length=40, help_text=_HELP[name], widget=UnfoldAdminTextInputWidget
            )
        self._add_pictures(brand, values)
        self._add_recipe()

    def _add_pictures(self, brand: Brand, shown: Values) -> None:
        for key, offered in assets.list_choices(brand).items():
            now = shown["pictures"].get(key, "")
            if now and now not in dict(offered):
                offered = [*offered, (now, now)]
            kind = KINDS[key]
            self.fields[picture_field(key)] = forms.ChoiceField(
                label=kind.label,
                required=False,
                choices=[("", _OWN), *offered],
                help_text=kind.help,
                widget=UnfoldAdminSelectWidget,
            )

    def _add_recipe(self) -> None:
        for name, choices in recipes.CHOICES.items():
            self.fields[recipe_field(name)] = forms.ChoiceField(
                label=recipes.LABELS[name], choices=list(choices.items()), widget=UnfoldAdminSelectWidget
            )
        for name in _RECIPE_TEXTS:
            self.fields[recipe_field(name)] = forms.CharField(
                label=recipes.LABELS[name],
                required=name == "sections",
                max_length=None if name in _LONG else recipes.LENGTHS.get(name.partition("_")[0]),
                help_text=_RECIPE_HELP.get(name, ""),
                widget=UnfoldAdminTextareaWidget(attrs={"rows": 5}) if name in _LONG else UnfoldAdminTextInputWidget,
            )

    def _recipe(self, cleaned: dict[str, Any]) -> recipes.Recipe:
        choices = {name: cleaned[recipe_field(name)] for name in (*recipes.CHOICES, *_RECIPE_TEXTS)}
        choices |= {name: choices[name].replace("\r\n", "\n") for name in _LONG}
        sections = [name.strip().lower() for name in choices["sections"].split(",")]
        return recipes.read({**choices, "sections": [name for name in sections if name]})

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        look = {name: cleaned[name] for name in themes.LOOK}
        look["display_tracking"] = f"{cleaned['display_tracking'].normalize():f}"
        recipe = self._recipe(cleaned)
        self.values = {
            **look,
            "pictures": {key: cleaned[picture_field(key)] for key in KINDS},
            "recipe": recipes.write(recipe),
        }
        for name, message in recipes.find_problems(recipe).items():
            self.add_error(recipe_field(name), message)
        for name, message in _judgement_problems(self._brand, recipe).items():
            self.add_error(recipe_field(name), message)
        if recipe.person and agent_by_code(self._brand.pk, recipe.person) is None:
            self.add_error(recipe_field("person"), "No rep of this brand has this code.")
        for name, message in contrast.find_problems(themes.inputs_of(self.values)).items():
            self.add_error(name, message)
        return cleaned

    def outdated(self) -> bool:
        """Return whether the draft was saved or published since this form was opened."""
        return str(self.data.get(STAMP, "")) != stamp_of(self._draft)

    @property
    def colors(self) -> list[tuple[Any, str]]:
        """Fields of colours, each with its value for a picker."""
        return [(self[name], hex_of(str(self[name].value() or ""))) for name in COLORS]

    @property
    def letters(self) -> list[Any]:
        return [self[name] for name in ("font_display", "display_weight", "display_tracking", "font_text", "radius")]

    @property
    def pictures(self) -> list[Any]:
        return [self[picture_field(key)] for key in KINDS]

    @property
    def recipe(self) -> list[Any]:
        return [self[recipe_field(name)] for name in (*recipes.CHOICES, *_RECIPE_TEXTS)]


def _judgement_problems(brand: Brand, recipe: recipes.Recipe) -> dict[str, str]:
    """Return problems of the home page's judgments of plans: one that isn't featured, or has no price in the recipe's
    state."""
    judged = recipe.judgements()
    if not judged:
        return {}
    portal, group = (selectors.setting_id(brand.pk, key) for key in ("default_portal_id", "default_group_id"))
    plans = catalog.featured_plans(brand.pk, portal, group, int(recipe.featured_count))
    names = {plan.plan_id: plan.plan_name for plan in plans}
    if strangers := [plan_id for plan_id in judged if plan_id not in names]:
        featured = ", ".join(f"{plan_id} {name}" for plan_id, name in names.items()) or "none"
        return dict.fromkeys(
            _JUDGED, f"The home page doesn't show plan {strangers[0]}. Featured plans of this brand: {featured}."
        )
    priced = price_from(brand.pk, list(judged), recipe.from_place) if recipe.from_place else judged
    if missing := [plan_id for plan_id in judged if plan_id not in priced]:
        name = names[missing[0]]
        return dict.fromkeys(_JUDGED, f"{name} has no price for an adult in {recipe.from_place}: it isn't sold there.")
    return {}


def recipe_field(name: str) -> str:
    return f"recipe_{name}"


def _recipe_initial(recipe: recipes.Recipe) -> dict[str, Any]:
    initial = {recipe_field(name): getattr(recipe, name) for name in recipes.LABELS}
    return initial | {recipe_field("sections"): ", ".join(recipe.sections)}


def picture_field(key: str) -> str:
    return f"picture_{key}"


def stamp_of(draft: ThemeVersion | None) -> str:
    return f"{draft.number} {draft.saved_at.isoformat()}" if draft else ""
