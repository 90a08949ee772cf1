"""Adding members and what is known about them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from planfront.accounts.services import set_email
from planfront.accounts.staff_actions import close_account, reopen_account
from planfront.audit.services import SYSTEM, Origin, record
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_name, lock_row, lock_rows
from planfront.kernel.errors import FieldErrors, NotFound
from planfront.kernel.security.crypto import blind_index
from planfront.kernel.text.folding import name_key
from planfront.kernel.text.parse import NAME_PARTS
from planfront.members.duplicates.search import LIKENESS, find_duplicates
from planfront.members.models import Death, Gender, Identity, Member, Relative
from planfront.members.person_facts import HOME
from planfront.members.person_history import SSN_INDEX, FactCause, write_facts
from planfront.members.selectors import members_of_person


@transaction.atomic(savepoint=False)
def create_member(*, ssn: str = "", origin: Origin = SYSTEM, **fields: Any) -> Member:
    """A member; ``ssn`` (nine digits) is sealed. ``fields`` are the model's."""
    member = Member.objects.create(ssn_last4=ssn[-4:], **fields)
    if ssn:
        Identity.objects.create(member=member, ssn=ssn, ssn_index=blind_index(ssn, SSN_INDEX))
    record("member.created", origin=origin, subject_type="member", subject_id=member.pk)
    return member


def renew_ssn_index(identity: Identity) -> bool:
    """Index a member's number with the current key."""
    identity.ssn_index = blind_index(identity.ssn, SSN_INDEX)
    identity.save(update_fields=["ssn_index"])
    return True


@transaction.atomic
def add_relative(*, member: Member, kind: str, **fields: Any) -> Relative:
    return Relative.objects.create(member=member, kind=kind, **fields)


@dataclass(frozen=True)
class Enrollee:
    """A person who enrolls, in their own words. ``ssn``: nine digits, "" where it isn't known. ``fields``: the other
    columns of Member. A record that exists stays as it is: what a stranger types changes nothing of it."""

    brand_id: int
    birth_date: date
    ssn: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)


def find_and_hold(enrollee: Enrollee) -> Member | None:
    """The member of the brand with this number and birth date, held as ``hold_member`` does; until the transaction ends
    nobody else puts such a member on record. Without a number nobody is found."""
    if not enrollee.ssn:
        return None
    lock_name(f"member:{enrollee.brand_id}:{blind_index(enrollee.ssn, SSN_INDEX)}")
    on_record = members_of_person(enrollee.brand_id, enrollee.birth_date, enrollee.ssn)
    while member := on_record.first():
        if locked := lock_row(on_record.filter(pk=member.pk), no_key=True):
            return locked
    return None


def create_enrollee(enrollee: Enrollee, origin: Origin) -> Member:
    """Put somebody on record whom ``find_and_hold`` didn't find. Who may be the same person as somebody on record
    becomes a pair for staff. Runs inside a transaction."""
    lock_name(f"twins:{enrollee.brand_id}:{enrollee.birth_date}")
    member = create_member(
        ssn=enrollee.ssn,
        origin=origin,
        brand_id=enrollee.brand_id,
        birth_date=enrollee.birth_date,
        enrolled_here=True,
        **enrollee.fields,
    )
    find_duplicates(enrollee.brand_id, [member])
    return member


def hold_member(member_id: int) -> Member:
    """The member, or the one whose second record this was; no merge goes on beside the caller's transaction. Raises
    NotFound."""
    member = lock_row(Member.objects.filter(pk=member_id), no_key=True)
    if member is None:
        raise NotFound
    return member if member.merged_into_id is None else hold_member(member.merged_into_id)


def lock_member_without_account(member_id: int) -> Member | None:
    """Return a member who enrolled here and doesn't sign in yet, locked. Runs inside a transaction."""
    return lock_row(Member.objects.filter(pk=member_id, user=None, enrolled_here=True, active=True))


def lock_newcomer(member_id: int) -> Member | None:
    """Return a member whom a group put on record and who doesn't sign in yet, locked. Runs inside a transaction."""
    return lock_row(Member.objects.filter(pk=member_id, user=None, merged_into=None, active=True))


def claim_reminders(member_ids: Collection[int]) -> list[int]:
    """Note that members are reminded to enroll today, and return those who weren't yet: a person gets one a day,
    whoever asks and how often. Runs inside a transaction."""
    today = clock.today()
    due = Q(reminded_on=None) | Q(reminded_on__lt=today)
    keys = [row.pk for row in lock_rows(Member.objects.filter(due, pk__in=member_ids).only("pk"), no_key=True)]
    Member.objects.filter(pk__in=keys).update(reminded_on=today)
    return keys


