"""Filters of lists: by brand where a row has only its id, by a range of days, by a typed code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.contrib.admin import FieldListFilter, SimpleListFilter
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import get_fields_from_path
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from planfront.backoffice.applications.timeline import KINDS
from planfront.backoffice.lists.labels import humanize_label
from planfront.backoffice.lists.paging import filter_related
from planfront.backoffice.scope import brand_ids, once_a_request
from planfront.brands.models import Brand
from planfront.integrations.states import state_names


def start_of(day: date) -> datetime:
    """Return the instant at which a day starts in the installation's time zone."""
    return timezone.make_aware(datetime.combine(day, time.min))


def brands_of(request: HttpRequest) -> list[tuple[int, str]]:
    """Return the brands that the signed-in member of staff works for, by name."""
    return once_a_request(request, "brand_names", lambda: _read_brand_names(brand_ids(request)))


def _read_brand_names(ids: frozenset[int] | None) -> list[tuple[int, str]]:
    rows = Brand.objects.order_by("name").values_list("pk", "name")
    return list(rows if ids is None else rows.filter(pk__in=ids))


class _ByBrand(SimpleListFilter):
    title = "brand"
    parameter_name = "brand"
    path = ""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(key), name) for key, name in brands_of(request)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        if chosen is None:
            return queryset
        if chosen not in {str(key) for key, _name in brands_of(request)}:
            raise IncorrectLookupParameters
        if "__" in self.path:
            return filter_related(queryset, self.path, int(chosen))
        return queryset.filter(**{self.path: int(chosen)})


def by_brand(path: str) -> type[SimpleListFilter]:
    """Return a filter by brand; ``path`` leads to the brand's id."""
    return type("ByBrand", (_ByBrand,), {"path": path})


class _ByWords(SimpleListFilter):
    """A column's values, in the words of the lists."""

    path: str
    words: Mapping[str, Any]

    def lookups(self, _request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, str(name)) for value, name in self.words.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(**{self.path: self.value()}) if self.value() else queryset


class _Narrowed(SimpleListFilter):
    """One choice, which narrows the rows."""

    choice: tuple[str, str]
    narrow: Callable[[QuerySet[Any]], QuerySet[Any]]

    def lookups(self, _request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [self.choice]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return self.narrow(queryset) if self.value() == self.choice[0] else queryset


def by_choice(
    title: str, parameter: str, choice: tuple[str, str], narrow: Callable[[QuerySet[Any]], QuerySet[Any]]
) -> type[SimpleListFilter]:
    """Return a filter with one choice, by its value in the address ``parameter`` and its label, which ``narrow``
    applies to the rows."""
    columns = {"title": title, "parameter_name": parameter, "choice": choice, "narrow": staticmethod(narrow)}
    return type("ByChoice", (_Narrowed,), columns)


def by_words(title: str, path: str, words: Mapping[str, Any]) -> type[SimpleListFilter]:
    return type("ByWords", (_ByWords,), {"title": title, "parameter_name": title, "path": path, "words": words})


ByRole = by_words("role", "actor_kind", KINDS)
ByLanguage = by_words("language", "language", dict(settings.LANGUAGES))


class ByState(_ByWords):
    """Every state by its name: asking a large table which of them it has reads all of it."""

    title = parameter_name = path = "state"

    def lookups(self, _request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(state_names().items())


class _Typed(SimpleListFilter):
    """One exact value, typed: lists of all reps or groups would be too long to choose from."""

    template = "backoffice/filters/typed.html"
    path = ""
    codes: staticmethod[[str], list[str]] | None = None

    def __init__(self, request: HttpRequest, params: dict[str, Any], model: type[Model], model_admin: Any) -> None:
        self.others = _other_parameters(request, {self.parameter_name or ""})
        super().__init__(request, params, model, model_admin)

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("", "")]  # without any, Django shows no filter

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        typed = (self.value() or "").strip()
        if not typed:
            return queryset
        if self.codes:
            return queryset.filter(**{f"{self.path}__in": self.codes(typed)})
        relation, _separator, column = self.path.rpartition("__")
        if not relation:
            return queryset.filter(**{f"{column}__iexact": typed})
        # Of reps and groups, who are few, by their keys: by a join rows would be read in their order until enough fit.
        few: Any = get_fields_from_path(queryset.model, relation)[-1].related_model
        keys = list(few._default_manager.filter(**{f"{column}__iexact": typed}).order_by().values_list("pk", flat=True))
        return queryset.filter(**{f"{relation}__in": keys})

    def choices(self, changelist: Any) -> Iterator[Any]:
        yield {"name": self.parameter_name, "value": self.value() or "", "others": self.others}


def by_code(title: str, parameter: str, path: str) -> type[SimpleListFilter]:
    return type("ByCode", (_Typed,), {"title": title, "parameter_name": parameter, "path": path})


def by_called(title: str, path: str, codes: Callable[[str], list[str]]) -> type[SimpleListFilter]:
    """Return a filter by typed words; ``codes`` finds the column's values for them."""
    attributes = {"title": title, "parameter_name": title, "path": path, "codes": staticmethod(codes)}
    return type("ByCalled", (_Typed,), attributes)


class DateRange(FieldListFilter):
    """A filter by first and last day, both included, in the installation's time zone."""

    template = "backoffice/filters/range.html"

    def __init__(
        self, field: Any, request: HttpRequest, params: Any, model: Any, model_admin: Any, field_path: str
    ) -> None:
        self.others = _other_parameters(request, {f"{field_path}_from", f"{field_path}_to"})
        super().__init__(field, request, params, model, model_admin, field_path)

    def expected_parameters(self) -> list[str | None]:
        return [f"{self.field_path}_from", f"{self.field_path}_to"]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        first, last = self._day("from"), self._day("to")
        if first:
            queryset = queryset.filter(**{f"{self.field_path}__gte": start_of(first)})
        if last:
            queryset = queryset.filter(**{f"{self.field_path}__lt": start_of(last + timedelta(days=1))})
        return queryset

    def choices(self, changelist: Any) -> Iterator[Any]:
        yield {
            "name": self.field_path,
            "heading": humanize_label(str(self.title)),
            "first": self._typed("from"),
            "last": self._typed("to"),
            "others": self.others,
        }

    def _typed(self, end: str) -> str:
        match: Any = self.used_parameters.get(f"{self.field_path}_{end}") or ""
        return str(match[0] if isinstance(match, list) else match)

    def _day(self, end: str) -> date | None:
        try:
            return date.fromisoformat(self._typed(end)) if self._typed(end) else None
        except ValueError as error:
            raise IncorrectLookupParameters from error


def _other_parameters(request: HttpRequest, own: set[str]) -> list[tuple[str, str]]:
    """Return query parameters other than the filter's own and the page number."""
    return [(key, value) for key, values in request.GET.lists() if key not in own | {"p"} for value in values]
