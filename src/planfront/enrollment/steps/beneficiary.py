"""Beneficiary Information: who receives the benefit of a life plan.

Answers: ``beneficiaries`` (the list), ``confirmed`` (Next passed). Each has beneficiary_id, names, birthdate, ssn,
relationship and beneficiary_percentage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from planfront.enrollment.steps import rules
from planfront.enrollment.steps.base import Answers, Block, FieldDef, Problems, Row, Step, StepContext, Summary
from planfront.enrollment.steps.people import cleaned
from planfront.kernel.errors import FieldErrors
from planfront.kernel.parse import show_date

MAX = 3
WHOLE = 100


def total(people: Sequence[Mapping[str, Any]]) -> int:
    return sum(int(one["beneficiary_percentage"]) for one in people)


class BeneficiaryStep(Step):
    key = "beneficiary_info"
    slug = "beneficiary-info"
    order = 3
    sensitive = frozenset({"ssn"})

    def title(self) -> str:
        return _("Beneficiary Information")

    def card_title(self) -> str:
        return _("Beneficiary Info")

    def lead(self, ctx: StepContext) -> str:
        return _("Name up to 3 people who receive the benefit. Their shares add up to 100%.")

    def relationships(self, ctx: StepContext) -> list[tuple[str, str]]:
        listed = ctx.facts.get("lists", {}).get("beneficiary_relationships", ())
        return [(one["value"], one["name"]) for one in listed]

    def fields(self, ctx: StepContext) -> list[FieldDef]:
        """The add or edit form: what was typed into it and not submitted yet."""
        made = [
            FieldDef(field_name="beneficiary_id", type="hidden"),
            FieldDef(field_name="first_name", type="name", label=_("First Name"), required=True, max_length=50),
            FieldDef(field_name="last_name", type="name", label=_("Last Name"), required=True, max_length=50),
            FieldDef(field_name="birthdate", type="date", label=_("Date of Birth"), required=True, max_length=10,
                     hint=_("mm/dd/yyyy"), checks=[rules.not_future(ctx.today)]),
            FieldDef(field_name="relationship", type="select", label=_("Relationship"), required=True,
                     options=rules.options(self.relationships(ctx))),
            FieldDef(field_name="ssn", type="ssn", label=_("Social Security Number"), required=True, sensitive=True,
                     input_mode="numeric", autocomplete="off", max_length=11),
            FieldDef(field_name="beneficiary_percentage", type="number", required=True, input_mode="numeric",
                     label=_("Beneficiary Percentage (Upto 100%)"), max_length=3),
        ]  # fmt: skip
        typed = ctx.drafts.get(self.key, {})
        return [
            one.model_copy(update={"order": index, "value": str(typed.get(one.field_name, ""))})
            for index, one in enumerate(made)
        ]

    def person(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        """One beneficiary, clean. Raises FieldErrors with bare field names."""
        found = Problems()
        clean: Answers = {
            "beneficiary_id": rules.text(data, "beneficiary_id"),
            "first_name": rules.name(found, data, "first_name", rules.FIRST_NAME),
            "middle_name": rules.name(found, data, "middle_name", rules.MIDDLE_NAME, optional=True),
            "last_name": rules.name(found, data, "last_name", rules.LAST_NAME),
            "birthdate": show_date(rules.past_date(found, data, "birthdate", ctx.today)),
            "relationship": rules.choice(
                found, data, "relationship", [value for value, _label in self.relationships(ctx)]
            ),
            "ssn": rules.ssn(found, data),
            "beneficiary_percentage": self._percentage(found, data),
        }
        if clean["ssn"] and clean["ssn"] == ctx.answers("primary_info").get("ssn"):
            found.add("ssn", _("This is the applicant's Social Security Number."))
        found.stop()
        return clean

    def _percentage(self, found: Problems, data: Mapping[str, Any]) -> str:
        name = "beneficiary_percentage"
        value = rules.required(found, data, name).removesuffix("%").strip()
        plain = value.isascii() and value.isdigit() and len(value) <= 3
        if value and not (plain and 1 <= int(value) <= WHOLE):
            found.add(name, _("Beneficiary percentage should not be 0 or more than 100"))
            return ""
        return str(int(value)) if value else ""

    def people(self, ctx: StepContext, listed: Sequence[Mapping[str, Any]]) -> list[Answers]:
        """The whole list, clean. Errors are named ``beneficiaries.N.field``; too many, or too much, stops it too."""
        done = cleaned(listed, lambda data, _before: self.person(ctx, data), name="beneficiaries")
        self.check_room(done)
        return done

    def check_room(self, people: Sequence[Mapping[str, Any]]) -> None:
        """Raises FieldErrors when there are more than three, or their shares are more than the whole."""
        if len(people) > MAX:
            raise FieldErrors.one("beneficiaries", _("Maximum allowed number of beneficiaries is 3"))
        if total(people) > WHOLE:
            words = _("Your total Beneficiary Percentage is %(total)s and it Should not be more than 100%%")
            raise FieldErrors.one("beneficiaries", words % {"total": total(people)})

    def check_whole(self, people: Sequence[Mapping[str, Any]]) -> None:
        """Raises FieldErrors on ``beneficiaries`` while the shares don't make up the whole."""
        if not people:
            raise FieldErrors.one("beneficiaries", _("Please add your beneficiaries before continuing."))
        if total(people) < WHOLE:
            words = _("Your total Beneficiary Percentage is %(total)s and it Should not be less than 100%%")
            raise FieldErrors.one("beneficiaries", words % {"total": total(people)})

    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        people = self.people(ctx, list(data.get("beneficiaries") or []))
        self.check_whole(people)
        return {"beneficiaries": people, "confirmed": True}

    def missing(self, ctx: StepContext) -> int:
        return super().missing(ctx) if ctx.answers(self.key).get("confirmed") else 1

    def summary(self, ctx: StepContext) -> Summary:
        people = ctx.answers(self.key).get("beneficiaries", [])
        rows = [
            Row(label=rules.full_name(one), value=f"{self.relation(ctx, one)}, {one['beneficiary_percentage']}%")
            for one in people
        ]
        return Summary(rows=rows, details=[self._block(ctx, number, one) for number, one in enumerate(people, 1)])

    def _block(self, ctx: StepContext, number: int, one: Answers) -> Block:
        title = _("Beneficiary #%(number)s") % {"number": number}
        return Block(title=title, rows=[Row(label=label, value=value) for label, value in self.rows_of(ctx, one)])

    def rows_of(self, ctx: StepContext, one: Answers) -> list[tuple[str, str]]:
        """(label, value) of what is known of a person; the number masked."""
        return [
            (_("Name"), rules.full_name(one)),
            (_("Relationship"), self.relation(ctx, one)),
            (_("Date of Birth"), one["birthdate"]),
            (self.ssn_label(), rules.ending(one["ssn"])),
            (_("Beneficiary Percentage"), f"{one['beneficiary_percentage']}%"),
        ]

    def relation(self, ctx: StepContext, one: Answers) -> str:
        return rules.label_of(self.relationships(ctx), one["relationship"])

    def ssn_label(self) -> str:
        return _("Social Security Number")
