"""The people of a group as of a day: what they have, what it costs, and who pays how much of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from planfront.audit.list_files import make_list_file
from planfront.coverage import wording
from planfront.coverage.fee_wording import name_fee
from planfront.coverage.group import schemas
from planfront.coverage.group.amounts import Amounts
from planfront.coverage.group.approvals import waiting_members
from planfront.coverage.group.roll import Roll, load_roll
from planfront.coverage.group.standing import Had, Kind, Standing, stand
from planfront.coverage.group_reads import ends_to_undo, policies_of_group
from planfront.coverage.timeline import SELF
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.kernel.files.handed_out import EMAIL, NAME, FileColumn, FileKind, Need
from planfront.kernel.http.paging import cut_list
from planfront.kernel.text.parse import show_date
from planfront.members.employment import leavings_to_undo
from planfront.members.group_people import GroupPerson, find_employees, names_of_dependents, people_by_id
from planfront.parties.groups.selectors import terms_of_id
from planfront.parties.groups.wording import pay_period

if TYPE_CHECKING:
    from planfront.audit.services import Origin
    from planfront.coverage.authors import Author
    from planfront.kernel.http.schema import ListFile
    from planfront.parties.groups.selectors import GroupFacts
    from planfront.parties.groups.terms import ClassTerm, GroupTerms

PEOPLE = FileKind(
    "people",
    gettext_lazy("People of a group, with deductions"),
    gettext_lazy("One line per employee as of a day: what they have, and who pays how much of it."),
    Need.PAYROLL,
    (
        NAME,
        EMAIL,
        FileColumn(gettext_lazy("Class"), gettext_lazy("The group's class, which decides what the employer pays.")),
        FileColumn(gettext_lazy("Date of hire"), gettext_lazy("First day of work.")),
        FileColumn(gettext_lazy("Last day of work"), gettext_lazy("Last day of work; empty while employed.")),
        FileColumn(gettext_lazy("Plans"), gettext_lazy("Plans in force, each with who is covered.")),
        FileColumn(gettext_lazy("Premium"), gettext_lazy("Premium of all these plans a month, in dollars.")),
        FileColumn(gettext_lazy("Group pays"), gettext_lazy("The employer's share a month, in dollars.")),
        FileColumn(gettext_lazy("They pay"), gettext_lazy("The employee's share a month, in dollars.")),
        FileColumn(gettext_lazy("What's next"), gettext_lazy("What is about to change, and what waits for an answer.")),
    ),
    readers=gettext_lazy("The group's administrator, at the group's desk"),
    calls=("export_group_people",),
)


def read_people(
    group: GroupFacts, brand_id: int, query: schemas.PeopleQuery, day: date, author: Author
) -> schemas.GroupPeople:
    """One page of the group's people. What the page shows is read for it alone; what is counted and added up of
    everybody is held as long as nothing changes."""
    terms, waiting = terms_of_id(group.id), waiting_members(group.id)
    roll = load_roll(terms, brand_id, day)
    cut = cut_list(_find_people(roll, waiting, brand_id, group.id, query), query.page, query.per_page)
    standings = _read_standings(terms, cut.keys, waiting, day)
    names = names_of_dependents(cut.keys)
    undo = ends_to_undo((plan.record.policy.pk for row in standings for plan in row.plans), author)
    leavings = leavings_to_undo(cut.keys, author.user_id)
    rows = [_build_row(row, names.get(row.person.id, {}), _order_to_undo(row, undo, leavings)) for row in standings]
    return schemas.GroupPeople.cut_to(
        cut,
        rows,
        group_name=group.name,
        day=show_date(day),
        counts=_count_people(roll, waiting),
        total_split=schemas.MonthSplit.build(roll.amounts),
        classes=_list_classes(roll, terms),
    )


def export_people(
    group: GroupFacts, brand_id: int, query: schemas.PeopleFileQuery, day: date, origin: Origin
) -> ListFile:
    """Return everyone whom the list would show, or those of them who were chosen, as a file; on record."""
    terms, waiting = terms_of_id(group.id), waiting_members(group.id)
    keys = _find_people(load_roll(terms, brand_id, day), waiting, brand_id, group.id, query)
    if query.members:
        chosen = {int(key) for key in query.members.split(",") if key}
        keys = [key for key in keys if key in chosen]
    return make_list_file(
        kind=PEOPLE,
        keys=keys,
        lines_of=lambda part: map(_line, _read_standings(terms, part, waiting, day)),
        filters=query.model_fields_set - {"page", "per_page"},
        origin=origin,
    )


def _line(row: Standing[GroupPerson]) -> list[str]:
    person, split = row.person, schemas.MonthSplit.build(row.amounts)
    plans = [" ".join(filter(None, (plan.record.policy.plan_name, f"({_tier(plan)})"))) for plan in row.plans]
    return [
        person.name,
        person.email,
        row.own.named(get_language() or "en") if row.own else "",
        show_date(person.hired_on),
        show_date(person.left_on),
        "; ".join(plans),
        *((split.premium, split.employer, split.own) if row.plans else ("", "", "")),
        "; ".join(mark.text for mark in _list_marks(row)),
    ]


def _tier(plan: Had) -> str:
    return wording.tier_text(plan.terms.tier) if plan.terms else ""


def read_row(group_id: int, member_id: int, author: Author) -> schemas.GroupPersonRow:
    """Return one person as the list of people has them today. Raises NotFound."""
    terms, waiting, today = terms_of_id(group_id), waiting_members(group_id), clock.today()
    rows = _read_standings(terms, [member_id], waiting, today)
    if not rows:
        raise NotFound
    names = names_of_dependents([member_id]).get(member_id, {})
    undo = ends_to_undo((plan.record.policy.pk for plan in rows[0].plans), author)
    return _build_row(rows[0], names, _order_to_undo(rows[0], undo, leavings_to_undo([member_id], author.user_id)))


def _find_people(roll: Roll, waiting: set[int], brand_id: int, group_id: int, query: schemas.PeopleQuery) -> list[int]:
    """Return the people that a search and one of the counts show, by name."""
    keys = roll.everybody
    if query.show:
        kind = _people_by_count(roll, waiting)[query.show]
        keys = [key for key in keys if key in kind]
    if query.class_id is not None:
        of_class = roll.by_class.get(query.class_id, frozenset())
        keys = [key for key in keys if key in of_class]
    if search := query.search.strip():
        matches = find_employees(brand_id, group_id, search)
        keys = [key for key in keys if key in matches]
    return list(keys)


def _people_by_count(roll: Roll, waiting: set[int]) -> Mapping[Kind, frozenset[int]]:
    """Return the people of each count, with those who have a change waiting."""
    return {**roll.kinds, "waiting": roll.kinds["waiting"] | waiting.intersection(roll.everybody)}


def _read_standings(
    terms: GroupTerms, member_ids: Sequence[int], waiting: set[int], day: date
) -> list[Standing[GroupPerson]]:
    people, policies = people_by_id(terms.group_id, member_ids), policies_of_group(terms.group_id, member_ids)
    return [
        stand(people[key], terms, policies.get(key, ()), day, has_request=key in waiting)
        for key in member_ids
        if key in people
    ]


def _count_people(roll: Roll, waiting: set[int]) -> schemas.PeopleCounts:
    counts = {kind: len(keys) for kind, keys in _people_by_count(roll, waiting).items()}
    return schemas.PeopleCounts(everybody=len(roll.everybody), **counts)


def _list_classes(roll: Roll, terms: GroupTerms) -> list[schemas.ClassShare]:
    """Every class that has people, and last those who are in none, so that the rows add up to the total."""
    class_names: list[tuple[ClassTerm | None, str]] = [
        (own, own.named(get_language() or "en")) for own in terms.classes
    ]
    class_names.append((None, _("No class")))
    keyed = [(own.id if own else None, own, name) for own, name in class_names]
    covered = {key: roll.classes.get(key, (0, Amounts())) for key, _own, _name in keyed}
    return [
        schemas.ClassShare(
            name=name,
            everybody=roll.sizes.get(key, 0),
            people=covered[key][0],
            pay_period=pay_period(terms.periods(own)),
            split=schemas.MonthSplit.build(covered[key][1]),
        )
        for key, own, name in keyed
        if covered[key][0] or roll.sizes.get(key, 0)
    ]


def _order_to_undo(row: Standing[GroupPerson], undo: Mapping[UUID, UUID], leavings: Mapping[int, UUID]) -> str:
    orders = {str(undo[plan.record.policy.pk]) for plan in row.plans if plan.record.policy.pk in undo}
    leaving_id = leavings.get(row.person.id)
    return str(leaving_id) if leaving_id else min(orders, default="")


def _build_row(row: Standing[GroupPerson], names: Mapping[str, str], undo: str) -> schemas.GroupPersonRow:
    own, person = row.own, row.person
    return schemas.GroupPersonRow(
        member_id=person.id,
        name=person.name,
        class_name=own.named(get_language() or "en") if own else "",
        hired_on=show_date(person.hired_on),
        left_on=show_date(person.left_on),
        plans=[_build_plan(plan, row, names) for plan in row.plans],
        fees=[
            schemas.GroupFee(name=name_fee(fee), split=schemas.MonthSplit.build(amounts)) for fee, amounts in row.fees
        ],
        marks=_list_marks(row),
        covered_from=show_date(row.enroll[0] if row.enroll else None),
        enroll_by=show_date(row.enroll[1] if row.enroll else None),
        split=schemas.MonthSplit.build(row.amounts),
        undo=undo,
    )


def _build_plan(plan: Had, row: Standing[GroupPerson], names: Mapping[str, str]) -> schemas.GroupPlan:
    policy, terms, person = plan.record.policy, plan.terms, row.person
    covered = terms.covered if terms else ()
    called = [person.first_name if other.key == SELF else names.get(other.key, "") for other in covered]
    return schemas.GroupPlan(
        policy_number=policy.number,
        plan=policy.plan_name,
        category=policy.category,
        tier=wording.tier_text(terms.tier) if terms else "",
        people=[name for name in called if name],
        starts_on=show_date(plan.starts_on),
        ends_on=show_date(plan.ends_on),
        chain=wording.chain_texts(policy, [other.record.policy for other in row.plans]),
        split=schemas.MonthSplit.build(plan.amounts),
    )


def _list_marks(row: Standing[GroupPerson]) -> list[schemas.Mark]:
    """Return what comes next for a person, the most important first."""
    marks, running, left_on = [], row.running, row.person.left_on
    if row.waiting:
        marks.append(schemas.Mark(kind="waits", text=_("Waits for an answer")))
    if left_on is not None:
        kind, words = ("left", _("Left on %(day)s")) if row.left else ("leaves", _("Leaves on %(day)s"))
        marks.append(schemas.Mark(kind=cast(Any, kind), text=words % {"day": show_date(left_on)}))
    if row.covered_to is not None:
        text = _("Covered until %(day)s") % {"day": show_date(row.covered_to)}
        marks.append(schemas.Mark(kind="ends", text=text))
    if row.joining:
        day = min((plan.starts_on for plan in row.plans if plan.starts_on), default=None)
        text = _("Joins on %(day)s") % {"day": show_date(day)} if day else _("Has yet to enroll")
        marks.append(schemas.Mark(kind="joins", text=text))
    last_days = [None if row.continues(plan) else plan.ends_on for plan in running]
    if running and None not in last_days:
        day = max(last for last in last_days if last)
        marks.append(schemas.Mark(kind="ends", text=_("Covered until %(day)s") % {"day": show_date(day)}))
    else:
        steps = [plan.step[0] for plan in running if plan.step]
        steps += [plan.starts_on for plan in row.plans if plan.starts_on and running]
        if steps:
            marks.append(schemas.Mark(kind="changes", text=_("Changes on %(day)s") % {"day": show_date(min(steps))}))
    return marks
