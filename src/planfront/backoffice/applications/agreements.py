"""Texts to sign, by brand, plan, category and state: drafts, publishing, versions, preview, differences."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin import SimpleListFilter
from django.core.exceptions import PermissionDenied
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from unfold.widgets import UnfoldAdminTextareaWidget

from planfront.backoffice.lists import conditions
from planfront.backoffice.lists.base import Page, column
from planfront.backoffice.lists.filters import by_brand
from planfront.backoffice.lists.panels import Button, Panel
from planfront.backoffice.lists.spanish import SpanishForm, spanish_form
from planfront.backoffice.scope import brand_ids
from planfront.enrollment.models import AgreementText
from planfront.enrollment.terms import text_versions as versions
from planfront.enrollment.terms.agreements import SHIPPED
from planfront.kernel import clock
from planfront.kernel.errors import AppError, Conflict, NotFound
from planfront.kernel.text.parse import show_date
from planfront.kernel.text.worddiff import Piece, pieces

DRAFT, SCHEDULED, IN_FORCE, REPLACED, OFF = "Draft", "Scheduled", "In force", "Replaced", "Off"
LANGUAGES = (("en", "English"), ("es", "Spanish"))
_NAMES = "These are filled in: " + ", ".join(f"{{{name}}}" for name in versions.SAMPLES) + "."


class AgreementForm(SpanishForm):
    """Both languages side by side; names in braces that nothing fills in are refused."""

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        filled = [name for name in versions.WORDS if name != "head"]
        for name in (*filled, *(f"{name}_es" for name in filled)):
            if unknown := versions.unknown_names(str(data.get(name) or "")):
                self.add_error(name, f"Nothing fills in {', '.join('{' + text + '}' for text in unknown)}. {_NAMES}")
        return data


class StateFilter(SimpleListFilter):
    title = "in force"
    parameter_name = "in_force"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(text.lower().replace(" ", "-"), text) for text in (DRAFT, SCHEDULED, IN_FORCE, REPLACED, OFF)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[AgreementText]) -> QuerySet[AgreementText]:
        today, began = clock.today(), Q(effective_from=None) | Q(effective_from__lte=clock.today())
        rows = with_newest(queryset)
        chosen = {
            "draft": Q(active=False, published_at=None),
            "off": Q(active=False, published_at__isnull=False),
            "scheduled": Q(active=True, effective_from__gt=today),
            "in-force": Q(active=True, newest=F("version")) & began,
            "replaced": Q(active=True, newest__gt=F("version")) & began,
        }
        return rows.filter(chosen[self.value() or ""]) if self.value() in chosen else queryset


def with_newest(rows: QuerySet[AgreementText]) -> QuerySet[AgreementText]:
    """Annotate rows with ``newest``: the version in force of the same key and conditions."""
    own = {name: OuterRef(name) for name in ("key", "category", "state")}
    numbers = {f"{name}_or_0": Coalesce(OuterRef(f"{name}_id"), 0) for name in ("brand", "plan")}
    began = Q(effective_from=None) | Q(effective_from__lte=clock.today())
    same = AgreementText.objects.annotate(brand_or_0=Coalesce("brand_id", 0), plan_or_0=Coalesce("plan_id", 0))
    counts = same.filter(began, active=True, **own, **numbers).order_by("-version")
    return rows.annotate(newest=Subquery(counts.values("version")[:1]))


def state_of(text: Any) -> str:
    """Return the state of a row that has ``newest``."""
    if not text.active:
        return OFF if text.published_at else DRAFT
    if text.effective_from is not None and text.effective_from > clock.today():
        return SCHEDULED
    return IN_FORCE if text.newest == text.version else REPLACED


class AgreementPage(Page):
    """A signed version never changes: the next version is a draft with its words."""

    deletable = "A draft that no one has read."
    instead_of_deleting = "Signed versions can't be deleted. Add a new version instead."
    brand_path = "brand_id"
    list_display = ("key", "version", "head", "shown_conditions", "effective_from", "shown_state")
    list_display_links = ("key", "head")
    list_filter = (StateFilter, by_brand("brand_id"), "category", "state", "key")
    list_before_template = "backoffice/agreements/before_list.html"
    search_fields = ("key", "head")
    ordering = ("order", "key", "-version")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        base = spanish_form(AgreementText, *versions.WORDS)
        fields: dict[str, Any] = {
            "brand_id": conditions.brand_field(request),
            "plan_id": conditions.plan_field(),
            "category": conditions.category_field(),
            "state": conditions.state_field(),
            "body": forms.CharField(widget=UnfoldAdminTextareaWidget(attrs={"rows": 10}), help_text=_NAMES),
            "body_es": forms.CharField(
                required=False, label="Body (Spanish)", widget=UnfoldAdminTextareaWidget(attrs={"rows": 10})
            ),
        }
        closed = set(self.get_readonly_fields(request, obj))
        open_fields = {name: field for name, field in fields.items() if name not in closed}
        if _is_locked(obj):
            kwargs["form"] = forms.ModelForm
        else:
            kwargs["form"] = type("AgreementForm", (AgreementForm, base), open_fields)
        return super().get_form(request, obj, change, **kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        words: tuple[str, ...] = tuple(name for word in versions.WORDS for name in (word, f"{word}_es"))
        where: tuple[Any, ...] = (("brand_id", "plan_id"), ("category", "state"))
        if _is_locked(obj):
            words, where = versions.WORDS, ("shown_conditions",)
        return (
            (None, {"fields": (("key", "version"), ("active", "effective_from"), "order")}),
            (
                "Where it is shown",
                {"fields": where, "description": "Empty means any. If you choose several, all must apply."},
            ),
            ("Text", {"fields": words}),
        )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if not _is_locked(obj):
            return ("version",) if obj is not None else ()
        return ("key", "version", "effective_from", "shown_conditions", *versions.WORDS)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "active":
            kwargs["label"] = "Published"
            kwargs["help_text"] = "Starts on its first day. Once in force, it can be switched off but not rewritten."
        if db_field.name == "effective_from":
            kwargs["help_text"] = "First day. Leave empty to start right away."
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"active": False, **super().get_changeform_initial_data(request)}

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        versions.save_agreement_text(text=obj)
        self.audit(request, obj, "saved" if change else "added", form.changed_data)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_delete_permission(request, obj) and obj is not None and not _is_locked(obj)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        own = set(AgreementText.objects.values_list("key", flat=True))
        more = {"shipped": [text for text in SHIPPED if text.key not in own] if brand_ids(request) is None else []}
        answer: HttpResponse = super().changelist_view(request, {**(extra_context or {}), **more})
        return answer

    def form_panel(self, request: HttpRequest, row: AgreementText) -> Panel:
        note = ""
        if _is_locked(row):
            days = filter(None, (row.effective_from, row.published_at and row.published_at.date()))
            note = (
                f"This version has been in force since {show_date(max(days))}. People may have signed it, so its text "
                "can't change. Make the next version, or switch it off."
            )
        preview = Button("Preview and differences", reverse("admin:agreement_preview", args=[row.pk]), is_main=False)
        onward = Button("Next version", reverse("admin:agreement_next", args=[row.pk]), posts=True)
        may_add = row.published_at is not None and self.has_add_permission(request)
        return Panel(note=note, buttons=(preview, onward) if may_add else (preview,))

    def get_queryset(self, request: HttpRequest) -> QuerySet[AgreementText]:
        return conditions.annotate_names(with_newest(super().get_queryset(request)))

    @column("State", label={IN_FORCE: "success", SCHEDULED: "info", DRAFT: "warning"})
    def shown_state(self, text: AgreementText) -> str:
        return state_of(text)

    @column("For")
    def shown_conditions(self, text: AgreementText) -> str:
        return conditions.describe_conditions(text)

    def get_urls(self) -> list[URLPattern]:
        def named(name: str, route: str, view: Any) -> URLPattern:
            urlpattern: URLPattern = path(route, self.admin_site.admin_view(view), name=name)
            return urlpattern

        own = [
            named("agreement_preview", "<int:text_id>/preview/", self.preview_view),
            named("agreement_next", "<int:text_id>/next-version/", self.next_view),
            named("agreement_replace", "replace/<slug:key>/", self.replace_view),
        ]
        return [*own, *super().get_urls()]

    def preview_view(self, request: HttpRequest, text_id: int) -> HttpResponse:
        """Show the text as people read it, in both languages, and what changed since the version before."""
        text = self._text(request, text_id)
        earlier = versions.text_before(text, "en")
        languages = [
            {
                "code": code,
                "label": label,
                "words": versions.sample_text(versions.words_of(text, code)),
                "parts": _compare_words(versions.text_before(text, code), versions.words_of(text, code)),
            }
            for code, label in LANGUAGES
        ]
        context = {
            **self.admin_site.each_context(request),
            "title": f"{text.head}, version {text.version}",
            "languages": languages,
            "differs": earlier[0] if earlier else "",
            "list": reverse("admin:enrollment_agreementtext_change", args=[text.pk]),
            "back_text": "Back to the text",
        }
        return TemplateResponse(request, "backoffice/agreements/preview.html", context)

    def next_view(self, request: HttpRequest, text_id: int) -> HttpResponse:
        text = self._text(request, text_id)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not self.has_add_permission(request) or not self.has_change_permission(request, text):
            raise PermissionDenied
        return self._make(request, lambda: versions.next_version(text=text), text)

    def replace_view(self, request: HttpRequest, key: str) -> HttpResponse:
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not self.has_add_permission(request) or brand_ids(request) is not None:
            raise PermissionDenied
        return self._make(request, lambda: versions.replace_shipped(key=key), None)

    def _make(self, request: HttpRequest, make: Any, old: AgreementText | None) -> HttpResponse:
        try:
            agreement_text: AgreementText = make()
        except NotFound:
            raise Http404 from None
        except Conflict as error:
            return self._refused(request, error, old)
        self.audit(request, agreement_text, "added", ["version"])
        messages.success(request, f"Version {agreement_text.version} is a draft. Change its words, then publish it.")
        return HttpResponseRedirect(reverse("admin:enrollment_agreementtext_change", args=[agreement_text.pk]))

    @staticmethod
    def _refused(request: HttpRequest, error: AppError, old: AgreementText | None) -> HttpResponse:
        messages.error(request, str(error.message))
        if old is None:
            return HttpResponseRedirect(reverse("admin:enrollment_agreementtext_changelist"))
        return HttpResponseRedirect(reverse("admin:enrollment_agreementtext_change", args=[old.pk]))

    def _text(self, request: HttpRequest, text_id: int) -> AgreementText:
        text: AgreementText | None = self.get_queryset(request).filter(pk=text_id).first()
        if text is None:
            raise Http404
        return text


def _is_locked(text: AgreementText | None) -> bool:
    return text is not None and text.pk is not None and versions.is_locked(text, clock.today())


def _compare_words(earlier: tuple[str, versions.Words] | None, now: versions.Words) -> list[list[Piece]]:
    """Return the three parts word by word; [] where they are the same."""
    if earlier is None:
        return []
    pairs = [(getattr(earlier[1], name), getattr(now, name)) for name in versions.WORDS]
    return [] if all(old == new for old, new in pairs) else [pieces(old, new) for old, new in pairs]


PAGES = ((AgreementText, AgreementPage),)