def find_or_add_relatives(
    member: Member, kind: str, people: Iterable[Mapping[str, Any]], *, fill_numbers: bool, origin: Origin = SYSTEM
) -> list[Relative]:
    """Return the member's relatives of these names and birth dates; those who aren't on record are added. The others
    stay as they are, but ``fill_numbers`` adds a number that is missing: for callers who may change the record."""
    people = list(people)
    known = {_identity_of(vars(row)): row for row in Relative.objects.filter(member=member, kind=kind).order_by("-pk")}
    result = [known.get(_identity_of(fields)) or Relative(member=member, kind=kind, **fields) for fields in people]
    on_record = {row.pk for row in known.values()}
    Relative.objects.bulk_create(row for row in result if row.pk not in on_record)
    for row, fields in zip(result, people, strict=True) if fill_numbers else ():
        if row.pk in on_record:
            fill_number(row.pk, fields["ssn"], FactCause("application", origin))
    return result


def hold_dependent(relative_id: UUID) -> Relative:
    """Return a dependent on record, locked. Raises NotFound. Runs inside a transaction."""
    row = lock_row(Relative.objects.filter(pk=relative_id, kind=Relative.Kind.DEPENDENT))
    if row is None:
        raise NotFound
    return row


def fill_number(relative_id: UUID, ssn: str, cause: FactCause) -> bool:
    """Add a relative's number (nine digits) where none is on record. Return whether it was added. Runs inside a
    transaction."""
    row = lock_row(Relative.objects.filter(pk=relative_id)) if ssn else None
    if row is None or row.ssn:
        return False
    write_facts(row, {"ssn": ssn}, cause)
    return True


def add_relative_once(member_id: int, key: UUID, **fields: Any) -> Relative:
    """A dependent under an id that is known beforehand. One who is on record stays as they are, but for a number that
    was missing. Raises NotFound where the member's record was merged into another one. Runs inside a transaction."""
    if lock_row(Member.objects.filter(pk=member_id, merged_into=None), no_key=True) is None:
        raise NotFound
    defaults = {"member_id": member_id, "kind": Relative.Kind.DEPENDENT, **fields}
    relative, is_new = Relative.objects.get_or_create(pk=key, defaults=defaults)
    if relative.kind == Relative.Kind.FORMER:
        relative.kind = Relative.Kind.DEPENDENT
        relative.save(update_fields=["kind"])
    if not is_new and fill_number(key, fields.get("ssn", ""), FactCause("joined")):
        relative.refresh_from_db(fields=["ssn"])
    return relative


def mark_dead(
    member: Member, relative_id: UUID | None, died_on: date, proof: str, origin: Origin, *, act: UUID | None = None
) -> bool:
    """Put the death of a locked member, or of a relative, on record, with its proof. A member's account is turned off.
    ``act``: see models.Death. Return False where a death is on record. Raises NotFound for a relative of somebody else.
    Runs inside a transaction."""
    relative = None
    if relative_id is not None:
        rows = Relative.objects.filter(pk=relative_id, member=member)
        relative = lock_row(rows.exclude(kind=Relative.Kind.BENEFICIARY))
        if relative is None:
            raise NotFound
    now = clock.business_now()
    facts = {"died_on": died_on, "proof": proof, "recorded_at": now, "by_user": origin.user_id, "act": act}
    user = member.user if relative_id is None else None
    facts["closed_account"] = closes = user is not None and user.is_active
    _row, is_new = Death.objects.get_or_create(member=member, relative=relative, defaults=facts)
    if is_new:
        if user is not None and closes:
            close_account(user=user, origin=origin)
        meta = {"died_on": died_on.isoformat(), "relative": str(relative_id or ""), "proof": proof}
        record("member.death_recorded", origin=origin, subject_type="member", subject_id=member.pk, meta=meta)
    return is_new


@transaction.atomic
def enter_proof_of_death(member_id: int, relative_id: UUID | None, proof: str, origin: Origin) -> bool:
    """Put the proof of a recorded death on record that was still asked for, on all records where the death was recorded
    with it. Return False where none is asked for."""
    row = lock_row(Death.objects.filter(member=member_id, relative=relative_id, proof=""))
    if row is None:
        return False
    same = Death.objects.filter(pk=row.pk) if row.act is None else Death.objects.filter(act=row.act, proof="")
    same.update(proof=proof)
    meta = {"died_on": row.died_on.isoformat(), "relative": str(relative_id or ""), "proof": proof}
    record("member.death_proof_entered", origin=origin, subject_type="member", subject_id=member_id, meta=meta)
    return True


