"""Versions of a brand's look: one draft that only staff see, the live one, and those before it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import asdict, dataclass, fields
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Max

from planfront.audit.services import Origin, record
from planfront.brands import contrast, recipes, selectors, theme
from planfront.brands.models import Brand, SiteSetting, ThemeState, ThemeVersion
from planfront.brands.pictures import KINDS
from planfront.brands.services import brands_changed, save_settings
from planfront.kernel import clock
from planfront.kernel.errors import Conflict, FieldError, FieldErrors, NotFound

LOOK = tuple(field.name for field in fields(theme.Inputs))
LABELS = {
    "primary": "Primary colour",
    "accent": "Accent colour",
    "tint": "Page tint",
    "radius": "Corner radius",
    "font_display": "Type face of headings",
    "font_text": "Type face of text",
    "display_weight": "Weight of headings",
    "display_tracking": "Letter spacing of headings",
    **{key: kind.label for key, kind in KINDS.items()},
    **recipes.LABELS,
}
Values = dict[str, Any]


@dataclass(frozen=True)
class Change:
    """One value that differs between two versions."""

    field: str
    label: str
    before: str
    after: str


def values_of(brand: Brand) -> Values:
    """The brand's look as shoppers see it now."""
    own = dict(SiteSetting.objects.filter(brand=brand, key__in=KINDS).values_list("key", "value"))
    return {
        **asdict(selectors.theme_inputs(brand)),
        "pictures": {key: own.get(key, "") for key in KINDS},
        "recipe": recipes.write(recipes.read(brand.recipe)),
    }


def with_values(brand: Brand, values: Values) -> Brand:
    """A copy of the brand that looks like ``values``; never saved."""
    dressed = copy(brand)
    for name in LOOK:
        setattr(dressed, name, values[name])
    dressed.display_tracking = Decimal(str(values["display_tracking"]))
    dressed.shown_pictures = {**values["pictures"], **brand.shown_pictures}
    dressed.recipe = values.get("recipe", {})
    return dressed


def inputs_of(values: Values) -> theme.Inputs:
    """The inputs of a version, as the surface of its recipe has them."""
    return theme.on_surface(theme.Inputs(**{name: values[name] for name in LOOK}), recipe_of(values).surface)


def find_problems(values: Values) -> dict[str, str]:
    """Return the reasons why a look can't be used, by field: values that can't be parsed, else colors that can't be
    read."""
    inputs = inputs_of(values)
    return {
        **(theme.find_problems(inputs) or contrast.find_problems(inputs)),
        **recipes.find_problems(recipe_of(values)),
    }


def recipe_of(values: Values) -> recipes.Recipe:
    """Return the recipe of a version; the store's own for a version older than recipes."""
    return recipes.read(values.get("recipe", {}))


def changes(before: Values, after: Values) -> list[Change]:
    old, new = ({**values, **values["pictures"], **recipes.show(recipe_of(values))} for values in (before, after))
    return [
        Change(key, label, str(old.get(key, "")), str(new.get(key, "")))
        for key, label in LABELS.items()
        if str(old.get(key, "")) != str(new.get(key, ""))
    ]


def draft_of(brand: Brand) -> ThemeVersion | None:
    return ThemeVersion.objects.filter(brand=brand, state=ThemeState.DRAFT).first()


@dataclass(frozen=True)
class Entry:
    """A version with what it changed against the one before."""

    version: ThemeVersion
    changes: list[Change]


def list_versions(brand: Brand) -> list[Entry]:
    """Published versions, newest first."""
    rows = list(
        ThemeVersion.objects.filter(brand=brand)
        .exclude(state=ThemeState.DRAFT)
        .select_related("saved_by", "published_by")
        .order_by("-number")
    )
    before: list[ThemeVersion | None] = [*rows[1:], *([None] if rows else [])]
    return [
        Entry(row, changes(older.values, row.values) if older else []) for row, older in zip(rows, before, strict=True)
    ]


def _next_number(brand: Brand) -> int:
    return (ThemeVersion.objects.filter(brand=brand).aggregate(last=Max("number"))["last"] or 0) + 1


def _save_first_version(brand: Brand) -> None:
    """Save the look from before the first version, so that there is one to go back to."""
    if not ThemeVersion.objects.filter(brand=brand).exclude(state=ThemeState.DRAFT).exists():
        moment = clock.now()
        ThemeVersion.objects.create(
            brand=brand,
            number=_next_number(brand),
            state=ThemeState.LIVE,
            values=values_of(brand),
            note="The look until then",
            saved_at=moment,
            published_at=moment,
        )


