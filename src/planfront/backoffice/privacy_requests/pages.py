"""Privacy requests: finding the person, listing the places of their data, a copy of it, and its erasure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from planfront.audit.services import record, record_opened
from planfront.backoffice.lists.base import ReadOnlyPage, column, origin_of_staff
from planfront.backoffice.lists.filters import DateRange, by_brand
from planfront.backoffice.privacy_requests.forms import AskForm, FindForm
from planfront.backoffice.scope import for_staff
from planfront.brands.models import Brand
from planfront.kernel.errors import AppError, FieldErrors
from planfront.kernel.files.handed_out import FileKind, Need, answer_file
from planfront.privacy import export, services
from planfront.privacy.models import Kind, PrivacyRequest, State
from planfront.privacy.registry import list_candidates, title_of

_CHANGE = "privacy.change_privacyrequest"
_MOST = 200
_SEARCHED = ("email", "number", "last_four", "name", "phone", "code", "confirmation")
Step = Callable[..., Any]
_STEPS: dict[str, tuple[Step, tuple[str, ...]]] = {
    "approve": (services.request_approve, ()),
    "fulfil": (services.request_fulfil, ()),
    "refuse": (services.request_refuse, ("reason",)),
    "hold": (services.hold_place, ("reason",)),
    "release": (services.end_hold, ()),
}


PERSON = FileKind(
    "privacy",
    gettext_lazy("A person's data"),
    gettext_lazy("All that the store holds about a person, to answer a request. Each opening is on the audit record."),
    Need.AUDITOR,
    forms=("json", "pdf"),
    permission=_CHANGE,
    place="admin:privacy_privacyrequest_changelist",
)


class PrivacyPage(ReadOnlyPage):
    """Open requests first, by the day they are due."""

    brand_path = "brand_id"
    list_display = ("number", "kind", "brand", "came", "due", "shown_state", "asked_by", "decided_by")
    list_filter = ("state", "kind", by_brand("brand_id"), ("due_on", DateRange))
    list_select_related = ("brand", "asked_by", "decided_by")
    no_search = "A short list; people are found when a request is opened."
    ordering = ("-state", "due_on")
    exclude = ("subject", "reason", "anchors", "email_index", "outcome")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(_CHANGE))

    @column("Received", ordering="received_on")
    def came(self, row: PrivacyRequest) -> str:
        return f"{row.received_on:%m/%d/%Y}"

    @column("Due", ordering="due_on")
    def due(self, row: PrivacyRequest) -> str:
        return f"{row.due_on:%m/%d/%Y}{', late' if row.is_late else ''}"

    @column("State", ordering="state", label={"open": "warning", "done": "success", "refused": "info"})
    def shown_state(self, row: PrivacyRequest) -> tuple[str, str]:
        return row.state, str(State(row.state).label)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own = [
            path("<uuid:pk>/data/", view(never_cache(self.data_view)), name="privacy_data"),
            path("<uuid:pk>/do/<slug:step>/", view(self.step_view), name="privacy_step"),
        ]
        return [*own, *super().get_urls()]

    # --- finding somebody ---

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Show the search; POST shows the people found, and with a choice opens the request."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        brands = for_staff(request, Brand.objects.order_by("name"), "pk")
        posted = request.POST if request.method == "POST" else None
        find, ask = FindForm(brands, posted), AskForm(posted if "open" in request.POST else None)
        result: list[dict[str, str]] | None = None
        before = False
        if posted is not None and find.is_valid():
            result, before = self._run_search(request, find)
            if "open" in posted and ask.is_valid() and (created := self._open_request(request, find, ask, result)):
                return HttpResponseRedirect(reverse("admin:privacy_privacyrequest_change", args=[created.pk]))
        context = {"title": _("A privacy request"), "find": find, "ask": ask, "found": result, "before": before}
        return self._page(request, "find", context)

    def _run_search(self, request: HttpRequest, find: FindForm) -> tuple[list[dict[str, str]], bool]:
        clues = find.clues()
        names = [name for name in _SEARCHED if getattr(clues, name)]
        origin = origin_of_staff(request, clues.brand_id)
        record("privacy_request.searched", origin=origin, subject_type="list", subject_id="", fields=names)
        rows = [
            {"key": f"{candidate.table}:{candidate.key}", "title": str(candidate.title), "about": candidate.about}
            for candidate in list_candidates(clues)
        ]
        return rows[:_MOST], services.was_erased(clues.brand_id, clues.email)

    def _open_request(
        self, request: HttpRequest, find: FindForm, ask: AskForm, result: list[dict[str, str]]
    ) -> PrivacyRequest | None:
        """Open a request for a search result. A key from elsewhere is refused."""
        offered = {item["key"] for item in result}
        anchors: dict[str, list[str]] = {}
        for chosen in request.POST.getlist("row"):
            table, _colon, key = chosen.partition(":")
            if chosen in offered:
                anchors.setdefault(table, []).append(key)
        clues, request_facts = find.clues(), ask.cleaned_data
        try:
            return services.open_request(
                brand_id=clues.brand_id,
                kind=request_facts["kind"],
                how=request_facts["how"],
                received_on=request_facts["received_on"],
                subject={"name": request_facts["name"], "email": clues.email},
                anchors=anchors,
                origin=origin_of_staff(request, clues.brand_id),
            )
        except FieldErrors as error:
            messages.error(request, str(error.errors[0].error_message))
            return None

    # --- one request ---

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show the places that hold the person's data, and the possible steps."""
        row = self._row(request, object_id)
        is_open = row.state == State.OPEN
        context = {
            "title": _("Privacy request %(number)s") % {"number": row.number},
            "row": row,
            "is_open": is_open,
            "places": services.list_places(services.load_person(row)) if is_open else [],
            "outcome": _list_outcome(row),
            "hold": row.holds.filter(ended_at=None).first(),
            "may": request.user.has_perm(_CHANGE),
            "is_erasure": row.kind == Kind.ERASURE,
            "is_own": row.asked_by_id == request.user.pk,
        }
        return self._page(request, "request", context)

    def data_view(self, request: HttpRequest, pk: UUID) -> HttpResponseBase:
        """Show the data with closed numbers, or with ``as`` in full as a file. POST only; each is recorded."""
        row = self._row(request, str(pk))
        if not request.user.has_perm(_CHANGE):
            raise PermissionDenied
        if request.method != "POST" or row.state != State.OPEN:
            return HttpResponseRedirect(reverse("admin:privacy_privacyrequest_change", args=[row.pk]))
        form = request.POST.get("as", "page")
        record_opened(
            what=["person_data"],
            why="privacy",
            note=form if form in PERSON.forms else "page",
            origin=origin_of_staff(request, row.brand_id),
            subject_type="privacy_request",
            subject_id=row.pk,
        )
        person = services.load_person(row)
        if form in PERSON.forms:
            content = export.as_pdf(row, person) if form == "pdf" else export.as_json(row, person).encode()
            return answer_file(PERSON, form, content, f"{PERSON.name}-{row.number}")
        title = _("Data of privacy request %(number)s") % {"number": row.number}
        return self._page(request, "data", {"title": title, "row": row, "parts": export.masked(person)})

    def step_view(self, request: HttpRequest, pk: UUID, step: str) -> HttpResponse:
        row = self._row(request, str(pk))
        if not request.user.has_perm(_CHANGE):
            raise PermissionDenied
        if step not in _STEPS:
            raise Http404
        if request.method == "POST":
            act, names = _STEPS[step]
            typed = {name: request.POST.get(name, "") for name in names}
            try:
                _require_confirmation(request, step)
                act(row=row, origin=origin_of_staff(request, row.brand_id), **typed)
            except FieldErrors as error:
                messages.error(request, str(error.errors[0].error_message))
            except AppError as error:
                messages.error(request, str(error.message))
            else:
                messages.success(request, _("Done. It's on the audit record."))
        return HttpResponseRedirect(reverse("admin:privacy_privacyrequest_change", args=[row.pk]))

    def _row(self, request: HttpRequest, object_id: str) -> PrivacyRequest:
        try:
            key = UUID(object_id)
        except ValueError:
            raise Http404 from None
        rows: QuerySet[PrivacyRequest] = self.get_queryset(request)
        return get_object_or_404(rows.select_related("brand", "asked_by", "decided_by"), pk=key)

    def _page(self, request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
        page = {**self.admin_site.each_context(request), "opts": self.opts, **context}
        return TemplateResponse(request, f"backoffice/privacy/{name}.html", page)


def _require_confirmation(request: HttpRequest, step: str) -> None:
    """Raise FieldErrors unless an irreversible step was confirmed."""
    if step == "approve" and not request.POST.get("sure"):
        raise FieldErrors.single(
            "sure", _("Check the box to confirm that you reviewed the table and verified who is asking.")
        )


def _list_outcome(row: PrivacyRequest) -> list[dict[str, Any]]:
    return [
        {"title": title_of(table), "table": table, "erased": erased, "kept": retained}
        for table, (erased, retained) in row.outcome.items()
    ]


PAGES = ((PrivacyRequest, PrivacyPage),)
