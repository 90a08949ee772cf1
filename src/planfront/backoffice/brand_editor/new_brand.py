"""Opening a brand: a store of its own that isn't public yet. It starts with what any store has, or as a copy of another
one, from its colors to what it sells."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget, UnfoldBooleanSwitchWidget

from planfront.audit.services import Origin
from planfront.backoffice.phone_field import PhoneField
from planfront.brands import hosts
from planfront.brands.copying import copy_brand, new_brand
from planfront.brands.marketing import write_start
from planfront.brands.models import Brand, Domain
from planfront.brands.selectors import setting
from planfront.brands.services import save_settings
from planfront.catalog.models import PlanOffer, ProviderNetwork
from planfront.catalog.start import write_questionnaires
from planfront.enrollment.start import write_start as write_questions
from planfront.parties.groups.models import Group, Portal
from planfront.parties.groups.start import write_portals
from planfront.parties.reps.models import Agent


def _text(label: str, help_text: str = "", most: int = 120, *, required: bool = False) -> forms.CharField:
    return forms.CharField(
        label=label, help_text=help_text, max_length=most, required=required, widget=UnfoldAdminTextInputWidget
    )


def _switch(label: str, help_text: str, *, on: bool) -> forms.BooleanField:
    return forms.BooleanField(
        label=label, help_text=help_text, required=False, initial=on, widget=UnfoldBooleanSwitchWidget
    )


class OpeningForm(forms.Form):
    """Facts that tell the new brand from every other."""

    name = _text("Name", "As shoppers read it.", 60, required=True)
    key = forms.SlugField(
        label="Key",
        max_length=32,
        help_text="Short and lasting: small letters, digits, hyphens.",
        widget=UnfoldAdminTextInputWidget,
    )
    host = _text("Host", "For instance store.example.com: no https://, no port.", 253, required=True)
    tagline = _text("Tagline")
    phone = PhoneField()
    email = forms.EmailField(label="Email", required=False, widget=UnfoldAdminTextInputWidget)
    source = forms.ModelChoiceField(
        queryset=Brand.objects.order_by("name"),
        label="Copy from",
        required=False,
        empty_label="No brand: start with plain texts and no plans",
        widget=UnfoldAdminSelectWidget,
        help_text="Colors, front page texts, settings and plans come with it. Logo and contacts don't.",
    )
    reps = _switch("The same reps", "Reps of the brand it is copied from sell in both.", on=False)
    groups = _switch("The same groups", "Groups of the brand it is copied from shop in both.", on=False)

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
    """Make the brand of a valid OpeningForm, which nobody but staff sees until it is published."""
    facts = {name: values[name] for name in ("key", "name", "host", "tagline", "phone", "email")}
    source: Brand | None = values["source"]
    if source is None:
        return _start_brand(facts, origin)
    brand = copy_brand(source=source, origin=origin, **facts)
    _share_catalog(source, brand, reps=values["reps"], groups=values["groups"])
    shared = {"default_group_id": values["groups"], "default_agent_id": values["reps"]}
    save_settings(brand=brand, values={key: setting(source.pk, key) for key, also in shared.items() if also})
    return brand


def _start_brand(facts: dict[str, Any], origin: Origin) -> Brand:
    """Create a brand with plain texts and portals. Questions of applications are written once for all brands."""
    brand = new_brand(origin=origin, **facts)
    write_start(brand=brand)
    portal = write_portals(brand)
    save_settings(brand=brand, values={"default_portal_id": str(portal.pk)})
    write_questionnaires()
    write_questions()
    return brand


def _share_catalog(source: Brand, brand: Brand, *, reps: bool, groups: bool) -> None:
    """Give the new brand the source's plans, networks and portals; offers become rows of its own."""
    offers = PlanOffer.objects.filter(brand=source)
    if not groups:
        offers = offers.filter(group=None)
    for offer in offers:
        offer.pk, offer.brand = None, brand
        offer.save(force_insert=True)
    models: list[Any] = [Portal, ProviderNetwork, *([Agent] if reps else []), *([Group] if groups else [])]
    for model in models:
        for row in model.objects.filter(brands=source):
            row.brands.add(brand)
