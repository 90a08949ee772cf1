"""The form of a requirement profile: a choice for every tab and field, instead of JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminSelectWidget

from planfront.backoffice.lists import conditions
from planfront.enrollment.models import RequirementProfile
from planfront.enrollment.profiles.introspection import HIDDEN, READ_ONLY, REQUIRED, Ask, Tab

Flags = Mapping[str, bool]
STORED = "stored"
CONDITIONS = ("brand_id", "portal_id", "group_id", "plan_id", "category", "state", "enroll_type")
_WORDS = {REQUIRED: "required", HIDDEN: "hidden", READ_ONLY: "can't be changed"}


def tab_name(key: str) -> str:
    return f"tab-{key}"


def field_name(key: str, name: str) -> str:
    return f"field-{key}-{name}"


def field_settings(ask: Ask) -> dict[str, tuple[str, Flags]]:
    """Return the settings that a profile may give a field: words, and the flags they set."""
    visible: dict[str, bool] = {HIDDEN: False} if HIDDEN in ask.flags else {}
    result: dict[str, tuple[str, Flags]] = {}
    if REQUIRED in ask.flags:
        result["required"] = ("Required", {REQUIRED: True, **visible})
        result["optional"] = ("Optional" if HIDDEN in ask.flags else "Not asked", {REQUIRED: False, **visible})
    elif visible:
        result["shown"] = ("Shown", visible)
    if HIDDEN in ask.flags:
        result["hidden"] = ("Hidden", {HIDDEN: True})
    if READ_ONLY in ask.flags:
        result["read_only"] = ("Shown, can't be changed", {READ_ONLY: True})
    return result


def setting_of(ask: Ask, flags: Flags) -> str:
    """Return the setting that stored flags stand for; STORED for another combination."""
    relevant = {name: on for name, on in flags.items() if name in ask.flags}
    if not relevant:
        return ""
    if relevant.get(HIDDEN):
        return "hidden"
    plain = {name: on for name, on in relevant.items() if not (name == HIDDEN and not on)}
    for key, (_words, sets) in field_settings(ask).items():
        if plain == {name: on for name, on in sets.items() if name != HIDDEN or on} and (plain or key == "shown"):
            return key
    return STORED


def _choices(ask: Ask, flags: Flags) -> list[tuple[str, str]]:
    default = "required" if ask.required else ("optional" if HIDDEN in ask.flags else "not asked")
    listed = [("", f"Not set ({default})")]
    listed += [(key, words) for key, (words, _sets) in field_settings(ask).items()]
    if setting_of(ask, flags) == STORED:
        text = ", ".join(f"{_WORDS.get(name, name)}: {'yes' if on else 'no'}" for name, on in flags.items())
        listed.append((STORED, f"As stored ({text})"))
    return listed


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    """A requirement profile. Stored tabs and fields that no step has any more are kept."""

    tab_rows: tuple[Tab, ...] = ()

    class Meta:
        model = RequirementProfile
        fields = ("name", "priority", "active", *CONDITIONS)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stored_tabs, stored_fields = self.instance.tabs or {}, self.instance.fields or {}
        for tab in self.tab_rows:
            on = stored_tabs.get(tab.key)
            self.initial[tab_name(tab.key)] = {True: "yes", False: "no"}.get(on, "") if isinstance(on, bool) else ""
            for ask in tab.fields:
                flags = stored_fields.get(tab.key, {}).get(ask.name, {})
                name = field_name(tab.key, ask.name)
                self.fields[name].choices = _choices(ask, flags)  # type: ignore[attr-defined]
                self.initial[name] = setting_of(ask, flags)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        matches = [data.get(tab_name(tab.key)) for tab in self.tab_rows]
        matches += [data.get(field_name(tab.key, ask.name)) for tab in self.tab_rows for ask in tab.fields]
        if not any(matches) and not (self.instance.tabs or self.instance.fields):
            raise forms.ValidationError("Choose a setting for at least one tab or field.")
        return data

    def save(self, commit: bool = True) -> Any:
        self.instance.tabs = self._tabs()
        self.instance.fields = self._fields()
        return super().save(commit=commit)

    def _tabs(self) -> dict[str, Any]:
        own = {tab.key for tab in self.tab_rows}
        other_tabs = {key: on for key, on in (self.instance.tabs or {}).items() if key not in own}
        text = {tab.key: self.cleaned_data.get(tab_name(tab.key)) for tab in self.tab_rows}
        return {**other_tabs, **{key: value == "yes" for key, value in text.items() if value}}

    def _fields(self) -> dict[str, Any]:
        stored = {key: dict(settings) for key, settings in (self.instance.fields or {}).items()}
        for tab in self.tab_rows:
            settings = stored.setdefault(tab.key, {})
            for ask in tab.fields:
                self._set_requirement(settings, ask, self.cleaned_data.get(field_name(tab.key, ask.name)) or "")
        return {key: settings for key, settings in stored.items() if settings}

    @staticmethod
    def _set_requirement(named: dict[str, Any], ask: Ask, chosen: str) -> None:
        """Write the choices that changed."""
        flags = named.get(ask.name, {})
        if chosen == setting_of(ask, flags):
            return
        others = {name: on for name, on in flags.items() if name not in ask.flags}
        named[ask.name] = {**others, **(field_settings(ask)[chosen][1] if chosen else {})}
        if not named[ask.name]:
            del named[ask.name]


def profile_form(request: HttpRequest, tabs: list[Tab]) -> type[ProfileForm]:
    """Return the form for this member of staff and the existing steps."""
    select = UnfoldAdminSelectWidget
    fields: dict[str, forms.Field] = {
        "brand_id": conditions.brand_field(request),
        "portal_id": conditions.portal_field(request),
        "group_id": conditions.group_field(request),
        "plan_id": conditions.plan_field(),
        "category": conditions.category_field(),
        "state": conditions.state_field(),
        "enroll_type": conditions.enroll_type_field(),
    }
    for tab in tabs:
        by_default = "asked" if tab.asked else "not asked"
        choices = [("", f"Not set ({by_default})"), ("yes", "Asked"), ("no", "Not asked")]
        fields[tab_name(tab.key)] = forms.ChoiceField(
            label="This tab", choices=choices, required=False, widget=select()
        )
        for ask in tab.fields:
            fields[field_name(tab.key, ask.name)] = forms.ChoiceField(
                label=ask.label, choices=_choices(ask, {}), required=False, widget=select()
            )
    result: type[ProfileForm] = type(
        "ProfileForm", (ProfileForm,), {**fields, "tab_rows": tuple(tabs), "Meta": ProfileForm.Meta}
    )
    return result


class CartForm(forms.Form):
    """A cart to try profiles with."""

    plans = forms.MultipleChoiceField(
        choices=[],
        required=False,
        help_text="Hold Ctrl or ⌘ to choose several.",
        widget=forms.SelectMultiple(attrs={"size": 8, "class": "profiles-plans"}),
    )
    tier = forms.ChoiceField(choices=[], widget=UnfoldAdminSelectWidget())

    def __init__(self, request: HttpRequest, plans: list[tuple[int, str]], tiers: Any, *args: Any) -> None:
        super().__init__(*args)
        self.fields["plans"].choices = plans  # type: ignore[attr-defined]
        self.fields["tier"].choices = tiers  # type: ignore[attr-defined]
        self.fields["brand_id"] = conditions.brand_field(request)
        self.fields["portal_id"] = conditions.portal_field(request)
        self.fields["group_id"] = conditions.group_field(request)
        self.fields["state"] = conditions.state_field()
        self.fields["enroll_type"] = conditions.enroll_type_field()
