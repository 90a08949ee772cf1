"""The form of a plan: every JSON column as fields that people can fill in, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from django import forms
from django.contrib.admin import VERTICAL
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from planfront.accounts.models import User
from planfront.audit.selectors import list_events_of
from planfront.backoffice.plan_editor import plan_lines as lines
from planfront.backoffice.plan_editor.logo_form import LogoForm
from planfront.catalog import richtext
from planfront.catalog.models import Plan, PlanSwitch
from planfront.enrollment.steps.registry import STEPS
from planfront.kernel import clock

LANGUAGES = {"": "", "_es": " (Spanish)"}
# What shoppers and carriers would call it.
LABELS = {
    "active": "On sale",
    "listed": "In the list of plans",
    "short_text": "In one line",
    "code": "The insurer's code",
    "form_no": "Form number",
    "hios_plan_id": "HIOS number",
    "is_premier": "Life insurer plan",
    "home_group": "On the front page under",
    "sort_order": "Position in lists",
    "is_membership": "A membership",
    "is_insurance": "Insurance",
    "is_disability": "Pays for lost income",
    "rate_is_estimate": "Prices are estimates",
    "requirements": "Asked for in the application",
    "coverages": "Found under",
    "effective_kind": "Coverage can start",
    "lead_days": "Days from signing to the earliest start",
    "cutoff_day": "Last day of the month for the next first",
    "part_month": "A partial month costs",
    "related": "Shown beside it",
}
REQUIREMENTS = (
    *sorted(((step.key, step.plan_option) for step in STEPS if step.plan_option), key=lambda choice: choice[1]),
    ("underwriting", "Decided by the insurer after submission"),
    ("itin_accepted", "Takes an ITIN in place of a Social Security Number"),
)
FOLLOWING_NUMBERS = (
    ("", "Every number is given in the application"),
    ("ssn_may_follow:30", "Newborns up to 30 days old, and beneficiaries"),
    ("ssn_may_follow:90", "Newborns up to 90 days old, and beneficiaries"),
    ("ssn_may_follow", "Newborns up to a year old, and beneficiaries"),
)
COVERAGES = (
    ("LOW_COST", "Low cost"),
    ("MINIMUM_ESSENTIAL_COVERAGE", "Minimum essential coverage"),
    ("PRESCRIPTION", "Prescriptions"),
    ("LOW_DEDUCTIBLES", "Low deductibles"),
)
HOME_GROUPS = (
    ("", "None"),
    ("low_deductible", "Low deductible"),
    ("high_annual_maximum", "High annual maximum"),
    ("bundled", "Bundled"),
    ("vision", "Vision"),
)
RICH = (
    "Blank line: paragraph. “- ”: list item. **bold**. Or HTML with p, ul, ol, li, strong, em, a, h3, h4, br; "
    "anything else is removed when you save."
)
DESCRIPTION = {
    "header_text": ("Header", "One sentence under the plan's name.", 2),
    "body_text": ("About this plan", RICH, 8),
    "blueBarText": ("Blue bar", "A short line that stands out, for example: Accepted by over 75% of dentists.", 1),
    "association_text": ("About the association", RICH, 4),
    "exclusions_text_name": ("Exclusions: heading", "", 1),
    "exclusions_text": ("Exclusions", RICH, 7),
    "example_text_name": ("Example: heading", "", 1),
    "example_text": ("Example", RICH, 4),
    "faq_text_name": ("Questions: heading", "", 1),
    "faq_text": ("Questions and answers", RICH, 9),
}


class Lines(forms.CharField):
    """Text that ``read`` turns into a value of a JSON column; ``write`` turns it back."""

    def __init__(self, read: Callable[[str], Any], write: Callable[[Any], str], *, rows: int, **kwargs: Any) -> None:
        widget = UnfoldAdminTextareaWidget(attrs={"rows": rows, "class": "font-mono", "wrap": "off"})
        super().__init__(required=False, strip=False, widget=widget, **kwargs)
        self.read, self.write = read, write

    def clean(self, value: Any) -> Any:
        text = str(super().clean(value) or "")
        try:
            return self.read(text)
        except lines.LineErrors as error:
            raise forms.ValidationError(error.messages) from None

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) or value is None else self.write(value)

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool(self.read(str(data or "")) != (initial or self.read("")))
        except lines.LineErrors:
            return True


def _text(label: str, help_text: str = "", rows: int = 1) -> forms.CharField:
    widget = UnfoldAdminTextareaWidget(attrs={"rows": rows}) if rows > 1 else UnfoldAdminTextInputWidget()
    return forms.CharField(required=False, label=label, help_text=help_text, widget=widget)


def text_fields(suffix: str) -> dict[str, forms.Field]:
    """Return the fields of one language by column name; "_es" is appended for Spanish."""
    word = LANGUAGES[suffix]
    own = {"name": _text("Name (Spanish)"), "short_text": _text("In one line (Spanish)", rows=2)} if suffix else {}
    described = {key: _text(label + word, help_text, rows) for key, (label, help_text, rows) in DESCRIPTION.items()}
    fields: dict[str, forms.Field] = {
        **own,
        "facts": Lines(
            lines.read_facts,
            lines.write_facts,
            rows=3,
            label=f"Facts{word}",
            help_text="Three lines of the listing, label | value; the labels are the same within a category.",
        ),
        "badges": Lines(lines.read_texts, lines.write_texts, rows=3, label=f"Badges{word}", help_text="One per line."),
        "benefits": Lines(
            lines.read_benefits,
            lines.write_benefits,
            rows=9,
            label=f"Benefits table{word}",
            help_text="First line: headings. Then one row per line: Exams [Preventive] | 100% | 80%",
        ),
        "example_title": _text(f"Worked example: title{word}"),
        "example_note": _text(f"Worked example: text{word}", rows=2),
        "example_parts": Lines(
            lines.read_parts,
            lines.write_parts,
            rows=3,
            label=f"Worked example: amounts{word}",
            help_text="deductible, you or plan | label | amount",
        ),
        **described,
    }
    return {f"{name}{suffix}": field for name, field in fields.items()}


def initial_texts(plan: Plan) -> dict[str, Any]:
    """Return the initial values of both languages' fields."""
    english = {"facts": plan.facts, "badges": plan.badges, "benefits": plan.benefits, "example": plan.example}
    spanish = plan.i18n.get("es") or {}
    result = _flatten_texts({**english, "description": plan.description}, "")
    return {**result, **_flatten_texts(spanish, "_es")}


