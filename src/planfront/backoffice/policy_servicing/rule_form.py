"""The rule of a life event as a form, and the two days that it is tried out with."""

from __future__ import annotations

from django import forms

from planfront.backoffice.lists.days import DayField
from planfront.coverage.models import CountsFrom, Follows, Opens, Reporter, RuleEdition
from planfront.coverage.services import RULE_FIELDS

_CUT_OFF = [("", "no cut-off day"), *((day, f"day {day} as cut-off") for day in range(1, 29))]
_EARLIEST = [("", "no earliest day"), *Follows.choices]


class RuleForm(forms.ModelForm):  # type: ignore[type-arg]
    reporters = forms.MultipleChoiceField(
        label="Who can report it", choices=Reporter.choices, widget=forms.CheckboxSelectMultiple
    )
    opens = forms.MultipleChoiceField(
        label="What it allows", choices=Opens.choices, widget=forms.CheckboxSelectMultiple, required=False
    )
    base = forms.ChoiceField(label="Counted from", choices=CountsFrom.choices)
    step = forms.ChoiceField(label="First day", choices=Follows.choices)
    cut_off = forms.TypedChoiceField(
        label="Cut-off day", choices=_CUT_OFF, coerce=int, empty_value=None, required=False
    )
    earliest = forms.ChoiceField(label="No earlier than", choices=_EARLIEST, required=False)

    class Meta:
        model = RuleEdition
        fields = RULE_FIELDS
        labels = {
            "effect": "How the day is set",
            "months_back": "Months the report counts back",
            "days_before": "Days before the event",
            "days_after": "Days after the event",
            "retroactive_limit": "Days it can reach back",
            "paper": "Proof",
            "paper_es": "In Spanish",
            "paper_may_follow": "Proof can come later",
        }
        help_texts = {"cut_off": ""}


class TrialForm(forms.Form):
    happened = DayField(label="Happened")
    reported = DayField(label="reported")


class InForceForm(forms.Form):
    from_day = DayField(label="From")
