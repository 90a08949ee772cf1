"""Staff write down who looks after a policy and who receives its benefit, from a day on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.views.decorators.cache import never_cache

from planfront.audit.services import Origin
from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.lists.days import DayField
from planfront.backoffice.policy_servicing import policy_story
from planfront.backoffice.policy_servicing.policy_head import (
    DESIGNATIONS,
    REPS,
    head_of_page,
    may_change,
    policy_address,
    takes_parties,
)
from planfront.coverage import parties
from planfront.coverage.history import load_history
from planfront.coverage.models import Policy, RepAssignment
from planfront.coverage.parties import Moved
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.kernel.security.crypto import hash_content
from planfront.kernel.text.parse import show_date
from planfront.members.reference import load_lists
from planfront.parties.reps.selectors import AgentFacts, agent_by_code

_REP_ROWS, _PEOPLE_ROWS = 3, 6
_SHARE = {"inputmode": "decimal", "maxlength": 6, "autocomplete": "off"}
_TEXT = {"autocomplete": "off"}


@dataclass(frozen=True)
class Party:
    """A person with a share of a policy, in words."""

    name: str
    share: str


class PartiesForm(forms.Form):
    """Rows of people with shares that add up to 100, and the day from which on that holds."""

    heading: ClassVar[str]
    about: ClassVar[str]
    nobody: ClassVar[str]
    count: ClassVar[int]
    places: ClassVar[int]
    """Decimal places of a share."""
    day = DayField(label="From")

    def __init__(self, policy: Policy, data: Any = None) -> None:
        super().__init__(data, initial={"day": show_date(max(clock.today(), policy.effective_date))})
        self.policy = policy
        self.parts: list[dict[str, Any]] = []
        for number in range(1, self.count + 1):
            self.add_row(number)

    def add_row(self, number: int) -> None:
        """Add the fields of one person."""
        self.fields[f"share_{number}"] = forms.CharField(
            label="Share, %", max_length=6, required=False, widget=forms.TextInput(attrs=_SHARE)
        )

    def read_row(self, number: int) -> dict[str, Any] | None:
        """Return a row's values beside the share; None for an empty row. Adds errors to the form."""
        raise NotImplementedError

    def rows(self) -> list[list[forms.BoundField]]:
        return [
            [self[name] for name in self.fields if name.endswith(f"_{number}")] for number in range(1, self.count + 1)
        ]

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        for number in range(1, self.count + 1):
            party, share = self.read_row(number), str(typed.get(f"share_{number}") or "").strip().removesuffix("%")
            if party is None and share:
                self.add_error(f"share_{number}", self.nobody)
            elif party is not None:
                self.parts.append({**party, "share": self._share(number, share)})
        if not self.parts and not self.errors:
            self.add_error(None, self.nobody)
        if not self.errors and sum(part["share"] for part in self.parts) != parties.WHOLE:
            together = sum(part["share"] for part in self.parts)
            self.add_error(None, f"The shares add up to {together.normalize():f}%. They must add up to 100%.")
        if typed.get("day"):
            self._check_day(typed["day"])
        return typed

    def _share(self, number: int, text: str) -> Decimal:
        try:
            share = Decimal(text)
        except InvalidOperation:
            share = Decimal(0)
        if not (share.is_finite() and 0 < share <= parties.WHOLE and share == round(share, self.places)):
            kind = "whole number" if self.places == 0 else "share"
            self.add_error(f"share_{number}", f"Enter a {kind} above 0 and up to 100.")
            return Decimal(0)
        return share

    def _check_day(self, day: date) -> None:
        try:
            parties.check_first_day(self.policy, day)
        except FieldErrors as error:
            self.add_error("day", str(error.errors[0].error_message))

    def standing(self) -> str:
        """Return a mark of the parties on record."""
        raise NotImplementedError

    def now(self) -> list[Party]:
        """Return the current parties, as far as they may be shown."""
        return []

    def becomes(self) -> list[Party]:
        raise NotImplementedError

    def write(self, mark: str, origin: Origin) -> None:
        """Write the parties; raise Moved or FieldErrors."""
        raise NotImplementedError

    def digest(self) -> str:
        """Return a digest of the record and the typed parties."""
        parts = [self.standing(), show_date(self.cleaned_data["day"]), self.parts]
        return hash_content(parts)


class RepsForm(PartiesForm):
    heading = "Change: the policy's rep"
    about = "The rep who sold it stays recorded. Changes planned after this day are replaced."
    nobody = "Enter the rep's code."
    count = _REP_ROWS
    places = 2

    def add_row(self, number: int) -> None:
        self.fields[f"code_{number}"] = forms.CharField(
            label=f"Rep {number} code", max_length=20, required=False, widget=forms.TextInput(attrs=_TEXT)
        )
        super().add_row(number)

    def read_row(self, number: int) -> dict[str, Any] | None:
        code = str(self.cleaned_data.get(f"code_{number}") or "")
        if not code:
            return None
        agent: AgentFacts | None = agent_by_code(self.policy.brand_id, code)
        if agent is None:
            self.add_error(f"code_{number}", "No active rep of this store has this code.")
            return {"agent": 0, "name": ""}
        if any(part["agent"] == agent.id for part in self.parts):
            self.add_error(f"code_{number}", "This rep is listed twice.")
        return {"agent": agent.id, "name": f"{agent.first_name} {agent.last_name} ({agent.code})"}

    def standing(self) -> str:
        return parties.mark_of_reps(parties.standing_reps(self.policy.pk))

    def now(self) -> list[Party]:
        today = max(clock.today(), self.policy.effective_date)
        rows = parties.standing_reps(self.policy.pk)
        return [_rep(row) for row in rows if row.effective_date <= today and (row.end_date or today) >= today]

    def becomes(self) -> list[Party]:
        return [Party(part["name"], _share_text(part["share"])) for part in self.parts]

    def write(self, mark: str, origin: Origin) -> None:
        parties.assign_reps(
            policy_id=self.policy.pk,
            first_day=self.cleaned_data["day"],
            shares={part["agent"]: part["share"] for part in self.parts},
            mark=mark,
            origin=origin,
        )


