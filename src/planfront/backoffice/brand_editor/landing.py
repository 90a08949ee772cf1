"""Landing pages of a brand's reps and groups: address, banner, words and, for groups, the plans shown first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.db import transaction
from django.db.models import Q
from unfold.widgets import (
    UnfoldAdminFileFieldWidget,
    UnfoldAdminSelectMultipleWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from planfront.backoffice.brand_editor.own_pictures import alt_fields, check_words, words_in
from planfront.brands import assets, pictures
from planfront.brands.models import Brand
from planfront.brands.own_pictures import add_picture
from planfront.brands.paths import RESERVED
from planfront.brands.services import brands_changed
from planfront.catalog import selectors as catalog
from planfront.catalog.models import PlanOffer
from planfront.parties.groups.models import Group
from planfront.parties.reps.models import Agent

KINDS: dict[str, tuple[type[Agent] | type[Group], str]] = {"rep": (Agent, "bio"), "group": (Group, "about")}
STATES = (("", "All"), ("open", "With a page"), ("none", "Without a page"), ("bare", "Without banner or text"))


@dataclass(frozen=True)
class Row:
    """A rep or group as the list shows one."""

    kind: str
    id: int
    code: str
    name: str
    url: str
    banner: bool
    about: bool
    active: bool


def list_landing_rows(brand: Brand, *, kind: str = "", state: str = "", words: str = "") -> list[Row]:
    """Return the brand's reps and groups by name, narrowed."""
    kinds = [kind] if kind in KINDS else list(KINDS)
    result = [row for item in kinds for row in _rows_of_kind(brand, item, words.strip()) if _matches_state(row, state)]
    return sorted(result, key=lambda row: (row.name.lower(), row.kind, row.id))


def _rows_of_kind(brand: Brand, kind: str, words: str) -> list[Row]:
    model, about = KINDS[kind]
    name_columns = ("first_name", "last_name") if kind == "rep" else ("name",)
    matching = Q()
    for word in words.split():
        either = Q(code__icontains=word) | Q(landing_url__icontains=word)
        for name in name_columns:
            either |= Q(**{f"{name}__icontains": word})
        matching &= either
    return [
        Row(
            kind,
            item.pk,
            item.code,
            item.name,
            item.landing_url or "",
            bool(item.banner_image),
            bool(getattr(item, about).strip()),
            item.active,
        )
        for item in model.objects.filter(matching, brands=brand)
    ]


def _matches_state(row: Row, state: str) -> bool:
    tests = {"open": bool(row.url), "none": not row.url, "bare": not (row.banner and row.about)}
    return tests.get(state, True)


_OWN = ("landing_url", "tagline", "tagline_es", "banner_image", "image")


