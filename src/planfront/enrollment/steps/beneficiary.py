"""Beneficiary Information: who receives the benefit of a life plan.

Answers: ``beneficiaries`` (the list), ``confirmed`` (Next passed). Each has beneficiary_id, relationship and
beneficiary_percentage; a person names, birthdate and ssn, a trust trust_name, trustee and trust_date, an estate
nothing more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.enrollment.steps import following, rules
from planfront.enrollment.steps.base import Answers, Block, FieldDef, Problems, Row, Step, StepContext, Summary
from planfront.enrollment.steps.checking import Check
from planfront.enrollment.steps.people import clean_people
from planfront.kernel.errors import FieldErrors
from planfront.kernel.parse import show_date

MAX = 3
WHOLE = 100
SHARE = gettext_lazy("Beneficiary percentage should not be 0 or more than 100")
PERSON, TRUST, ESTATE = "person", "trust", "estate"
_TRUST_LENGTH = 120


def kind_of(person: Mapping[str, Any]) -> str:
    """Of a checked beneficiary: person, trust or estate."""
    if person.get("trust_name"):
        return TRUST
    return PERSON if person.get("first_name") or person.get("last_name") else ESTATE


def total(people: Sequence[Mapping[str, Any]]) -> int:
    return sum(int(person["beneficiary_percentage"]) for person in people)


def _share() -> list[Check]:
    return [
        Check(kind="at_least", value="1", message=str(SHARE)),
        Check(kind="at_most", value=str(WHOLE), message=str(SHARE)),
    ]


class BeneficiaryStep(Step):
    key = "beneficiary_info"
    slug = "beneficiary-info"
    form_call = "get-form-fields-beneficiary-info"
    save_call = "save-beneficiary-info"
    form_call_about = "Fields of the form for one beneficiary."
    picture = "beneficiary_info"
    plan_option = "Beneficiary tab"
    sensitive = frozenset({"ssn"})
    minutes = 2

    def title(self) -> str:
        return _("Beneficiary Information")

    def asks(self, ctx: StepContext) -> str:
        return _("Who receives the benefit, in per cent.")

    def card_title(self) -> str:
        return _("Beneficiary Info")

    def lead(self, ctx: StepContext) -> str:
        return _("Name up to 3 people who receive the benefit. Their shares add up to 100%.")

    def relationships(self, ctx: StepContext) -> list[tuple[str, str]]:
        listed = ctx.facts.lists.get("beneficiary_relationships", ())
        return [(person["value"], person["name"]) for person in listed]

    def _asking(self, ctx: StepContext, kind: str) -> list[str]:
        """The relationships that ask what ``kind`` asks."""
        listed = ctx.facts.lists.get("beneficiary_relationships", ())
        return [person["value"] for person in listed if person.get("asks", PERSON) == kind]

    def kind_asked(self, ctx: StepContext, relationship: str) -> str:
        """What somebody of this relationship is asked for: a person's answers, a trust's or an estate's."""
        return next((kind for kind in (TRUST, ESTATE) if relationship in self._asking(ctx, kind)), PERSON)

    def fields(self, ctx: StepContext) -> list[FieldDef]:
        """The add or edit form: what was typed into it and not submitted yet. The relationship stands first, since the
        rest follows from it."""
        of_person = {"not": {"field": "relationship", "in": [*self._asking(ctx, TRUST), *self._asking(ctx, ESTATE)]}}
        of_trust = {"field": "relationship", "in": self._asking(ctx, TRUST)}
        number = FieldDef(
            field_name="ssn",
            type="ssn",
            label=_("Social Security Number"),
            required=True,
            sensitive=True,
            show_if=of_person,
            input_mode="numeric",
            autocomplete="off",
            max_length=11,
        )
        result = [
            FieldDef(field_name="beneficiary_id", type="hidden"),
            FieldDef(
                field_name="relationship",
                type="select",
                label=_("Relationship"),
                required=True,
                options=rules.options(self.relationships(ctx)),
            ),
            FieldDef(
                field_name="trust_name",
                label=_("Name of the trust"),
                required=True,
                show_if=of_trust,
                max_length=_TRUST_LENGTH,
            ),
            FieldDef(
                field_name="trustee",
                type="name",
                label=_("Trustee"),
                required=True,
                show_if=of_trust,
                max_length=_TRUST_LENGTH,
            ),
            FieldDef(
                field_name="trust_date",
                type="date",
                label=_("Date of the trust"),
                required=True,
                show_if=of_trust,
                max_length=10,
                hint=_("mm/dd/yyyy"),
                checks=[rules.not_future(ctx.today)],
            ),
            FieldDef(
                field_name="first_name",
                type="name",
                label=_("First Name"),
                required=True,
                max_length=50,
                show_if=of_person,
                checks=rules.is_named(rules.FIRST_NAME),
            ),
            FieldDef(
                field_name="last_name",
                type="name",
                label=_("Last Name"),
                required=True,
                max_length=50,
                show_if=of_person,
                checks=rules.is_named(rules.LAST_NAME),
            ),
            FieldDef(
                field_name="birthdate",
                type="date",
                label=_("Date of Birth"),
                required=True,
                max_length=10,
                show_if=of_person,
                hint=_("mm/dd/yyyy"),
                checks=[rules.not_future(ctx.today)],
            ),
            *following.fields(ctx, number, newborns=False),
            FieldDef(
                field_name="beneficiary_percentage",
                type="number",
                required=True,
                input_mode="numeric",
                label=_("Beneficiary Percentage (Upto 100%)"),
                max_length=3,
                unit="%",
                checks=_share(),
            ),
        ]
        typed = ctx.drafts.get(self.key, {})
        return [
            one.model_copy(update={"order": index, "value": str(typed.get(one.field_name, ""))})
            for index, one in enumerate(result)
        ]

    def person(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        """One beneficiary, clean. Raises FieldErrors with bare field names."""
        problems = Problems()
        relationship = rules.choice(
            problems, data, "relationship", [value for value, _label in self.relationships(ctx)]
        )
        kind = self.kind_asked(ctx, relationship)
        clean: Answers = {
            "beneficiary_id": rules.text(data, "beneficiary_id"),
            "relationship": relationship,
            **(self._human(ctx, data, problems) if kind == PERSON else {}),
            **(self._trust(ctx, data, problems) if kind == TRUST else {}),
            "beneficiary_percentage": self._percentage(problems, data),
        }
        problems.stop()
        return clean

    def _human(self, ctx: StepContext, data: Mapping[str, Any], problems: Problems) -> Answers:
        clean = {
            "first_name": rules.name(problems, data, "first_name", rules.FIRST_NAME),
            "middle_name": rules.name(problems, data, "middle_name", rules.MIDDLE_NAME, optional=True),
            "last_name": rules.name(problems, data, "last_name", rules.LAST_NAME),
            "birthdate": show_date(rules.past_date(problems, data, "birthdate", ctx.today)),
            **following.number(ctx, problems, data),
        }
        if clean["ssn"] and clean["ssn"] == ctx.answers("primary_info").get("ssn"):
            problems.add("ssn", _("This is the applicant's Social Security Number."))
        return clean

    def _trust(self, ctx: StepContext, data: Mapping[str, Any], problems: Problems) -> Answers:
        names = {key: rules.required(problems, data, key) for key in ("trust_name", "trustee")}
        for key, value in names.items():
            rules.check_length(problems, value, key, _TRUST_LENGTH)
        return {**names, "trust_date": show_date(rules.past_date(problems, data, "trust_date", ctx.today))}

    def _percentage(self, problems: Problems, data: Mapping[str, Any]) -> str:
        name = "beneficiary_percentage"
        sent = rules.required(problems, data, name)
        value = sent.removesuffix("%").strip()
        plain = value.isascii() and value.isdigit() and len(value) <= 3
        if sent and not (plain and 1 <= int(value) <= WHOLE):
            problems.add(name, SHARE)
            return ""
        return str(int(value)) if value else ""

    def people(self, ctx: StepContext, listed: Sequence[Mapping[str, Any]]) -> list[Answers]:
        """The whole list, clean. Errors are named ``beneficiaries.N.field``; too many, or too much, stops it too."""
        done = clean_people(listed, partial(self._listed, ctx), name="beneficiaries")
        self.check_room(done)
        return done

    def _listed(self, ctx: StepContext, data: Mapping[str, Any], before: Sequence[Answers]) -> Answers:
        clean = self.person(ctx, data)
        self.check_one_estate(clean, before)
        return clean

    def check_one_estate(self, clean: Answers, others: Sequence[Answers]) -> None:
        """Raises FieldErrors for a second estate."""
        if kind_of(clean) == ESTATE and any(kind_of(person) == ESTATE for person in others):
            raise FieldErrors.single("relationship", _("The estate is already on the list."))

    def check_room(self, people: Sequence[Mapping[str, Any]]) -> None:
        """Raises FieldErrors when there are more than three, or their shares are more than the whole."""
        if len(people) > MAX:
            raise FieldErrors.single("beneficiaries", _("Maximum allowed number of beneficiaries is 3"))
        if total(people) > WHOLE:
            words = _("Your total Beneficiary Percentage is %(total)s and it Should not be more than 100%%")
            raise FieldErrors.single("beneficiaries", words % {"total": total(people)})

    def check_whole(self, people: Sequence[Mapping[str, Any]]) -> None:
        """Raises FieldErrors on ``beneficiaries`` while the shares don't make up the whole."""
        if not people:
            raise FieldErrors.single("beneficiaries", _("Please add your beneficiaries before continuing."))
        if total(people) < WHOLE:
            words = _("Your total Beneficiary Percentage is %(total)s and it Should not be less than 100%%")
            raise FieldErrors.single("beneficiaries", words % {"total": total(people)})

    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        people = self.people(ctx, list(data.get("beneficiaries") or []))
        self.check_whole(people)
        return {"beneficiaries": people, "confirmed": True}

    def missing(self, ctx: StepContext) -> int:
        return super().missing(ctx) if ctx.answers(self.key).get("confirmed") else 1

    def summary(self, ctx: StepContext) -> Summary:
        people = ctx.answers(self.key).get("beneficiaries", [])
        rows = [
            Row(
                label=self.name_of(ctx, person),
                value=following.note_missing_number(
                    f"{self.relation(ctx, person)}, {person['beneficiary_percentage']}%", person
                ),
            )
            for person in people
        ]
        return Summary(rows=rows, details=[self._block(ctx, number, one) for number, one in enumerate(people, 1)])

    def _block(self, ctx: StepContext, number: int, person: Answers) -> Block:
        title = _("Beneficiary #%(number)s") % {"number": number}
        return Block(title=title, rows=[Row(label=label, value=value) for label, value in self.rows_of(ctx, person)])

    def rows_of(self, ctx: StepContext, person: Answers) -> list[tuple[str, str]]:
        """(label, value) of what is known of a beneficiary; the number masked."""
        relation, share = (_("Relationship"), self.relation(ctx, person)), f"{person['beneficiary_percentage']}%"
        more = {
            PERSON: [
                (_("Name"), rules.full_name(person)),
                relation,
                (_("Date of Birth"), person.get("birthdate", "")),
                (self.ssn_label(), following.number_shown(person)),
            ],
            TRUST: [
                (_("Name of the trust"), person.get("trust_name", "")),
                relation,
                (_("Trustee"), person.get("trustee", "")),
                (_("Date of the trust"), person.get("trust_date", "")),
            ],
            ESTATE: [relation],
        }
        return [*more[kind_of(person)], (_("Beneficiary Percentage"), share)]

    def name_of(self, ctx: StepContext, person: Answers) -> str:
        """What a list calls a beneficiary."""
        return rules.full_name(person) or person.get("trust_name", "") or self.relation(ctx, person)

    def relation(self, ctx: StepContext, person: Answers) -> str:
        return rules.label_of(self.relationships(ctx), person["relationship"])

    def ssn_label(self) -> str:
        return _("Social Security Number")
