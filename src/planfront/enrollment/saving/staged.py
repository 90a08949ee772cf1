"""Shared by lists of people, which are staged with each change and saved with Next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar
from uuid import uuid4

from planfront.audit.services import Origin
from planfront.enrollment.application import store
from planfront.enrollment.application.proposing import propose
from planfront.enrollment.forms.base import Answers, Step, is_mask
from planfront.enrollment.forms.named import NamedPerson
from planfront.enrollment.steps import following
from planfront.enrollment.steps.people import taken_number, taken_person
from planfront.kernel.errors import Conflict, FieldErrors
from planfront.kernel.text.parse import person_number

Person = TypeVar("Person", bound=NamedPerson)


def recognize_person(
    by_id: Mapping[str, Person], data: Mapping[str, Any], key: str, *, by_number: bool
) -> tuple[Answers, Person | None]:
    """Return (a submitted person with an id under ``key``, the known person they are).

    The stored number replaces an empty one or its mask. ``by_number``: a person without an id is the one with the same
    number, or without a number the one with the same name and birth date, so that a repeated call adds no one twice.
    """
    person = {name: value for name, value in data.items() if value not in ("", None)}
    sent, submitted = str(person.get("ssn", "")), NamedPerson.read(person)
    before = by_id.get(str(person.get(key, "")))
    if before is None and by_number and (number := person_number(sent)):
        before = next((other for other in by_id.values() if other.ssn == number), None)
    if before is None and by_number and submitted.ssn_later:
        before = next((other for other in by_id.values() if following.same_person(submitted, other)), None)
    person[key] = (before and before.stored.get(key)) or uuid4().hex
    if before and not submitted.ssn_later and (not sent or is_mask(sent, before.ssn)):
        person["ssn"] = before.ssn
        person.setdefault(following.LATER, "1" if before.ssn_later else "")
    return person, before


def check_beside(person: NamedPerson, others: Sequence[NamedPerson], *, part: str = "") -> None:
    """Raise FieldErrors, on the fields of ``part``, for a person who is one of the others already."""
    if person.ssn and person.ssn in {other.ssn for other in others}:
        raise FieldErrors.single(f"{part}ssn", taken_number())
    if any(following.same_person(person, other) for other in others):
        raise FieldErrors.single(f"{part}first_name", taken_person())


def check_newest(
    opened: store.OpenDraft, step: Step, name: str, people: list[Answers], *, version: int | None, stamp: str
) -> None:
    """Raise Conflict when the stored list ``name`` is not the one that the caller read, nor the one they send.

    ``stamp`` says which list was read; ``version``, for callers without one, grows with drafts, too.
    """
    section = opened.section(step.key)
    moved = stamp != section.stamp if stamp else version is not None and section.version > version
    if moved and section.answers.get(name) != people:
        raise Conflict(current={"version": section.version, "values": {}})


def stage_list(opened: store.OpenDraft, step: Step, answers: Answers, origin: Origin) -> int:
    """Store a list that is still being made. Returns the application's version."""
    if opened.proposing:
        propose(opened, step, answers, origin, staged=True)
    else:
        store.write_answers(opened, step.key, answers, origin)
    return opened.application.version
