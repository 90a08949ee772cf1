"""Labels of model fields as people say them: in lists, in forms and for values that are only shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db.models import BooleanField, Model
from django.utils.text import capfirst
from unfold.decorators import display
from unfold.views import ChangeList

# Fields whose own name is a programmer's.
_HEADINGS = {
    "address1": "Address",
    "address2": "Address, second line",
    "client id": "Client number",
    "eff start": "From",
    "fips": "County number (FIPS)",
    "is smoker": "Tobacco use",
    "list key": "List",
    "search url": "Address of the search",
    "sha256": "Fingerprint (SHA-256)",
    "sort order": "Position in lists",
    "user": "Account",
    "at": "When",
    "id": "Number",
    "ip": "Network address",
    "zip": "ZIP",
    "naic": "NAIC",
    "naic code": "NAIC",
    "eff from": "From",
    "eff to": "To",
    "is active": "Active",
    "row count": "Rows",
    "landing url": "Address in the store",
    "enqueued at": "Queued",
    "updated at": "Changed",
    "expires at": "Valid until",
    "last login": "Last sign-in",
    "plan name": "Plan",
}


def humanize_label(label: str) -> str:
    """Return a field's label without a programmer's words."""
    plain = label.lower().replace("_", " ")
    if plain in _HEADINGS:
        return _HEADINGS[plain]
    if plain.endswith(" at"):
        return str(capfirst(plain.removesuffix(" at")))
    if plain.endswith(" es"):
        return str(capfirst(f"{plain.removesuffix(' es')} (Spanish)"))
    return label


def field_labels(model: type[Model], form: Any = None) -> dict[str, str]:
    """Return the form labels of a model's fields: the form's own, then those that differ from the field's name."""
    names = {field.name: str(field.verbose_name) for field in model._meta.concrete_fields}
    labels = {name: label for name, word in names.items() if (label := humanize_label(word)) != word}
    return {**labels, **(getattr(getattr(form, "Meta", None), "labels", None) or {})}


class LabelledList(ChangeList):  # type: ignore[misc]
    """A list whose columns bear the labels of ``humanize_label``."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        for attribute in ("list_display", "list_display_links", "sortable_by"):
            names: Iterable[Any] | None = getattr(self, attribute)
            if names is not None:
                setattr(self, attribute, [_labelled_column(self.model, name) for name in names])


@cache  # Django compares the columns of a list with its links and sortable columns.
def _labelled_column(model: type[Model], name: Any) -> Any:
    """Return a column with a better label than the field's name; the name itself where there is none."""
    try:
        field: Any = model._meta.get_field(name) if isinstance(name, str) else None
    except FieldDoesNotExist:
        return name
    verbose_name = str(getattr(field, "verbose_name", ""))  # relations from other tables have none
    if (label := humanize_label(verbose_name)) == verbose_name:
        return name

    def value(row: Model) -> Any:
        content = getattr(row, field.name)
        return None if content == "" else content

    value.__name__ = field.name
    decorate: Callable[[Any], Any] = display(
        description=label, ordering=field.name, boolean=isinstance(field, BooleanField)
    )
    return decorate(value)
