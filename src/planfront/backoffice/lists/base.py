"""Base classes of the back office's pages: read-only pages, and an audit event for each change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, cast

from django.contrib import messages
from django.contrib.admin.views.main import ORDER_VAR
from django.core.exceptions import PermissionDenied
from django.db.models import DateField, DateTimeField, QuerySet, URLField
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from unfold.admin import ModelAdmin, TabularInline
from unfold.decorators import action, display

from planfront.accounts.models import User
from planfront.audit.pruning import is_held
from planfront.audit.services import Origin, record
from planfront.backoffice.lists.days import BirthField, DayField
from planfront.backoffice.lists.export import Exports
from planfront.backoffice.lists.labels import LabelledList, field_labels, humanize_label
from planfront.backoffice.lists.paging import BoundedPaginator, SortingPaginator
from planfront.backoffice.lists.panels import Panel
from planfront.backoffice.scope import Scoped, ScopedChoices, brand_of, for_staff
from planfront.kernel.http.request import browser_of, client_ip

_WORDS, _LETTERS = 12, 200  # of what is searched for
F = TypeVar("F", bound=Callable[..., Any])


def origin_of_staff(request: HttpRequest, brand_id: int | None = None) -> Origin:
    """Return the signed-in member of staff as the origin of a change."""
    return Origin(
        kind="staff",
        user_id=cast(User, request.user).pk,
        brand_id=brand_id,
        ip=client_ip(request),
        browser=browser_of(request),
    )


class _Fields:
    """Fields are labelled as people say it; addresses typed without a scheme are https."""

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if isinstance(db_field, URLField):
            kwargs["assume_scheme"] = "https"
        if isinstance(db_field, DateField) and not isinstance(db_field, DateTimeField):
            kwargs["form_class"] = BirthField if db_field.name == "birth_date" else DayField
        field = super().formfield_for_dbfield(db_field, request, **kwargs)  # type: ignore[misc]
        if field is not None:
            field.label = humanize_label(str(field.label))
        return field


class Deletable:
    """Rows are kept unless ``deletable`` gives the reason why some may be deleted: no record of people, coverage or
    money needs them."""

    deletable = ""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(self.deletable) and bool(super().has_delete_permission(request, obj))  # type: ignore[misc]


class Page(Deletable, _Fields, Exports, Scoped, ModelAdmin):  # type: ignore[misc]
    """A table that staff may edit. Every change leaves an audit event with the names of the changed fields.

    ``instead_of_deleting``: what staff do with a row that stays.
    """

    instead_of_deleting = ""
    change_list_template: Any = "backoffice/list.html"
    list_before_template: Any = "backoffice/panel.html"
    change_form_before_template: Any = "backoffice/panel.html"
    list_per_page = 50
    paginator: Any = BoundedPaginator
    show_full_result_count = False  # a second count of all rows, without the filters
    compressed_fields = True
    warn_unsaved_form = True

    class Media:
        css = {"all": ("backoffice/pages.css",)}

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> Any:
        return LabelledList

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        labels = field_labels(self.model, kwargs.get("form", self.form))
        return super().get_form(request, obj, change, **{"labels": labels, **kwargs})

    def get_paginator(self, request: HttpRequest, queryset: Any, *arguments: Any, **named: Any) -> Any:
        chosen: type[BoundedPaginator] = SortingPaginator if ORDER_VAR in request.GET else self.paginator
        return chosen(queryset, *arguments, **named)

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Search by the first words only; no database takes a condition of thousands."""
        words = " ".join(search_term.split()[:_WORDS])[:_LETTERS]
        search_results: tuple[Any, bool] = super().get_search_results(request, queryset, words)
        return search_results

    def title_of(self, row: Any) -> str:
        """Return the row's title, above its page and in the browser's tab."""
        return str(row)

    def crumb_of(self, row: Any) -> str:
        """Return the row's title where there is less room: last in the breadcrumbs."""
        return self.title_of(row)

    def list_panel(self, request: HttpRequest) -> Panel | None:
        """Return the panel above the list."""
        return None

    def form_panel(self, request: HttpRequest, row: Any) -> Panel | None:
        """Return the panel above the form of a saved row."""
        return None

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        panel = self.list_panel(request)
        return super().changelist_view(request, {"panel": panel, **(extra_context or {})})

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *arguments: Any, **named: Any) -> Any:
        if context.get("original") is not None:
            context["panel"] = self.form_panel(request, context["original"])
        if context.get("original") is not None and context.get("subtitle") == str(context["original"]):
            context["subtitle"] = self.title_of(context["original"])
        return super().render_change_form(request, context, *arguments, **named)

    def _say_instead(self) -> str:
        if self.instead_of_deleting:
            return self.instead_of_deleting
        has_switch = any(field.name == "active" for field in self.opts.fields)
        return "Switch off “Active” instead." if has_switch else "It stays on record."

    def delete_view(self, request: HttpRequest, object_id: str, *arguments: Any, **named: Any) -> HttpResponse:
        """Refuse, with the reason, where rows are kept."""
        if self.deletable:
            return cast(HttpResponse, super().delete_view(request, object_id, *arguments, **named))
        context = {**self.admin_site.each_context(request), "title": f"This {self.opts.verbose_name} can't be deleted"}
        context |= {"opts": self.opts, "object_id": object_id, "instead": self._say_instead()}
        return TemplateResponse(request, "backoffice/stays_on_record.html", context, status=403)

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        """Refuse Django's action for deleting rows that are kept."""
        if request.POST.get("action") == "delete_selected" and not self.deletable:
            messages.error(request, f"Nothing was deleted. {self._say_instead()}")
            return HttpResponseRedirect(request.get_full_path())
        answer: HttpResponse | None = super().response_action(request, queryset)
        return answer

    def save_model(self, request: HttpRequest, obj: Any, form: ModelForm[Any], change: bool) -> None:
        super().save_model(request, obj, form, change)
        self.audit(request, obj, "saved" if change else "added", form.changed_data)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save the rows of child tables, and record those added, changed and deleted."""
        gone = [[row.pk for row in rows_to_delete(formset)] for formset in formsets]
        super().save_related(request, form, formsets, change)
        touched: dict[str, dict[str, list[str]]] = {}
        for formset, deleted in zip(formsets, gone, strict=True):
            changed = [row.pk for row, _fields in formset.changed_objects]
            keys = {"added": [row.pk for row in formset.new_objects], "changed": changed, "deleted": deleted}
            if any(keys.values()):
                keys_by_verb = {verb: [str(key) for key in keys[verb]] for verb in keys if keys[verb]}
                touched[str(formset.model._meta.verbose_name_plural)] = keys_by_verb
        if touched:
            self.audit(request, form.instance, "rows_saved", list(touched), {"rows": touched})

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Delete the row; refuse one under a legal hold."""
        if is_held({obj._meta.label_lower: [obj.pk]}):
            raise PermissionDenied
        self.audit(request, obj, "deleted", [], {"called": str(obj)})
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for obj in queryset:
            self.delete_model(request, obj)

    def audit(
        self, request: HttpRequest, obj: Any, verb: str, fields: list[str], meta: Mapping[str, Any] | None = None
    ) -> None:
        """Record an act on a row; on the list without ``obj``."""
        name = self.opts.model_name
        record(
            f"backoffice.{name}.{verb}",
            origin=origin_of_staff(request, brand_of(obj, self.brand_path)),
            subject_type=name,
            subject_id="list" if obj is None else obj.pk,
            fields=fields,
            meta=meta,
        )


