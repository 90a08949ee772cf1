"""Staff record a death: what becomes of each policy is previewed, then written with the letter to those who stay."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils.translation import override
from django.views.decorators.cache import never_cache

from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.lists.days import DayField
from planfront.backoffice.policy_servicing import policy_story
from planfront.backoffice.policy_servicing.policy_head import (
    author_of_staff,
    head_of_page,
    may_change,
    member_of,
    policy_address,
)
from planfront.coverage import deaths
from planfront.coverage.approvals.deaths import find_report
from planfront.coverage.deaths import FATES, Death, DeathOutcome, Family
from planfront.coverage.fee_wording import describe_dues
from planfront.coverage.fees import preview_dues
from planfront.coverage.history import load_history
from planfront.coverage.models import Policy
from planfront.coverage.names import Names
from planfront.coverage.owed_fees import DUES, read_sold
from planfront.coverage.parties import Moved
from planfront.coverage.survivors import next_number
from planfront.coverage.timeline import SELF
from planfront.coverage.wording import money_text
from planfront.kernel import clock
from planfront.kernel.errors import AppError
from planfront.kernel.text.parse import show_date
from planfront.members.selectors import day_of_death, list_deaths, living_people

_FAMILY = (
    (Family.ASK.value, "Stays as it is until the family has answered"),
    (Family.TAKES_OVER.value, "The surviving spouse or partner takes it over from the first of the next month"),
    (Family.END.value, "Ends for everyone with the month"),
)


_SHORTEST, _LONGEST = 3, 300


class DeathForm(forms.Form):
    person = forms.ChoiceField(label="Who died")
    died_on = DayField(label="Day of death")
    proof = forms.CharField(
        label="Proof",
        max_length=120,
        required=False,
        help_text="The paper you have seen, such as a death certificate. Empty: asked for.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    family = forms.ChoiceField(
        label="A policy of the person that covers others", choices=_FAMILY, widget=forms.Select, initial="ask"
    )
    email = forms.EmailField(
        label="Email of the surviving spouse or partner",
        required=False,
        max_length=254,
        help_text="For a sign-in of their own, where they take a policy over.",
    )

    def __init__(self, policy: Policy, names: Names, data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        keys = living_people(policy.member_id or 0)
        self.day_on_record = day_of_death(policy.member_id or 0)
        if deaths.policies_awaiting_family(Policy.objects.filter(pk=policy.pk)).exists():
            keys = [SELF, *keys]
            self.initial.setdefault("died_on", show_date(self.day_on_record))
        self.fields["person"].choices = [  # type: ignore[attr-defined]
            (key, names.full(key)) for key in keys if names.full(key)
        ]

    def clean_died_on(self) -> date:
        day: date = self.cleaned_data["died_on"]
        on_record = self.day_on_record if self.cleaned_data.get("person") == SELF else None
        if on_record and day != on_record:
            raise forms.ValidationError(f"The death is on record on {show_date(on_record)}.")
        if day > clock.today():
            raise forms.ValidationError("This day is still to come.")
        return day


@never_cache
def death_page(request: HttpRequest, policy: Policy, context: dict[str, Any]) -> HttpResponse:
    """Show the form of a death in the family of a policy. POST previews it; ``do=write`` records the preview."""
    member = member_of(policy)
    if not may_change(request):
        raise PermissionDenied
    names = Names(member)
    report = find_report(member.id, request.GET.get("report", ""))
    typed_before = {"person": report["person_id"], "died_on": report["happened_on"]} if report else None
    if request.POST.get("do") == "take-back":
        return _take_back(request, policy)
    form = DeathForm(policy, names, request.POST if request.method == "POST" else None, typed_before)
    death, outcomes, error = None, [], ""
    if form.is_bound and form.is_valid():
        typed = form.cleaned_data
        death = Death(
            member.id,
            typed["person"],
            typed["died_on"],
            typed["proof"].strip(),
            author_of_staff(request),
            Family(typed["family"]),
            typed["email"],
        )
        if request.POST.get("do") == "write":
            try:
                deaths.record_death(death, request.POST.get("digest", ""), origin_of_staff(request, policy.brand_id))
            except Moved as moved:
                error = str(moved.message)
            else:
                messages.success(request, "The death is recorded, and a letter to the family is on its way.")
                return HttpResponseRedirect(policy_address(policy))
        outcomes = deaths.preview_death(death)
    story = load_history(policy)
    page = {
        **head_of_page(request, story, policy_story.names_of(story), context),
        "form": form,
        "deaths": [
            {"key": row.key, "name": names.full(row.key), "day": show_date(row.died_on), "proof": row.proof}
            for row in list_deaths(member.id)
        ],
        "note": report["note"] if report else "",
        "refused": error,
        "previewed": death is not None,
        "stands_in_the_way": any(outcome.problem for outcome in outcomes),
        "rows": [_build_row(outcome, names) for outcome in outcomes],
        "dues": _describe_dues(death, outcomes, names) if death else "",
        "digest": deaths.digest_of_death(death, outcomes) if death else "",
    }
    return TemplateResponse(request, "backoffice/coverage/death.html", page)


def _take_back(request: HttpRequest, policy: Policy) -> HttpResponse:
    """Take a recorded death back, with a reason; say so, or why not."""
    reason, key = request.POST.get("reason", "").strip(), request.POST.get("person", "")
    here = HttpResponseRedirect(request.get_full_path())
    if not _SHORTEST <= len(reason) <= _LONGEST:
        messages.error(request, f"Say why it is taken back, in {_SHORTEST} to {_LONGEST} characters.")
        return here
    if key not in {row.key for row in list_deaths(policy.member_id or 0)}:
        messages.error(request, "No death of this person is on record. It may have been taken back already.")
        return here
    try:
        origin = origin_of_staff(request, policy.brand_id)
        deaths.take_back_death(policy.member_id or 0, key, reason, author_of_staff(request), origin)
    except AppError as error:
        messages.error(request, f"It isn’t taken back. {error.message}")
        return here
    messages.success(
        request, "The death is taken back, and every policy is as before. Letters that were stopped stay so."
    )
    return HttpResponseRedirect(policy_address(policy))


def _describe_dues(death: Death, outcomes: Sequence[DeathOutcome], names: Names) -> str:
    """Return what becomes of the association's dues, "" where nothing does."""
    with override("en"):
        dues = preview_dues([outcome.entry for outcome in outcomes if outcome.entry])
        words = describe_dues(dues, ending=death.key == SELF)
    for outcome in outcomes:
        if outcome.survivor and any(fee.code == DUES for fee in read_sold(outcome.policy.sold_fees)):
            return f"{words} {names.full(outcome.survivor)} owes it from {show_date(outcome.first)} on."
    return words


def _build_row(outcome: DeathOutcome, names: Names) -> dict[str, str]:
    before, after = (terms.monthly if terms else None for terms in (outcome.before, outcome.after))
    return {
        "plan": outcome.policy.plan_name,
        "number": outcome.policy.number,
        "fate": FATES[outcome.fate],
        "day": "" if outcome.fate is deaths.Fate.WAITS else show_date(outcome.last_day),
        "before": money_text(before),
        "after": money_text(after) if outcome.after else "",
        "survivor": names.full(outcome.survivor),
        "first": show_date(outcome.first),
        "next_number": next_number(outcome.policy),
        "problem": outcome.problem,
    }
