"""Search results, and the sources of a kind of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.admin import AdminSite
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from planfront.backoffice.lists.cells import name_initials
from planfront.backoffice.scope import for_staff
from planfront.backoffice.search.query import SearchQuery


@dataclass(frozen=True)
class Action:
    """A way on from a result, for who may look at the page of ``model``."""

    label: str
    href: str
    model: type[Model]


@dataclass(frozen=True)
class Hit:
    """A row as results show it. ``codes``: what it is known by exactly. ``person``: initials stand before it, else
    ``icon``, or that of its kind."""

    model: type[Model]
    key: Any
    title: str
    about: str
    badge: str = ""
    status: str = ""
    codes: tuple[str, ...] = ()
    person: bool = False
    icon: str = ""
    actions: tuple[Action, ...] = ()

    @property
    def initials(self) -> str:
        return name_initials(self.title)

    @property
    def href(self) -> str:
        return address_of(self.model, "change", self.key)


@dataclass(frozen=True)
class Source:
    """Rows that are searched, through the page of ``model``: brand, role and rights are that page's.

    ``match`` answers None where what was typed can't be meant for these rows; ``first`` says which rows stand first.
    ``rows``: of another table, with the way from them to their brand; who may look at ``model`` may see them.
    """

    model: type[Model]
    match: Callable[[SearchQuery], Q | None]
    shown: Callable[[Any], Hit]
    order: tuple[str, ...]
    first: Callable[[SearchQuery], Q] | None = None
    related: tuple[str, ...] = ()
    deferred: tuple[str, ...] = ()
    extra: Callable[[], dict[str, Any]] = dict
    rows: Callable[[], QuerySet[Any]] | None = None
    brand_path: str = ""

    def rows_for(self, site: AdminSite, request: HttpRequest) -> QuerySet[Any] | None:
        """Return the rows that the signed-in member of staff may see; None for none at all."""
        page = site.get_model_admin(self.model)
        if not page.has_view_permission(request):
            return None
        rows: QuerySet[Any]
        if self.rows is None:
            rows = page.get_queryset(request).prefetch_related(None)
        else:
            rows = for_staff(request, self.rows(), self.brand_path)
        rows = rows.select_related(None)
        rows = rows.select_related(*self.related) if self.related else rows
        rows = rows.annotate(**self.extra())
        return rows.defer(*self.deferred)


@dataclass(frozen=True)
class Kind:
    """A kind of results."""

    key: str
    label: str
    icon: str
    sources: tuple[Source, ...]


def address_of(model: type[Model], view: str = "changelist", *args: Any, query: str = "") -> str:
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}_{view}"
    return reverse(name, args=args) + query