def _flatten_texts(texts: Mapping[str, Any], suffix: str) -> dict[str, Any]:
    example, description = texts.get("example") or {}, texts.get("description") or {}
    values = {
        "name": texts.get("name", ""),
        "short_text": texts.get("short_text", ""),
        **{key: texts.get(key) or ({} if key == "benefits" else []) for key in ("facts", "badges", "benefits")},
        "example_title": example.get("title", ""),
        "example_note": example.get("note", ""),
        "example_parts": example.get("parts", []),
        # Older translations are stored next to "description", not in it.
        **{key: description.get(key) or (texts.get(key, "") if suffix else "") for key in DESCRIPTION},
    }
    if not suffix:
        del values["name"], values["short_text"]
    return {f"{name}{suffix}": value for name, value in values.items()}


def pack_columns(data: Mapping[str, Any], suffix: str) -> dict[str, Any]:
    """Return the JSON columns of one language from the form's values, without empty ones."""
    names = ("name", "short_text") if suffix else ()
    result = {key: data.get(f"{key}{suffix}") for key in (*names, "facts", "badges", "benefits")}
    parts = {"title": "example_title", "note": "example_note", "parts": "example_parts"}
    example = {key: value for key, name in parts.items() if (value := data.get(f"{name}{suffix}"))}
    description = {key: richtext.clean_key(key, data.get(f"{key}{suffix}") or "") for key in DESCRIPTION}
    result["example"] = example
    result["description"] = {key: text for key, text in description.items() if text}
    return {key: value for key, value in result.items() if value}


def typed_columns(typed: Mapping[str, str], suffix: str) -> dict[str, Any]:
    """Return the JSON columns of one language as typed, without what can't be read yet."""
    data: dict[str, Any] = {}
    for name, field in text_fields(suffix).items():
        with suppress(forms.ValidationError):
            data[name] = field.clean(typed.get(name, ""))
    return pack_columns(data, suffix)


_FIELDS = {name: field for suffix in LANGUAGES for name, field in text_fields(suffix).items()}
_Texts: Any = type("_Texts", (LogoForm,), _FIELDS)


