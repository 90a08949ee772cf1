"""The signer, and in whose name they sign."""

from __future__ import annotations

from planfront.enrollment.forms import rules
from planfront.enrollment.forms.base import Answers, StepContext
from planfront.enrollment.steps.personal.answers import PersonalAnswers


def signer_name(ctx: StepContext) -> str:
    """The name of who signs: the applicant's own, or that of who signs for the applicant."""
    return ctx.signer.name if ctx.signer.role != "applicant" else ctx.read(PersonalAnswers).full_name


def signer_of(ctx: StepContext) -> Answers:
    """Return who signs, in which role and for whom, as it is stored."""
    return {
        "role": ctx.signer.role,
        "name": signer_name(ctx),
        "code": ctx.signer.code,
        "of": ctx.signer.of,
        "applicant": ctx.read(PersonalAnswers).full_name,
    }


def name_matches(typed: str, ctx: StepContext) -> bool:
    """The typed name is that of who signs."""
    if ctx.signer.role == "applicant":
        return names_match(typed, ctx.read(PersonalAnswers))
    parts = ctx.signer.name.split()
    return any(rules.same_words(typed, form) for form in (ctx.signer.name, f"{parts[0]} {parts[-1]}"))


def names_match(typed: str, person: PersonalAnswers) -> bool:
    """The typed name is the applicant's: case, spaces, marks and diacritics don't matter, the middle name may be
    left out or shortened to its first letter, the suffix left out."""
    first, middle, last = person.first_name, person.middle_name, person.last_name
    plain = {f"{first} {last}", f"{first} {middle} {last}", f"{first} {middle[:1]} {last}"}
    forms = plain | {f"{name} {person.suffix}" for name in plain}
    return any(rules.same_words(typed, form) for form in forms)
