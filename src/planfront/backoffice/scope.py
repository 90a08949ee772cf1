"""Rows that staff may see and change: those of the brands they work for, as their role allows.

Each page names the path from its rows to their brand. A page without a path is of tables that all brands share, for
staff of all brands. Only staff who work for each of its brands change a row of several.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.apps import apps
from django.contrib.admin import AdminSite
from django.contrib.admin.exceptions import NotRegistered
from django.contrib.admin.filters import RelatedFieldListFilter
from django.contrib.admin.utils import get_fields_from_path
from django.core.exceptions import PermissionDenied
from django.db.models import ManyToManyField, Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, reverse

from planfront.accounts.models import User
from planfront.accounts.staffing import brands_of_staff, is_working_staff, works_everywhere
from planfront.kernel.days.simulated_day import may_be_simulated

M = TypeVar("M", bound=Model)
T = TypeVar("T")


def once_a_request(request: HttpRequest, name: str, read: Callable[[], T]) -> T:
    """Return what ``read`` returned when it was called first for this request."""
    values: dict[str, Any] = vars(request).setdefault("backoffice_values", {})
    if name not in values:
        values[name] = read()
    return cast(T, values[name])


def brand_ids(request: HttpRequest) -> frozenset[int] | None:
    """Return the brands that the signed-in member of staff works for; None for all."""
    user = cast(User, request.user)
    return once_a_request(
        request,
        "brand_ids",
        lambda: None if is_working_staff(user) and works_everywhere(user) else brands_of_staff(user),
    )


def for_staff(request: HttpRequest, rows: QuerySet[M], path: str | None) -> QuerySet[M]:
    """Return the rows of the staff's brands; ``path`` leads from a row to its brand or the brand's id."""
    ids = brand_ids(request)
    if ids is None:
        return rows
    if path is None:
        return rows.none()
    if _is_many(rows.model, path):
        return rows.filter(pk__in=rows.model._default_manager.filter(**{f"{path}__in": ids}).values("pk"))
    return rows.filter(**{f"{path}__in": ids})


def brand_of(row: Any, path: str | None) -> int | None:
    """Return the id of the row's brand, where it has one."""
    if path is None or row is None or _is_many(type(row), path):
        return None
    for name in path.split("__"):
        row = getattr(row, name, None)
    return cast("int | None", row.pk if isinstance(row, Model) else row)


def _is_many(model: type[Model], path: str) -> bool:
    """Return whether the path goes through a relation to several rows."""
    current: Any = model
    for name in path.split("__"):
        if name in ("id", "pk") or current is None:
            return False
        field = current._meta.get_field(name)
        if isinstance(field, ManyToManyField) or field.one_to_many:
            return True
        current = field.related_model
    return False


class OwnRowsFilter(RelatedFieldListFilter):
    """A filter by brand, group and the like that names only what staff may see."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        own = rows_to_choose(model_admin.admin_site, field.related_model, request)
        field_choices = super().field_choices(field, request, model_admin)
        if own is None:
            return field_choices
        keys = {str(key) for key in own.values_list("pk", flat=True)}
        return [item for item in field_choices if str(item[0]) in keys]


def rows_to_choose(site: AdminSite, model: Any, request: HttpRequest) -> QuerySet[Any] | None:
    """Return the rows of a table that the staff may choose from; None for all, as in tables that brands share."""
    try:
        page = site.get_model_admin(model)
    except NotRegistered:
        return None
    if brand_ids(request) is None or not isinstance(page, Scoped) or page.brand_path is None:
        return None
    return page.get_queryset(request)


def open_entries(site: AdminSite, request: HttpRequest, groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the side bar's entries whose pages the signed-in member of staff may open."""
    closed = {
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for model in apps.get_models()
        if site.is_registered(model) and not site.get_model_admin(model).has_view_permission(request)
    }
    if brand_ids(request) is not None:
        closed |= {reverse("admin:health"), reverse("admin:first_steps"), reverse("admin:outside")}
    if brand_ids(request) is not None or not may_be_simulated():
        closed.add(reverse("admin:clock"))
    open_groups = [
        {**group, "items": [entry for item in group["items"] if (entry := _open_pages(item, closed))]}
        for group in groups
    ]
    return [group for group in open_groups if group["items"]]


def _open_pages(entry: dict[str, Any], closed: set[str]) -> dict[str, Any] | None:
    """Return an entry with its open pages; None where none is open.

    It leads to the first of them, and takes its title where the entry's own page is closed. A page with the entry's own
    title isn't repeated.
    """
    if not entry["items"]:
        return None if entry["link"] in closed else entry
    pages = [page for page in entry["items"] if page["link"] not in closed]
    if not pages:
        return None
    own = entry["items"][0]["title"] == entry["title"]
    title = pages[0]["title"] if own and pages[0]["link"] != entry["link"] else entry["title"]
    more = pages[1:] if pages[0]["title"] == title else pages
    active = any(page["active"] for page in pages)
    return {
        **entry,
        "title": title,
        "link": pages[0]["link"],
        "items": more if len(pages) > 1 else [],
        "active": active,
    }