class PlanForm(_Texts):  # type: ignore[misc]
    """A plan with its texts. ``clean`` checks the two languages against each other."""

    requirements = forms.MultipleChoiceField(
        required=False,
        choices=REQUIREMENTS,
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        help_text="Tabs of the application that this plan needs beyond the usual ones, and what it decides about them.",
    )
    following_numbers = forms.ChoiceField(
        label="Social Security numbers that may follow later",
        required=False,
        choices=FOLLOWING_NUMBERS,
        widget=UnfoldAdminRadioSelectWidget(radio_style=VERTICAL),
        help_text="Every plan of the cart must allow it.",
    )
    coverages = forms.MultipleChoiceField(
        required=False,
        choices=COVERAGES,
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        help_text="The coverage filters that find it.",
    )
    places = Lines(
        lines.read_places,
        lines.write_places,
        rows=8,
        label="Service area",
        help_text="NY, NY 36061 (a county), NY 36061: 10001, 10002 (ZIPs of a county), TX: 75201-75231. Leave empty "
        "for everywhere its offers allow.",
    )

    class Meta:
        model = Plan
        exclude = ("facts", "badges", "benefits", "example", "description", "i18n", "logo")
        labels = LABELS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        plan = kwargs.get("instance")
        initial = {**initial_texts(plan), **_other_values(plan)} if plan is not None else {}
        super().__init__(*args, **{**kwargs, "initial": {**initial, **(kwargs.get("initial") or {})}})

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("following_numbers"):
            data["requirements"] = [*data.get("requirements", []), data["following_numbers"]]
        self._refuse_what_changed_meanwhile()
        english, spanish = data.get("benefits"), data.get("benefits_es")
        if english is not None and spanish:
            sizes = [(len(plan.get("columns", [])), len(plan.get("rows", []))) for plan in (english, spanish)]
            if sizes[0] != sizes[1]:
                message = "The Spanish table has {1[0]} columns and {1[1]} rows, the English one {0[0]} and {0[1]}."
                self.add_error("benefits_es", message.format(*sizes))
        if data.get("facts") and data.get("facts_es") and len(data["facts"]) != len(data["facts_es"]):
            self.add_error("facts_es", f"{len(data['facts_es'])} lines, but {len(data['facts'])} in English.")
        return data

    def _refuse_what_changed_meanwhile(self) -> None:
        """Refuse to overwrite what somebody saved since the page was opened."""
        opened_version = self.data.get("seen", "")
        saved_at = Plan.objects.filter(pk=self.instance.pk).values_list("updated_at", flat=True).first()
        if opened_version and saved_at is not None and saved_at.isoformat() != opened_version:
            author = last_saved_by(self.instance)
            self.add_error(
                None,
                f"{author or 'Someone else'} saved this plan at {clock.show_hour(saved_at)}, after you opened it. "
                "What you typed is still here; open the plan again in another tab to see what is different.",
            )

    def save(self, commit: bool = True) -> Any:
        plan: Plan = self.instance
        english, spanish = pack_columns(self.cleaned_data, ""), pack_columns(self.cleaned_data, "_es")
        for name, empty in (("facts", []), ("badges", []), ("benefits", {}), ("example", {}), ("description", {})):
            setattr(plan, name, english.get(name, empty))
        plan.i18n = {**plan.i18n, "es": spanish} if spanish else {k: v for k, v in plan.i18n.items() if k != "es"}
        return super().save(commit=commit)


def last_saved_by(plan: Plan) -> str:
    """Return the name of the person who changed the plan last; "" where it isn't on record."""
    events = list_events_of("plan", plan.pk, most=20)
    actor = next((event.actor_id for event in events if event.action.startswith("backoffice.")), None)
    user = User.objects.filter(pk=actor).first() if actor is not None else None
    return user.get_full_name() or user.get_username() if user is not None else ""


def _other_values(plan: Plan) -> dict[str, Any]:
    places = plan.service_areas.values_list("state", "county_fips", "zip") if plan.pk else ()
    offered = [key for key, _text in FOLLOWING_NUMBERS]
    return {
        "requirements": [key for key in plan.requirements if key not in offered],
        "following_numbers": next((key for key in plan.requirements if key in offered), ""),
        "coverages": plan.coverages,
        "places": sorted(places),
    }


class SwitchForm(forms.ModelForm):  # type: ignore[type-arg]
    """A variant rule; its value is typed as a word, a number or a list with commas."""

    value = forms.CharField(help_text="true, TX, 65, or a list: TX, NY", widget=UnfoldAdminTextInputWidget())

    class Meta:
        model = PlanSwitch
        fields = ("priority", "attr", "op", "value", "to_plan")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        value = self.instance.value
        if value is not None:
            self.initial["value"] = (
                ", ".join(map(_value_text, value)) if isinstance(value, list) else _value_text(value)
            )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if "value" in data:
            parts = [_read_value(part) for part in str(data["value"]).split(",") if part.strip()]
            data["value"] = parts if data.get("op") == "in" else parts[0] if len(parts) == 1 else parts
            if data.get("op") != "in" and len(parts) != 1:
                self.add_error("value", "One value, or choose “is one of”.")
            if data.get("attr") == "tobacco" and not all(isinstance(part, bool) for part in parts):
                self.add_error("value", "true or false.")
        return data


def _value_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read_value(text: str) -> Any:
    word = text.strip()
    if word.lower() in {"true", "false"}:
        return word.lower() == "true"
    return int(word) if word.isdigit() else word
