"""Reading members. Upper rooms get frozen facts; every look-up is inside one brand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db.models import Exists, Min, OuterRef, Prefetch, Q, QuerySet, Value
from django.utils.translation import gettext as _

from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.kernel.security.crypto import blind_indexes
from planfront.kernel.text.parse import full_name
from planfront.members.coverage import coverage
from planfront.members.models import Death, Identity, Member, PersonVersion, Relative
from planfront.members.person_facts import HOME, MAILING, FactRow, changes_after, facts_on
from planfront.members.person_history import SSN_INDEX, rows_of, stored_facts

ACTIVE = "ACTIVE"
CLASS = "group_class_id"


@dataclass(frozen=True)
class CoverageFacts:
    """A policy of a member today. ``status``: ACTIVE, else INACTIVE."""

    plan_id: int
    plan_name: str
    category: str
    policy_number: str
    status: str
    effective_date: date
    end_date: date | None

    @property
    def active(self) -> bool:
        return self.status == ACTIVE


@dataclass(frozen=True)
class MemberFacts:
    """A member without the social security number (``ssn_last4`` only)."""

    id: int
    brand_id: int
    user_id: int | None
    group_id: int | None
    group_name: str
    agent_id: int | None
    portal_id: int | None
    first_name: str
    middle_name: str
    last_name: str
    suffix: str
    birth_date: date
    gender: int
    email: str
    phone: str
    address1: str
    address2: str
    city: str
    state: str
    zip: str
    county: str
    mailing_address1: str
    mailing_address2: str
    mailing_city: str
    mailing_state: str
    mailing_zip: str
    marital_status: int | None
    is_smoker: bool | None
    weekly_hours: Decimal | None
    annual_salary: Decimal | None
    ssn_last4: str
    coverages: tuple[CoverageFacts, ...]

    @property
    def name(self) -> str:
        return full_name(self)

    @property
    def ssn_shown(self) -> str:
        return _("Ending %(digits)s") % {"digits": self.ssn_last4} if self.ssn_last4 else ""

    @property
    def policy_id(self) -> str:
        """Policy number of the first active coverage, else of the latest one."""
        ranked = sorted(self.coverages, key=lambda cover: not cover.active)
        return ranked[0].policy_number if ranked else ""


@dataclass(frozen=True)
class RelativeFacts:
    """A dependent or beneficiary on record. ``ssn`` is opened: mask it before it leaves the server. Without an address
    they live with the member."""

    id: str
    relationship: str
    first_name: str
    middle_name: str
    last_name: str
    suffix: str
    birth_date: date
    gender: int | None
    percentage: int | None
    ssn: str
    address1: str = ""
    address2: str = ""
    city: str = ""
    state: str = ""
    zip: str = ""
    county: str = ""


_COPIED = (
    "brand_id",
    "user_id",
    "group_id",
    "agent_id",
    "portal_id",
    "first_name",
    "middle_name",
    "last_name",
    "suffix",
    "birth_date",
    "gender",
    "email",
    "phone",
    "address1",
    "address2",
    "city",
    "state",
    "zip",
    "county",
    *MAILING,
    "marital_status",
    "is_smoker",
    "weekly_hours",
    "annual_salary",
    "ssn_last4",
)


def with_coverage(rows: QuerySet[Member]) -> QuerySet[Member]:
    """Rows with what ``facts`` reads of them."""
    return rows.select_related("group").prefetch_related(Prefetch("policies", queryset=coverage().kept_policies()))


def members(brand_id: int) -> QuerySet[Member]:
    return with_coverage(Member.objects.filter(brand_id=brand_id, active=True))


def _coverage(row: Any) -> CoverageFacts:
    return CoverageFacts(
        plan_id=row.plan_id,
        plan_name=row.plan_name,
        category=row.category,
        policy_number=row.number,
        status=ACTIVE if row.state == "active" else "INACTIVE",
        effective_date=row.effective_date,
        end_date=row.end_date,
    )


def facts(row: Member) -> MemberFacts:
    copied = {name: getattr(row, name) for name in _COPIED}
    return MemberFacts(
        id=row.pk,
        group_name=row.group.name if row.group else "",
        coverages=tuple(_coverage(coverage) for coverage in row.policies.all()),
        **copied,
    )


def facts_of_members(member_ids: Iterable[int]) -> dict[int, MemberFacts]:
    """Return members by id, without those who were merged into another record."""
    rows = with_coverage(Member.objects.filter(pk__in=list(member_ids), merged_into=None)).order_by("pk")
    return {row.pk: facts(row) for row in rows}


def member_by_id(brand_id: int, member_id: int) -> MemberFacts | None:
    row = members(brand_id).filter(pk=member_id).first()
    return facts(row) if row else None


@dataclass(frozen=True)
class PersonOnRecord:
    """The facts of a member today in stored form, and the later days on which some become different: each with all
    facts before it and from it on."""

    facts: Mapping[str, Any]
    later: Sequence[tuple[date, Mapping[str, Any], Mapping[str, Any]]]


def load_person(member_id: int) -> PersonOnRecord:
    """Read what is on record of a member, today and later. Raises NotFound."""
    row = Member.objects.filter(pk=member_id).first()
    if row is None:
        raise NotFound
    rows, today, stored = next(iter(rows_of([row]).values()), []), clock.today(), stored_facts(row, "")
    later = [(day, stored | before, stored | after) for day, before, after in changes_after(rows, today)]
    return PersonOnRecord(stored | facts_on(rows, today), later)


def member_of_user(brand_id: int, user_id: int | None) -> MemberFacts | None:
    """The member who signs in with this account."""
    row = members(brand_id).filter(user_id=user_id).first() if user_id else None
    return facts(row) if row else None


@dataclass(frozen=True)
class ClassHistory:
    """The group's class that a member is in, None for none, and those from later days on, the next one first."""

    now: int | None
    later: Sequence[tuple[date, int | None]] = ()

    def on(self, day: date) -> int | None:
        """Return the class of a day that isn't past, else that of today."""
        return next((class_id for first, class_id in reversed(self.later) if first <= day), self.now)


