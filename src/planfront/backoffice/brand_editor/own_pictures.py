"""A brand's own pictures of categories, in the place of the store's drawn ones, and the words of what pictures show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminTextInputWidget

from planfront.audit.services import Origin
from planfront.brands import own_pictures, pictures
from planfront.brands.models import Asset, Brand
from planfront.catalog.categories import ORDER
from planfront.catalog.selectors import category_label

_MISSING_WORDS = "Say in both languages what the picture shows: some people hear it instead of seeing it."


@dataclass(frozen=True)
class Row:
    """A category in the list. ``own`` is None where the drawn picture is shown."""

    category: str
    label: str
    own: Asset | None


def list_category_pictures(brand: Brand) -> list[Row]:
    by_place = {row.place: row for row in Asset.objects.filter(brand=brand).exclude(place="")}
    labels = ((category, category_label(category)) for category in ORDER if category in own_pictures.CATEGORIES)
    return [Row(category, label, by_place.get(own_pictures.place_of(category))) for category, label in labels]


def alt_fields(where: str = "") -> dict[str, forms.CharField]:
    """Return fields for a picture's description, in both languages."""
    return {
        f"alt{end}": forms.CharField(
            label=f"What {where or 'it'} shows, in {language}",
            max_length=160,
            required=False,
            widget=UnfoldAdminTextInputWidget,
        )
        for end, language in (("", "English"), ("_es", "Spanish"))
    }


def check_words(form: Any, alt: str = "alt") -> None:
    """Ask for what is missing of the words of a picture, at its field."""
    for name in (alt, f"{alt}_es"):
        if not str(form.cleaned_data.get(name) or "").strip():
            form.add_error(name, _MISSING_WORDS)


def words_in(cleaned: dict[str, Any], alt: str = "alt") -> own_pictures.Words:
    return {"en": cleaned[alt].strip(), "es": cleaned[f"{alt}_es"].strip()}


class CategoryPictureForm(forms.Form):
    """A new picture with its description, or a new description of the current one."""

    file = forms.FileField(
        label="Picture",
        required=False,
        help_text=f"{pictures.type_names(pictures.CATEGORY)}, at most {pictures.CATEGORY.most_mib} MB. "
        f"{pictures.CATEGORY.help} A photo's location, camera and date aren't kept.",
        widget=UnfoldAdminFileFieldWidget,
    )

    def __init__(self, brand: Brand, category: str, data: Any = None, files: Any = None) -> None:
        self._brand, self._place = brand, own_pictures.place_of(category)
        self.own = own_pictures.shown_at(brand, self._place)
        words = {}
        if self.own:
            words = {"alt": self.own.alt, "alt_es": (self.own.i18n.get("es") or {}).get("alt", "")}
        super().__init__(data, files, initial=words)
        self.fields.update(alt_fields())

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file:
            pictures.check(pictures.CATEGORY.key, file)
        elif not self.own:
            raise forms.ValidationError("Choose a picture.")
        return file

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        check_words(self)
        return cleaned

    def save(self, origin: Origin) -> None:
        alt = words_in(self.cleaned_data)
        if file := self.cleaned_data["file"]:
            own_pictures.show_picture(brand=self._brand, place=self._place, upload=file, alt=alt, origin=origin)
        else:
            own_pictures.describe_picture(brand=self._brand, place=self._place, alt=alt, origin=origin)
