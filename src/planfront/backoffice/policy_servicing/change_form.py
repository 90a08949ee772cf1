"""Form of a change of a policy, and the order that follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, cast

from django import forms

from planfront.backoffice.lists.days import BirthField, DayField
from planfront.catalog.selectors import catalog
from planfront.catalog.snapshot import Catalog
from planfront.coverage.authors import Author, By
from planfront.coverage.corrections import put_right
from planfront.coverage.history import PolicyHistory
from planfront.coverage.models import CoveredPerson, LifeEvent, Policy, PolicyState
from planfront.coverage.moves import read_address, read_place
from planfront.coverage.newcomers import find_joining_problem, find_questions, key_of
from planfront.coverage.order_kinds import ORDER_KINDS, Order, PersonFacts
from planfront.coverage.orders import changed_facts, first_day_of
from planfront.coverage.schemas import ChangeOrder, NewPerson
from planfront.coverage.selectors import edition_on, list_events, reason_of, reasons_for
from planfront.coverage.states import is_open
from planfront.coverage.timeline import SELF, Covered, Kind, Role, find_terms
from planfront.eligibility.joining import PersonQuestion
from planfront.eligibility.joining_texts import ask, explain
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.kernel.money import display
from planfront.kernel.text.names import PersonNameField
from planfront.kernel.text.parse import SuffixText, show_date
from planfront.members.models import SUFFIX_CHOICES, Gender
from planfront.members.pay import MOST
from planfront.members.person_facts import MAILING
from planfront.members.selectors import MemberFacts, RelativeFacts, relatives
from planfront.sales.selectors import undecided_amounts

NEW = "new"
"""The choice of somebody who isn't on record yet."""
_ROLES = (("spouse", "Spouse"), ("partner", "Partner"), ("child", "Child"))


@dataclass(frozen=True)
class ChangeKind:
    """An entry of the menu. ``heading`` and ``verb`` are for its form and button, ``day`` labels its day ("" where the
    policy decides it), ``names`` are its own fields."""

    kind: Kind
    label: str
    icon: str
    heading: str
    verb: str = "Save this change"
    day: str = "From"
    names: tuple[str, ...] = ()
    danger: bool = False


KINDS = {
    row.kind.value: row
    for row in (
        ChangeKind(
            Kind.ADD_PERSON,
            "Add a person",
            "person_add",
            "Change: someone joins",
            names=("person", "first_name", "last_name", "suffix", "birth_date", "role", "gender", "stays", "confirmed"),
        ),
        ChangeKind(
            Kind.DROP_PERSON,
            "Remove a person",
            "person_remove",
            "Change: someone leaves",
            day="First day without coverage",
            names=("key",),
        ),
        ChangeKind(
            Kind.PLACE,
            "Move",
            "home_pin",
            "Change: someone moves",
            names=("moves", "address1", "address2", "city", "zip", "state", "county", "mailing", *MAILING),
        ),
        ChangeKind(Kind.PLAN, "Another plan", "swap_horiz", "Change: another plan", names=("plan",)),
        ChangeKind(Kind.RIDERS, "Add or drop a rider", "extension", "Change: add or drop a rider", names=("rider",)),
        ChangeKind(Kind.AMOUNT, "Another amount", "payments", "Change: another amount", names=("amount",)),
        ChangeKind(
            Kind.FACTS,
            "Tobacco, gender, income or hours",
            "badge",
            "Change: tobacco use, gender, income or hours",
            names=("tobacco", "gender", "weekly_hours", "annual_salary"),
        ),
        ChangeKind(
            Kind.CORRECTION,
            "Correct a person",
            "edit",
            "Change: correct what is on record",
            names=("key", "first_name", "last_name", "birth_date", "tobacco", "gender"),
        ),
        ChangeKind(Kind.END, "End coverage", "event_busy", "Change: coverage ends", day="Last day", names=("reason",)),
        ChangeKind(Kind.REINSTATE, "Reinstate", "restart_alt", "Change: in force again", day="", names=("reason",)),
        ChangeKind(
            Kind.CANCEL,
            "Cancel from the first day",
            "block",
            "Change: canceled from the first day",
            verb="Cancel from the first day",
            day="",
            names=("reason",),
            danger=True,
        ),
    )
}
_EVENT_FIELDS = ("event", "happened_on", "reported_on")