class ReadOnlyPage(Page):
    """A table that staff may only look at."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Rows(Deletable, _Fields, ScopedChoices, TabularInline):  # type: ignore[misc]
    """Rows of a child table inside their parent's page. ``brand_path`` where they are of one of the parent's brands."""

    extra = 0
    tab = True
    brand_path: str | None = None

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        labels = field_labels(self.model, kwargs.get("form", self.form))
        return super().get_formset(request, obj, **{"labels": labels, **kwargs})

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        queryset: QuerySet[Any] = super().get_queryset(request)
        return queryset if self.brand_path is None else for_staff(request, queryset, self.brand_path)


class ReadOnlyRows(Rows):
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def rows_to_delete(formset: Any) -> list[Any]:
    """Return the saved rows that a formset is about to delete."""
    return [form.instance for form in formset.initial_forms if form.cleaned_data.get("DELETE")]


def rows(model: Any, *, read_only: bool = False, **attributes: Any) -> type[Rows]:
    """Return an inline class for a child table."""
    base = ReadOnlyRows if read_only else Rows
    return cast(type[Rows], type(f"{model.__name__}Rows", (base,), {"model": model, **attributes}))


def column(
    description: str, *, ordering: str | None = None, label: Mapping[Any, str] | None = None
) -> Callable[[F], F]:
    """Return a decorator for a list's column. ``label`` colors it by its text (unfold's display, typed)."""
    return cast(Callable[[F], F], display(description=description, ordering=ordering, label=label))


def field_column(description: str, field: str, words: Mapping[Any, Any] | None = None) -> Callable[[Any, Any], Any]:
    """Return a column of a model's field, with a title and words for its values."""

    @column(description, ordering=field)
    def value(_page: Any, row: Any) -> Any:
        result = getattr(row, field)
        return (words or {}).get(result, result) or "–"

    return value


def list_action(description: str, *, permissions: Iterable[str] | None = None) -> Callable[[F], F]:
    """Return a decorator for an action on listed rows, or a button of the form (unfold's action, typed)."""
    return cast(Callable[[F], F], action(description=description, permissions=permissions))