class LandingForm(forms.Form):
    """The owner's landing page.

    ``featured`` is for groups: a rep's page shows the store's own featured plans. A banner is one of the brand's
    pictures, or an upload with its description.
    """

    landing_url = forms.SlugField(
        label="Landing URL",
        max_length=60,
        required=False,
        widget=UnfoldAdminTextInputWidget,
        help_text="The last part of the address: letters, digits, hyphens. Leave empty for no page.",
    )
    tagline = forms.CharField(label="Tagline", max_length=160, required=False, widget=UnfoldAdminTextInputWidget)
    tagline_es = forms.CharField(
        label="Tagline (Spanish)",
        max_length=160,
        required=False,
        widget=UnfoldAdminTextInputWidget,
        help_text="Leave empty to show the English one.",
    )
    about = forms.CharField(
        label="About",
        required=False,
        max_length=5000,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 8}),
        help_text="Shown in the About dialog. A blank line starts a new paragraph.",
    )

    def __init__(self, brand: Brand, kind: str, owner: Any, data: Any = None, files: Any = None) -> None:
        self._brand, self._kind, self._owner = brand, kind, owner
        self._about = KINDS[kind][1]
        initial = {name: getattr(owner, name) or "" for name in _OWN}
        current = {"about": getattr(owner, self._about), "featured": self._featured()}
        super().__init__(data, files, initial={**initial, **current})
        offered = assets.landing_choices(owner.brands.values_list("pk", flat=True))
        for name, label in (("banner_image", "Banner"), ("image", "Portrait")):
            self.fields[name] = _picture(label, offered, initial[name])
            if name == "banner_image":
                self.fields["banner_upload"] = _banner()
                self.fields.update({f"banner_{key}": field for key, field in alt_fields("a new banner").items()})
        if kind == "group":
            self.fields["featured"] = self._plans()

    def _plans(self) -> forms.Field:
        sold = catalog.store_plans(catalog.Store(self._brand.pk, None, self._owner.pk))
        return forms.MultipleChoiceField(
            label="Featured plans",
            required=False,
            choices=[(str(view.id), view.name) for view in sold],
            help_text="Shown first on this group's page, in the catalog's order. Choose none to use the store's "
            "featured plans.",
            widget=UnfoldAdminSelectMultipleWidget(attrs={"size": 8}),
        )

    def _featured(self) -> list[str]:
        if self._kind != "group":
            return []
        return [
            str(key)
            for key in _group_offers(self._brand, self._owner).filter(featured=True).values_list("plan", flat=True)
        ]

    def clean_landing_url(self) -> str | None:
        url = str(self.cleaned_data["landing_url"]).lower()
        if url in {name.lower() for name in RESERVED}:
            raise forms.ValidationError("The store already has a page with this name. Choose another.")
        for kind, (model, _about) in KINDS.items():
            others = model.objects.filter(landing_url=url)
            if url and (others.exclude(pk=self._owner.pk) if kind == self._kind else others).exists():
                raise forms.ValidationError(f"Another {kind} already has this landing URL.")
        return url or None

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if upload := cleaned.get("banner_upload"):
            try:
                pictures.check(pictures.LANDING.key, upload)
            except forms.ValidationError as refused:
                self.add_error("banner_upload", refused)
            check_words(self, "banner_alt")
        return cleaned

    @transaction.atomic
    def save(self) -> list[str]:
        """Write what changed; answers the names of the fields."""
        changed = [name for name in self.changed_data if name != "featured" and not name.startswith(_OF_UPLOAD)]
        if upload := self.cleaned_data.get("banner_upload"):
            words = words_in(self.cleaned_data, "banner_alt")
            row = add_picture(brand=self._brand, kind=pictures.LANDING.key, upload=upload, alt=words)
            self.cleaned_data["banner_image"] = row.address
            changed = [*(name for name in changed if name != "banner_image"), "banner_image"]
        for name in changed:
            setattr(self._owner, self._about if name == "about" else name, self.cleaned_data[name])
        if changed:
            self._owner.save()
            brands_changed()
        if "featured" in self.changed_data:
            _feature_plans(self._brand, self._owner, {int(key) for key in self.cleaned_data["featured"]})
            changed.append("featured")
        return changed


_OF_UPLOAD = ("banner_upload", "banner_alt")


def _banner() -> forms.Field:
    taken = f"{pictures.type_names(pictures.LANDING)}, at most {pictures.LANDING.most_mib} MB, 1200 × 400 px."
    return forms.FileField(
        label="New banner",
        required=False,
        help_text=f"{taken} Replaces the one above; choose “None” there to remove a banner.",
        widget=UnfoldAdminFileFieldWidget,
    )


def _picture(label: str, offered: list[tuple[str, str]], now: str) -> forms.Field:
    choices = [*offered, (now, now)] if now and now not in dict(offered) else offered
    return forms.ChoiceField(
        label=label,
        required=False,
        choices=[("", "None"), *choices],
        widget=UnfoldAdminSelectWidget,
        help_text="Upload one under Pictures as “Landing page”, then choose it here.",
    )


def picture_owners(address: str) -> list[str]:
    """Return the reps and groups whose pages show the picture."""
    uses_picture = Q(banner_image=address) | Q(image=address) | Q(logo=address)
    return [row.name for model, _about in KINDS.values() for row in model.objects.filter(uses_picture).order_by("pk")]


def _group_offers(brand: Brand, group: Group) -> Any:
    return PlanOffer.objects.filter(brand=brand, group=group, allowed=True)


def _feature_plans(brand: Brand, group: Group, chosen: set[int]) -> None:
    """Mark the group's own offers of the chosen plans; one that is missing is made like the offer that holds so far."""
    own = {offer.plan_id: offer for offer in _group_offers(brand, group)}
    for offer in own.values():
        if offer.featured != (offer.plan_id in chosen):
            offer.featured = offer.plan_id in chosen
            offer.save()
    for plan_id in chosen - own.keys():
        for offer in _general_offers(brand, plan_id):
            offer.pk, offer.brand, offer.group, offer.featured = None, brand, group, True
            offer.save(force_insert=True)


def _general_offers(brand: Brand, plan_id: int) -> list[PlanOffer]:
    """Return the offers by which the brand sells a plan to everyone: its own before those of all brands."""
    result = PlanOffer.objects.filter(Q(brand=brand) | Q(brand=None), plan_id=plan_id, allowed=True, group=None)
    for narrow in (result.filter(brand=brand), result):
        for rows in (list(narrow.filter(portal=None)), list(narrow)):
            if rows:
                return rows
    return []
