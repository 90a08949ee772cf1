"""Conditions by id and code that people choose by name: brand, portal, group, plan, category, state, kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from django import forms
from django.db.models import Model, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminSelectWidget

from planfront.backoffice.scope import brand_ids, for_staff
from planfront.brands.models import Brand
from planfront.catalog.categories import Category
from planfront.catalog.models import Plan
from planfront.integrations.states import STATES
from planfront.parties.groups.models import Group, Portal
from planfront.shopping.models import EnrollType

ANY = "Any"
M = TypeVar("M", bound=Model)
_NAMES = {"brand": (Brand, "name"), "portal": (Portal, "name"), "group": (Group, "name"), "plan": (Plan, "name")}


def annotate_names(rows: QuerySet[M]) -> QuerySet[M]:
    """Annotate rows with the names that ``describe_conditions`` shows for their brand, portal, group and plan."""
    has = {field.name for field in rows.model._meta.get_fields()}
    names = {
        f"{word}_name": Subquery(model._default_manager.filter(pk=OuterRef(f"{word}_id")).values(column)[:1])
        for word, (model, column) in _NAMES.items()
        if f"{word}_id" in has
    }
    annotated: QuerySet[M] = rows.annotate(**names)
    return annotated


def describe_conditions(row: Any) -> str:
    """Return a row's conditions in words."""
    words = [getattr(row, f"{word}_name", None) for word in _NAMES]
    categories, kinds = dict(Category.choices), dict(EnrollType.choices)
    words += [categories.get(row.category, row.category), row.state, kinds.get(getattr(row, "enroll_type", ""), "")]
    return ", ".join(str(word) for word in words if word) or "everyone"


def number_choice(label: str, rows: Iterable[tuple[Any, str]], *, required: bool = False) -> forms.TypedChoiceField:
    """Return a choice of one row by its id, or of none."""
    first = [] if required else [("", ANY)]
    return forms.TypedChoiceField(
        label=label,
        coerce=int,
        empty_value=None,
        required=required,
        choices=[*first, *rows],
        widget=UnfoldAdminSelectWidget(),
    )


def text_choice(label: str, rows: Iterable[tuple[str, Any]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, required=False, choices=[("", ANY), *rows], widget=UnfoldAdminSelectWidget())


def brand_field(request: HttpRequest) -> forms.TypedChoiceField:
    """Return a choice of brand. "Any" is for staff of all brands."""
    brands = for_staff(request, Brand.objects.order_by("name"), "pk").values_list("pk", "name")
    return number_choice("Brand", brands, required=brand_ids(request) is not None)


def plan_field() -> forms.TypedChoiceField:
    plans = Plan.objects.order_by("name", "pk").values_list("pk", "name")
    return number_choice("Plan", ((key, f"{name} ({key})") for key, name in plans))


def category_field() -> forms.ChoiceField:
    return text_choice("Category", Category.choices)


def state_field() -> forms.ChoiceField:
    return text_choice("State", STATES.items())


def portal_field(request: HttpRequest) -> forms.TypedChoiceField:
    portals = for_staff(request, Portal.objects.order_by("name"), "brands")
    return number_choice("Portal", portals.values_list("pk", "name"))


def group_field(request: HttpRequest) -> forms.TypedChoiceField:
    groups = for_staff(request, Group.objects.order_by("name"), "brands").values_list("pk", "name", "code")
    return number_choice("Group", ((key, f"{name} ({code})") for key, name, code in groups))


def number_field(column: str, request: HttpRequest) -> forms.TypedChoiceField | None:
    """Return the choice for a column that holds the id of a brand, portal, group or plan; None for other columns."""
    match column:
        case "brand_id":
            return brand_field(request)
        case "portal_id":
            return portal_field(request)
        case "group_id":
            return group_field(request)
        case "plan_id":
            return plan_field()
    return None


def enroll_type_field() -> forms.ChoiceField:
    return text_choice("Enrollment type", EnrollType.choices)
