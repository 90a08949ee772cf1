"""Opening a brand: a store of its own that starts as a copy of another one, from its look to what it sells."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget, UnfoldBooleanSwitchWidget

from planfront.audit.services import Origin
from planfront.brands import hosts
from planfront.brands.copying import copy_brand
from planfront.brands.models import Brand, Domain
from planfront.brands.selectors import setting
from planfront.brands.services import save_settings
from planfront.catalog.models import PlanOffer, ProviderNetwork
from planfront.producers.models import Agent
from planfront.sponsors.models import Group, Portal


def _text(label: str, help_text: str = "", most: int = 120, *, required: bool = False) -> forms.CharField:
    return forms.CharField(
        label=label, help_text=help_text, max_length=most, required=required, widget=UnfoldAdminTextInputWidget
    )


def _switch(label: str, help_text: str, *, on: bool) -> forms.BooleanField:
    return forms.BooleanField(
        label=label, help_text=help_text, required=False, initial=on, widget=UnfoldBooleanSwitchWidget
    )


class OpeningForm(forms.Form):
    """What tells the new brand from the one it is copied from."""

    source = forms.ModelChoiceField(
        queryset=Brand.objects.order_by("name"),
        label="Copy from",
        widget=UnfoldAdminSelectWidget,
        help_text="Its look, pictures, settings, front page texts and plans are the start.",
    )
    name = _text("Name", "As shoppers read it.", 60, required=True)
    key = forms.SlugField(
        label="Key",
        max_length=32,
        help_text="Short and lasting: small letters, digits, hyphens.",
        widget=UnfoldAdminTextInputWidget,
    )
    host = _text("Host", "For instance store.example.com: no https://, no port.", 253, required=True)
    tagline = _text("Tagline")
    phone = forms.RegexField(
        r"^\d{10}$",
        label="Phone",
        required=False,
        help_text="Ten digits.",
        widget=UnfoldAdminTextInputWidget,
        error_messages={"invalid": "Enter ten digits."},
    )
    email = forms.EmailField(label="E-mail", required=False, widget=UnfoldAdminTextInputWidget)
    reps = _switch("The same reps", "They sell in both stores.", on=False)
    groups = _switch("The same groups", "They shop in both stores.", on=False)
    active = _switch(
        "Open at once",
        "Otherwise its hosts answer as unknown until the brand is active. Staff preview it from its page.",
        on=True,
    )

    def clean_key(self) -> str:
        key = str(self.cleaned_data["key"]).lower()
        if Brand.objects.filter(key=key).exists():
            raise ValidationError("Another brand has this key.")
        return key

    def clean_host(self) -> str:
        host = hosts.check(str(self.cleaned_data["host"]))
        if Domain.objects.filter(host=host).exists():
            raise ValidationError("Another brand serves this host.")
        return host


@transaction.atomic
def open_brand(*, values: dict[str, Any], origin: Origin) -> Brand:
    """Make the brand of a valid OpeningForm. It sells the plans of its source in the source's portals."""
    source: Brand = values["source"]
    brand = copy_brand(
        source=source,
        key=values["key"],
        name=values["name"],
        host=values["host"],
        tagline=values["tagline"],
        phone=values["phone"],
        email=values["email"],
        active=values["active"],
        origin=origin,
    )
    _share(source, brand, reps=values["reps"], groups=values["groups"])
    shared = {"default_group_id": values["groups"], "default_agent_id": values["reps"]}
    save_settings(brand=brand, values={key: setting(source.pk, key) for key, also in shared.items() if also})
    return brand


def _share(source: Brand, brand: Brand, *, reps: bool, groups: bool) -> None:
    """Plans, networks and portals of the source are the new brand's, too; offers become rows of its own."""
    offers = PlanOffer.objects.filter(brand=source)
    if not groups:
        offers = offers.filter(group=None)
    for offer in offers:
        offer.pk, offer.brand = None, brand
        offer._state.adding = True  # noqa: SLF001 - Django's way to copy a row
        offer.save()
    wanted: list[Any] = [Portal, ProviderNetwork, *([Agent] if reps else []), *([Group] if groups else [])]
    for model in wanted:
        for row in model.objects.filter(brands=source):
            row.brands.add(brand)