def classes_of_members(member_ids: Iterable[int]) -> dict[int, ClassHistory]:
    """Return the group's classes of members. One query, and two where one of them moves to another class later."""
    planned = PersonVersion.objects.filter(member=OuterRef("pk"), effective__gt=clock.today())
    listed = Member.objects.filter(pk__in=set(member_ids)).annotate(has_plans=Exists(planned))
    rows = {row.pk: row for row in listed.only("group_class_id")}
    moving = [row for row in rows.values() if row.has_plans]
    histories = rows_of(moving) if moving else {}
    return {
        key: ClassHistory(row.group_class_id, _later_classes(histories.get(("member", key), ())))
        for key, row in rows.items()
    }


def _later_classes(rows: Sequence[FactRow]) -> list[tuple[date, int | None]]:
    changes = changes_after(rows, clock.today())
    moves = [(day, before.get(CLASS), after.get(CLASS)) for day, before, after in changes]
    return [(day, after) for day, before, after in moves if before != after]


def addressable(rows: QuerySet[Member]) -> QuerySet[Member]:
    """Return the members to whom anything may be addressed: letters, offers, wishes, tasks. Not the dead."""
    return rows.exclude(pk__in=list_dead())


def list_dead() -> QuerySet[Death, Any]:
    """Return the ids of members of whom a death is on record."""
    return Death.objects.filter(relative=None).values("member")


def living_people(member_id: int) -> list[str]:
    """Return the keys of a member ("self") and their family, former dependents included, of whom no death is on
    record."""
    family = Relative.objects.filter(member=member_id, death=None).exclude(kind=Relative.Kind.BENEFICIARY)
    keys = [str(key) for key in family.order_by("birth_date", "id").values_list("pk", flat=True)]
    return ["self", *keys] if is_addressable(member_id) else keys


def day_of_death(member_id: int) -> date | None:
    """Return the day on which a member died, None where no death is on record."""
    return Death.objects.filter(member=member_id, relative=None).values_list("died_on", flat=True).first()


def members_awaiting_proof(rows: QuerySet[Member]) -> QuerySet[Any]:
    """Return the members with a death on record in the family whose proof is asked for, with ``proof_since``: the
    moment from which the first one is."""
    asked = rows.filter(deaths__proof="", merged_into=None)
    return asked.annotate(proof_since=Min("deaths__recorded_at"))


