"""Groups and the portals they enroll through."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminTextInputWidget, UnfoldBooleanSwitchWidget

from planfront.accounts.models import Role, User
from planfront.accounts.staff_actions import end_access
from planfront.backoffice.directory.account_actions import Invites
from planfront.backoffice.directory.group_terms import INLINES
from planfront.backoffice.directory.landing_form import LandingForm
from planfront.backoffice.lists.base import Page, Rows, column, origin_of_staff, rows
from planfront.catalog.models import GroupNumber
from planfront.kernel.security.ids import normalize_code, read_aloud_code
from planfront.parties.groups.models import AgentGroup, Group, GroupAdministrator, Portal
from planfront.parties.groups.services import set_enroller_code

_FROM_NOW = "For plans sold from now on. The administrator applies it to the others as new contributions."
FLAGS = {
    "hide_quote": ("No personalized quotes", "Send Personalized Quote is not offered."),
    "member_benefit_store": ("Member benefit store", "The group of the brand's member benefit store."),
    "approves_changes": (
        "Approves changes",
        "Changes that members report to the group's plans wait for an administrator.",
    ),
    "pays_dues": ("Pays the association's dues", f"The group, not the member. {_FROM_NOW}"),
    "pays_one_time": ("Pays one-time fees", "What plans charge with the first month: the group, not the member."),
}
_FEES = ("pays_dues", "pays_one_time")
LINK = "text-primary-600 dark:text-primary-500 underline"
_SHORTEST = 6


def _switch(name: str) -> forms.BooleanField:
    label, help_text = FLAGS[name]
    return forms.BooleanField(label=label, help_text=help_text, required=False, widget=UnfoldBooleanSwitchWidget)


class GroupForm(LandingForm):
    """The flags as fields; what else a group's flags hold stays."""

    hide_quote = _switch("hide_quote")
    member_benefit_store = _switch("member_benefit_store")
    approves_changes = _switch("approves_changes")
    pays_dues = _switch("pays_dues")
    pays_one_time = _switch("pays_one_time")

    class Meta:
        model = Group
        fields = (
            "code",
            "name",
            "landing_url",
            "tagline",
            "tagline_es",
            "about",
            "phone",
            "email",
            "address1",
            "address2",
            "city",
            "state",
            "zip",
            "sic",
            "eligible_employees",
            "participation",
            "pay_periods",
            "pay_day",
            "logo",
            "image",
            "image_link",
            "banner_image",
            "brands",
            "portals",
            "active",
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in FLAGS:
            self.initial.setdefault(name, (self.instance.flags or {}).get(name) is True)

    def clean_participation(self) -> int | None:
        share: int | None = self.cleaned_data["participation"]
        if share is not None and share > 100:
            raise forms.ValidationError("At most 100.")
        return share

    def save(self, commit: bool = True) -> Any:
        others = {key: value for key, value in (self.instance.flags or {}).items() if key not in FLAGS}
        self.instance.flags = {**others, **{name: True for name in FLAGS if self.cleaned_data.get(name)}}
        return super().save(commit=commit)


class CodeForm(forms.Form):
    """A chosen enroller code; empty to generate one."""

    code = forms.CharField(
        label="Code",
        required=False,
        max_length=40,
        help_text="At least six letters and digits. Leave empty to have one created.",
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off"}),
    )

    def clean_code(self) -> str:
        code = str(self.cleaned_data["code"]).strip()
        if code and len(normalize_code(code)) < _SHORTEST:
            raise forms.ValidationError("Use at least six letters and digits.")
        return code or read_aloud_code()


class AdministratorForm(forms.ModelForm):  # type: ignore[type-arg]
    """An existing administrator keeps the account; only whether they get mail may change."""

    class Meta:
        model = GroupAdministrator
        fields = ("user", "receives_mail")

    def clean_user(self) -> User:
        user: User = self.cleaned_data["user"]
        if user.role != Role.GROUP:
            raise ValidationError("Choose the account of a group's administrator.")
        if self.instance.pk and self.instance.user_id != user.pk:
            raise ValidationError("Remove this administrator and add the other one.")
        return user


class AdministratorRows(Rows):
    deletable = "Access of an account that stays; it ends right away."
    model = GroupAdministrator
    form = AdministratorForm
    fields = ("user", "person", "receives_mail", "since", "state")
    readonly_fields = ("person", "since", "state")
    raw_id_fields = ("user",)
    verbose_name_plural = "Administrators"

    @column("Name")
    def person(self, row: GroupAdministrator) -> str:
        return row.user.name if row.pk else ""

    @column("State")
    def state(self, row: GroupAdministrator) -> str:
        if not row.pk:
            return ""
        if not row.user.is_active:
            return "Account closed"
        return "Signs in" if row.user.has_usable_password() else "Waiting for an invitation"


class GroupPage(Invites, Page):
    brand_path = "brands"
    form = GroupForm
    list_display = ("code", "name", "state", "landing_url", "requires_enroller_code", "active")
    list_filter = ("brands", "portals", "requires_enroller_code", "active", "state")
    search_fields = ("code", "name", "city")
    filter_horizontal = ("brands", "portals")
    readonly_fields = ("shown_code",)
    inlines = (
        AdministratorRows,
        *INLINES,
        rows(
            GroupNumber,
            hide_title=True,
            deletable="Cards and files no longer show it.",
            verbose_name_plural="Insurers' numbers",
        ),
        rows(
            AgentGroup,
            deletable="From now on the rep no longer serves the group.",
            autocomplete_fields=("agent",),
            verbose_name_plural="Reps",
        ),
    )
    fieldsets = (
        (None, {"fields": (("code", "name"), "active", "shown_code", "brands", "portals")}),
        (
            "Employer",
            {
                "classes": ("tab",),
                "description": "Used to start applications of the group's people, and for rating.",
                "fields": (
                    ("phone", "email"),
                    ("address1", "address2"),
                    ("city", "state"),
                    ("zip", "sic"),
                    ("eligible_employees", "participation"),
                    ("pay_periods", "pay_day"),
                    _FEES,
                ),
            },
        ),
        (
            "Landing page",
            {
                "classes": ("tab",),
                "fields": (
                    "landing_url",
                    ("tagline", "tagline_es"),
                    "about",
                    ("image", "image_link"),
                    ("banner_image", "logo"),
                ),
            },
        ),
        ("Rules", {"classes": ("tab",), "fields": tuple(name for name in FLAGS if name not in _FEES)}),
    )

    @column("Enroller code")
    def shown_code(self, group: Group) -> SafeString | str:
        if group.pk is None:
            return "Save the group first."
        text = "Required. Only its hash is kept." if group.requires_enroller_code else "Not required."
        verb = "Change it" if group.requires_enroller_code else "Require one"
        address = reverse("admin:group_code", args=[group.pk])
        return format_html('{} <a class="{}" href="{}">{}</a>', text, LINK, address, verb)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Save the rows; sign out removed administrators at once."""
        super().save_formset(request, form, formset, change)
        if formset.model is GroupAdministrator:
            for gone in formset.deleted_objects:
                end_access(user_id=gone.user_id, origin=origin_of_staff(request))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.code_view)
        urlpattern: URLPattern = path("<int:group_id>/enroller-code/", view, name="group_code")
        return [urlpattern, *super().get_urls()]

    def code_view(self, request: HttpRequest, group_id: int) -> HttpResponse:
        """Set, change or drop the code. It is shown once, in the answer."""
        group = self.get_queryset(request).filter(pk=group_id).first()
        if group is None:
            raise Http404
        if not self.has_change_permission(request, group):
            raise PermissionDenied
        form = CodeForm(request.POST if request.method == "POST" else None)
        context = {"group": group, "form": form, "made": "", "dropped": False}
        if request.method == "POST" and "drop" in request.POST:
            set_enroller_code(group=group, code="", origin=origin_of_staff(request))
            context["dropped"] = True
        elif request.method == "POST" and form.is_valid():
            context["made"] = form.cleaned_data["code"]
            set_enroller_code(group=group, code=form.cleaned_data["code"], origin=origin_of_staff(request))
        context |= self.admin_site.each_context(request) | {
            "title": f"Enroller code of {group.name}",
            "list": reverse("admin:parties_group_change", args=[group.pk]),
            "back_text": group.name,
        }
        return TemplateResponse(request, "backoffice/groups/code.html", context, headers={"Cache-Control": "no-store"})


class PortalPage(Page):
    brand_path = "brands"
    list_display = ("name", "code", "order", "open_to_all", "groups_only", "active")
    list_filter = ("brands", "open_to_all", "active")
    search_fields = ("name", "code")
    filter_horizontal = ("brands", "agents")
    fieldsets = (
        (None, {"fields": (("name", "name_es"), "code", ("order", "active"), "brands")}),
        (
            "Who may use it",
            {
                "fields": ("open_to_all", "groups_only", "agents"),
                "description": "Open to all: every rep and group of its brands. Otherwise the reps named here, "
                "and groups that name it.",
            },
        ),
    )


PAGES = ((Group, GroupPage), (Portal, PortalPage))
