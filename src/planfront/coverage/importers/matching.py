"""Filed policies beside what is on record: whose they are, which are there already, and what they cost by our rates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db.models import Q
from django.utils.translation import gettext as _

from planfront.coverage.importers import columns as named
from planfront.coverage.importers.reading import FiledPolicy
from planfront.coverage.importers.store import Store
from planfront.coverage.models import CoveredPerson, Policy
from planfront.coverage.overlaps import PlanDays
from planfront.coverage.pricing import PriceRefused, Pricing
from planfront.coverage.states import is_cancelled
from planfront.coverage.timeline import SELF, Place, Terms
from planfront.imports.registry import Sink
from planfront.integrations.zips import library_state
from planfront.kernel.days.months import months_later
from planfront.kernel.money import as_text, display
from planfront.kernel.text import texts
from planfront.kernel.text.folding import comparison_key
from planfront.kernel.text.parse import show_date
from planfront.members.elsewhere import members_with_ids, members_with_numbers
from planfront.members.identifiers import subscriber_number
from planfront.rating.engine import SEX_OF_GENDER

if TYPE_CHECKING:
    from planfront.members.models import Member

PersonKey = tuple[str, int, str]
"""A person by a number: of which kind, of which group or insurer, and the number."""


@dataclass(frozen=True)
class Placed:
    """A policy that isn't on record. ``member`` None: the person is new, and known by ``key``. ``ours``: a month by our
    rates, None where they have no price."""

    policy: FiledPolicy
    key: PersonKey
    member: Member | None
    terms: Terms
    ours: Decimal | None


@dataclass
class Matching:
    """The state of reading a file: rates, and what its earlier rows said."""

    store: Store
    today: date
    sink: Sink
    pricing: Pricing = field(default_factory=Pricing)
    unchanged: int = 0
    _new: dict[PersonKey, tuple[date, int]] = field(default_factory=dict)
    _numbers: dict[tuple[int, str], int] = field(default_factory=dict)
    _plans: dict[PersonKey, list[tuple[PlanDays, int]]] = field(default_factory=dict)

    def place(self, policies: Sequence[FiledPolicy]) -> list[Placed]:
        """Return those that aren't on record, and report what is wrong with others. A few queries."""
        on_record = _OnRecord(self.store, policies)
        placed = []
        for policy in policies:
            key = key_of(policy)
            member = on_record.members.get(key)
            key = ("member", 0, str(member.pk)) if member else key
            if self._is_person_wrong(policy, key, member) or self._comes_again(policy, key):
                continue
            if (known := on_record.find(policy, member)) is not None:
                self._compare(policy, known, member)
                continue
            if member is not None and self._overlaps(policy, on_record.policies[member.pk]):
                continue
            placed.append(self._build(policy, key, member))
        return placed

    @property
    def new_people(self) -> int:
        return len(self._new)

    def _refuse(self, policy: FiledPolicy, column: str, code: str, message: str) -> bool:
        self.sink.issue(policy.record.issue(code, message, column))
        return True

    def _is_person_wrong(self, policy: FiledPolicy, key: PersonKey, member: Member | None) -> bool:
        """Report a number that is nobody's, or somebody else's than the row says."""
        values = policy.member.values
        born = values["birth_date"]
        if member is not None:
            if member.birth_date != born:
                message = _("The member with this number, %s, has another date of birth on record.")
                return self._refuse(policy, _born(policy), "otherPerson", message % subscriber_number(member.pk))
            if policy.group is not None and member.group_id != policy.group.pk:
                message = _("The member isn't in this group. Write the member's own group, or leave the cell empty.")
                return self._refuse(policy, named.GROUP, "otherGroup", message)
            return False
        if policy.member_id is not None:
            message = _("No member of this store has this number. Leave it empty for someone who is new.")
            return self._refuse(policy, named.MEMBER, "noMember", message)
        if "zip" not in values:
            return self._refuse(policy, "ZIP", "required", str(texts.REQUIRED))
        if not (values.get("state") or library_state(values["zip"])):
            return self._refuse(policy, "State", "required", _("The ZIP code isn't known here. Write the state, too."))
        before, row = self._new.setdefault(key, (born, policy.record.number))
        if before != born:
            message = _("Row %d has this number with another date of birth.") % row
            return self._refuse(policy, _born(policy), "otherPerson", message)
        return False

    def _comes_again(self, policy: FiledPolicy, key: PersonKey) -> bool:
        """Report a policy that the file has twice."""
        row = policy.record.number
        if policy.number and (first := self._numbers.setdefault((policy.carrier.pk, policy.number), row)) != row:
            message = _("Row %d has the same ID. A group's or plan's number isn't a policy's: leave it empty.") % first
            return self._refuse(policy, named.POLICY_ID, "twice", message)
        listed, days = self._plans.setdefault(key, []), _days_of(policy)
        if again := next((first for other, first in listed if days.shared(other)), None):
            message = _("Row %d has the same plan of this member on the same days. Leave one out.") % again
            return self._refuse(policy, named.PLAN, "twice", message)
        listed.append((days, row))
        return False

    def _compare(self, policy: FiledPolicy, known: Policy, member: Member | None) -> None:
        """A policy on record stays as it is."""
        if known.member_id != (member.pk if member else None):
            message = _("The policy with this ID, %s, is another member's.") % known.number
            self._refuse(policy, named.POLICY_ID, "otherMember", message)
            return
        self.unchanged += 1
        if known.monthly is not None and known.monthly != policy.premium:
            message = _("On record as %(number)s for %(price)s a month: stays so.")
            facts = {"number": known.number, "price": display(known.monthly)}
            self.sink.issue(policy.record.issue("onRecord", message % facts, named.PREMIUM, fatal=False))

    def _overlaps(self, policy: FiledPolicy, others: Iterable[Policy]) -> bool:
        days = _days_of(policy)
        for other in others:
            own = PlanDays(other.plan_id, other.effective_date, other.end_date or date.max)
            if days.shared(own):
                message = _("The member has this plan from %(day)s on, as policy %(number)s. Leave the row out.")
                facts = {"day": show_date(other.effective_date), "number": other.number}
                return self._refuse(policy, named.PLAN, "hasPlan", message % facts)
        return False

    def _build(self, policy: FiledPolicy, key: PersonKey, member: Member | None) -> Placed:
        terms = self._terms_of(policy, member)
        try:
            priced = self.pricing(terms)
        except PriceRefused:
            return Placed(policy, key, member, terms, None)
        return Placed(policy, key, member, terms, priced.premium)

    def _terms_of(self, policy: FiledPolicy, member: Member | None) -> Terms:
        """Return terms with the premium as billed. People have the numbers of their places in the file as keys until
        they are on record."""
        keys = [SELF, *map(str, range(1, len(policy.people)))]
        return Terms(
            plan_id=policy.plan.id,
            tier=policy.tier,
            place=_place_of(policy, member),
            covered=policy.covered(keys),
            rated_on=_find_rating_day(policy.effective, self.today),
            amount=policy.amount if policy.amount is not None else policy.plan.amounts.get(policy.option),
            riders=tuple(policy.riders),
            inputs=_inputs_of(policy, member),
            premium=policy.premium,
        )