class DesignationForm(PartiesForm):
    heading = "Change: who receives the benefit"
    about = "Enter everyone. The designation on record stays sealed and ends the day before."
    nobody = "Enter the person's name and relationship."
    count = _PEOPLE_ROWS
    places = 0

    def add_row(self, number: int) -> None:
        self.relationships = getattr(self, "relationships", None) or load_lists(["beneficiary_relationships"])
        choices = self.relationships["beneficiary_relationships"]
        self.fields[f"name_{number}"] = forms.CharField(
            label=f"Name {number}", max_length=120, required=False, widget=forms.TextInput(attrs=_TEXT)
        )
        self.fields[f"relationship_{number}"] = forms.ChoiceField(
            label="Relationship",
            required=False,
            choices=[("", "Choose"), *((choice.value, choice.name) for choice in choices)],
        )
        super().add_row(number)
        self.fields[f"trustee_{number}"] = forms.CharField(
            label="Trustee, if under 18", max_length=120, required=False, widget=forms.TextInput(attrs=_TEXT)
        )

    def read_row(self, number: int) -> dict[str, Any] | None:
        name = str(self.cleaned_data.get(f"name_{number}") or "")
        relationship = str(self.cleaned_data.get(f"relationship_{number}") or "")
        if not name and not relationship:
            return None
        choices = {choice.value: choice for choice in self.relationships["beneficiary_relationships"]}
        if not relationship and f"relationship_{number}" not in self.errors:
            self.add_error(f"relationship_{number}", "Choose this person's relationship to the member.")
        elif not name and choices[relationship].flags.get("asks") != "estate":
            self.add_error(f"name_{number}", "Enter the full name.")
        trustee = str(self.cleaned_data.get(f"trustee_{number}") or "")
        person = {"name": name, "relationship": relationship, **({"trustee": trustee} if trustee else {})}
        if parties.needs_trustee(person, self.minors):
            self.add_error(f"trustee_{number}", "This person is under 18: enter who receives the share for them.")
        return person

    @cached_property
    def minors(self) -> set[str]:
        return parties.list_minors(self.policy.member_id) if self.policy.member_id else set()

    def standing(self) -> str:
        return parties.mark_of_designations(self.policy.pk)

    def becomes(self) -> list[Party]:
        names = {choice.value: choice.name for choice in self.relationships["beneficiary_relationships"]}
        return [Party(_describe_person(part, names), _share_text(part["share"])) for part in self.parts]

    def write(self, mark: str, origin: Origin) -> None:
        parties.designate_from(
            policy_id=self.policy.pk,
            first_day=self.cleaned_data["day"],
            people=[{**part, "share": int(part["share"])} for part in self.parts],
            mark=mark,
            origin=origin,
        )


def _rep(row: RepAssignment) -> Party:
    return Party(str(row.agent), _share_text(row.share))


def _describe_person(part: dict[str, Any], relationships: dict[str, str]) -> str:
    trustee = f"trustee {part['trustee']}" if "trustee" in part else ""
    return ", ".join(filter(None, (part["name"], relationships[part["relationship"]], trustee)))


def _share_text(share: Decimal) -> str:
    return f"{share.normalize():f}%"


_FORMS: dict[str, type[PartiesForm]] = {REPS: RepsForm, DESIGNATIONS: DesignationForm}


@never_cache
def change_parties(request: HttpRequest, policy: Policy, which: str, context: dict[str, Any]) -> HttpResponse:
    """Show the form of reps or of beneficiaries. POST previews it; ``do=write`` writes the preview."""
    chosen = _FORMS.get(which)
    if chosen is None or not takes_parties(policy, which):
        raise Http404
    if not may_change(request):
        raise PermissionDenied
    form = chosen(policy, request.POST if request.method == "POST" else None)
    error, has_preview = "", form.is_bound and form.is_valid()
    if has_preview and request.POST.get("do") == "write":
        error = _write_parties(request, form)
        if not error:
            messages.success(request, "The change was saved.")
            return HttpResponseRedirect(policy_address(policy))
    story = load_history(policy)
    page = {
        **head_of_page(request, story, policy_story.names_of(story), context),
        "form": form,
        "refused": error,
        "now": form.now(),
        "becomes": form.becomes() if has_preview else (),
        "digest": form.digest() if has_preview else "",
    }
    return TemplateResponse(request, "backoffice/coverage/parties.html", page)


def _write_parties(request: HttpRequest, form: PartiesForm) -> str:
    """Write the parties; return the reason where that isn't possible, else ""."""
    mark = form.standing()
    if form.digest() != request.POST.get("digest"):
        return str(Moved.default)
    try:
        form.write(mark, origin_of_staff(request, form.policy.brand_id))
    except Moved as error:
        return str(error.message)
    except FieldErrors as error:
        return " ".join(str(item.error_message) for item in error.errors)
    return ""


def keep_beneficiaries(request: HttpRequest, policy: Policy) -> HttpResponse:
    """Keep the beneficiaries who were named before a divorce, as the member says."""
    if not may_change(request):
        raise PermissionDenied
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    parties.keep_designation(policy_id=policy.pk, origin=origin_of_staff(request, policy.brand_id))
    messages.success(request, "The beneficiaries didn't change.")
    return HttpResponseRedirect(f"{policy_address(policy)}#benefit")
