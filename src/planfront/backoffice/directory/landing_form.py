"""Form fields shared by reps and groups: a code in upper case, and a landing URL that no page of the store uses."""

from __future__ import annotations

from django import forms

from planfront.backoffice.phone_field import PhoneForm
from planfront.brands.paths import RESERVED


class LandingForm(PhoneForm):
    """A code and a landing URL."""

    def clean_code(self) -> str:
        return str(self.cleaned_data["code"]).strip().upper()

    def clean_landing_url(self) -> str | None:
        value = str(self.cleaned_data.get("landing_url") or "").strip().lower()
        if value in {name.lower() for name in RESERVED}:
            raise forms.ValidationError("A page of the store already has this address. Choose another.")
        return value or None
