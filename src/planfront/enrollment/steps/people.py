"""Checking a whole list of people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from planfront.enrollment.forms.base import Answers
from planfront.enrollment.forms.named import NamedPerson
from planfront.enrollment.steps.following import same_person
from planfront.kernel.errors import FieldError, FieldErrors

Clean = Callable[[Mapping[str, Any], Sequence[Answers]], Answers]


def taken_number() -> str:
    return _("This Social Security Number is already on the list.")


def taken_person() -> str:
    return _("This person is already on the list.")


def clean_people(listed: Sequence[Mapping[str, Any]], clean: Clean, *, name: str, part: str = "") -> list[Answers]:
    """Return all people, cleaned by ``clean(person, those before)``. Raise FieldErrors named
    ``<name>.N.<part><field>``, also for a number that is there twice."""
    done: list[Answers] = []
    errors: list[FieldError] = []
    for index, data in enumerate(listed):
        prefix = f"{name}.{index}."
        try:
            person = clean(data, done)
        except FieldErrors as error:
            errors += [FieldError(prefix + item.target_element, item.error_message) for item in error.errors]
            continue
        current, earlier = NamedPerson.read(person), NamedPerson.each(done)
        if current.ssn and current.ssn in {other.ssn for other in earlier}:
            errors.append(FieldError(f"{prefix}{part}ssn", taken_number()))
        if any(same_person(current, other) for other in earlier):
            errors.append(FieldError(f"{prefix}{part}first_name", taken_person()))
        done.append(person)
    if errors:
        raise FieldErrors(errors)
    return done
