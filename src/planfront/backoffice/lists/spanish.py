"""Forms that edit a row's Spanish next to its English, instead of the JSON it is stored in."""

from __future__ import annotations

from typing import Any

from django.db.models import Model, TextField
from django.forms import CharField, Field, ModelForm
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

LANGUAGE = "es"


class SpanishForm(ModelForm):  # type: ignore[type-arg]
    """``name_es`` fields read and write ``i18n["es"]["name"]``; what is left empty falls back to English."""

    spanish: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        spanish = (self.instance.i18n or {}).get(LANGUAGE) or {}
        for name in self.spanish:
            if f"{name}_es" in self.fields:
                self.initial.setdefault(f"{name}_es", spanish.get(name, ""))

    def save(self, commit: bool = True) -> Any:
        texts = dict((self.instance.i18n or {}).get(LANGUAGE) or {})
        for name in self.spanish:
            if f"{name}_es" in self.cleaned_data:
                texts[name] = self.cleaned_data[f"{name}_es"].strip()
        filled = {name: text for name, text in texts.items() if text}
        others = {key: value for key, value in (self.instance.i18n or {}).items() if key != LANGUAGE}
        self.instance.i18n = {**others, **({LANGUAGE: filled} if filled else {})}
        return super().save(commit=commit)


def spanish_form(model: type[Model], *names: str, **more: Field) -> type[SpanishForm]:
    """Return a form class for ``model`` with a Spanish field for each of the named text columns, and other fields."""
    fields = {**{f"{name}_es": _field(model, name) for name in names}, **more}
    meta = type("Meta", (), {"model": model, "exclude": ("i18n",)})
    result: type[SpanishForm] = type(
        f"{model.__name__}Form", (SpanishForm,), {**fields, "spanish": names, "Meta": meta}
    )
    return result


def _field(model: type[Model], name: str) -> CharField:
    column: Any = model._meta.get_field(name)
    long = isinstance(column, TextField) or (column.max_length or 0) > 200
    widget = UnfoldAdminTextareaWidget(attrs={"rows": 3}) if long else UnfoldAdminTextInputWidget()
    label = f"{str(column.verbose_name).capitalize()} (Spanish)"
    return CharField(required=False, max_length=column.max_length, label=label, widget=widget)
