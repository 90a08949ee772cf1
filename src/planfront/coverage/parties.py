"""The reps who look after a policy, and its beneficiaries, from a day on.

What is refused is said to staff only, in English like the back office."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.brands.selectors import setting
from planfront.catalog.insurer_numbers import explain_number
from planfront.catalog.selectors import catalog
from planfront.coverage.events import publish_event
from planfront.coverage.models import Change, CoveredPerson, Designation, EventKind, Policy, RepAssignment
from planfront.coverage.plan_facts import pays_at_death
from planfront.coverage.selectors import designations_of
from planfront.coverage.states import is_open
from planfront.coverage.successors import lock_following
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import AppError, FieldError, FieldErrors, NotFound
from planfront.kernel.text import texts
from planfront.kernel.text.folding import name_key
from planfront.kernel.text.parse import ADULT_AGE, age_on, show_date
from planfront.members.reference import choices
from planfront.members.selectors import relatives

_DAY = timedelta(days=1)
WHOLE = Decimal(100)
DIVORCE = "divorce"
_FORMER_SPOUSES = frozenset({"spouse", "partner"})
"""Relationships of beneficiaries whom the member may have divorced."""


class Moved(AppError):
    """The record is no longer as it was read."""

    status = 409
    default = "Something has changed since. Look at it again, then write it."


def standing_reps(policy_id: UUID) -> list[RepAssignment]:
    """Every assignment of a policy, with its rep, by day."""
    rows = RepAssignment.objects.filter(policy=policy_id).select_related("agent")
    return list(rows.order_by("effective_date", "agent__code"))


def mark_of_reps(rows: Sequence[RepAssignment]) -> str:
    """Names what is on record, to see later whether it has moved."""
    return repr([(row.agent_id, str(row.share), str(row.effective_date), str(row.end_date)) for row in rows])


def mark_of_designations(policy_id: UUID) -> str:
    rows = Designation.objects.filter(policy=policy_id).order_by("recorded", "pk")
    return repr([str(pk) for pk in rows.values_list("pk", flat=True)])


def check_first_day(policy: Policy, day: date) -> None:
    """Not before the policy, and no further back than one person alone may reach. Raises FieldErrors ("day") with the
    nearest day."""
    reach = clock.today() - timedelta(days=settings.ENV.retroactive_limit)
    if day < policy.effective_date:
        nearest = show_date(policy.effective_date)
        raise FieldErrors.single("day", f"The policy starts on {nearest}: that is the earliest day.")
    if day < reach:
        raise FieldErrors.single("day", f"This reaches back too far. The earliest day is {show_date(reach)}.")


@transaction.atomic
def assign_reps(*, policy_id: UUID, first_day: date, shares: Mapping[int, Decimal], mark: str, origin: Origin) -> None:
    """Assign the reps who look after a policy from a day on: per cent by rep, together 100. What was to come after that
    day is gone. They look after the policies that follow it, too.

    Raises Moved where what is on record isn't what ``mark`` names, and FieldErrors.
    """
    policy = _lock_policy(policy_id)
    check_first_day(policy, first_day)
    if sum(shares.values()) != WHOLE or min(shares.values()) <= 0:
        raise FieldErrors.single("shares", "The shares have to add up to 100%.")
    if mark_of_reps(standing_reps(policy_id)) != mark:
        raise Moved
    for row in [policy, *lock_following(policy)]:
        _write_reps(row, max(first_day, row.effective_date), shares, origin)


def _write_reps(policy: Policy, first_day: date, shares: Mapping[int, Decimal], origin: Origin) -> None:
    for row in standing_reps(policy.pk):
        if row.effective_date >= first_day:
            row.delete()
        elif row.end_date is None or row.end_date >= first_day:
            row.end_date = first_day - _DAY
            row.save(update_fields=["end_date"])
    RepAssignment.objects.bulk_create(
        RepAssignment(policy=policy, agent_id=agent_id, share=share, effective_date=first_day)
        for agent_id, share in shares.items()
    )
    recorded_shares = {str(agent_id): str(share) for agent_id, share in shares.items()}
    publish_event(EventKind.REPS, policy=policy)
    _record_event("reps_changed", policy, origin, first_day, shares=recorded_shares)


def list_minors(member_id: int) -> set[str]:
    """Return the names of the member's dependents under 18, as ``is_minor`` compares them, but for a name that an adult
    among them has, too."""
    today = clock.today()
    ages = [
        (name_key(f"{person.first_name} {person.last_name}"), age_on(person.birth_date, today))
        for person in relatives(member_id, "dependent")
    ]
    adults = {name for name, age in ages if age >= ADULT_AGE}
    return {name for name, _age in ages} - adults


def is_minor(name: str, minors: Collection[str]) -> bool:
    """Return True where ``list_minors`` has the name, however it is written."""
    return name_key(name) in minors


def needs_trustee(person: Mapping[str, Any], minors: Collection[str]) -> bool:
    """Return True for a person of models.Designation who is under 18 by birth date or record, and has no trustee."""
    if person.get("trustee") or not _is_person(person["relationship"]):
        return False
    if born := person.get("born"):
        return age_on(date.fromisoformat(born), clock.today()) < ADULT_AGE
    return is_minor(person["name"], minors)


def read_beneficiaries(people: Sequence[Mapping[str, Any]], member_id: int) -> list[dict[str, Any]]:
    """Return beneficiaries as a member named them: each with a name, but for an estate, what they are to the member,
    and a share in whole per cent, together 100. A person under 18, by what is said or on record, has a trustee.
    Raises FieldErrors by ``people.0.name`` and the like."""
    minors = list_minors(member_id)
    known = {choice.value: choice for choice in choices("beneficiary_relationships")}
    errors, estates = [], 0
    for number, person in enumerate(people):
        relationship = known.get(person["relationship"])
        if relationship is None:
            errors.append(FieldError(f"people.{number}.relationship", texts.CHOICE))
        elif relationship.flags.get("asks") == "estate":
            estates += 1
            if estates > 1:
                errors.append(FieldError(f"people.{number}.relationship", _("The estate is already on the list.")))
        elif not person["name"].strip():
            errors.append(FieldError(f"people.{number}.name", texts.REQUIRED))
        elif _has_trustee(person, minors) and not person["trustee"].strip():
            message = _("Name an adult who receives this share until the child is 18.")
            errors.append(FieldError(f"people.{number}.trustee", message))
    total = sum(person["share"] for person in people)
    if total != WHOLE:
        errors.append(
            FieldError("shares", _("The shares add up to %(total)s%%. They need to be 100%%.") % {"total": total})
        )
    if errors:
        raise FieldErrors(errors)
    return [_read_beneficiary(person, minors) for person in people]


def _read_beneficiary(person: Mapping[str, Any], minors: set[str]) -> dict[str, Any]:
    """Return a row of models.Designation; an adult, a trust and an estate have no trustee."""
    name = person["name"].strip()
    row = {"name": name, "relationship": person["relationship"], "share": person["share"]}
    return {**row, "trustee": person["trustee"].strip()} if _has_trustee(person, minors) else row


def _has_trustee(person: Mapping[str, Any], minors: Collection[str]) -> bool:
    return _is_person(person["relationship"]) and (person["minor"] or is_minor(person["name"], minors))


def _is_person(relationship: str) -> bool:
    return next(
        (choice.is_person for choice in choices("beneficiary_relationships") if choice.value == relationship), True
    )


@transaction.atomic
def designate_from(
    *, policy_id: UUID, first_day: date, people: Sequence[Mapping[str, Any]], mark: str, origin: Origin
) -> None:
    """Designate the beneficiaries from a day on; ``people``: see models.Designation, with shares that add up to 100.
    Nothing on record is changed: a row is added. They receive the benefit of the member's policies that follow it, too.

    Raises Moved where what is on record isn't what ``mark`` names, and FieldErrors.
    """
    policy = _lock_policy(policy_id)
    check_first_day(policy, first_day)
    if sum(person["share"] for person in people) != WHOLE or min(person["share"] for person in people) <= 0:
        raise FieldErrors.single("shares", "The shares have to add up to 100%.")
    if mark_of_designations(policy_id) != mark:
        raise Moved
    plans = catalog()
    following = [
        row for row in lock_following(policy) if row.member_id == policy.member_id and pays_at_death(row, plans)
    ]
    for row in [policy, *following]:
        _write_designation(row, max(first_day, row.effective_date), people, "beneficiaries_changed", origin)


def _write_designation(
    policy: Policy, first_day: date, people: Sequence[Mapping[str, Any]], verb: str, origin: Origin
) -> None:
    row = Designation(policy=policy, effective=first_day, recorded=clock.business_now())
    row.people = [dict(person) for person in people]
    row.save()
    publish_event(EventKind.BENEFICIARIES, policy=policy, subject=str(row.pk))
    _record_event(verb, policy, origin, first_day, people=len(people))


def policies_to_review(policies: QuerySet[Policy]) -> QuerySet[Any]:
    """Return open policies whose beneficiaries, named before their member's divorce, include a spouse or partner, with
    ``divorced_on`` and ``divorce_recorded``. A designation since then, with others or the same people, settles it."""
    today = clock.today()
    taken_back = Change.objects.filter(withdraws=OuterRef("pk"))
    divorces = Change.objects.filter(event__key=DIVORCE).exclude(Exists(taken_back))
    newest = divorces.filter(policy__member=OuterRef("member")).order_by("-recorded", "-pk")
    own = Designation.objects.filter(policy=OuterRef("pk"))
    rows = policies.filter(is_open(today), member__in=divorces.order_by().values("policy__member")).annotate(
        divorced_on=Subquery(newest.values("happened_on")[:1]),
        divorce_recorded=Subquery(newest.values("recorded")[:1]),
    )
    before = rows.filter(Exists(own)).exclude(Exists(own.filter(recorded__gt=OuterRef("divorce_recorded"))))
    named = designations_of(before.order_by().values_list("pk", flat=True), today)
    return rows.filter(pk__in=[row.policy_id for row in named if _names_spouse(row)])


def divorces_to_review(policy_ids: Iterable[UUID]) -> dict[UUID, date]:
    """Return the days of divorces by policy, of those whose beneficiaries are to be reviewed."""
    rows = policies_to_review(Policy.objects.filter(pk__in=list(policy_ids)))
    return dict(rows.order_by().values_list("pk", "divorced_on"))


def _names_spouse(row: Designation) -> bool:
    return any(person["relationship"] in _FORMER_SPOUSES for person in row.people)


def read_divorce_note(brand_id: int, language: str) -> str:
    """Return what the operator says of beneficiaries after a divorce, such as the law of a state; "" unless set."""
    spanish = setting(brand_id, f"{DIVORCE}_note_es") if language == "es" else ""
    return spanish or setting(brand_id, f"{DIVORCE}_note")


@transaction.atomic
def keep_designation(*, policy_id: UUID, origin: Origin) -> None:
    """Designate the same beneficiaries again from today on, after a divorce. Does nothing where none have to be
    reviewed."""
    policy = _lock_policy(policy_id)
    if not divorces_to_review([policy.pk]):
        return
    (standing,) = designations_of([policy.pk], clock.today())
    first_day = max(clock.today(), policy.effective_date)
    people: Any = standing.people
    _write_designation(policy, first_day, people, "beneficiaries_kept", origin)


def read_insurer_id(typed: str) -> str:
    """Return an insurer's id as it is kept. Raise FieldErrors for what can't be one."""
    text = " ".join(typed.split())
    if text and (problem := explain_number(text)):
        raise FieldErrors.single("insurer_id", problem)
    return text


@transaction.atomic
def set_insurer_id(*, person_id: UUID, insurer_id: str, origin: Origin) -> None:
    """Write what the insurer calls a covered person, or "" for nothing. Raise FieldErrors for what can't be an id."""
    text = read_insurer_id(insurer_id)
    person = lock_row(CoveredPerson.objects.filter(pk=person_id))
    if person is None:
        raise NotFound
    if person.insurer_id == text:
        return
    person.insurer_id = text
    person.save(update_fields=["insurer_id"])
    meta = {"role": person.role, "fields": ["insurer_id"]}
    record("coverage.insurer_id", origin=origin, subject_type="policy", subject_id=person.policy_id, meta=meta)


def _lock_policy(policy_id: UUID) -> Policy:
    policy = lock_row(Policy.objects.filter(pk=policy_id))
    if policy is None:
        raise NotFound
    return policy


def _record_event(verb: str, policy: Policy, origin: Origin, first_day: date, **more: Any) -> None:
    meta = {"number": policy.number, "from": first_day.isoformat(), **more}
    record(f"policy.{verb}", origin=origin, subject_type="policy", subject_id=policy.pk, meta=meta)
