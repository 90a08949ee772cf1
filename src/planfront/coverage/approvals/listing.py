"""Changes that wait for approval, and those declined lately, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Literal

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.brands.selectors import brand_name
from planfront.coverage import schemas, wording
from planfront.coverage.authors import Author, By
from planfront.coverage.models import ApprovalState, ReportAbout, ReportedChange, WaitsFor
from planfront.coverage.timeline import SELF
from planfront.coverage.visible import visible_keys
from planfront.kernel import clock
from planfront.kernel.text.parse import show_date
from planfront.parties.groups.selectors import group_names

if TYPE_CHECKING:
    from planfront.coverage.names import Names
    from planfront.members.selectors import MemberFacts

_STATES: Mapping[ApprovalState, Literal["waiting", "declined", "recorded"]] = {
    ApprovalState.WAITING: "waiting",
    ApprovalState.DECLINED: "declined",
    ApprovalState.AGREED: "recorded",
}
_ABOUT: Mapping[ReportAbout, Literal["death", "correction"]] = {
    ReportAbout.DEATH: "death",
    ReportAbout.FACT: "correction",
}
"""Changes that staff record on a page of its own, or on the person's record."""
_CORRECTIONS = {
    "name": gettext_lazy("Correct the name"),
    "birth_date": gettext_lazy("Correct the birth date"),
    "ssn": gettext_lazy("Correct the Social Security number"),
    "gender": gettext_lazy("Correct the gender"),
    "home_address": gettext_lazy("Correct the home address"),
}
SHOWN_FOR = timedelta(days=30)
"""The time for which the outcome of a change is shown."""


def title_of(row: ReportedChange, name_of: Callable[[str], str]) -> str:
    """Return a title in few words, such as "Add Mateo". ``name_of``: the first name of a person, by key."""
    if row.about == ReportAbout.FACT:
        return str(_CORRECTIONS[row.order["fact"]])
    if row.about == ReportAbout.DEATH:
        return _("Death of %(name)s") % {"name": name_of(row.order["person_id"])}
    person = row.order.get("person") or {}
    name = person.get("first_name") or name_of(str(row.order.get("person_id", "")))
    plan, riders = bool(row.order.get("plans")), bool(row.order.get("riders"))
    return wording.title_of_request(row.order["kind"], name, plan=plan, riders=riders)


def title_in_family(row: ReportedChange, first_name: str, dependents: Mapping[str, str]) -> str:
    """Return a title with the first names of a member and, by key, of the dependents."""
    names = {SELF: first_name, **dependents}
    return title_of(row, lambda key: names.get(key, ""))


def list_held(member: MemberFacts, names: Names, author: Author) -> list[schemas.HeldRow]:
    """Return the changes that wait, and those declined in the last days, the newest first: a group sees what it
    reported, everyone else the rest (see list_visible). What staff record stays listed after that, too."""
    since = clock.business_now() - SHOWN_FOR
    listed_states = Q(state__in=[ApprovalState.WAITING, ApprovalState.DECLINED])
    recorded = Q(state=ApprovalState.AGREED, about__in=_ABOUT)
    rows = ReportedChange.objects.filter(listed_states | recorded, member=member.id)
    own = rows.filter(by=By.GROUP, group=member.group_id)
    rows = own if author.by == By.GROUP else rows.exclude(by=By.GROUP)
    recent = [row for row in rows.order_by("-asked_at") if row.decided_at is None or row.decided_at >= since]
    listed = list_visible(recent, member, author)
    groups = group_names({row.group_id for row in listed if row.group_id})
    return [
        schemas.HeldRow(
            id=str(row.pk),
            about=_ABOUT.get(ReportAbout(row.about), "change"),
            state=_STATES[ApprovalState(row.state)],
            title=title_of(row, names.first),
            waits_for=brand_name(member.brand_id)
            if row.waits_for == WaitsFor.STAFF
            else groups.get(row.group_id or 0, ""),
            asked_on=show_date(row.asked_on),
            reason=row.reason,
            plans=[schemas.HeldPlan(**plan) for plan in row.shown],
        )
        for row in listed
    ]


def list_visible(rows: Iterable[ReportedChange], member: MemberFacts, author: Author) -> list[ReportedChange]:
    """Return the reports without, for a rep, the deaths of people on none of the rep's policies."""
    listed = list(rows)
    if author.by != By.REP or all(row.about != ReportAbout.DEATH for row in listed):
        return listed
    keys = visible_keys(member, author)
    return [
        row
        for row in listed
        if row.about != ReportAbout.DEATH or row.asked_by == author.user_id or row.order["person_id"] in keys
    ]
