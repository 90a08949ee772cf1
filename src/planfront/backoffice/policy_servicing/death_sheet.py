"""Form and preview of a death as staff read it: the person, their other records, and what becomes of each policy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django import forms
from django.urls import reverse
from django.utils.translation import override

from planfront.audit.services import Origin
from planfront.backoffice.lists.days import DayField
from planfront.backoffice.policy_servicing.death_effects import DeathEffects, preview_effects
from planfront.backoffice.policy_servicing.policy_head import member_of
from planfront.coverage import deaths
from planfront.coverage.authors import Author, By
from planfront.coverage.deaths import FATES, Death, DeathOutcome, Family, Fate
from planfront.coverage.engine import OrderDiffers
from planfront.coverage.fee_wording import describe_dues
from planfront.coverage.fees import preview_dues
from planfront.coverage.models import CoveredPerson, Policy, StaffChangeRequest
from planfront.coverage.names import Names
from planfront.coverage.owed_fees import DUES, read_sold
from planfront.coverage.parties import Moved
from planfront.coverage.successors import number_successors
from planfront.coverage.timeline import SELF
from planfront.coverage.wording import money_text
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.kernel.text.parse import show_date
from planfront.members.duplicates.search import OtherRecord
from planfront.members.selectors import PersonRecord, day_of_death, living_people, member_by_id, relatives

LONGEST_PROOF = 120
_CHOICE, _SAME = "family-", "same-"
"""The prefixes of the names of fields for a policy and for another record."""


class DeathForm(forms.Form):
    """The fields of a death. ``others``: the person's other records, once the person is chosen."""

    person = forms.ChoiceField(label="Who died")
    died_on = DayField(label="Day of death")
    proof = forms.CharField(
        label="Proof",
        max_length=LONGEST_PROOF,
        required=False,
        help_text="The document you saw, such as a death certificate. Leave empty to get a task until you've seen it.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    email = forms.EmailField(
        label="Email of the surviving spouse or partner",
        required=False,
        max_length=254,
        help_text="For their own sign-in, if they take over a policy.",
    )

    def __init__(self, policy: Policy, names: Names, data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        self.policy, self.names = policy, names
        self.member_id = policy.member_id or 0
        self.day_on_record = day_of_death(self.member_id)
        self.others: list[OtherRecord] = []
        keys = _list_family(self.member_id)
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
            raise forms.ValidationError(f"A death on {show_date(on_record)} is already recorded.")
        if day > clock.today():
            raise forms.ValidationError("This date is in the future.")
        return day

    def read(self, author: Author) -> Death:
        """Return the death that was typed, on all records that are surely the person's or were ticked."""
        typed = self.cleaned_data
        person = PersonRecord(self.member_id, typed["person"])
        self.others = deaths.find_others(person, typed["died_on"])
        chosen = [other.record for other in self.others if other.is_sure or self.data.get(name_of_tick(other))]
        families = dict(self._list_choices([person, *chosen]))
        proof, email = typed["proof"].strip(), typed["email"]
        return Death(*_fields(person), typed["died_on"], proof, author, families, email, chosen)

    def _list_choices(self, records: Sequence[PersonRecord]) -> Iterator[tuple[UUID, Family]]:
        for policy in Policy.objects.filter(member__in=[record.member_id for record in records]):
            choice = self.data.get(f"{_CHOICE}{policy.pk}", "")
            if choice in {*Family}:
                yield policy.pk, Family(choice)

    def typed(self) -> dict[str, str]:
        """Return what was typed, to read it again."""
        names = [name for name in self.data if name in self.fields or name.startswith((_CHOICE, _SAME))]
        return {name: str(self.data[name]) for name in names}


def _fields(person: PersonRecord) -> tuple[int, str]:
    return person.member_id, person.key


def _list_family(member_id: int) -> list[str]:
    """Return the keys of the living people of a family: former dependents only while a policy covers them."""
    former = {row.id for row in relatives(member_id, "former")}
    covered = CoveredPerson.objects.filter(policy__member=member_id, key__in=former)
    shown = {row.key for row in covered if row.end_date is None or row.end_date >= row.effective_date}
    return [key for key in living_people(member_id) if key not in former - shown]


def name_of_tick(other: OtherRecord) -> str:
    """Return the name of the box that says that another record is the same person's."""
    return f"{_SAME}{other.record.member_id}-{other.record.key}"


@dataclass(frozen=True)
class Option:
    """A choice of the family for a policy. ``why_not``: why it isn't possible."""

    value: str
    label: str
    is_chosen: bool
    why_not: str = ""


@dataclass(frozen=True)
class Row:
    """The fate of a policy, in words. ``owner``: the member whose other record it is on. ``obstacle``: why nobody
    takes it over."""

    policy: Policy
    name: str
    owner: str
    fate: str
    day: str
    before: str
    after: str
    survivor: str
    first: str
    next_number: str
    problem: str
    options: Sequence[Option]

    @property
    def plan(self) -> str:
        return self.policy.plan_name

    @property
    def number(self) -> str:
        return self.policy.number


@dataclass(frozen=True)
class OtherRow:
    """Another record of the person. ``tick``: the name of its box."""

    other: OtherRecord
    href: str
    tick: str
    is_chosen: bool


@dataclass(frozen=True)
class DeathSheet:
    """A preview of a death. ``back``: the days it reaches back, where a second person has to agree.
    ``effects``: beside those on policies, None where it can't be recorded. ``may_pass``: somebody could take a policy
    over."""

    digest: str
    rows: Sequence[Row]
    others: Sequence[OtherRow]
    dues: str
    problem: str
    back: int
    effective: date | None
    effects: DeathEffects | None
    may_pass: bool

    @property
    def lines(self) -> list[list[str]]:
        """Return the rows as texts, to be shown again if anything moves."""
        return [[row.plan, row.number, row.fate, row.day, row.before, row.after] for row in self.rows]


def preview_sheet(form: DeathForm, death: Death) -> DeathSheet:
    """Return the preview of a death that was typed."""
    outcomes = deaths.preview_death(death)
    names = {person.member_id: _names_of(form.policy.brand_id, person.member_id) for person in death.others}
    names[form.member_id] = form.names
    days = [outcome.entry.change.effective for outcome in outcomes if outcome.entry]
    effective = min(days, default=None)
    problem = next((outcome.problem for outcome in outcomes if outcome.problem), "")
    return DeathSheet(
        deaths.digest_of_death(death, outcomes),
        [_build_row(outcome, names[outcome.policy.member_id or 0], form.member_id) for outcome in outcomes],
        [_build_other(other, death) for other in form.others],
        _describe_dues(death, outcomes, form.names),
        problem,
        (clock.today() - effective).days if effective and deaths.needs_two(outcomes) else 0,
        effective,
        None if problem else preview_effects(death, outcomes, form.names),
        any(outcome.heir for outcome in outcomes),
    )


def _names_of(brand_id: int, member_id: int) -> Names:
    member = member_by_id(brand_id, member_id)
    if member is None:
        raise NotFound
    return Names(member)


def _build_other(other: OtherRecord, death: Death) -> OtherRow:
    href = reverse("admin:members_member_change", args=[other.record.member_id])
    return OtherRow(other, href, name_of_tick(other), other.record in death.others)


def _describe_dues(death: Death, outcomes: Sequence[DeathOutcome], names: Names) -> str:
    """Return what becomes of the association's dues, "" where nothing does."""
    own = [outcome for outcome in outcomes if outcome.policy.member_id == death.member_id]
    with override("en"):
        dues = preview_dues([outcome.entry for outcome in own if outcome.entry])
        words = describe_dues(dues, ending=death.key == SELF)
    for outcome in own:
        if outcome.survivor and any(fee.code == DUES for fee in read_sold(outcome.policy.sold_fees)):
            return f"{words} {names.full(outcome.survivor)} owes it starting {show_date(outcome.first)}."
    return words


def _build_row(outcome: DeathOutcome, names: Names, member_id: int) -> Row:
    before, after = (terms.monthly if terms else None for terms in (outcome.before, outcome.after))
    return Row(
        policy=outcome.policy,
        name=f"{_CHOICE}{outcome.policy.pk}",
        owner="" if outcome.policy.member_id == member_id else names.full(SELF),
        fate=FATES[outcome.fate],
        day="" if outcome.fate is Fate.WAITS else show_date(outcome.last_day),
        before=money_text(before),
        after=money_text(after) if outcome.after else "",
        survivor=names.full(outcome.survivor),
        first=show_date(outcome.first),
        next_number=number_successors([outcome.policy])[0],
        problem=outcome.problem,
        options=list(_list_options(outcome, names)) if outcome.is_open else (),
    )


_CHOSEN: Mapping[Fate, Family] = {Fate.WAITS: Family.ASK, Fate.PASSES: Family.TAKES_OVER}


def _list_options(outcome: DeathOutcome, names: Names) -> Iterator[Option]:
    heir, last_day = names.full(outcome.heir), show_date(outcome.last_day)
    refused = bool(outcome.obstacle and outcome.problem)
    chosen = Family.TAKES_OVER if refused else _CHOSEN.get(outcome.fate, Family.END)
    offered = f"{heir} takes it over from {show_date(outcome.first)}"
    if outcome.offered is not None and outcome.offered.monthly is not None:
        offered += f" for ${money_text(outcome.offered.monthly)} a month"
    texts = {
        Family.TAKES_OVER: offered if heir else "The surviving spouse or partner takes it over",
        Family.END: f"It ends for everyone on {last_day}",
        Family.ASK: "It stays unchanged until the family answers",
    }
    for family, text in texts.items():
        why_not = outcome.obstacle if family is Family.TAKES_OVER else ""
        yield Option(family.value, text, family is chosen, why_not)


class DeathRequest:
    """A death that a second person is asked about."""

    label = heading = "Record a death"
    is_death = True

    def __init__(self, row: StaffChangeRequest, policy: Policy) -> None:
        self.row, self.form = row, DeathForm(policy, Names(member_of(policy)), row.order)
        self.again = f"{reverse('admin:policy_death', args=[policy.pk])}?again={row.pk}"
        typed: Mapping[str, str] = row.order
        facts = [
            ("Who died", self.form.names.full(typed.get("person", ""))),
            ("Day of death", typed.get("died_on", "")),
            ("Proof", typed.get("proof", "") or "Asked for"),
            ("Email of the survivor", typed.get("email", "")),
        ]
        self.facts = [(label, value) for label, value in facts if value]

    def preview(self) -> tuple[DeathSheet | None, str]:
        """Return the effects today, or the reason why there are none."""
        if not self.form.is_valid():
            return None, "What was entered is no longer possible. Send it back."
        sheet = preview_sheet(self.form, self._read())
        return (sheet, "") if not sheet.problem else (None, sheet.problem)

    def write(self, origin: Origin) -> UUID:
        """Record the death. Raises OrderDiffers where anything isn't as previewed."""
        if not self.form.is_valid():
            raise OrderDiffers([])
        try:
            return deaths.record_death(self._read(), self.row.digest, origin, agreed=self.row.pk)
        except (Moved, NotFound) as moved:
            raise OrderDiffers([]) from moved

    def _read(self) -> Death:
        return self.form.read(Author(By.STAFF, self.row.asked_by_id))
