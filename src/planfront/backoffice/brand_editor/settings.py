"""The site-dynamic settings of a brand as a form: what each does, what holds without it, and a way back to that."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from planfront.brands.models import Brand, SiteSetting
from planfront.brands.pictures import KINDS
from planfront.catalog import selectors as catalog
from planfront.kernel.money import as_text
from planfront.parties.groups.models import Group, Portal
from planfront.parties.reps.models import Agent
from planfront.rating.engine import membership_line
from planfront.shopping.year.care import NAMES, TYPICAL

_APPS = {
    "admin": "Admin",
    "message_center": "Message center",
    "file_management": "File management",
    "rep_dashboard": "Rep dashboard",
    "member_dashboard": "Member dashboard",
    "group_dashboard": "Group dashboard",
    "ticket_management": "Ticket management",
    "sso": "Single sign-on",
    "rep_registration": "Rep registration",
    "member_registration": "Member registration",
    "group_registration": "Group registration",
}
_DIVORCE_HELP = (
    "What state law says about a former spouse who is still named. Shown with the reminder to review beneficiaries "
    "and in its letter. Leave empty to say nothing."
)
_HTTPS = "An https:// address."


@dataclass(frozen=True)
class Section:
    title: str
    fields: dict[str, forms.Field]


def _text(label: str, help_text: str, most: int = 200) -> forms.Field:
    return forms.CharField(
        label=label, required=False, max_length=most, help_text=help_text, widget=UnfoldAdminTextInputWidget
    )


def _paragraph(label: str, help_text: str, most: int = 300) -> forms.Field:
    widget = UnfoldAdminTextareaWidget(attrs={"rows": 2})
    return forms.CharField(label=label, required=False, max_length=most, help_text=help_text, widget=widget)


def _link(label: str, help_text: str = "", *, own: bool = False) -> forms.Field:
    field = _text(label, f"{help_text} {_HTTPS}{' Or a path on this site.' if own else ''}".strip())
    field.validators.append(_check_own_or_https if own else _check_https)
    return field


def _check_https(text: str) -> None:
    if not text.startswith("https://"):
        raise forms.ValidationError("Enter an address that begins with https://.")


def _check_own_or_https(text: str) -> None:
    if not text.startswith("https://") and (not text.startswith("/") or text.startswith(("//", "/\\"))):
        raise forms.ValidationError("Enter an address that begins with https://, or a path that begins with /.")


def _choice(label: str, help_text: str, choices: Iterable[tuple[Any, str]], empty: str) -> forms.Field:
    offered = [("", empty), *((str(key), name) for key, name in choices)]
    return forms.ChoiceField(
        label=label, required=False, choices=offered, help_text=help_text, widget=UnfoldAdminSelectWidget
    )


def _amount(label: str, default: Decimal, most: int) -> forms.Field:
    return forms.DecimalField(
        label=label,
        required=False,
        min_value=Decimal(0),
        max_value=Decimal(most),
        decimal_places=2,
        help_text=f"In dollars. Leave empty for ${as_text(default)}.",
        widget=UnfoldAdminTextInputWidget,
    )


def sections_of(brand: Brand) -> list[Section]:
    """Return the settings in the order of the page, with the brand's own rows as choices."""
    return [_visit_section(brand), _store_section(brand), _link_section(), _launcher_section(), _cost_section()]


def _visit_section(brand: Brand) -> Section:
    portals = [(item.pk, item.name) for item in Portal.objects.filter(brands=brand, active=True)]
    groups = [(item.pk, str(item)) for item in Group.objects.filter(brands=brand, active=True).order_by("name")]
    reps = [(item.pk, str(item)) for item in Agent.objects.filter(brands=brand, active=True).order_by("last_name")]
    none = "None"
    return Section(
        "Visits without a rep, group or portal",
        {
            "default_portal_id": _choice("Portal", "Whose plans these visitors see.", portals, none),
            "default_group_id": _choice("Group", "Whose plans these visitors see.", groups, none),
            "default_agent_id": _choice("Rep", "Who gets the credit.", reps, none),
            "elevate_portal_id": _choice("Portal of the membership site", "For visits from that site.", portals, none),
            "external_sites": _text("Sites that link here", "Short names with commas between, for instance elevate."),
        },
    )


