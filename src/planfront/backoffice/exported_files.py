"""The page of every file that the store hands out: who needs it, who may fetch it, and its columns in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.apps import apps
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from planfront.accounts.models import StaffRole
from planfront.accounts.staffing import may_change
from planfront.backoffice.applications.documents import SIGNED
from planfront.backoffice.brand_editor.views import LANDING
from planfront.backoffice.dashboard import figures
from planfront.backoffice.data_files import views as imports
from planfront.backoffice.lists.export import Exports
from planfront.backoffice.mailroom.pages import LETTER, PRINT
from planfront.backoffice.operations.system import ATTACHED
from planfront.backoffice.plan_editor.plan_views import PLANS
from planfront.backoffice.plan_editor.rates import RATES
from planfront.backoffice.privacy_requests.pages import PERSON
from planfront.backoffice.rosters import views as rosters
from planfront.backoffice.scope import Scoped
from planfront.coverage.card_api import CARDS
from planfront.coverage.clients.schemas import CLIENTS
from planfront.coverage.group.people import PEOPLE
from planfront.enrollment.worklists.schemas import ENROLLMENTS
from planfront.kernel.files.handed_out import FileKind, Need, Text
from planfront.leads.schemas_desk import LEADS
from planfront.members.roster.files import BLANK
from planfront.members.roster.returned import HELD_ROWS
from planfront.members.schemas import MEMBERS
from planfront.shopping.sent_quotes.api import QUOTE
from planfront.shopping.sent_quotes.schemas import QUOTES

FILES = (
    *(PEOPLE, BLANK, HELD_ROWS, rosters.ERRORS, rosters.CHANGES),
    *(RATES, PLANS, SIGNED, LETTER, ATTACHED, PERSON),
    *(ENROLLMENTS, QUOTES, QUOTE, LEADS, CLIENTS, MEMBERS, CARDS, PRINT, LANDING),
    *(imports.BLANK, imports.ISSUES, *figures.FILES.values()),
)
"""All kinds of files but the lists of the back office, which each have one."""


@dataclass(frozen=True)
class File:
    """``href``: where the reader may fetch it; "" where it isn't theirs."""

    kind: FileKind
    readers: Text
    href: str


def files_page(request: HttpRequest, site: AdminSite) -> HttpResponse:
    """Show every kind of file by the work that needs it."""
    files = list(list_files(request, site))
    parts = [(need, [file for file in files if file.kind.need == need]) for need in Need]
    context = {**site.each_context(request), "title": _("Files"), "parts": parts}
    return TemplateResponse(request, "backoffice/files.html", context)


def list_files(request: HttpRequest, site: AdminSite) -> Iterator[File]:
    models = [model for model in apps.get_models() if site.is_registered(model)]
    pages = {model._meta.label_lower: site.get_model_admin(model) for model in models}
    lists = [page.file_kind(request) for page in pages.values() if isinstance(page, Exports)]
    for kind in (*FILES, *sorted(lists, key=lambda kind: str(kind.title))):
        app, _dot, verb_and_model = kind.permission.partition(".")
        verb, _bar, model = verb_and_model.partition("_")
        page = pages[f"{app}.{model}"] if app else None
        is_open = page is None or (page.has_view_permission(request) and request.user.has_perm(kind.permission))
        everywhere = isinstance(page, Scoped) and page.is_shared()
        readers = kind.readers or _readers(verb, f"{app}.{model}", everywhere=everywhere)
        yield File(kind, readers, reverse(kind.place) if kind.place and is_open else "")


def _readers(verb: str, rows: str, *, everywhere: bool) -> str:
    """Return who may fetch a file, by the rules that the pages ask."""
    if everywhere:
        return _("Staff who work for all brands")
    if verb not in ("", "view"):
        is_service = may_change(StaffRole.SERVICE, rows)
        return _("Administrators and service staff") if is_service else _("Administrators")
    return _("All staff, for the brands they work for")
