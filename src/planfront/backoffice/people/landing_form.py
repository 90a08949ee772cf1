"""What the forms of reps and groups share: a code in upper case, a landing URL that no page of the store uses."""

from __future__ import annotations

from django import forms
from unfold.widgets import UnfoldAdminTextInputWidget

from planfront.brands.paths import RESERVED
from planfront.kernel.parse import us_phone


class PhoneForm(forms.ModelForm):  # type: ignore[type-arg]
    """Ten digits of a phone, however they were typed."""

    phone = forms.CharField(required=False, max_length=20, widget=UnfoldAdminTextInputWidget(attrs={"type": "tel"}))

    def clean_phone(self) -> str:
        typed = str(self.cleaned_data.get("phone") or "")
        result = us_phone(typed)
        if typed and result is None:
            raise forms.ValidationError("Enter ten digits.")
        return result or ""


class LandingForm(PhoneForm):
    """A code and a landing URL."""

    def clean_code(self) -> str:
        return str(self.cleaned_data["code"]).strip().upper()

    def clean_landing_url(self) -> str | None:
        value = str(self.cleaned_data.get("landing_url") or "").strip().lower()
        if value in {name.lower() for name in RESERVED}:
            raise forms.ValidationError("A page of the store has this address.")
        return value or None