def take_back_death(member: Member, relative_id: UUID | None, reason: str, origin: Origin) -> date:
    """Take the death of a locked member, or of a relative, off the record, and turn an account on again that it turned
    off. Return the day of death. Raises NotFound. Runs inside a transaction."""
    row = lock_row(Death.objects.filter(member=member, relative=relative_id))
    if row is None:
        raise NotFound
    if row.closed_account and member.user is not None:
        reopen_account(user=member.user, origin=origin)
    row.delete()
    meta = {"died_on": row.died_on.isoformat(), "relative": str(relative_id or ""), "reason": reason}
    record("member.death_taken_back", origin=origin, subject_type="member", subject_id=member.pk, meta=meta)
    return row.died_on


@dataclass(frozen=True)
class Survivor:
    """The record of somebody who goes on after a member's death. ``keys``: of the family's dependents on that record,
    by their keys on the member's."""

    member: Member
    keys: Mapping[str, str]


def open_survivor_record(
    member: Member, relative_id: UUID, children: Collection[UUID], earlier: Collection[int], email: str, origin: Origin
) -> Survivor:
    """Return the record of a relative's own with some of the family as dependents, added where there is none: found by
    the number, else by the name among ``earlier`` survivors of the member, else new. Runs inside a transaction that
    holds the member."""
    people = Relative.objects.filter(member=member).in_bulk([relative_id, *children])
    person = people[relative_id]
    home: Member | Relative = person if person.address1 else member
    fields = {name: getattr(person, name) for name in NAME_PARTS} | {name: getattr(home, name) for name in HOME}
    fields |= {
        "gender": Gender.OTHER if person.gender is None else person.gender,
        "email": email,
        "agent_id": member.agent_id,
        "portal_id": member.portal_id,
    }
    enrollee = Enrollee(member.brand_id, person.birth_date, person.ssn, fields)
    own = find_and_hold(enrollee) or _find_earlier(person, earlier) or create_enrollee(enrollee, origin)
    facts = [
        {name: getattr(people[key], name) for name in (*NAME_PARTS, "relationship", "birth_date", "gender", "ssn")}
        for key in children
    ]
    added = find_or_add_relatives(own, Relative.Kind.DEPENDENT, facts, fill_numbers=False, origin=origin)
    return Survivor(own, {str(key): str(row.pk) for key, row in zip(children, added, strict=True)})


def _find_earlier(person: Relative, earlier: Collection[int]) -> Member | None:
    rows = Member.objects.filter(pk__in=earlier, birth_date=person.birth_date).order_by("pk")
    same = next((row for row in rows if _identity_of(vars(row)) == _identity_of(vars(person))), None)
    return hold_member(same.pk) if same is not None else None


def retire_relatives(keys: Collection[UUID]) -> None:
    """Keep only the names of dependents who never joined the family. Runs inside a transaction."""
    Relative.objects.filter(pk__in=keys, kind=Relative.Kind.DEPENDENT).update(kind=Relative.Kind.FORMER)


@transaction.atomic
def change_person(member_id: int, relative_id: UUID | None, cause: FactCause, **fields: Any) -> list[str]:
    """Write facts of a member or, with ``relative_id``, of somebody of the family, and return the names of those that
    differ. Raises NotFound for a relative of somebody else."""
    rows: Any = Member.objects.filter(pk=member_id, merged_into=None)
    if relative_id is not None:
        rows = Relative.objects.filter(pk=relative_id, member_id=member_id)
    person = lock_row(rows, no_key=True)
    if person is None:
        raise NotFound
    changed = write_facts(person, fields, cause)
    if changed:
        if isinstance(person, Member) and not LIKENESS.isdisjoint(changed):
            find_duplicates(person.brand_id, [person])
        verb = "corrected" if cause.is_correction else "changed"
        record(f"member.{verb}", origin=cause.origin, subject_type="member", subject_id=member_id, fields=changed)
    return changed


def change_address_of_guest(member_id: int, email: str, origin: Origin) -> None:
    """Write another email address of a member who has no password yet, on their account, too. Raises FieldErrors where
    it is an account's. Runs inside a transaction that holds the member's row."""
    user = Member.objects.select_related("user").get(pk=member_id).user
    if user is not None and not set_email(user=user, email=email, origin=origin):
        raise FieldErrors.single("email", _("This address can't be invited. Please use another one."))
    change_person(member_id, None, FactCause("group", origin), email=email)


def _identity_of(fields: Mapping[str, Any]) -> tuple[Any, ...]:
    names = (name_key(fields["first_name"]), name_key(fields["last_name"]))
    return (*names, fields["birth_date"])
