"""A new run and its crosswalk as forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django import forms
from django.http import QueryDict

from planfront.backoffice.lists.days import DayField
from planfront.catalog.models import Plan
from planfront.catalog.selectors import catalog
from planfront.catalog.snapshot import PlanView
from planfront.coverage.models import AGES, Crosswalk, RenewalRun
from planfront.coverage.renewal.runs import MOST_OTHERS, Follows, NewRun

_NOTHING = "0"
_STATE = {"maxlength": 2, "size": 3, "placeholder": "Any"}
_AGE = {"size": 3, "placeholder": "Any"}
_COUNTY = {"maxlength": 5, "size": 6, "placeholder": "Any", "inputmode": "numeric"}


class NewRunForm(forms.Form):
    """A new renewal run. Its crosswalk has a page of its own.

    ``stores`` are those the staff work for; ``everywhere`` says that these are all.
    """

    first_day = DayField(label="First day of the new year")
    answer_by = DayField(label="Members can choose until")
    write_on = DayField(label="Written on")
    brand = forms.TypedChoiceField(label="Store", coerce=int, empty_value=None, required=False)
    anniversaries = forms.BooleanField(label="Only policies that began on this day of a year", required=False)
    plans = forms.TypedMultipleChoiceField(label="Plans", coerce=int, widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, stores: Sequence[tuple[int, str]], everywhere: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["brand"].choices = [("", "All stores" if everywhere else "Choose a store"), *stores]
        fields["brand"].required = not everywhere
        fields["plans"].choices = [
            (plan.id, f"{plan.name} ({plan.carrier_name})") for plan in catalog().plans.values() if plan.is_insurance
        ]

    def to_run(self) -> NewRun:
        data = self.cleaned_data
        return NewRun(
            data["first_day"],
            data["answer_by"],
            data["write_on"],
            tuple(data["plans"]),
            data["brand"],
            data["anniversaries"],
        )


def usual_days(today: date) -> dict[str, date]:
    """Return the usual days of a run: for the next January 1, or the July 1 after it where that is too near."""
    first = date(today.year + 1, 1, 1)
    if first - today < timedelta(days=60):
        first = date(today.year + 1, 7, 1)
    return {"first_day": first, "answer_by": first - timedelta(days=17), "write_on": first - timedelta(days=4)}


class CrosswalkForm(forms.Form):
    """One row of a crosswalk: plans of the same category follow. A row without a plan is left out."""

    plan = forms.TypedChoiceField(label="Plan", coerce=int, empty_value=None, required=False)
    state = forms.CharField(label="State", max_length=2, required=False, widget=forms.TextInput(attrs=_STATE))
    county = forms.CharField(label="County (FIPS)", max_length=5, required=False, widget=forms.TextInput(attrs=_COUNTY))
    age_from = forms.IntegerField(
        label="Age from",
        min_value=AGES[0],
        max_value=AGES[1],
        required=False,
        widget=forms.NumberInput(attrs=_AGE),
    )
    age_to = forms.IntegerField(
        label="Age to", min_value=AGES[0], max_value=AGES[1], required=False, widget=forms.NumberInput(attrs=_AGE)
    )
    follows = forms.TypedChoiceField(label="Plan that follows", coerce=int, required=False)
    others = forms.TypedMultipleChoiceField(label="Also offered", coerce=int, required=False)

    def __init__(self, *args: Any, sold: Mapping[int, PlanView], old: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        chosen = str(self["plan"].value() or "")
        category = sold[int(chosen)].category if chosen.isdecimal() and int(chosen) in sold else ""
        plans = sorted(
            ((plan.id, plan.name) for plan in sold.values() if category in ("", plan.category)), key=lambda row: row[1]
        )
        fields["plan"].choices = [("", "–"), *old]
        fields["follows"].choices = [(_NOTHING, "No new plan; coverage ends"), *plans]
        fields["others"].choices = plans
        fields["others"].widget.attrs["size"] = 3

    def clean_state(self) -> str:
        return str(self.cleaned_data["state"]).strip().upper()

    def clean_others(self) -> list[int]:
        others: list[int] = self.cleaned_data["others"]
        if len(others) > MOST_OTHERS:
            raise forms.ValidationError(f"Choose up to {MOST_OTHERS} other plans.")
        return others

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        low, high = _check_ages(data)
        if low > high:
            self.add_error("age_to", f"Choose {low} or an older age.")
        return data

    def to_row(self) -> Follows | None:
        data = self.cleaned_data
        if not data.get("plan"):
            return None
        return Follows(
            data["plan"],
            int(data["follows"] or 0) or None,
            data["state"],
            data["county"].strip(),
            tuple(data["others"]),
            _check_ages(data),
        )


def _check_ages(data: Mapping[str, Any]) -> tuple[int, int]:
    """Check the ages of a row; an empty one is open."""
    low, high = data.get("age_from"), data.get("age_to")
    return AGES[0] if low is None else low, AGES[1] if high is None else high


def crosswalk_forms(run: RenewalRun, sent: QueryDict | None = None) -> Any:
    """Return the rows of a run, with empty ones for places that differ."""
    rows = list(run.crosswalk.select_related("plan"))
    old = sorted({(row.plan_id, row.plan.name) for row in rows}, key=lambda row: row[1])
    formset = forms.formset_factory(CrosswalkForm, extra=2)
    shared = {"sold": catalog().plans, "old": old}
    return formset(sent, initial=[_initial(row) for row in rows], form_kwargs=shared, prefix="row")


def _initial(row: Crosswalk) -> dict[str, Any]:
    return {
        "plan": row.plan_id,
        "state": row.state,
        "county": row.county_fips,
        "age_from": None if row.age_from == AGES[0] else row.age_from,
        "age_to": None if row.age_to == AGES[1] else row.age_to,
        "follows": row.follows_id or _NOTHING,
        "others": row.others,
    }


def rows_of(formset: Any) -> Iterable[Follows]:
    return [row for form in formset.forms if (row := form.to_row()) is not None]


def plan_names(plan_ids: Iterable[int | None]) -> dict[int, str]:
    """Return names of plans, including those no longer on sale."""
    return dict(Plan.objects.filter(pk__in=[key for key in plan_ids if key]).values_list("pk", "name"))
