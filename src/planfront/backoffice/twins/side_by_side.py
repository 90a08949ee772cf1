"""Two records of likely twins as facts beside each other, and in words where they differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count

from planfront.coverage.models import CoveredPerson, Designation, Policy
from planfront.integrations.states import STATES
from planfront.kernel.text.parse import show_date, show_phone
from planfront.letters.models import Letter
from planfront.members.models import MARITAL_NAMES, DuplicateMember, Identity, Member, Relative
from planfront.shopping.models import Quote

_SAME, _DIFFERS = "The same", "Differs"


@dataclass(frozen=True)
class Fact:
    """One fact of both records, in lines. ``verdict`` compares them where either has something."""

    label: str
    one: Sequence[str]
    other: Sequence[str]
    verdict: str

    @property
    def differs(self) -> bool:
        return self.verdict == _DIFFERS


@dataclass
class Belongings:
    """Rows that belong to a member's record, in words."""

    number: str = ""
    policies: list[str] = field(default_factory=list)
    covered: list[str] = field(default_factory=list)
    relatives: list[str] = field(default_factory=list)
    beneficiaries: int = 0
    designations: int = 0
    enrollments: list[str] = field(default_factory=list)
    letters: int = 0


def members_of(pair: DuplicateMember) -> list[Member]:
    people = Member.objects.select_related("user", "group", "group_class", "agent", "portal")
    rows = people.in_bulk([pair.first_id, pair.second_id])
    return [rows[pair.first_id], rows[pair.second_id]]


def compare_members(members: Sequence[Member]) -> list[Fact]:
    """Return the facts of both records, in a constant number of queries."""
    loaded = _load(members)
    result = [
        _compare_fact(label, members[0].pk, members[1].pk, [_lines(read(member)) for member in members])
        for label, read in _FACTS
    ]
    result.insert(2, _number_fact(members, loaded))
    for label, read_more in _MORE:
        result.append(
            _compare_fact(
                label, members[0].pk, members[1].pk, [_lines(read_more(loaded[record.pk])) for record in members]
            )
        )
    return result


def _compare_fact(label: str, one_id: int, other_id: int, values: Sequence[Sequence[str]]) -> Fact:
    first, other = values
    verdict = _SAME if first == other else _DIFFERS
    if not first or not other:
        verdict = f"Only {one_id}" if first else f"Only {other_id}"
    return Fact(label, first, other, verdict)


def _lines(value: Any) -> list[str]:
    return [str(item) for item in (value if isinstance(value, list) else [value]) if item not in ("", None)]


def _number_fact(members: Sequence[Member], loaded: dict[int, Belongings]) -> Fact:
    """Compare the whole numbers, which are opened for this and never shown."""
    ends = [[f"Ending {member.ssn_last4}"] if member.ssn_last4 else [] for member in members]
    fact = _compare_fact("Social Security number", members[0].pk, members[1].pk, ends)
    if all(ends):
        same = loaded[members[0].pk].number == loaded[members[1].pk].number
        return Fact(fact.label, fact.one, fact.other, _SAME if same else _DIFFERS)
    return fact


def _load(members: Sequence[Member]) -> dict[int, Belongings]:
    result = {member.pk: Belongings() for member in members}
    ids = list(result)
    for identity in Identity.objects.filter(member__in=ids):
        result[identity.member_id].number = identity.ssn
    for policy in Policy.objects.filter(member__in=ids).order_by("number"):
        state = str(policy.state.label).lower()
        line = f"{policy.number}, {policy.plan_name}, {state}, from {show_date(policy.effective_date)}"
        result[policy.member_id or 0].policies.append(line)
    people = CoveredPerson.objects.filter(policy__member__in=ids).select_related("policy", "relative")
    for person in people.order_by("policy__number", "role", "birth_date"):
        name = f"{person.relative.first_name} {person.relative.last_name}" if person.relative else "The member"
        result[person.policy.member_id or 0].covered.append(f"{person.policy.number}: {name.strip()}, {person.role}")
    for row in Relative.objects.filter(member__in=ids).order_by("birth_date", "id"):
        own = result[row.member_id]
        if row.kind == Relative.Kind.BENEFICIARY:
            own.beneficiaries += 1
        else:
            own.relatives.append(f"{row.first_name} {row.last_name}, {show_date(row.birth_date)}, {row.relationship}")
    for key, count in _count_text(Designation, "policy__member", ids):
        result[key].designations = count
    for key, count in _count_text(Letter, "member", ids):
        result[key].letters = count
    for quote in Quote.objects.filter(member__in=ids).order_by("created_at"):
        result[quote.member_id or 0].enrollments.append(
            f"Begun {show_date(quote.created_at.date())}, {str(quote.get_stage_display()).lower()}"
        )
    return result


def _count_text(model: Any, path: str, ids: Sequence[int]) -> Any:
    rows = model.objects.filter(**{f"{path}__in": ids}).order_by().values_list(path)
    return rows.annotate(Count("pk"))


def _address(member: Member) -> list[str]:
    place = " ".join(filter(None, (STATES.get(member.state, member.state), member.zip)))
    return [member.address1, member.address2, ", ".join(filter(None, (member.city, place)))]


def _account(member: Member) -> str:
    if member.user is None:
        return ""
    return member.user.email if member.user.has_usable_password() else f"{member.user.email}, never used"


def _group(member: Member) -> list[str]:
    return [str(value) for value in (member.group, member.group_class) if value]


def _sealed_text(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}, sealed" if count else ""


_FACTS: tuple[tuple[str, Callable[[Member], Any]], ...] = (
    ("Name", lambda member: member.name),
    ("Birth date", lambda member: show_date(member.birth_date)),
    ("Email", lambda member: member.email),
    ("Phone", lambda member: show_phone(member.phone)),
    ("Address", _address),
    (
        "Marital status",
        lambda member: "" if member.marital_status is None else MARITAL_NAMES.get(member.marital_status, ""),
    ),
    ("Account to sign in with", _account),
    ("Group", _group),
    ("Employee number", lambda member: member.employee_number),
    ("Rep", lambda member: str(member.agent or "")),
    ("Portal", lambda member: member.portal.name if member.portal else ""),
    ("State", lambda member: "Active" if member.active else "Not active"),
    ("Added", lambda member: "By an enrollment here" if member.enrolled_here else "By a roster or staff"),
)
_MORE: tuple[tuple[str, Callable[[Belongings], Any]], ...] = (
    ("Policies", lambda own: own.policies),
    ("People they cover", lambda own: own.covered),
    ("Family on record", lambda own: own.relatives),
    ("Beneficiaries on record", lambda own: _sealed_text(own.beneficiaries, "person")),
    ("Beneficiaries of policies", lambda own: _sealed_text(own.designations, "designation")),
    ("Enrollments", lambda own: own.enrollments),
    ("Letters", lambda own: str(own.letters or "")),
)
