"""Names of people in models and forms of the back office, which ask the same rule as every other door."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models

from planfront.kernel.text import texts
from planfront.kernel.text.parse import NAME_LENGTH, person_name

if TYPE_CHECKING:
    _Text = models.CharField[str, str]
else:
    _Text = models.CharField


class PersonNameField(forms.CharField):
    """A person's name, or a part of it, folded."""

    def clean(self, value: Any) -> str:
        typed = str(super().clean(value) or "")
        name = person_name(typed, self.max_length or NAME_LENGTH)
        if typed and name is None:
            raise ValidationError(str(texts.explain_name(typed, texts.NAME)))
        return name or ""


class NameColumn(_Text):
    """A column for a person's name; migrations know it as the text that it is."""

    def formfield(self, **options: Any) -> Any:
        return super().formfield(**{"form_class": PersonNameField, **options})

    def deconstruct(self) -> Any:
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.CharField", arguments, options
