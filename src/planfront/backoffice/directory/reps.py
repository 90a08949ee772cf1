"""Reps with their licences by state, carriers' appointments and referral links."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib.admin import SimpleListFilter
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminSelectWidget

from planfront.art import portraits
from planfront.art.pictures import portrait_address
from planfront.backoffice.directory.account_actions import Invites
from planfront.backoffice.directory.landing_form import LandingForm
from planfront.backoffice.lists.base import Page, Rows, column, rows
from planfront.catalog.models import Carrier
from planfront.integrations.states import STATES
from planfront.kernel import clock
from planfront.parties.reps.models import Agent, Appointment, License, Referral
from planfront.parties.reps.selectors import licence_problems

SOON = {"30": "Expires within 30 days", "60": "Expires within 60 days", "90": "Expires within 90 days"}


class LicenceFilter(SimpleListFilter):
    """Reps by what their licences need."""

    title = "licences"
    parameter_name = "licences"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [*SOON.items(), ("expired", "Has an expired one"), ("none", "None on record")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Agent]) -> QuerySet[Agent]:
        chosen, today = self.value(), clock.today()
        own = License.objects.filter(agent=OuterRef("pk"))
        if chosen == "none":
            return queryset.filter(~Exists(own))
        if chosen == "expired":
            return queryset.filter(Exists(own.filter(expires_on__lt=today)))
        if chosen in SOON:
            last = today + timedelta(days=int(chosen))
            return queryset.filter(Exists(own.filter(Q(expires_on__gte=today) & Q(expires_on__lte=last))))
        return queryset


class LicensedStateFilter(SimpleListFilter):
    title = "licensed in"
    parameter_name = "licensed_in"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(STATES.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Agent]) -> QuerySet[Agent]:
        if self.value() not in STATES:
            return queryset
        today = clock.today()
        own = License.objects.filter(agent=OuterRef("pk"), state=self.value())
        begun = Q(effective_on=None) | Q(effective_on__lte=today)
        return queryset.filter(Exists(own.filter(begun, Q(expires_on=None) | Q(expires_on__gte=today))))


def state_field() -> forms.ChoiceField:
    choices = [("", "---"), *((code, f"{code} {name}") for code, name in STATES.items())]
    return forms.ChoiceField(choices=choices, widget=UnfoldAdminSelectWidget())


class LicenseForm(forms.ModelForm):  # type: ignore[type-arg]
    state = state_field()

    class Meta:
        model = License
        fields = ("state", "number", "line", "effective_on", "expires_on")


def _carriers() -> list[tuple[Any, str]]:
    return [("", "---"), *Carrier.objects.order_by("name").values_list("pk", "name")]


class AppointmentForm(forms.ModelForm):  # type: ignore[type-arg]
    carrier_id = forms.TypedChoiceField(
        label="Insurer", coerce=int, choices=_carriers, widget=UnfoldAdminSelectWidget()
    )
    state = state_field()

    class Meta:
        model = Appointment
        fields = ("carrier_id", "state", "number", "appointed_on", "ended_on")


_PAPERS = "A paper entered by mistake; those that ended have their last day."


class ReferralRows(Rows):
    deletable = "A code that leads to no one from now on; quotes keep theirs."
    model = Referral
    brand_path = "brand"
    fields = ("code", "brand", "active")


class PortraitWidget(forms.MultiWidget):
    """The parts of a drawn portrait, each a list; the first entry of the first one is no portrait."""

    def __init__(self) -> None:
        lists = []
        for name, choices in portraits.PARTS.items():
            label = name.replace("_", " ").capitalize()
            options = [("", f"{label}: -"), *((value, f"{label}: {value}") for value in choices)]
            lists.append(UnfoldAdminSelectWidget(attrs={"aria-label": label}, choices=options))
        super().__init__(lists)

    def decompress(self, value: Any) -> list[str]:
        return list(portraits.read(value or "").values()) or [""] * len(portraits.PARTS)


class PortraitField(forms.MultiValueField):
    """A portrait's code, "" for none. Half a portrait is refused."""

    def __init__(self) -> None:
        super().__init__(
            fields=[forms.CharField(required=False) for _name in portraits.PARTS],
            widget=PortraitWidget(),
            require_all_fields=False,
            required=False,
            label="Drawn portrait",
            help_text="Shown if there is no photo. The rep chooses it at Account and security; never guess it from a "
            "name. Leave all lists empty to show initials.",
        )

    def compress(self, data_list: list[str]) -> str:
        if not any(data_list):
            return ""
        code = portraits.write(dict(zip(portraits.PARTS, data_list, strict=True)))
        if not code:
            raise forms.ValidationError("Choose each part of the portrait, or none.")
        return code


class AgentForm(LandingForm):
    portrait = PortraitField()

    class Meta:
        model = Agent
        fields = (
            "code",
            "first_name",
            "middle_name",
            "last_name",
            "npn",
            "email",
            "phone",
            "landing_url",
            "tagline",
            "tagline_es",
            "bio",
            "image",
            "portrait",
            "image_link",
            "banner_image",
            "logo",
            "brands",
            "user",
            "active",
        )


class AgentPage(Invites, Page):
    brand_path = "brands"
    form = AgentForm
    list_display = ("code", "first_name", "last_name", "landing_url", "shown_states", "active")
    list_display_links = ("code", "last_name")
    list_filter = ("brands", "active", LicenceFilter, LicensedStateFilter)
    search_fields = ("code", "first_name", "last_name", "=npn", "=licenses__number")
    raw_id_fields = ("user",)
    filter_horizontal = ("brands",)
    readonly_fields = ("shown_standing", "shown_portrait")
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "shown_standing",
                    ("code", "npn"),
                    ("first_name", "last_name"),
                    ("middle_name", "phone"),
                    "email",
                    ("user", "active"),
                    "brands",
                )
            },
        ),
        (
            "Landing page",
            {
                "classes": ("tab",),
                "fields": (
                    "landing_url",
                    ("tagline", "tagline_es"),
                    "bio",
                    ("image", "image_link"),
                    ("banner_image", "logo"),
                    "shown_portrait",
                    "portrait",
                ),
            },
        ),
    )
    inlines = (
        rows(License, deletable=_PAPERS, form=LicenseForm, verbose_name_plural="Licenses"),
        rows(Appointment, deletable=_PAPERS, form=AppointmentForm, verbose_name_plural="Appointments by insurers"),
        ReferralRows,
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Agent]:
        agents: QuerySet[Agent] = super().get_queryset(request)
        return agents.prefetch_related("licenses")

    @column("Licensed in")
    def shown_states(self, agent: Agent) -> str:
        today = clock.today()
        return ", ".join(sorted({item.state for item in agent.licenses.all() if item.in_force(today)}))

    @column("Portrait now")
    def shown_portrait(self, agent: Agent) -> SafeString | str:
        address = portrait_address(agent.portrait)
        return format_html('<img src="{}" alt="" width="120" height="120">', address) if address else "-"

    @column("Licenses and appointments")
    def shown_standing(self, agent: Agent) -> SafeString | str:
        """Return what is to be settled before this rep sells."""
        text = licence_problems(agent.pk, clock.today()) if agent.pk else []
        if not text:
            return "Up to date." if agent.pk else "-"
        return format_html("<ul>{}</ul>", format_html_join("", "<li>{}</li>", ((line,) for line in text)))


PAGES = ((Agent, AgentPage),)
