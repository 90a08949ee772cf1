"""Tables of the back office, and their pages."""

from __future__ import annotations

from contextlib import nullcontext
from functools import wraps
from typing import Any, cast
from urllib.parse import urlencode
from uuid import UUID

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.response import SimpleTemplateResponse
from django.urls import path, reverse
from django.utils.translation import override
from django.views.decorators.http import require_POST
from unfold.forms import AuthenticationForm
from unfold.sites import UnfoldAdminSite

from planfront.accounts.models import User
from planfront.accounts.pacing import check_pace, clear_pace
from planfront.accounts.services import SIGN_IN
from planfront.accounts.staffing import second_step_taken
from planfront.accounts.trusted_devices import remember
from planfront.audit.services import Origin, record
from planfront.backoffice.applications import (
    agreements,
    documents,
    duplicates,
    enrollments,
    outstanding_numbers,
    profiles,
    sealed_pages,
    signatures,
    underwriting,
)
from planfront.backoffice.applications import pages as application_pages
from planfront.backoffice.brand_editor import legal, sign_on
from planfront.backoffice.brand_editor import pages as brand_pages
from planfront.backoffice.clock.page import clock_page, simulated_days
from planfront.backoffice.dashboard.view import dashboard, figure_csv
from planfront.backoffice.data_files import pages as import_pages
from planfront.backoffice.directory import accounts, choices, groups, members, reps
from planfront.backoffice.exported_files import files_page
from planfront.backoffice.health.first_steps_page import first_steps_page
from planfront.backoffice.health.page import health_page, signal_now
from planfront.backoffice.help import help_page
from planfront.backoffice.mailroom import pages as letter_pages
from planfront.backoffice.open_pages import open_page_view
from planfront.backoffice.operations import audit, banks, opened_records, system
from planfront.backoffice.operations.outside import outside_page
from planfront.backoffice.plan_editor import pages as catalog_pages
from planfront.backoffice.plan_editor import questions, rates
from planfront.backoffice.policy_servicing import life_events, pending_approvals, policies
from planfront.backoffice.policy_servicing.renewals import pages as renewal_pages
from planfront.backoffice.privacy_requests import pages as privacy_pages
from planfront.backoffice.prospects import pages as lead_pages
from planfront.backoffice.prospects import quotes
from planfront.backoffice.rosters import pages as roster_pages
from planfront.backoffice.scope import open_entries
from planfront.backoffice.search.recently_viewed import remember_viewed
from planfront.backoffice.search.views import search_view, while_typing
from planfront.backoffice.sign_in.idle import UNATTENDED, end_idle, is_in_use, keep_alive
from planfront.backoffice.sign_in.own_password import OwnPasswordView, new_password
from planfront.backoffice.sign_in.second_step import awaits_second_step, record_sign_in, second_step, sign_in_target
from planfront.backoffice.today.counts import count_waiting, forget_counts, put_counts
from planfront.backoffice.today.view import today
from planfront.backoffice.twins import pages as twin_pages
from planfront.kernel.errors import TooManyRequests
from planfront.kernel.http.request import browser_of, client_ip

PAGES = (
    *brand_pages.PAGES,
    *legal.PAGES,
    *banks.PAGES,
    *choices.PAGES,
    *accounts.PAGES,
    *sign_on.PAGES,
    *opened_records.PAGES,
    *privacy_pages.PAGES,
    *reps.PAGES,
    *groups.PAGES,
    *members.PAGES,
    *twin_pages.PAGES,
    *roster_pages.PAGES,
    *catalog_pages.PAGES,
    *questions.PAGES,
    *rates.PAGES,
    *life_events.PAGES,
    *import_pages.PAGES,
    *lead_pages.PAGES,
    *quotes.PAGES,
    *enrollments.PAGES,
    *policies.PAGES,
    *pending_approvals.PAGES,
    *renewal_pages.PAGES,
    *letter_pages.PAGES,
    *application_pages.PAGES,
    *duplicates.PAGES,
    *outstanding_numbers.PAGES,
    *documents.PAGES,
    *profiles.PAGES,
    *agreements.PAGES,
    *signatures.PAGES,
    *underwriting.PAGES,
    *system.PAGES,
    *audit.PAGES,
)


THEMES = (("light", "light_mode", "Light"), ("dark", "dark_mode", "Dark"), ("auto", "computer", "As the device"))
_IN_BOTH_LANGUAGES = (
    "/backoffice/health/",
    "/backoffice/first-steps/",
    "/backoffice/help/",
    "/backoffice/files/",
    "/backoffice/outside/",
    "/backoffice/privacy/",
)


class StaffSignIn(AuthenticationForm):  # type: ignore[misc]
    """The sign-in form; wrong tries wait longer and longer, as at the store's."""

    def clean(self) -> dict[str, Any]:
        subject = str(self.cleaned_data.get("username", "")).strip().lower()
        origin = Origin("staff", ip=client_ip(self.request), browser=browser_of(self.request))
        try:
            check_pace(SIGN_IN, subject, origin)
        except TooManyRequests as error:
            raise ValidationError(str(error.message)) from None
        try:
            cleaned: dict[str, Any] = super().clean()
        except ValidationError:
            record("backoffice.sign_in_refused", origin=origin, subject_type="address", subject_id=origin.ip)
            raise
        clear_pace(SIGN_IN, subject, origin)
        return cleaned


