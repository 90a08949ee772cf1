"""Forms about a person who asks for their data."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from planfront.backoffice.lists.days import BirthField, DayField
from planfront.brands.models import Brand
from planfront.kernel import clock
from planfront.kernel.text.parse import digits
from planfront.kernel.text.words import words_of
from planfront.privacy.models import How, Kind
from planfront.privacy.registry import Clues

_SSN, _FOUR, _PHONE, _WORDS = 9, 4, 10, 2


class FindForm(forms.Form):
    """Search terms for a person. They are posted and never part of an address."""

    field_order = ("brand", "email", "phone", "person", "born", "number", "code", "confirmation")
    brand = forms.ModelChoiceField(Brand.objects.none(), label=_("Store"), empty_label=None)
    email = forms.EmailField(label=_("Email address"), required=False)
    number = forms.CharField(
        label=_("Social Security number"),
        required=False,
        max_length=11,
        help_text=_("Nine digits, or the last four together with the birth date."),
    )
    born = BirthField(label=_("Birth date"), required=False)
    person = forms.CharField(
        label=_("Full name"), required=False, max_length=120, help_text=_("First and last name, with the birth date.")
    )
    phone = forms.CharField(label=_("Phone number"), required=False, max_length=20)
    code = forms.CharField(label=_("Code of an email or document"), required=False, max_length=30)
    confirmation = forms.CharField(label=_("Confirmation number"), required=False, max_length=18)

    def __init__(self, brands: Any, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        cast(Any, self.fields["brand"]).queryset = brands
        self.fields["number"].widget.attrs.update({"autocomplete": "off", "inputmode": "numeric"})
        for name in ("email", "person", "phone", "code", "confirmation"):
            self.fields[name].widget.attrs["autocomplete"] = "off"

    def clean_number(self) -> str:
        typed = str(self.cleaned_data["number"])
        number = digits(typed)
        if typed and len(number) not in (_SSN, _FOUR):
            raise forms.ValidationError(_("Nine digits, or the last four together with the birth date."))
        return number

    def clean_phone(self) -> str:
        typed = str(self.cleaned_data["phone"])
        number = digits(typed)[-_PHONE:]
        if typed and len(number) != _PHONE:
            raise forms.ValidationError(_("Enter a phone number with ten digits."))
        return number

    def clean_person(self) -> str:
        name = " ".join(str(self.cleaned_data["person"]).split())
        if name and len(words_of(name)) < _WORDS:
            raise forms.ValidationError(_("First and last name, with the birth date."))
        return name

    def clean_confirmation(self) -> str:
        return str(self.cleaned_data["confirmation"]).strip().removeprefix("#")

    def clean(self) -> dict[str, Any]:
        result = super().clean() or {}
        number, born, person = result.get("number", ""), result.get("born"), result.get("person", "")
        if len(number) == _FOUR and not born:
            self.add_error("born", _("With the last four digits, enter the birth date too."))
        if person and not (born or result.get("phone")):
            self.add_error("born", _("With a name, enter the birth date or phone number too."))
        if not self.errors and not any(
            (result["email"], number, person, result["phone"], result["code"], result["confirmation"])
        ):
            raise forms.ValidationError(_("Enter something to find the person by."))
        return result

    def clues(self) -> Clues:
        cleaned_data = self.cleaned_data
        number = cleaned_data["number"]
        return Clues(
            brand_id=cleaned_data["brand"].pk,
            email=cleaned_data["email"],
            number=number if len(number) == _SSN else "",
            last_four=number if len(number) == _FOUR else "",
            born=cleaned_data["born"],
            name=cleaned_data["person"],
            phone=cleaned_data["phone"],
            code=cleaned_data["code"].strip(),
            confirmation=cleaned_data["confirmation"],
        )


class AskForm(forms.Form):
    """The request, and the day on which it came."""

    kind = forms.ChoiceField(label=_("The person wants"), choices=Kind.choices)
    how = forms.ChoiceField(label=_("Received"), choices=How.choices)
    received_on = DayField(label=_("On"))
    name = forms.CharField(label=_("Name"), max_length=120)

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.fields["received_on"].initial = clock.real_today().strftime("%m/%d/%Y")