def open_kinds(policy: Policy, plans: Catalog) -> list[ChangeKind]:
    """Return the kinds of changes that the policy's state allows."""
    if policy.member_id is None:
        return []
    closed: set[Kind] = set()
    if policy.state == PolicyState.CANCELLED:
        return []
    if policy.state == PolicyState.ENDED:
        closed = set(Kind) - {Kind.REINSTATE}
    elif policy.state == PolicyState.PENDING:
        closed = set(Kind) - {Kind.END, Kind.CANCEL}
    if policy.end_date is None:
        closed.add(Kind.REINSTATE)
    if not _amount_choices(policy, plans):
        closed.add(Kind.AMOUNT)
    if not _rider_choices(policy, plans):
        closed.add(Kind.RIDERS)
    if not _plan_choices(policy, plans):
        closed.add(Kind.PLAN)
    return [kind for kind in KINDS.values() if kind.kind not in closed]


class ChangeForm(forms.Form):
    """The fields of one kind of change. ``asked`` names the event that the days shown follow from."""

    event = forms.ChoiceField(label="Life event", required=False)
    happened_on = DayField(label="Happened", required=False)
    reported_on = DayField(label="Reported", required=False, help_text="Leave empty for today.")
    person = forms.ChoiceField(label="Who")
    first_name = PersonNameField(label="First name", max_length=60, required=False)
    last_name = PersonNameField(label="Last name", max_length=60, required=False)
    suffix = forms.ChoiceField(label="Suffix", choices=[("", "None"), *SUFFIX_CHOICES], required=False)
    birth_date = BirthField(label="Born", required=False)
    role = forms.ChoiceField(label="Is the member's", choices=[("", "Choose"), *_ROLES], required=False)
    gender = forms.TypedChoiceField(
        label="Gender",
        choices=[("", "Not known"), *Gender.choices],
        coerce=int,
        empty_value=None,
        required=False,
    )
    stays = forms.BooleanField(
        label="Stays covered at any age",
        required=False,
        help_text="A child who depends on the member because of a disability.",
    )
    confirmed = forms.BooleanField(label="Yes, this is right", required=False)
    key = forms.ChoiceField(label="Who")
    moves = forms.ChoiceField(label="Who is moving", required=False)
    address1 = forms.CharField(label="New street address", max_length=80)
    address2 = forms.CharField(label="Apartment, suite", max_length=80, required=False)
    city = forms.CharField(label="City", max_length=60)
    zip = forms.CharField(label="New ZIP code", max_length=5, widget=forms.TextInput(attrs={"inputmode": "numeric"}))
    state = forms.CharField(
        label="State", max_length=2, required=False, help_text="Only where the ZIP is in two states."
    )
    county = forms.CharField(
        label="County", max_length=5, required=False, help_text="Five digits. Only where prices of a ZIP differ by it."
    )
    mailing = forms.ChoiceField(
        label="Send letters",
        choices=[("", "Where they go today"), ("home", "Home"), ("other", "To another address")],
        required=False,
    )
    mailing_address1 = forms.CharField(label="Mailing street address", max_length=80, required=False)
    mailing_address2 = forms.CharField(label="Mailing second line", max_length=80, required=False)
    mailing_city = forms.CharField(label="Mailing city", max_length=60, required=False)
    mailing_state = forms.CharField(label="Mailing state", max_length=2, required=False)
    mailing_zip = forms.CharField(label="Mailing ZIP code", max_length=5, required=False)
    tobacco = forms.ChoiceField(
        label="Tobacco", choices=[("", "No change"), ("no", "No tobacco"), ("yes", "Uses tobacco")], required=False
    )
    weekly_hours = forms.DecimalField(
        label="Hours per week", min_value=0, max_value=MOST["weekly_hours"], decimal_places=2, required=False
    )
    annual_salary = forms.DecimalField(
        label="Yearly income", min_value=0, max_value=MOST["annual_salary"], decimal_places=2, required=False
    )
    plan = forms.ChoiceField(label="New plan", help_text="With its usual option, at the rates of its first day.")
    rider = forms.ChoiceField(label="Rider")
    amount = forms.ChoiceField(label="New amount")
    day = DayField(label="From", required=False)
    reason = forms.ChoiceField(label="Reason")
    note = forms.CharField(label="Note", max_length=300, required=False, help_text="Saved with the change.")

    def __init__(
        self,
        chosen: ChangeKind,
        policy: Policy,
        member: MemberFacts,
        story: PolicyHistory,
        data: Any = None,
        **more: Any,
    ) -> None:
        super().__init__(data, **more)
        self.chosen, self.policy, self.member, self.story = chosen, policy, member, story
        self.events = _list_events_for(chosen.kind)
        self.questions: list[PersonQuestion] = []
        covered = {row.key for row in self._people()}
        family = relatives(member.id, "dependent") if chosen.kind is Kind.ADD_PERSON else []
        self.family = [row for row in family if row.id not in covered]
        names = {*chosen.names, *(_EVENT_FIELDS if self.events else ()), *(("day",) if chosen.day else ())}
        if chosen.kind is not Kind.CORRECTION:
            names.add("note")
        for name in [name for name in self.fields if name not in names]:
            del self.fields[name]
        own = [name for name in chosen.names if name != "reason"]
        self.order_fields([*_EVENT_FIELDS, *own, "day", "reason", "note"])
        self._offer_choices()

    def _offer_choices(self) -> None:
        family = relatives(self.member.id, "dependent") if "moves" in self.fields else []
        choices: dict[str, Sequence[tuple[str, str]]] = {
            "event": [("", "None: staff decide"), *((event.key, event.name) for event in self.events.values())],
            "person": [
                *((row.id, _person_text(row)) for row in self.family),
                (NEW, "Someone new"),
            ],
            "moves": [
                ("", f"{self.member.name} and everyone at home"),
                *((row.id, _person_text(row)) for row in family),
            ],
            "key": [("", "Choose"), *((row.key, self._covered_text(row)) for row in self._people())],
            "plan": [("", "Choose"), *_plan_choices(self.policy, catalog())],
            "rider": [("", "Choose"), *_rider_choices(self.policy, catalog())],
            "amount": [
                ("", "Choose"),
                *((str(amount), display(amount)) for amount in _amount_choices(self.policy, catalog())),
            ],
            "reason": [("", "Choose"), *_reason_choices(self.chosen.kind)],
        }
        for name, offered in choices.items():
            field = self.fields.get(name)
            if isinstance(field, forms.ChoiceField):
                field.choices = offered
        if "day" in self.fields:
            self.fields["day"].label = self.chosen.day
        if self.chosen.kind is Kind.CORRECTION:
            for name in ("first_name", "last_name", "birth_date"):
                self.fields[name].help_text = "Leave empty to keep it."
            self.fields["day"].help_text = "Leave empty for the first day the person was covered."
        if self.chosen.kind in (Kind.CORRECTION, Kind.FACTS):
            cast(Any, self.fields["gender"]).choices = [("", "No change"), *Gender.choices]
        for name, field in self.fields.items():
            field.widget.attrs["autocomplete"] = "off"
            if field.help_text:
                field.widget.attrs["aria-describedby"] = f"help_{name}"

    def _people(self) -> list[CoveredPerson]:
        """Return the people whom the policy covers from today on. The member is among them for a correction only:
        nobody takes the member off."""
        today = clock.today()
        rows = [row for row in self.story.people if row.end_date is None or row.end_date >= today]
        return [row for row in rows if row.key != SELF or self.chosen.kind is Kind.CORRECTION]

    def _covered_text(self, row: CoveredPerson) -> str:
        name = self.member.name if row.key == SELF else _name_text(row.relative)
        return f"{name}, {'member' if row.key == SELF else row.role}, born {show_date(row.birth_date)}"

    @property
    def asked(self) -> str:
        """Return the fields that the offered days depend on, as one key. A day chosen for another event doesn't
        count."""
        return "|".join(str(self.data.get(name, "")).strip() for name in _EVENT_FIELDS)

    def clean_state(self) -> str:
        return str(self.cleaned_data["state"]).strip().upper()

    def clean_reported_on(self) -> date | None:
        day: date | None = self.cleaned_data["reported_on"]
        if day is not None and day > clock.today():
            raise forms.ValidationError("This date is in the future.")
        return day

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        if typed.get("event") and not typed.get("happened_on") and "happened_on" not in self.errors:
            self.add_error("happened_on", "Enter the date it happened.")
        if typed.get("happened_on") and not typed.get("event"):
            self.add_error("event", "Say what happened on that day, or clear the date.")
        if (
            self.chosen.kind is Kind.END
            and not typed.get("event")
            and not typed.get("day")
            and "day" not in self.errors
        ):
            self.add_error("day", "Enter the last day of coverage.")
        if typed.get("person"):
            self._check_joining(typed)
        if "zip" in typed:
            self._check_place(typed)
        if self.chosen.kind in (Kind.CORRECTION, Kind.FACTS) and not self.errors:
            self._check_facts(typed)
        return typed

    def _check_facts(self, typed: Mapping[str, Any]) -> None:
        if self.person_of(typed.get("key") or SELF) is None:
            self.add_error("key", "This person's name isn't in our records.")
        elif not self._changed_facts(typed):
            missing = "correct" if self.chosen.kind is Kind.CORRECTION else "different"
            self.add_error(self.chosen.names[0], f"This is already in our records. Enter what is {missing}.")
        elif typed.get("key", SELF) != SELF and typed.get("tobacco"):
            self.add_error("tobacco", "Tobacco use is recorded for the member only.")
        elif self.chosen.kind is Kind.CORRECTION and typed.get("key", SELF) != SELF:
            self._check_put_right(typed["key"], self._changed_facts(typed))

    def _check_put_right(self, key: str, facts: Mapping[str, Any]) -> None:
        """Refuse facts that a relative can't have. The plan's age for children doesn't count: who is past it leaves in
        time."""
        relative, first = self.person_of(key), self._covered_row(key).original_date
        born = facts.get("birth_date", relative.birth_date)
        names = {name: facts.get(name, getattr(relative, name)) for name in ("first_name", "last_name")}
        person = NewPerson(**names, birth_date=show_date(born), role=_role_of(relative))
        finding = find_joining_problem(self.member, person, born, first, [], disabled=True, key=key)
        if finding is not None:
            self.add_error(finding.fix if finding.fix in self.fields else "key", explain(finding, "staff"))

    def _changed_facts(self, typed: Mapping[str, Any]) -> dict[str, Any]:
        """Return the typed facts that differ from the person's record, by column."""
        person = self.person_of(typed.get("key") or SELF)
        facts = {"is_smoker": typed["tobacco"] == "yes"} if typed.get("tobacco") else {}
        names = ("first_name", "last_name", "birth_date", "gender", "weekly_hours", "annual_salary")
        facts |= {name: typed[name] for name in names if typed.get(name) not in (None, "")}
        return {name: value for name, value in facts.items() if getattr(person, name, None) != value}

    def person_of(self, key: str) -> Any:
        """Return the member, or somebody of the family by their key; None for somebody who isn't on record."""
        if key == SELF:
            return self.member
        return next((row for row in relatives(self.member.id, "dependent") if row.id == key), None)

    def _covered_row(self, key: str) -> CoveredPerson:
        return next(row for row in self.story.people if row.key == key)

    def _check_joining(self, typed: Mapping[str, Any]) -> None:
        is_new = typed["person"] == NEW
        for name in ("first_name", "last_name", "birth_date", "role") if is_new else ():
            if not typed.get(name) and name not in self.errors:
                self.add_error(name, "This is required for a new person.")
        if self.errors:
            return
        on = typed.get("day") or first_day_of(self.events.get(typed.get("event", "")), typed.get("happened_on"))
        person = self._new_person(typed)
        born = self._covered(person).birth_date
        finding = find_joining_problem(self.member, person, born, on, [self.policy], disabled=typed["stays"])
        if finding is not None:
            self.add_error(finding.fix if is_new else "person", explain(finding, "staff"))
            return
        self.questions = find_questions(self.member, person, born, on)
        for question in () if typed["confirmed"] else self.questions:
            self.add_error("confirmed", ask(question))

    def _check_place(self, typed: Mapping[str, Any]) -> None:
        if self.errors:
            return
        order = _typed_address(typed)
        try:
            read_address(order, read_place(order.zip, order.state, order.county, self.member.brand_id))
        except FieldErrors as refused:
            for error in refused.errors:
                self.add_error(error.target_element, str(error.error_message))

    @property
    def shown_fields(self) -> list[forms.BoundField]:
        """Return the fields of the page: a question is there once it is asked."""
        return [field for field in self if field.name != "confirmed" or field.errors or field.value()]

    def typed(self, order: Order, effective: date | None) -> dict[str, str]:
        """Return the sent values, to send again on a later day. Days that the rules chose are written out."""
        values = {name: str(self.data.get(name, "")).strip() for name in self.fields}
        if "reported_on" in values:
            values["reported_on"] = show_date(order.reported)
        if "day" in values:
            values["day"] = show_date(effective)
        return values

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Return the filled-in fields in words."""
        return [(str(field.label), words) for field in self if (words := _field_text(field))]

    def read(self, author: Author) -> Order:
        """Return the order of a form that is valid."""
        typed, kind = self.cleaned_data, self.chosen.kind
        event, happened, day = self.events.get(typed.get("event", "")), typed.get("happened_on"), typed.get("day")
        person = self._new_person(typed) if kind is Kind.ADD_PERSON else None
        covered = self._covered(person) if person else None
        by_itself = kind is Kind.END and event is None
        readers = {Kind.PLACE: self._read_move, Kind.FACTS: self._read_facts, Kind.CORRECTION: self._read_correction}
        if kind in readers:
            return Order(
                kind,
                author,
                **readers[kind](event, day),
                event=event,
                happened_on=happened if event else None,
                reported_on=typed.get("reported_on"),
                note=typed.get("note", ""),
            )
        return Order(
            kind,
            author,
            [self.policy.pk],
            event=event,
            happened_on=happened if event else None,
            days={self.policy.pk: day} if day and not by_itself else {},
            person=covered,
            newcomer=person,
            confirmed=tuple(self.questions),
            stays=bool(typed.get("stays")),
            key=typed.get("key", "") if kind is Kind.DROP_PERSON else "",
            last_day=day if by_itself else None,
            reason=reason_of(typed["reason"], ORDER_KINDS[kind].reasons) if typed.get("reason") else None,
            amount=Decimal(typed["amount"]) if typed.get("amount") else None,
            plans={self.policy.pk: int(typed["plan"])} if typed.get("plan") else {},
            riders={self.policy.pk: self._riders_then(typed["rider"], day)} if typed.get("rider") else {},
            undecided=undecided_amounts([self.policy.pk]),
            reported_on=typed.get("reported_on"),
            note=typed.get("note", ""),
        )

    def _riders_then(self, chosen: str, day: date | None) -> tuple[str, ...]:
        """Return the riders of the day, with the chosen one or without it."""
        terms = find_terms(self.story.record.versions, day or max(clock.today(), self.policy.effective_date))
        current = tuple(terms.riders) if terms else ()
        code = chosen[1:]
        others = tuple(other for other in current if other != code)
        return (*others, code) if chosen.startswith("+") else others

    def _read_move(self, event: LifeEvent | None, day: date | None) -> dict[str, Any]:
        """Return what an order says of a move: it counts for all open policies of the member, from the same day."""
        typed = _typed_address(self.cleaned_data)
        place = read_place(typed.zip, typed.state, typed.county, self.member.brand_id)
        facts = PersonFacts(read_address(typed, place), self.cleaned_data["moves"] or SELF)
        if facts.key != SELF:
            return {"policies": [], "place": place, "facts": facts}
        return {"place": place, "facts": facts, **self._all_policies(event, day)}

    def _all_policies(self, event: LifeEvent | None, day: date | None) -> dict[str, Any]:
        """Return all open policies of the member, each from the day if no event decides."""
        rows = Policy.objects.filter(is_open(clock.today()), member=self.member.id).exclude(pk=self.policy.pk)
        others = {row.pk: row.effective_date for row in rows.order_by("number")}
        days = {self.policy.pk: day} if day else {}
        if day and event is None:
            all_first = {self.policy.pk: self.policy.effective_date, **others}
            days = {key: max(day, first) for key, first in all_first.items()}
        return {"policies": [self.policy.pk, *others], "days": days}

    def _read_facts(self, event: LifeEvent | None, day: date | None) -> dict[str, Any]:
        """Return what an order says of facts of the member that become other ones, in all open policies."""
        facts = self._changed_facts(self.cleaned_data)
        return {**changed_facts(self.member, facts), **self._all_policies(event, day)}

    def _read_correction(self, _event: LifeEvent | None, day: date | None) -> dict[str, Any]:
        return put_right(self.member.id, self.cleaned_data["key"], self._changed_facts(self.cleaned_data), day)

    def _new_person(self, typed: Mapping[str, Any]) -> NewPerson:
        """Return the person who joins."""
        relative = next((row for row in self.family if row.id == typed["person"]), None)
        if relative is not None:
            return NewPerson(
                first_name=relative.first_name,
                last_name=relative.last_name,
                suffix=cast(SuffixText, relative.suffix),
                birth_date=show_date(relative.birth_date),
                gender=relative.gender,
                role=_role_of(relative),
            )
        return NewPerson(
            first_name=typed["first_name"],
            last_name=typed["last_name"],
            suffix=typed["suffix"],
            birth_date=show_date(typed["birth_date"]),
            gender=typed["gender"],
            role=typed["role"],
        )

    def _covered(self, person: NewPerson) -> Covered:
        relative = next((row for row in self.family if row.id == self.cleaned_data["person"]), None)
        born: date = relative.birth_date if relative else self.cleaned_data["birth_date"]
        key = relative.id if relative else key_of(self.member, person, born)
        return Covered(key, Role(person.role), born, born)


def _typed_address(typed: Mapping[str, Any]) -> ChangeOrder:
    names = ("address1", "address2", "city", "zip", "state", "county", "mailing", *MAILING)
    return ChangeOrder(kind="place", **{name: typed.get(name, "") for name in names})


def _field_text(field: forms.BoundField) -> str:
    if isinstance(field.field, forms.BooleanField):
        return "Yes" if field.value() else ""
    value = str(field.value() or "")
    if not value or not isinstance(field.field, forms.ChoiceField):
        return value
    choices: Any = field.field.choices
    return next((str(words) for key, words in choices if str(key) == value), "")


def _list_events_for(kind: Kind) -> dict[str, LifeEvent]:
    """Return the active events whose rule opens this kind of change, by key."""
    opened, today, events = ORDER_KINDS[kind].opens, clock.today(), {}
    for event in list_events():
        edition = edition_on(event, today)
        if event.active and edition is not None and opened in edition.opens:
            events[event.key] = event
    return events


def _reason_choices(kind: Kind) -> list[tuple[str, str]]:
    use = ORDER_KINDS[kind].reasons
    return [(reason.key, reason.name) for reason in reasons_for(use, By.STAFF)] if use else []


def _amount_choices(policy: Policy, plans: Catalog) -> list[Decimal]:
    view = plans.plans.get(policy.plan_id)
    return sorted({option.amount for option in view.options if option.amount is not None}) if view else []


def _plan_choices(policy: Policy, plans: Catalog) -> list[tuple[str, str]]:
    """Return plans of the same category that are on sale, by name."""
    sold = [view for view in plans.plans.values() if view.category == policy.category and view.id != policy.plan_id]
    return [(str(view.id), f"{view.name} ({view.carrier_name})") for view in sorted(sold, key=lambda view: view.name)]


def _rider_choices(policy: Policy, plans: Catalog) -> list[tuple[str, str]]:
    """Return riders to add ("+code") and to drop ("-code")."""
    view = plans.plans.get(policy.plan_id)
    current = {rider["code"]: rider.get("name") or rider["code"] for rider in policy.riders}
    offered = {rider.code: rider.label for rider in view.riders} if view else {}
    added = [(f"+{code}", f"Add {label}") for code, label in offered.items() if code not in current]
    return [*added, *((f"-{code}", f"Remove {offered.get(code, name)}") for code, name in current.items())]


def _name_text(row: Any) -> str:
    names = (row.first_name, row.last_name) if row is not None else ()
    return " ".join(filter(None, names)) or "Name not recorded"


def _person_text(row: RelativeFacts) -> str:
    return f"{_name_text(row)}, {row.relationship.lower()}, born {show_date(row.birth_date)}"


def _role_of(row: RelativeFacts) -> Any:
    relationship = row.relationship.lower()
    return "spouse" if relationship == "spouse" else "partner" if "partner" in relationship else "child"