def _require_valid(values: Values) -> None:
    if result := find_problems(values):
        raise FieldErrors([FieldError(name, message) for name, message in result.items()])


@transaction.atomic
def save_draft(*, brand: Brand, values: Values, note: str = "", origin: Origin) -> ThemeVersion:
    """Save a draft; there is one for each brand. Raises FieldErrors for a look that can't be used."""
    _require_valid(values)
    Brand.objects.select_for_update().get(pk=brand.pk)
    _save_first_version(brand)
    draft = draft_of(brand) or ThemeVersion(brand=brand, number=_next_number(brand), state=ThemeState.DRAFT)
    draft.values, draft.note, draft.saved_at, draft.saved_by_id = values, note, clock.now(), origin.user_id
    draft.save()
    changed = [change.field for change in changes(values_of(brand), values)]
    record("theme.draft_saved", origin=origin, subject_type="brand", subject_id=brand.pk, fields=changed)
    return draft


@transaction.atomic
def discard_draft(*, brand: Brand, origin: Origin) -> None:
    deleted, _rows = ThemeVersion.objects.filter(brand=brand, state=ThemeState.DRAFT).delete()
    if deleted:
        record("theme.draft_discarded", origin=origin, subject_type="brand", subject_id=brand.pk)


@transaction.atomic
def publish(*, brand: Brand, origin: Origin) -> ThemeVersion:
    """Make the draft what shoppers see. Raises NotFound without a draft, FieldErrors for one that can't be used."""
    locked = Brand.objects.select_for_update().get(pk=brand.pk)
    draft = draft_of(locked)
    if draft is None:
        raise NotFound
    _require_valid(draft.values)
    return _go_live(locked, draft, "theme.published", origin)


@transaction.atomic
def dress_brand(*, brand: Brand, changed: Values, note: str, origin: Origin) -> ThemeVersion:
    """Change values of the look of a brand that isn't public, at once. Raises Conflict for a public brand, and while
    there is a draft; FieldErrors for a look that can't be used."""
    locked = Brand.objects.select_for_update().get(pk=brand.pk)
    if locked.active or draft_of(locked) is not None:
        raise Conflict("Change the look under Theme.")
    save_draft(brand=locked, values=values_of(locked) | changed, note=note, origin=origin)
    return publish(brand=locked, origin=origin)


@transaction.atomic
def roll_back(*, brand: Brand, number: int, origin: Origin) -> ThemeVersion:
    """Show shoppers an earlier version again, as a new version. A draft stays. Raises NotFound, FieldErrors."""
    locked = Brand.objects.select_for_update().get(pk=brand.pk)
    earlier = ThemeVersion.objects.filter(brand=locked, number=number).exclude(state=ThemeState.DRAFT).first()
    if earlier is None:
        raise NotFound
    _require_valid(earlier.values)
    again = ThemeVersion(
        brand=locked,
        number=_next_number(locked),
        values=earlier.values,
        note=f"Back to version {number}",
        saved_at=clock.now(),
        saved_by_id=origin.user_id,
    )
    return _go_live(locked, again, "theme.rolled_back", origin)


def _go_live(brand: Brand, version: ThemeVersion, action: str, origin: Origin) -> ThemeVersion:
    changed = [change.field for change in changes(values_of(brand), version.values)]
    ThemeVersion.objects.filter(brand=brand, state=ThemeState.LIVE).update(state=ThemeState.PAST)
    version.state, version.published_at, version.published_by_id = ThemeState.LIVE, clock.now(), origin.user_id
    version.save()
    _apply(brand, version.values)
    record(
        action,
        origin=origin,
        subject_type="brand",
        subject_id=brand.pk,
        fields=changed,
        meta={"version": version.number},
    )
    return version


def _apply(brand: Brand, values: Mapping[str, Any]) -> None:
    for name in LOOK:
        setattr(brand, name, values[name])
    brand.display_tracking = Decimal(str(values["display_tracking"]))
    brand.recipe = recipes.write(recipe_of(dict(values)))
    brand.save(update_fields=[*LOOK, "recipe"])
    save_settings(brand=brand, values={key: values["pictures"].get(key, "") for key in KINDS})
    brands_changed()
