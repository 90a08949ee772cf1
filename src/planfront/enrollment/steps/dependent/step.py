"""The step Dependent Information: who fits the tier, and what the quote becomes with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.eligibility.joining import Code, Finding
from planfront.eligibility.joining_texts import explain, list_question_errors
from planfront.enrollment.forms import rules
from planfront.enrollment.forms.base import Answers, Block, FieldDef, Problems, Row, StepContext, Summary
from planfront.enrollment.forms.checking import Check
from planfront.enrollment.steps import family, following
from planfront.enrollment.steps.dependent.answers import Dependent, DependentAnswers
from planfront.enrollment.steps.dependent.form import FORM, RELATIONSHIPS
from planfront.enrollment.steps.health import form as health_form
from planfront.enrollment.steps.health.step import HealthStep
from planfront.enrollment.steps.people import clean_people, taken_person
from planfront.enrollment.steps.people_step import PeopleStep
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.text import texts

MAX = 9
HEADINGS = {
    "IC": gettext_lazy("Child information required"),
    "IS": gettext_lazy("Spouse information required"),
    "IF": gettext_lazy("Spouse & Child information required"),
}
ONE_CHILD = gettext_lazy(
    "Only one child is allowed in L713 plans for IC tier please delete additional child to proceed further"
)
SWITCHED = "switched"
HEALTH = "health_info."


def bounds(ctx: StepContext) -> tuple[int, int]:
    """Fewest and most dependents the tier takes."""
    tier = ctx.shopper.tier
    if tier == "IS":
        return 1, 1
    if tier == "IC":
        return 1, 1 if ctx.cart.premier else MAX
    return (2, MAX) if tier == "IF" else (0, 0)


def ask_spouse(ctx: StepContext, people: Iterable[Dependent]) -> bool:
    """Return whether to ask about a spouse: family tier without one on the list."""
    return ctx.shopper.tier == "IF" and not has_spouse(people)


def has_spouse(people: Iterable[Dependent]) -> bool:
    return any(person.is_spouse for person in people)


def split_by_tier(ctx: StepContext, people: Sequence[Dependent]) -> tuple[list[Dependent], list[Dependent]]:
    """(those that the tier takes, the others): IS one spouse, IC children, IF at most one spouse, first."""
    tier = ctx.shopper.tier
    spouses = [person for person in people if person.is_spouse and tier in {"IS", "IF"}]
    children = [person for person in people if person.is_child and tier in {"IC", "IF"}]
    fitting = [*spouses[:1], *children]
    ids = {person.dependent_id for person in fitting}
    return fitting, [person for person in people if person.dependent_id not in ids]


def tier_that_fits(ctx: StepContext, people: Sequence[Dependent]) -> str:
    """Return the tier that the list fits, where it isn't the quoted one and no one is about to be added; else an empty
    text."""
    tier, answers = ctx.shopper.tier, ctx.read(DependentAnswers)
    children = sum(person.is_child for person in people)
    if tier == "IF" and has_spouse(people):
        return "" if children else "IS"
    if tier == "IF" and answers.spouse_choice == "no" and children <= 1:
        return "IC" if children else "IO"
    # Somebody was listed here, and is not any more.
    emptied = tier in {"IS", "IC"} and not people and answers.first_track
    return "IO" if emptied and answers.set_aside else ""


def tier_columns(tier: str, people: Sequence[Dependent]) -> dict[str, Any]:
    """Return the quote's columns about the family when it moves to ``tier`` with these people."""
    columns: dict[str, Any] = {"tier": tier, "spouse_covered": None}
    if tier == "IC":
        columns["children"] = len(people)
    born = next((person.birthdate for person in people if person.is_spouse), None)
    return {**columns, "spouse_dob": born} if tier == "IS" and born else columns


def quote_changes(ctx: StepContext, people: Sequence[Dependent]) -> dict[str, date | int]:
    """Return what the list changes in the quote. A family without a spouse is priced as a member with children."""
    changes: dict[str, date | int] = {}
    spouse = next((person for person in people if person.is_spouse), None)
    born = spouse.birthdate if spouse else None
    if born and born != ctx.shopper.spouse_dob:
        changes["spouse_dob"] = born
    if ctx.shopper.tier == "IF" and (spouse is None) != ctx.shopper.without_spouse:
        changes["spouse_covered"] = spouse is not None
    children = sum(person.is_child for person in people)
    if ctx.shopper.tier in {"IC", "IF"} and children != ctx.shopper.children:
        changes["children"] = children
    return changes


