"""Opening a brand: a store of its own that isn't public yet. It starts with what any store has, and with the parts of
another one that are chosen, from its colors to what it sells."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget, UnfoldBooleanSwitchWidget

from planfront.audit.services import Origin
from planfront.backoffice.phone_field import PhoneField
from planfront.brands import hosts
from planfront.brands.copying import Part, copy_brand, new_brand
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


PARTS = (*Part, "plans", "reps", "groups")


class OpeningForm(forms.Form):
    """Facts that tell the new brand from every other."""

    name = _text("Name", "As shoppers see it.", 60, required=True)
    key = forms.SlugField(
        label="Key",
        max_length=32,
        help_text="Short and permanent: lowercase letters, digits, hyphens.",
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
        help_text="Choose its parts below. Its logo, contacts, and links are never copied.",
    )
    look = _switch("Look", "Colors, typefaces, the layout of the home page, and category pictures.", on=True)
    texts = _switch("Front page texts", "Without About and footer. Claims stay hidden until you add a source.", on=True)
    settings = _switch("Settings", "Switches, limits, and typical costs of care.", on=True)
    plans = _switch("Plans on sale", "The same plans at the same prices. You can choose fewer later.", on=True)
    legal = _switch("Legal texts", "Its own texts become drafts for you to review and publish.", on=False)
    reps = _switch("Reps", "Its reps sell in both brands.", on=False)
    groups = _switch("Groups", "Its groups shop in both brands.", on=False)

    @property
    def facts(self) -> list[Any]:
        return [field for field in self if field.name not in PARTS and (field.name != "source" or self.parts)]

    @property
    def parts(self) -> list[Any]:
        """Return the parts to choose from; none while there is no brand to copy."""
        return [self[name] for name in PARTS] if Brand.objects.exists() else []

    def clean_key(self) -> str:
        key = str(self.cleaned_data["key"]).lower()
        if Brand.objects.filter(key=key).exists():
            raise ValidationError("Another brand already has this key.")
        return key

    def clean_host(self) -> str:
        host = hosts.check(str(self.cleaned_data["host"]))
        if Domain.objects.filter(host=host).exists():
            raise ValidationError("Another brand already uses this host.")
        return host

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("source") and not any(cleaned.get(name) for name in PARTS):
            self.add_error("source", "Choose at least one part to copy, or no brand.")
        return cleaned


@transaction.atomic
def open_brand(*, values: dict[str, Any], origin: Origin) -> Brand:
    """Make the brand of a valid OpeningForm, which nobody but staff sees until it is published."""
    facts = {name: values[name] for name in ("key", "name", "host", "tagline", "phone", "email")}
    source: Brand | None = values["source"]
    if source is None:
        return _start_brand(facts, origin)
    brand = copy_brand(source=source, parts=[part for part in Part if values[part]], origin=origin, **facts)
    _share_catalog(source, brand, plans=values["plans"], reps=values["reps"], groups=values["groups"])
    shared = {"default_group_id": values["groups"], "default_agent_id": values["reps"]}
    save_settings(brand=brand, values={key: setting(source.pk, key) for key, also in shared.items() if also})
    return brand


def _start_brand(facts: dict[str, Any], origin: Origin) -> Brand:
    """Create a brand with plain texts and portals. Questions of applications are written once for all brands."""
    brand = new_brand(origin=origin, **facts)
    write_start(brand=brand)
    _start_portals(brand)
    write_questionnaires()
    write_questions()
    return brand


def _start_portals(brand: Brand) -> None:
    save_settings(brand=brand, values={"default_portal_id": str(write_portals(brand).pk)})


def _share_catalog(source: Brand, brand: Brand, *, plans: bool, reps: bool, groups: bool) -> None:
    """Give the new brand what is chosen of the source's plans, with networks and portals, reps and groups."""
    models: list[Any] = [*([Agent] if reps else []), *([Group] if groups else [])]
    if plans:
        models += [Portal, ProviderNetwork]
        save_settings(brand=brand, values={"default_portal_id": setting(source.pk, "default_portal_id")})
        _copy_offers(source, brand, groups=groups)
    else:
        _start_portals(brand)
    for model in models:
        for row in model.objects.filter(brands=source):
            row.brands.add(brand)


def _copy_offers(source: Brand, brand: Brand, *, groups: bool) -> None:
    """Offer the source's plans in the new brand; offers become rows of its own."""
    offers = PlanOffer.objects.filter(brand=source)
    if not groups:
        offers = offers.filter(group=None)
    for offer in offers:
        offer.pk, offer.brand = None, brand
        offer.save(force_insert=True)
