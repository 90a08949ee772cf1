"""Phone numbers that staff type: ten digits, however they are written."""

from __future__ import annotations

from django import forms
from unfold.widgets import UnfoldAdminTextInputWidget

from planfront.kernel.text.parse import us_phone


class PhoneField(forms.CharField):
    """Ten digits of a phone that may be left empty."""

    def __init__(self) -> None:
        widget = UnfoldAdminTextInputWidget(attrs={"type": "tel"})
        super().__init__(label="Phone", required=False, max_length=20, help_text="Ten digits.", widget=widget)

    def clean(self, value: object) -> str:
        typed = str(super().clean(value) or "")
        result = us_phone(typed)
        if typed and result is None:
            raise forms.ValidationError("Enter ten digits.")
        return result or ""


class PhoneForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form of something that has a phone."""

    phone = PhoneField()
