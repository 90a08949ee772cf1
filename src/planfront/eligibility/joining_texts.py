"""Words of the reasons why a person can't be covered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from planfront.eligibility.joining import Code, Finding, PersonQuestion, field_of
from planfront.eligibility.texts import age_limit_text
from planfront.kernel.errors import FieldError

Of = Literal["applicant", "member", "employee", "staff"]

_APPLICANT: dict[Code, Promise] = {
    Code.OLDER: gettext_lazy("A child can't be older than the applicant. Please check the date of birth."),
    Code.GENERATION: gettext_lazy(
        "A child must be at least 10 years younger than the applicant or the spouse. Please check the date of birth."
    ),
    Code.SELF: gettext_lazy("This is the applicant, who is covered already."),
}
_MEMBER: dict[Code, Promise] = {
    Code.OLDER: gettext_lazy("A child can't be older than the member. Please check the date of birth."),
    Code.GENERATION: gettext_lazy(
        "A child must be at least 10 years younger than the member or the spouse. Please check the date of birth."
    ),
    Code.SELF: gettext_lazy("This is the member, who is covered already."),
}
_EMPLOYEE: dict[Code, Promise] = {
    Code.OLDER: gettext_lazy("A child can't be older than the employee. Please check the date of birth."),
    Code.GENERATION: gettext_lazy(
        "A child must be at least 10 years younger than the employee or the spouse. Please check the date of birth."
    ),
    Code.SELF: gettext_lazy("This is the employee. Leave the row out, or correct the name or date of birth."),
    Code.SECOND_SPOUSE: gettext_lazy("This employee has another spouse or partner, and a plan covers only one."),
    Code.UNTIL: gettext_lazy(
        "Plans cover children until they turn %(age)s. Write Disabled Child for one who depends on the employee."
    ),
}
_STAFF: dict[Code, Promise] = {
    **_MEMBER,
    Code.UNTIL: gettext_lazy(
        "Plans cover children until they turn %(age)s. A child who depends on the member because of a disability "
        "can stay covered at any age."
    ),
}
_WORDS: dict[Of, dict[Code, Promise]] = {
    "applicant": _APPLICANT,
    "member": _MEMBER,
    "employee": _EMPLOYEE,
    "staff": _STAFF,
}
_MESSAGES: dict[Code, Promise] = {
    Code.NUMBER: gettext_lazy("Someone else in the family has this Social Security number."),
    Code.TWICE: gettext_lazy("This person is covered already."),
    Code.SECOND_SPOUSE: gettext_lazy("A spouse or partner is covered already, and a plan covers only one."),
    Code.SPOUSE: gettext_lazy("A spouse must be at least 16 years old."),
    Code.UNTIL: gettext_lazy(
        "Plans cover children until they turn %(age)s. Please call us about an older child who depends on you because "
        "of a disability."
    ),
}
_QUESTIONS: dict[PersonQuestion, Promise] = {
    PersonQuestion.YOUNG_SPOUSE: gettext_lazy("The spouse is under 18. Is the date of birth correct?"),
    PersonQuestion.OTHER_NAME: gettext_lazy("This adult child's last name differs from the parents'. Is it correct?"),
}


def explain(finding: Finding, of: Of = "applicant") -> str:
    """Return why a person can't be covered. ``of``: what the reader calls the subscriber; an employee in a roster.
    Staff read of the member too, and aren't asked to call."""
    if finding.code in _RANGES:
        return age_limit_text(_RANGES[finding.code], finding.facts["low"], finding.facts["high"])
    return str(_WORDS[of].get(finding.code) or _MESSAGES[finding.code]) % finding.facts


_RANGES = {Code.SPOUSE_RANGE: "spouse", Code.CHILD_RANGE: "child"}


def ask(question: PersonQuestion) -> str:
    return str(_QUESTIONS[question])


def list_question_errors(
    questions: Iterable[PersonQuestion], before: str = "", names: Mapping[str, str] | None = None
) -> list[FieldError]:
    """Return the questions as what a call lacks: at the field that each is about, ``.confirmed.`` and its code.
    ``before``: the person's place in the call; ``names``: its names of fields that have others there."""
    errors = []
    for question in questions:
        field = field_of(question)
        place = f"{before}{(names or {}).get(field, field)}"
        errors.append(FieldError(f"{place}.confirmed.{question}", ask(question)))
    return errors