def raise_both(person: Problems, health: Problems) -> None:
    """Raise what is wrong with a dependent and with the answers about their health, named by their parts."""
    parts = [("primary_info.", person), (HEALTH, health)]
    errors = [
        FieldError(prefix + item.target_element, item.error_message)
        for prefix, problems in parts
        for item in problems.items.values()
    ]
    if errors:
        raise FieldErrors(errors)


class DependentStep(PeopleStep):
    form = FORM
    slug = "dependent-information"
    by_default = True
    form_call = "get-form-fields-dependent-primary-info"
    form_has_more = True
    save_call = "save-dependent-info"
    picture = "dependent_info"
    draft_also = frozenset({"relationship"})

    def title(self) -> str:
        return _("Dependent Information")

    def description(self, ctx: StepContext) -> str:
        return _("Names, numbers, birth dates of everyone else who is covered.")

    def minutes_for(self, ctx: StepContext) -> int:
        """One for each person."""
        return self.minutes * (ctx.shopper.children_covered + ctx.shopper.covers_spouse)

    def card_title(self) -> str:
        return _("Dependent Info")

    def lead(self, ctx: StepContext) -> str:
        return str(HEADINGS.get(ctx.shopper.tier, ""))

    def required(self, ctx: StepContext) -> bool:
        return ctx.shopper.tier in HEADINGS and ctx.requirements.tab(self.key)

    def disclaimer(self, ctx: StepContext) -> str:
        words = _(
            "Insurers need a Social Security Number to issue coverage. "
            "We encrypt it and show only the last four digits."
        )
        return " ".join(filter(None, (words, following.number_hint(ctx))))

    def questions(self, ctx: StepContext) -> Sequence[health_form.Question]:
        """The health questions asked about each dependent."""
        health_tab = ctx.requirements.tab(HealthStep.key)
        return ctx.health.dependents if health_tab and ctx.health else ()

    def fields(self, ctx: StepContext) -> list[FieldDef]:
        """The add or edit form, with the questions about the person's health."""
        typed = self.values(ctx)
        person = super().fields(ctx)
        health = [
            field.model_copy(update={"order": order, "value": str(typed.get(field.field_name, ""))})
            for order, field in enumerate(self._health_fields(ctx, self.questions(ctx)), len(person))
        ]
        return [*person, *health]

    def person(
        self, ctx: StepContext, data: Mapping[str, Any], beside: Sequence[Mapping[str, Any]] | None = None
    ) -> Answers:
        """Return one dependent, clean. Raise FieldErrors named ``primary_info.…`` and ``health_info.…``. ``beside``:
        the list the person is on, the stored one if not given."""
        around = ctx if beside is None else self._with_list(ctx, beside)
        clean, problems = self.clean_person(around, data)
        if not clean.get("confirmed"):
            clean.pop("confirmed", None)
        health = self._health(ctx, data, clean["birthdate"], unwell := Problems())
        raise_both(problems, unwell)
        return {**clean, "employed": "0", **health}

    def check(self, ctx: StepContext, answers: Answers, problems: Problems) -> None:
        super().check(ctx, answers, problems)
        if (finding := family.identity_problem(ctx, Dependent.read(answers))) is not None:
            problems.add(finding.fix, explain(finding))
        if problems.items:
            return
        listed = ctx.read(DependentAnswers).dependents
        questions = family.list_open_questions(ctx, Dependent.read(answers), listed)
        for error in list_question_errors(questions, names={"birth_date": "birthdate"}):
            problems.add(error.target_element, error.error_message)

    def _with_list(self, ctx: StepContext, people: Sequence[Mapping[str, Any]]) -> StepContext:
        """Return the context as if these people were stored."""
        return replace(ctx, saved={**ctx.saved, self.key: {**ctx.answers(self.key), "dependents": list(people)}})

    def _health_fields(self, ctx: StepContext, questions: Sequence[health_form.Question]) -> list[FieldDef]:
        if not questions:
            return []
        confirm = _("I read every question about this person. Each answer is true, also where it says No.")
        if ctx.shopper.eprocess in {"rep", "group"}:
            confirm = _("I asked every question about this person. Each answer is the client's, also where it says No.")
        dated = [rules.not_future(ctx.today)]
        return health_form.fields(ctx, questions, {}, dated, HEALTH, unanswered="", confirm=confirm)

    def _health(self, ctx: StepContext, data: Mapping[str, Any], born: str, problems: Problems) -> Answers:
        questions = self.questions(ctx)
        if not questions:
            return {}
        health_info = data.get("health_info")
        before = Check(kind="not_before", value=born, message=_("This is before the date of birth."))
        dated = [before, rules.not_future(ctx.today)]
        return {
            "health_info": health_form.clean(
                ctx, questions, health_info if isinstance(health_info, Mapping) else {}, dated, problems
            )
        }

    def relationship(self, ctx: StepContext, before: Iterable[Dependent], choice: str) -> str:
        """Return the relationship of a dependent that names none: IS spouse, IC child, IF spouse first unless "no"."""
        tier = ctx.shopper.tier
        if tier == "IS":
            return "spouse"
        if tier == "IF" and not has_spouse(before) and choice != "no":
            return "spouse"
        return "child"

    def people(self, ctx: StepContext, listed: Sequence[Mapping[str, Any]], choice: str) -> list[Answers]:
        """The whole list, clean. Errors are named ``dependents.N.primary_info.field``."""

        def clean(data: Mapping[str, Any], before: Sequence[Answers]) -> Answers:
            relationship = rules.text(data, "relationship") or self.relationship(ctx, Dependent.each(before), choice)
            person = self.person(ctx, {**data, "relationship": relationship}, listed)
            current = Dependent.read(person)
            if any(family.is_same_child(current, other) for other in Dependent.each(before)):
                raise FieldErrors.single("primary_info.first_name", taken_person())
            return person

        return clean_people(listed, clean, name="dependents", part="primary_info.")

    def check_list(self, ctx: StepContext, people: Sequence[Dependent], choice: str) -> None:
        """Does the list fit the tier? Raises FieldErrors on ``dependents``."""
        problems = Problems()
        low, high = bounds(ctx)
        tier = ctx.shopper.tier
        spouses = sum(person.is_spouse for person in people)
        if len(people) > high and tier == "IC" and high == 1:
            problems.add("dependents", ONE_CHILD)
        elif len(people) > high:
            problems.add("dependents", _("Maximum allowed number of dependents is %(max)s") % {"max": high})
        elif spouses > 1 and tier != "IC":
            problems.add("dependents", explain(Finding(Code.SECOND_SPOUSE)))
        elif (spouses and tier == "IC") or (tier == "IS" and not spouses):
            problems.add("dependents", HEADINGS.get(tier, texts.NOT_VALID))
        elif spouses and choice == "no":
            problems.add("spouse_choice", _("Please select spouse status"))
        elif len(people) < low or (tier == "IF" and spouses == len(people)):
            problems.add("dependents", HEADINGS[tier])
        problems.stop()

    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        choice = rules.text(data, "spouse_choice")
        people = self.people(ctx, list(data.get("dependents") or []), choice)
        self.check_list(ctx, Dependent.each(people), choice)
        return {**data, "dependents": people, "spouse_choice": choice, "confirmed": True}

    def missing(self, ctx: StepContext) -> int:
        saved = ctx.read(DependentAnswers)
        if not saved.confirmed:
            return max(1, bounds(ctx)[0] - len(saved.dependents))
        # The quote was changed afterwards: prices stand for other people than these.
        return super().missing(ctx) or len(quote_changes(ctx, saved.dependents))

    def summary(self, ctx: StepContext) -> Summary:
        people = ctx.read(DependentAnswers).dependents
        rows = [
            Row(label=self.relation(ctx, person.stored), value=following.note_missing_number(person.full_name, person))
            for person in people
        ]
        details = [
            Block(title=_("Dependent #%(number)s") % {"number": number}, rows=self.rows_of(ctx, person.stored))
            for number, person in enumerate(people, 1)
        ]
        return Summary(rows=rows, details=details)

    def rows_of(self, ctx: StepContext, person: Mapping[str, Any]) -> list[Row]:
        health = health_form.blocks(ctx, person.get("health_info", {}), self.questions(ctx))
        lines = [Row(label=block.title, value=", ".join(row.value for row in block.rows)) for block in health]
        return [*super().rows_of(ctx, person), *(line for line in lines if line.value)]

    def name_of(self, _ctx: StepContext, person: Mapping[str, Any]) -> str:
        return rules.full_name(person)

    def relation(self, _ctx: StepContext, person: Mapping[str, Any]) -> str:
        return rules.label_of(RELATIONSHIPS, person["relationship"])