@dataclass(frozen=True)
class RecordedDeath:
    """``key``: of the person, "self" for the member."""

    key: str
    died_on: date
    proof: str


def list_deaths(member_id: int) -> list[RecordedDeath]:
    """Return the deaths on record in a member's family, the first at the front."""
    rows = Death.objects.filter(member=member_id).order_by("died_on", "id")
    return [RecordedDeath(str(row.relative_id or "self"), row.died_on, row.proof) for row in rows]


@dataclass(frozen=True)
class PersonRecord:
    """A person on a member's record. ``key``: "self" for the member, else the relative's id."""

    member_id: int
    key: str


def list_records_of_death(member_id: int, key: str) -> list[PersonRecord]:
    """Return the records on which the death of a person was recorded in one act, and those with it that were merged
    into theirs; [] where no death is on record."""
    row = Death.objects.filter(member=member_id, relative=None if key == "self" else UUID(key)).first()
    if row is None:
        return []
    same = Q(pk=row.pk) if row.act is None else Q(act=row.act)
    if row.relative_id is None:
        same |= Q(relative=None, member__merged_into=member_id)
    rows = Death.objects.filter(same).order_by("member")
    return [PersonRecord(row.member_id, str(row.relative_id or "self")) for row in rows]


def is_addressable(member_id: int) -> bool:
    return addressable(Member.objects.filter(pk=member_id)).exists()


def ssn_of(member_id: int) -> str:
    """The member's number, opened; "" when none is on record. Never leaves the server unmasked."""
    row = Identity.objects.filter(member_id=member_id).first()
    return row.ssn if row else ""


def relatives(member_id: int, kind: str) -> list[RelativeFacts]:
    """Dependents (``kind="dependent"``) or beneficiaries (``"beneficiary"``) on record, eldest first."""
    rows = Relative.objects.filter(member_id=member_id, kind=kind).order_by("birth_date", "id")
    return [
        RelativeFacts(
            id=str(row.pk),
            relationship=row.relationship,
            first_name=row.first_name,
            middle_name=row.middle_name,
            last_name=row.last_name,
            suffix=row.suffix,
            birth_date=row.birth_date,
            gender=row.gender,
            percentage=row.percentage,
            ssn=row.ssn,
            **{name: getattr(row, name) for name in HOME},
        )
        for row in rows
    ]


def members_of_person(brand_id: int, birth_date: date, ssn: str) -> QuerySet[Member]:
    """Return the members of a brand with a number and a birth date, the best one first."""
    indexes = blind_indexes(ssn, SSN_INDEX)
    rows = Member.objects.filter(
        brand_id=brand_id, birth_date=birth_date, identity__ssn_index__in=indexes, merged_into=None
    )
    return rows.order_by("-active", "pk")


def find_own_record(relative_id: UUID) -> int | None:
    """Return the id of the member who is this relative of another one, None where none has the number."""
    person = Relative.objects.select_related("member").filter(pk=relative_id).first()
    if person is None or not person.ssn:
        return None
    return members_of_person(person.member.brand_id, person.birth_date, person.ssn).values_list("pk", flat=True).first()


def find_families(member_ids: Iterable[int]) -> dict[int, set[int]]:
    """Return the other members of the family of each member: their dependents with a record of their own, by number,
    whose dependent they are, and so on. Four queries for each step of kinship, however many members there are."""
    listed = set(member_ids)
    kin: dict[int, set[int]] = {}
    waiting = listed
    while waiting:
        nearest = _list_next_of_kin(waiting)
        kin |= nearest
        waiting = set().union(*nearest.values()) - kin.keys()
    return {key: _follow_kin(kin, key) - {key} for key in listed}


def _follow_kin(kin: Mapping[int, set[int]], member_id: int) -> set[int]:
    family: set[int] = set()
    waiting = {member_id}
    while waiting:
        family.add(key := waiting.pop())
        waiting |= kin[key] - family
    return family


