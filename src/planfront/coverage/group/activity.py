"""The latest changes of a group's people, in few words for its administrator."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from planfront.coverage import wording
from planfront.coverage.group import schemas
from planfront.coverage.group.work import WORK
from planfront.coverage.models import Change
from planfront.coverage.names import person_of
from planfront.coverage.timeline import SELF, Kind
from planfront.kernel import clock
from planfront.kernel.text.parse import show_date
from planfront.members.employment import latest_leavings
from planfront.members.group_people import names_of_dependents, people_by_id
from planfront.members.person_history import latest_changes
from planfront.members.selectors import CLASS
from planfront.parties.groups.selectors import terms_of_id

if TYPE_CHECKING:
    from planfront.members.models import PersonVersion
    from planfront.parties.groups.terms import GroupTerms

_MOST, _READ = 6, 60


def list_recent(group_id: int, member_id: int | None = None) -> list[schemas.GroupEvent]:
    """Return the latest changes of policies and last days of work, of everyone or of a person, the newest first. What
    was done together is one."""
    rows = Change.objects.filter(policy__group_id=group_id, policy__member__group_id=group_id)
    if member_id is not None:
        rows = rows.filter(policy__member=member_id)
    recent = list(rows.select_related("policy", "event").order_by("-recorded")[:_READ])
    leavings = latest_leavings(group_id, _MOST, member_id)
    works = {row.order: row for row in latest_changes(group_id, WORK, _MOST, member_id)}
    members = {*(row.policy.member_id or 0 for row in recent), *(row.member_id or 0 for row in works.values())}
    members |= {row.member_id for row in leavings}
    people, dependents = people_by_id(group_id, members), names_of_dependents(members)
    events: list[tuple[datetime, int, str]] = []
    for member_id, changes in _group_orders(row for row in recent if row.order not in works):
        if person := people.get(member_id):
            names = {SELF: person.first_name, **dependents.get(member_id, {})}
            named = names.get(person_of(changes[0]), "")
            events.append((changes[0].recorded, member_id, _describe(changes, named)))
    terms = terms_of_id(group_id) if works else None
    for work in works.values():
        plans = {row.policy.plan_name for row in recent if row.order == work.order}
        events.append((work.recorded, work.member_id or 0, _describe_work(work, terms, plans)))
    for leaving in leavings:
        text = _("Last day of work: %(day)s") % {"day": show_date(leaving.last_day)}
        events.append((leaving.recorded_at, leaving.member_id, text))
    events.sort(key=lambda event: event[0], reverse=True)
    return [
        schemas.GroupEvent(day=clock.show_day(at), member_id=key, name=people[key].name, text=text)
        for at, key, text in events[:_MOST]
        if key in people
    ]


def _group_orders(changes: Iterable[Change]) -> list[tuple[int, Sequence[Change]]]:
    """Return the changes that were made together of each member, in their order."""
    orders: dict[tuple[object, int, str], list[Change]] = {}
    for row in changes:
        orders.setdefault((row.order, row.policy.member_id or 0, row.kind), []).append(row)
    return [(member_id, rows) for (_order, member_id, _kind), rows in orders.items()]


def _describe_work(work: PersonVersion, terms: GroupTerms | None, plans: Iterable[str]) -> str:
    """Return what became of a person's class, pay and hours, with the plans that changed."""
    own = terms.class_of(work.facts[CLASS]) if terms and CLASS in work.facts else None
    inputs = [key for name, key in (("annual_salary", "income"), ("weekly_hours", "hours")) if name in work.facts]
    titles = [wording.title_of_class(own.named(get_language() or "en"))] if own else []
    if facts := wording.title_of_facts(inputs):
        titles.append(facts[:1].lower() + facts[1:] if titles else facts)
    words = {"title": ", ".join(titles), "plans": ", ".join(sorted(plans)), "day": show_date(work.effective)}
    return (_("%(title)s on %(day)s: %(plans)s") if words["plans"] else _("%(title)s on %(day)s")) % words


def _describe(changes: Sequence[Change], name: str) -> str:
    first = changes[0]
    plans = ", ".join(sorted({row.policy.plan_name for row in changes}))
    if first.kind == Kind.ISSUE:
        return _("Enrolled in %(plans)s") % {"plans": plans}
    words = {"title": wording.title_of(first, name), "plans": plans, "day": show_date(first.effective)}
    return _("%(title)s on %(day)s: %(plans)s") % words