def _store_section(brand: Brand) -> Section:
    plans = [(view.id, view.name) for view in catalog.store_plans(catalog.Store(brand.pk))]
    postal = _paragraph("Postal address", "At the bottom of quote emails. Without it, quote emails aren't sent.")
    off = [("off", "Keep them out")]
    return Section(
        "The store",
        {
            "footer_plan_id": _choice("Plan behind “Click here to Learn more”", "", plans, "The first featured plan"),
            "search_engines": _choice(
                "Search engines", "Whether the store may be found.", off, "Let them list the store"
            ),
            "card_payments": _choice(
                "Cards",
                "Whether people can pay by card.",
                [("off", "No card payments")],
                "Follow the payment rules",
            ),
            "show-quotation": _choice(
                "Quotes by email", "", [("no", "No quotes by email")], "Reps and groups send them"
            ),
            "postal_address": postal,
            "divorce_note": _paragraph("Beneficiaries after a divorce", _DIVORCE_HELP, 600),
            "divorce_note_es": _paragraph("In Spanish", "Leave empty for the English text.", 600),
        },
    )


def _link_section() -> Section:
    return Section(
        "Links",
        {
            "open_link": _link("Logo", "Where the logo leads instead of home."),
            "register_link": _link("Register Now", "Leave the address empty to hide it."),
            "ticket_link": _link("Support requests", "Leave the address empty to email the brand."),
            "feedback_link": _link("Give Us Your Feedback", "Leave the address empty to hide it."),
            "ios_app_link": _link("iOS app", "Leave the address empty to hide it."),
            "android_app_link": _link("Android app", "Leave the address empty to hide it."),
        },
    )


def _launcher_section() -> Section:
    launcher = _choice("Launcher in the header", "The operator's applications.", [("false", "Shown")], "Not shown")
    apps = {f"app_{key}_link": _link(name, own=True) for key, name in _APPS.items()}
    return Section("Other applications", {"site_flag": launcher, **apps})


def _cost_section() -> Section:
    fees = {
        f"typical_fee_{item.code}": _amount(f"Typical fee: {str(NAMES[item.code]).lower()}", item.fee, 99_999)
        for item in TYPICAL
    }
    source = _text("Where the fees come from", "Replaces the note that they are examples.", 300)
    association = _amount("Association membership, a month", membership_line().amount, 999)
    per = _choice(
        "The membership is owed",
        "Who owes it once, no matter how many plans they have. Plans keep the rule they were sold with.",
        [("household", "Once per household, even if family members have their own plans")],
        "Once per member, including everyone their plans cover",
    )
    costs = {"association_fee": association, "association_fee_per": per, **fees, "typical_fees_source": source}
    return Section("Costs", costs)


class SettingsForm(forms.Form):
    """``groups``: title and fields, each with whether the brand has a value of its own."""

    def __init__(self, brand: Brand, data: Any = None) -> None:
        self.known = dict(SiteSetting.objects.filter(brand=brand).values_list("key", "value"))
        super().__init__(data, initial=self.known)
        self._sections = sections_of(brand)
        for section in self._sections:
            for key, result in section.fields.items():
                self._keep_choice(key, result)
                self.fields[key] = result

    def _keep_choice(self, key: str, field: forms.Field) -> None:
        """Keep a value that is no longer offered until another is chosen."""
        now = self.known.get(key, "")
        if (
            isinstance(field, forms.ChoiceField)
            and now
            and now not in {str(choice) for choice, _name in _flatten(field)}
        ):
            field.choices = [*_flatten(field), (now, f"{now} (no longer offered)")]

    @property
    def groups(self) -> list[tuple[str, list[tuple[Any, bool]]]]:
        return [
            (section.title, [(self[key], bool(self.known.get(key))) for key in section.fields])
            for section in self._sections
        ]

    @property
    def others(self) -> dict[str, str]:
        """Entries that only calls of the API tell; pictures belong to the theme."""
        return {key: value for key, value in self.known.items() if key not in self.fields and key not in KINDS}

    def values(self) -> dict[str, str]:
        """Return the changed values; "" for those that return to their default."""
        data = {key: "" if value is None else str(value).strip() for key, value in self.cleaned_data.items()}
        return {key: value for key, value in data.items() if value != self.known.get(key, "")}


def _flatten(choice_field: forms.ChoiceField) -> list[tuple[Any, Any]]:
    return [(value, name) for value, name in choice_field.choices]  # type: ignore[misc, union-attr]