def _list_next_of_kin(member_ids: Collection[int]) -> dict[int, set[int]]:
    """Return the own records of the dependents of members, and the members whose dependents they are."""
    kin: dict[int, set[int]] = {key: set() for key in member_ids}
    dependents = Relative.objects.filter(kind=Relative.Kind.DEPENDENT).exclude(ssn="").select_related("member")
    of_members = list(dependents.filter(member__in=member_ids))
    records = _find_records({row.ssn for row in of_members})
    for row in of_members:
        if (record := records.get(_person_key(row))) is not None:
            kin[row.member_id].add(record)
    members = {
        (row.member.brand_id, row.member.birth_date, row.ssn): row.member_id
        for row in Identity.objects.filter(member__in=member_ids).select_related("member")
    }
    of_same_age = dependents.filter(birth_date__in={born for _brand, born, _ssn in members}, member__merged_into=None)
    for row in of_same_age if members else ():
        if (key := members.get(_person_key(row))) is not None:
            kin[key].add(row.member_id)
    return kin


def _person_key(row: Relative) -> tuple[int, date, str]:
    return row.member.brand_id, row.birth_date, row.ssn


def _find_records(numbers: Collection[str]) -> dict[tuple[int, date, str], int]:
    """Return the member of each brand, birth date and number, the best one."""
    number_of = {index: number for number in numbers for index in blind_indexes(number, SSN_INDEX)}
    rows = Identity.objects.filter(ssn_index__in=number_of, member__merged_into=None)
    records: dict[tuple[int, date, str], int] = {}
    ordered = rows.order_by("-member__active", "member").values_list(
        "ssn_index", "member", "member__brand", "member__birth_date"
    )
    for index, key, brand_id, born in ordered:
        records.setdefault((brand_id, born, number_of[index]), key)
    return records


def dependents_without_number() -> QuerySet[Relative]:
    """Dependents of active members whose Social Security number is still to be asked for, however they came on
    record."""
    members_on_record = {"member__active": True, "member__merged_into": None}
    return Relative.objects.filter(death=None, kind=Relative.Kind.DEPENDENT, ssn="", **members_on_record)


def family_numbers(member_id: int, *, except_relative: str) -> set[str]:
    """Return the numbers of a member and of their other dependents, opened."""
    numbers = {row.ssn for row in relatives(member_id, "dependent") if row.id != except_relative}
    return ({ssn_of(member_id)} | numbers) - {""}


def _on_record(brand_id: int) -> QuerySet[Member]:
    """Members who sign in, or whom the operator or a group put on record. Who only enrolled here may enroll again with
    the same address and number."""
    unused = Q(user=None) | Q(user__password__startswith=UNUSABLE_PASSWORD_PREFIX)
    return Member.objects.filter(brand_id=brand_id, merged_into=None).exclude(unused, enrolled_here=True)


def taken_contacts(brand_id: int, *, email: str = "", phone: str = "", except_member: int | None = None) -> set[str]:
    """Return which of ``"email"`` and ``"phone"`` (ten digits) another member of the brand has. One query."""
    rows = _on_record(brand_id).exclude(pk=except_member) if except_member else _on_record(brand_id)
    searches = []
    if email.strip():
        searches.append(rows.filter(email__iexact=email.strip()).values_list(Value("email"), flat=True))
    if phone:
        searches.append(rows.filter(phone=phone).values_list(Value("phone"), flat=True))
    return set(searches[0].union(*searches[1:])) if searches else set()


def find_same_person(brand_id: int, *, email: str, phone: str, name: str, born: date | None) -> list[int]:
    """Return the keys of up to five records that may be a person's: with the same address, phone number (ten digits),
    or name and birth date. One query, none where nothing is known."""
    same = Q()
    if email:
        same |= Q(email__iexact=email)
    if phone:
        same |= Q(phone=phone)
    if born and len(words := name.split()) > 1:
        same |= Q(birth_date=born, first_name__iexact=words[0], last_name__iexact=words[-1])
    if not same:
        return []
    rows = Member.objects.filter(same, brand_id=brand_id, merged_into=None, active=True)
    return list(rows.order_by("pk").values_list("pk", flat=True)[:5])


def email_taken(brand_id: int, email: str, except_member: int | None = None) -> bool:
    """Another member of the brand has this address."""
    return bool(taken_contacts(brand_id, email=email, except_member=except_member))