class BackofficeSite(UnfoldAdminSite):  # type: ignore[misc]
    """Django's admin with unfold's look; the namespace stays "admin" because its templates name it."""

    login_form = StaffSignIn
    index_title = "Back office"

    def has_permission(self, request: HttpRequest) -> bool:
        return bool(super().has_permission(request)) and is_in_use(request) and second_step_taken(request)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Return the view in English, but for pages written in both languages. The viewed record is remembered for the
        search."""
        guarded = super().admin_view(view, cacheable)

        @wraps(guarded)
        def shown(request: HttpRequest, *arguments: Any, **named: Any) -> Any:
            with nullcontext() if request.path.startswith(_IN_BOTH_LANGUAGES) else override("en"):
                answer = guarded(request, *arguments, **named)
                if isinstance(answer, SimpleTemplateResponse):
                    answer.render()
            remember_viewed(request, answer)
            if request.method == "POST" and request.user.is_authenticated and request.path != UNATTENDED:
                forget_counts(request)
            return answer

        return shown

    def get_sidebar_list(self, request: HttpRequest) -> list[dict[str, Any]]:
        """Return the entries of the side bar that the signed-in member of staff may open."""
        return open_entries(self, request, super().get_sidebar_list(request))

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Sign in, with the second step after the password or for those who left before it."""
        if request.method == "GET" and awaits_second_step(request):
            return HttpResponseRedirect(
                f"{reverse('admin:second_step')}?{urlencode({'next': sign_in_target(request)})}"
            )
        answer = cast(HttpResponse, super().login(request, extra_context))
        if answer.status_code != 302:
            return answer
        if request.method == "POST" and second_step_taken(request):
            record_sign_in(request, second_factor=False)
            onward = HttpResponseRedirect(sign_in_target(request))
            remember(request, onward, cast(User, request.user))
            return onward
        return HttpResponseRedirect(sign_in_target(request))

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        context = {**super().each_context(request), **simulated_days(request), "themes": THEMES}
        if getattr(request, "brand", None) is None:
            context["site_url"] = ""  # The back office's own host has no store to return to.
        if context["sidebar_navigation"] and not context["is_popup"]:
            put_counts(context["sidebar_navigation"], count_waiting(request, self))
            context["signal"] = signal_now(request)
        return context

    def get_urls(self) -> list[Any]:
        view = self.admin_view
        own = [
            path("colors.css", self._colors, name="colors"),
            path("second-step/", self._second_step, name="second_step"),
            path("new-password/", self._new_password, name="new_password"),
            path("stay/", view(keep_alive), name="stay"),
            path("sealed/<uuid:application_id>/", view(self._open_sealed), name="open_sealed"),
            path("ended/", view(end_idle), name="ended"),
            path("open/", view(open_page_view), name="open_page"),
            path("health/", view(self._health), name="health"),
            path("first-steps/", view(self._first_steps), name="first_steps"),
            path("clock/", view(self._clock), name="clock"),
            path("help/", view(self._help), name="help"),
            path("files/", view(self._files), name="files"),
            path("outside/", view(self._outside), name="outside"),
            path("find/", view(self._everything), name="everything"),
            path("find/typing/", require_POST(view(self._while_typing)), name="everything_typing"),
            path("dashboard/", view(self._dashboard), name="dashboard"),
            path("dashboard/<slug:key>.csv", view(figure_csv), name="dashboard_csv"),
        ]
        return [*own, *super().get_urls()]

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        context = {**self.each_context(request), **(extra_context or {})}
        done = reverse("admin:password_change_done")
        return cast(HttpResponse, OwnPasswordView.as_view(success_url=done, extra_context=context)(request))

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return today(request, self)

    def _dashboard(self, request: HttpRequest) -> HttpResponse:
        return dashboard(request, self)

    def _open_sealed(self, request: HttpRequest, application_id: UUID) -> HttpResponse:
        return sealed_pages.open_application(request, application_id, self.each_context(request))

    def _health(self, request: HttpRequest) -> HttpResponse:
        return health_page(request, self)

    def _first_steps(self, request: HttpRequest) -> HttpResponse:
        return first_steps_page(request, self)

    def _help(self, request: HttpRequest) -> HttpResponse:
        return help_page(request, self)

    def _files(self, request: HttpRequest) -> HttpResponse:
        return files_page(request, self)

    def _clock(self, request: HttpRequest) -> HttpResponse:
        return clock_page(request, self)

    def _outside(self, request: HttpRequest) -> HttpResponse:
        return outside_page(request, self)

    def _everything(self, request: HttpRequest) -> HttpResponse:
        return search_view(request, self)

    def _while_typing(self, request: HttpRequest) -> HttpResponse:
        return while_typing(request, self)

    def _colors(self, request: HttpRequest) -> HttpResponse:
        """Return the operator's colors as variables, for the sign-in page too."""
        page = render(request, "backoffice/colors.css", self.each_context(request), content_type="text/css")
        page.headers["Cache-Control"] = "max-age=3600"
        return page

    def _second_step(self, request: HttpRequest) -> HttpResponse:
        return second_step(request, self.each_context(request))

    def _new_password(self, request: HttpRequest) -> HttpResponse:
        return new_password(request, self.each_context(request))


def build() -> BackofficeSite:
    """Return the site with every page."""
    site = BackofficeSite(name="admin")
    for model, page in PAGES:
        site.register(model, page)
    return site
