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
        label="Who may report it", choices=Reporter.choices, widget=forms.CheckboxSelectMultiple
    )
    opens = forms.MultipleChoiceField(
        label="What it opens", choices=Opens.choices, widget=forms.CheckboxSelectMultiple, required=False
    )
    base = forms.ChoiceField(label="Counted from", choices=CountsFrom.choices)
    step = forms.ChoiceField(label="Which day", choices=Follows.choices)
    cut_off = forms.TypedChoiceField(
        label="Cut-off day", choices=_CUT_OFF, coerce=int, empty_value=None, required=False
    )
    earliest = forms.ChoiceField(label="Never before", choices=_EARLIEST, required=False)

    class Meta:
        model = RuleEdition
        fields = RULE_FIELDS
        labels = {
            "effect": "What the day is",
            "months_back": "Months that the report counts earlier",
            "days_before": "Days before the event",
            "days_after": "Days after the event",
            "retroactive_limit": "Days that it may reach back",
            "paper": "Paper that proves it",
            "paper_es": "The same in Spanish",
            "paper_may_follow": "The paper may follow",
        }
        help_texts = {"cut_off": ""}


class TrialForm(forms.Form):
    happened = DayField(label="Happened")
    reported = DayField(label="reported")


class InForceForm(forms.Form):
    from_day = DayField(label="From")
