"""Requirement profiles: which tabs and fields an application asks for, with hints, a preview and versions."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any, cast

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from planfront.accounts.models import User
from planfront.backoffice.applications.profile_form import CONDITIONS, CartForm, field_name, profile_form, tab_name
from planfront.backoffice.lists import conditions
from planfront.backoffice.lists.base import Page, column
from planfront.backoffice.lists.filters import by_brand
from planfront.backoffice.lists.panels import Button, Panel
from planfront.backoffice.scope import once_a_request
from planfront.catalog.models import Plan
from planfront.enrollment.models import RequirementProfile
from planfront.enrollment.profiles.introspection import Tab, sample_context, tabs
from planfront.enrollment.profiles.versions import (
    keep_profile_version,
    list_clashes,
    preview,
    restore_profile_version,
    settings_of,
)
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.parties.groups.terms import TIERS
from planfront.shopping.cart.lines import PricedLine

_FLAGS = {"required": "required", "hidden": "hidden", "read_only": "can't be changed"}


class ProfilePage(Page):
    """Every profile whose conditions hold is applied, lowest priority first; later ones win."""

    brand_path = "brand_id"
    list_display = ("name", "priority", "shown_conditions", "shown_says", "active")
    list_filter = ("active", by_brand("brand_id"), "category", "enroll_type", "state")
    change_form_before_template = "backoffice/profiles/before_form.html"
    search_fields = ("name",)
    ordering = ("priority", "name")

    def list_panel(self, request: HttpRequest) -> Panel:
        return Panel(
            "Every profile whose conditions apply is used, in order of priority. Later ones override earlier ones.",
            buttons=(Button("What would a shopper be asked?", reverse("admin:profile_preview"), is_main=False),),
        )

    def get_queryset(self, request: HttpRequest) -> QuerySet[RequirementProfile]:
        return conditions.annotate_names(super().get_queryset(request))

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        kwargs["form"] = profile_form(request, self._steps(request))
        return super().get_form(request, obj, change, **kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        first = [
            (None, {"fields": (("name", "priority"), "active")}),
            (
                "For which enrollments",
                {
                    "fields": (
                        ("brand_id", "portal_id"),
                        ("group_id", "plan_id"),
                        ("category", "state"),
                        "enroll_type",
                    ),
                    "description": "Empty means any. If you choose several, all must apply.",
                },
            ),
        ]
        return [*first, *(_fieldset(tab) for tab in self._steps(request))]

    def _steps(self, request: HttpRequest) -> list[Tab]:
        return once_a_request(request, "profile_steps", lambda: tabs(clock.today()))

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if change and not obj.versions.exists():  # made elsewhere: what it was is its first version
            keep_profile_version(profile=RequirementProfile.objects.get(pk=obj.pk), by=None)
        super().save_model(request, obj, form, change)
        keep_profile_version(profile=obj, by=cast(User, request.user))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        profile = self.get_object(request, object_id)
        more = {"hints": _list_clashes_as_hints(profile, self._steps(request)), "profile": profile} if profile else {}
        answer: HttpResponse = super().change_view(request, object_id, form_url, {**(extra_context or {}), **more})
        return answer

    @column("For")
    def shown_conditions(self, profile: RequirementProfile) -> str:
        return conditions.describe_conditions(profile)

    @column("Says")
    def shown_says(self, profile: RequirementProfile) -> str:
        tabs_said, fields = len(profile.tabs), sum(len(names) for names in profile.fields.values())
        parts = [(tabs_said, "tab"), (fields, "field")]
        return (
            ", ".join(f"{number} {word}{'' if number == 1 else 's'}" for number, word in parts if number) or "nothing"
        )

    def get_urls(self) -> list[URLPattern]:
        def named(name: str, route: str, view: Any) -> URLPattern:
            urlpattern: URLPattern = path(route, self.admin_site.admin_view(view), name=name)
            return urlpattern

        own = [
            named("profile_preview", "preview/", self.preview_view),
            named("profile_versions", "<int:profile_id>/versions/", self.versions_view),
        ]
        return [*own, *super().get_urls()]

    def preview_view(self, request: HttpRequest) -> HttpResponse:
        """Show the tabs and fields that a sample cart would get."""
        plans = list(Plan.objects.filter(active=True).order_by("name", "pk"))
        offered = [(plan.pk, f"{plan.name} ({plan.pk})") for plan in plans]
        form = CartForm(request, offered, TIERS, request.GET if "tier" in request.GET else None)
        context: dict[str, Any] = {"form": form}
        if form.is_bound and form.is_valid():
            chosen = {int(key) for key in form.cleaned_data["plans"]}
            lines = [_sample_line(plan) for plan in plans if plan.pk in chosen]
            result, applied = preview(_sample_shopper(form.cleaned_data), lines, clock.today())
            context |= {"found": result, "applied": applied}
        return self._page(request, "preview", "What would a shopper with this cart be asked?", context)

    def versions_view(self, request: HttpRequest, profile_id: int) -> HttpResponse:
        """Show the saved versions; POST restores one."""
        profile = self.get_queryset(request).filter(pk=profile_id).first()
        if profile is None:
            raise Http404
        may = self.has_change_permission(request, profile)
        if request.method == "POST":
            if not may:
                raise PermissionDenied
            return self._restore(request, profile)
        versions = list(profile.versions.select_related("saved_by"))
        steps = self._steps(request)
        rows = [
            {"version": version, "differs": _list_differences(version.content, older.content if older else {}, steps)}
            for version, older in zip(versions, [*versions[1:], None], strict=False)
        ]
        context = {"profile": profile, "rows": rows, "may": may, "back_text": profile.name}
        context["back"] = reverse("admin:enrollment_requirementprofile_change", args=[profile.pk])
        return self._page(request, "versions", f"Versions of {profile.name}", context)

    def _restore(self, request: HttpRequest, profile: RequirementProfile) -> HttpResponse:
        number = request.POST.get("number", "")
        try:
            restore_profile_version(
                profile=profile, number=int(number) if number.isdigit() else 0, by=cast(User, request.user)
            )
        except NotFound:
            raise Http404 from None
        self.audit(request, profile, "restored", ["tabs", "fields"], {"version": int(number)})
        self.message_user(request, f"Version {number} is in use again, as a new version.")
        return HttpResponseRedirect(reverse("admin:profile_versions", args=[profile.pk]))

    def _page(self, request: HttpRequest, name: str, title: str, context: dict[str, Any]) -> HttpResponse:
        listed = reverse("admin:enrollment_requirementprofile_changelist")
        shared = {**self.admin_site.each_context(request), "title": title, "list": listed, "back_text": "All profiles"}
        return TemplateResponse(request, f"backoffice/profiles/{name}.html", {**shared, **context})


def _fieldset(tab: Tab) -> tuple[str, dict[str, Any]]:
    names = [field_name(tab.key, ask.name) for ask in tab.fields]
    pairs = [tuple(names[at : at + 2]) for at in range(0, len(names), 2)]
    return (tab.title, {"fields": (tab_name(tab.key), *pairs)})


def _setting_text(what: tuple[str, ...], steps: list[Tab]) -> str:
    """Return a setting in words: "Contact Information: Birth city, hidden"."""
    tab = next((step for step in steps if step.key == what[0]), None)
    title = tab.title if tab else what[0]
    if len(what) == 1:
        return title
    label = next((ask.label for ask in tab.fields if ask.name == what[1]), what[1]) if tab else what[1]
    return f"{title}: {label}, {_FLAGS.get(what[2], what[2])}"


def _list_clashes_as_hints(profile: RequirementProfile, steps: list[Tab]) -> list[dict[str, Any]]:
    return [
        {
            "other": clash.other,
            "url": reverse("admin:enrollment_requirementprofile_change", args=[clash.other.pk]),
            "what": _setting_text(clash.what, steps),
            "other_wins": clash.other_wins,
        }
        for clash in list_clashes(profile)
    ]


def _list_differences(now: dict[str, Any], before: dict[str, Any], steps: list[Tab]) -> list[str]:
    """Return the changes of a version, line by line."""
    texts = [
        f"{name.replace('_id', '').replace('_', ' ').capitalize()}: {before.get(name) or 'any'} → {now[name] or 'any'}"
        for name in ("name", "priority", *CONDITIONS)
        if before and before.get(name) != now.get(name)
    ]
    if before and before.get("active") != now["active"]:
        texts.append("Switched on" if now["active"] else "Switched off")
    has, had = (settings_of(profile.get("tabs", {}), profile.get("fields", {})) for profile in (now, before))
    words = {True: "yes", False: "no", None: "not set"}
    texts += [
        f"{_setting_text(key, steps)}: {words[had.get(key)]} → {words[has.get(key)]}"
        for key in {**had, **has}
        if had.get(key) != has.get(key)
    ]
    return texts


def _sample_line(plan: Plan) -> PricedLine:
    return PricedLine(
        plan_id=plan.pk,
        plan_name=plan.name,
        category=plan.category,
        price=Decimal("0.00"),
        requirements=tuple(plan.requirements or ()),
    )


def _sample_shopper(data: dict[str, Any]) -> Any:
    empty = sample_context(clock.today()).shopper
    chosen = {name: data[name] for name in ("portal_id", "group_id", "state", "tier")}
    return replace(empty, brand_id=data["brand_id"] or 0, enroll_type=data["enroll_type"] or "new-member", **chosen)


PAGES = ((RequirementProfile, ProfilePage),)