def _born(policy: FiledPolicy) -> str:
    return named.person_fields(tuple(policy.record.sheet.headings))["birth_date"]


def key_of(policy: FiledPolicy) -> PersonKey:
    """Return the number that a policy's member is known by."""
    if policy.member_id is not None:
        return "member", 0, str(policy.member_id)
    if policy.group is not None and (number := policy.member.values.get("employee_number")):
        return "employee", policy.group.pk, comparison_key(number)
    return "insurer", policy.carrier.pk, comparison_key(policy.member.insurer_id)


def _days_of(policy: FiledPolicy) -> PlanDays:
    return PlanDays(policy.plan.id, policy.effective, policy.end or date.max)


def _place_of(policy: FiledPolicy, member: Member | None) -> Place:
    values = policy.member.values
    if member is not None and member.zip:
        return Place(member.state or library_state(member.zip), member.zip)
    code = values.get("zip", "")
    return Place(values.get("state") or library_state(code), code)


def _find_rating_day(effective: date, today: date) -> date:
    """Return the day whose rates a policy has: of its last anniversary."""
    years = max(0, today.year - effective.year)
    day = months_later(effective, 12 * years)
    return day if day <= today or not years else months_later(effective, 12 * (years - 1))


def _inputs_of(policy: FiledPolicy, member: Member | None) -> dict[str, Any]:
    """Return the inputs of a price besides plan, place and people; see coverage.pricing."""
    group = policy.group
    gender = member.gender if member else policy.member.values.get("gender")
    tobacco = policy.tobacco if policy.tobacco is not None or member is None else member.is_smoker
    values = {
        "option": policy.option,
        "tobacco": tobacco,
        "sex": None if gender is None else SEX_OF_GENDER.get(gender),
        "income": as_text(member.annual_salary) if member and member.annual_salary is not None else None,
        "hours": int(member.weekly_hours) if member and member.weekly_hours is not None else None,
        "sic": group.sic if group else None,
        "group_size": group.eligible_employees if group else None,
        "participation": group.participation if group else None,
    }
    return {name: value for name, value in values.items() if value not in (None, "")}


