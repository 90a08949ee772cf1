"""Days that staff type."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms

from planfront.kernel import clock
from planfront.kernel.text import texts
from planfront.kernel.text.parse import MOST_OF_DATE, us_date

_LAST_YEAR = 2200


class DayField(forms.DateField):
    """A day in every spelling that the store's own pages take."""

    widget = forms.TextInput(
        attrs={"inputmode": "numeric", "placeholder": "mm/dd/yyyy", "maxlength": MOST_OF_DATE, "data-date": ""}
    )

    def to_python(self, value: Any) -> date | None:
        if not isinstance(value, str) or not value.strip():
            return super().to_python(value)
        day = us_date(value)
        if day is None or day.year > _LAST_YEAR:
            raise forms.ValidationError(str(texts.explain_date(value)))
        return day

    def prepare_value(self, value: Any) -> Any:
        return value.strftime("%m/%d/%Y") if isinstance(value, date) else value


class BirthField(DayField):
    def to_python(self, value: Any) -> date | None:
        today = clock.today()
        born = us_date(value, today) if isinstance(value, str) else None
        born = born or super().to_python(value)
        if born and (problem := texts.explain_birth_date(born, today)):
            raise forms.ValidationError(str(problem))
        return born