class ScopedChoices:
    """Choices of forms, narrowed to the staff's own rows."""

    def get_field_queryset(self: Any, db: Any, db_field: Any, request: HttpRequest) -> Any:
        own = rows_to_choose(self.admin_site, db_field.remote_field.model, request)
        return super().get_field_queryset(db, db_field, request) if own is None else own  # type: ignore[misc]


class Scoped(ScopedChoices):
    """Mixed into every page."""

    brand_path: str | None = None

    @property
    def urls(self: Any) -> list[URLPattern]:
        """Return the page's addresses, with every view closed to people who may not see the page."""
        return [self._guarded(pattern) for pattern in self.get_urls()]

    def _guarded(self: Any, pattern: URLPattern) -> URLPattern:
        view: Callable[..., HttpResponse] = pattern.callback

        @wraps(view)
        def guarded(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
            if self.admin_site.has_permission(request) and not self.has_view_permission(request):
                raise PermissionDenied
            return view(request, *arguments, **named)

        pattern.callback = guarded
        return pattern

    def get_queryset(self: Any, request: HttpRequest) -> QuerySet[Any]:
        result: QuerySet[Any] = self.narrowed(request, super().get_queryset(request))  # type: ignore[misc]
        return result

    def get_ordering(self: Any, request: HttpRequest) -> Any:
        """Return some order always: offered choices come in pages too."""
        return super().get_ordering(request) or self.opts.ordering or ("-pk",)  # type: ignore[misc]

    def narrowed(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows of the staff's brands."""
        return for_staff(request, rows, self.brand_path)

    def get_list_filter(self: Any, request: HttpRequest) -> Any:
        list_filter: list[Any] = list(super().get_list_filter(request))  # type: ignore[misc]
        if brand_ids(request) is None:
            return list_filter
        return [(item, OwnRowsFilter) if self._names_rows(item) else item for item in list_filter]

    def _names_rows(self: Any, item: Any) -> bool:
        return isinstance(item, str) and get_fields_from_path(self.model, item)[-1].is_relation

    def has_view_permission(self: Any, request: HttpRequest, obj: Any = None) -> bool:
        return (
            bool(super().has_view_permission(request, obj))  # type: ignore[misc]
            and self._is_open(request)
            and self._is_within_scope(request, obj)
        )

    def has_module_permission(self: Any, request: HttpRequest) -> bool:
        return bool(super().has_module_permission(request)) and self._is_open(request)  # type: ignore[misc]

    def has_add_permission(self: Any, request: HttpRequest) -> bool:
        own = brand_ids(request) is None or self.brand_path not in ("id", "pk")
        return own and bool(super().has_add_permission(request)) and self._is_open(request)  # type: ignore[misc]

    def has_change_permission(self: Any, request: HttpRequest, obj: Any = None) -> bool:
        return (
            bool(super().has_change_permission(request, obj))  # type: ignore[misc]
            and self._is_open(request)
            and self._wholly_within(request, obj)
        )

    def has_delete_permission(self: Any, request: HttpRequest, obj: Any = None) -> bool:
        return (
            bool(super().has_delete_permission(request, obj))  # type: ignore[misc]
            and self._is_open(request)
            and self._wholly_within(request, obj)
            and (brand_ids(request) is None or self.brand_path not in ("id", "pk"))
        )

    def save_related(self: Any, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save the rows, and refuse where the result isn't the staff's own: that ends the form's transaction."""
        super().save_related(request, form, formsets, change)  # type: ignore[misc]
        _scopes_of_rows(request).clear()
        if not self._wholly_within(request, form.instance):
            raise PermissionDenied

    def is_shared(self: Any) -> bool:
        """Return whether all brands share the table, so that it is for staff of all brands."""
        return self.brand_path is None

    def _is_open(self: Any, request: HttpRequest) -> bool:
        return not self.is_shared() or brand_ids(request) is None

    def _is_within_scope(self: Any, request: HttpRequest, obj: Any) -> bool:
        return obj is None or obj.pk is None or brand_ids(request) is None or self._scope_of_row(request, obj)[0]

    def _wholly_within(self: Any, request: HttpRequest, obj: Any) -> bool:
        return obj is None or obj.pk is None or brand_ids(request) is None or all(self._scope_of_row(request, obj))

    def _scope_of_row(self: Any, request: HttpRequest, obj: Any) -> tuple[bool, bool]:
        """Return whether the row is the staff's, and whether it is of no other brand."""
        scopes, key = _scopes_of_rows(request), (self.model, obj.pk)
        if key not in scopes:
            own = self.model._default_manager.filter(pk=obj.pk)
            scopes[key] = (self.narrowed(request, own).exists(), not self._has_rows_elsewhere(request, own))
        return scopes[key]

    def _has_rows_elsewhere(self: Any, request: HttpRequest, own: QuerySet[Any]) -> bool:
        """Return whether the row belongs to a brand that isn't the staff's."""
        path: str | None = self.brand_path
        if path is None:
            return True
        brands = set(own.values_list(path, flat=True)) - {None}
        return not brands <= (brand_ids(request) or frozenset())


def _scopes_of_rows(request: HttpRequest) -> dict[Any, tuple[bool, bool]]:
    return once_a_request(request, "scopes_of_rows", dict)