class _OnRecord:
    """The members whom policies name by number, and the policies that may be the same."""

    def __init__(self, store: Store, policies: Sequence[FiledPolicy]) -> None:
        self.store = store
        self.members = _find_members(store, policies)
        ids = {member.pk for member in self.members.values()}
        plans = {policy.plan.id for policy in policies}
        rows = Policy.objects.exclude(is_cancelled()).filter(brand=store.brand_id)
        self.policies: dict[int, list[Policy]] = defaultdict(list)
        for row in rows.filter(member__in=ids, plan_id__in=plans):
            self.policies[row.member_id or 0].append(row)
        numbers = {policy.number for policy in policies if policy.number}
        self.by_number = {
            (store.carrier_of(row.plan_id), row.insurer_number): row for row in rows.filter(insurer_number__in=numbers)
        }

    def find(self, policy: FiledPolicy, member: Member | None) -> Policy | None:
        """Return the same policy on record: by the insurer's ID, else the member's of the plan and first day."""
        if policy.number and (known := self.by_number.get((policy.carrier.pk, policy.number))):
            return known
        for row in self.policies[member.pk] if member else ():
            if (row.plan_id, row.effective_date) == (policy.plan.id, policy.effective):
                return row
        return None


def _find_members(store: Store, policies: Sequence[FiledPolicy]) -> dict[PersonKey, Member]:
    keys = [key_of(policy) for policy in policies]
    members: dict[PersonKey, Member] = {}
    ids = {int(number) for kind, _of, number in keys if kind == "member"}
    for row in members_with_ids(store.brand_id, ids) if ids else ():
        members["member", 0, str(row.pk)] = row
    groups = {of for kind, of, _number in keys if kind == "employee"}
    numbers = [str(policy.member.values.get("employee_number", "")) for policy in policies]
    for row in members_with_numbers(store.brand_id, groups, numbers) if groups else ():
        members["employee", row.group_id or 0, comparison_key(row.employee_number)] = row
    insurer_ids = {policy.member.insurer_id for policy in policies if key_of(policy)[0] == "insurer"}
    if insurer_ids:
        named_so = Q(policy__brand=store.brand_id, policy__member__merged_into=None, policy__member__isnull=False)
        people = CoveredPerson.objects.filter(named_so, key=SELF, insurer_id__in=insurer_ids)
        for person in people.select_related("policy__member"):
            key = "insurer", store.carrier_of(person.policy.plan_id), comparison_key(person.insurer_id)
            if person.policy.member is not None:
                members[key] = person.policy.member
    return members
