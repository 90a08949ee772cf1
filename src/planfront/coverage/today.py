"""Work about coverage: what a rep's clients need, what a group's administrator decides, what a member answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Exists, F, Min, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from planfront.coverage import rep_policies
from planfront.coverage.approvals.listing import title_in_family
from planfront.coverage.authors import By
from planfront.coverage.clients import tasks
from planfront.coverage.clients.tasks import RepTaskList, TaskKind
from planfront.coverage.models import ApprovalState, Change, ReportedChange, ServicedPolicy, WaitsFor
from planfront.coverage.plan_facts import find_following_plan
from planfront.coverage.rep_policies import RepScope
from planfront.coverage.timeline import Kind as ChangeKind
from planfront.kernel.money import display
from planfront.kernel.text.parse import show_phone
from planfront.members.group_people import names_of_dependents
from planfront.parties.groups.selectors import group_names, terms_of_id
from planfront.today.kinds import Desk, Item, Kind, Link, Reader, Show, Tone, declare
from planfront.today.when import short_day

if TYPE_CHECKING:
    from collections.abc import Sequence

    from planfront.coverage.models import RenewalItem

_ENDING, _AGEING = timedelta(days=35), timedelta(days=60)
_BIRTHDAYS = timedelta(days=6)
_NAMED = 5
"""As many birthdays are named in their one row."""
_MANY = 200
_SOON, _WINDOW_AHEAD = timedelta(days=45), timedelta(days=30)
_PEOPLE = "/group-home/people"


def _task_list(reader: Reader) -> RepTaskList:
    return RepTaskList(RepScope(reader.brand_id, reader.party_id, reader.group_ids), reader.today)


def _client_item(task: tasks.Task, **more: Any) -> Item:
    """Return an item about a client. ``more``: what its kind adds."""
    return Item(
        id=task.key.partition(":")[2],
        title=task.member.name,
        href=_client(task.member.pk),
        button=_client(task.member.pk),
        **{"worth": task.before, "due": task.day, "phone": show_phone(task.member.phone), **more},
    )


def _client(member_id: int) -> str:
    return f"/book-of-business/{member_id}"


def _a_month(amount: Any) -> str:
    return _("%(amount)s a month") % {"amount": display(amount)} if amount is not None else ""


def _endings(reader: Reader, most: int) -> list[Item]:
    rows = _task_list(reader).ending(_ENDING).select_related("policy__member")[:most]
    return [
        _client_item(
            task,
            label=_("Plan ends %(day)s") % {"day": short_day(task.day)},
            need=_("%(plan)s ends and no other plan replaces it.") % {"plan": task.plan},
            facts=[_a_month(task.before)],
        )
        for task in map(tasks.ending_task, (row.policy for row in rows))
    ]


def _ageing(reader: Reader, most: int) -> list[Item]:
    children = _task_list(reader).leaving(_AGEING)[:most]
    return [
        _client_item(
            task,
            worth=None,
            label=_("Child turns %(age)s") % {"age": task.age},
            need=_("%(child)s leaves %(plan)s on %(day)s and needs a plan of their own.")
            % {"child": task.person, "plan": task.plan, "day": short_day(task.day)},
        )
        for task in map(tasks.ageing_task, children)
    ]


def _renewals(reader: Reader, most: int) -> list[Item]:
    rows = _task_list(reader).unanswered().order_by("run__answer_by", "policy__number")
    return [
        _client_item(
            task, due=task.answer_by, need=_describe_renewal(task.plan, task.next_plan, item), facts=_prices(item)
        )
        for item in rows.select_related("run", "policy__member")[:most]
        for task in [tasks.renewal_task(item)]
    ]


def _describe_renewal(plan: str, next_plan: str, item: RenewalItem) -> str:
    words = {"plan": plan, "next": next_plan, "day": short_day(item.first_day)}
    if next_plan:
        return _("%(next)s replaces %(plan)s on %(day)s unless they choose something else.") % words
    if item.plan_id is None:
        return _("%(plan)s isn't offered after %(day)s. Without an answer, coverage ends.") % words
    return _("%(plan)s renews on %(day)s.") % words


def _prices(item: RenewalItem) -> list[str]:
    if item.before is None or item.after is None or item.plan_id is None:
        return [_a_month(item.before)]
    return [_("%(before)s becomes %(after)s a month") % {"before": display(item.before), "after": display(item.after)}]


def _reported(reader: Reader, most: int) -> list[Item]:
    listed = tasks.reported_tasks(_task_list(reader).reported(), most)
    return [
        _client_item(
            task,
            due=None,
            since=task.recorded,
            worth=task.after,
            phone="",
            need=_("%(event)s: %(plans)s") % {"event": task.title, "plans": task.plan},
            facts=[_change_of(task.before, task.after)],
        )
        for task in listed
    ]


def _change_of(before: Any, after: Any) -> str:
    if before is None or after is None:
        return ""
    return _("%(before)s becomes %(after)s a month") % {"before": display(before), "after": display(after)}


def _birthdays(reader: Reader, _most: int) -> list[Item]:
    """Return all birthdays of the coming week in one row. Who is ticked off comes back with the next week's."""
    born = _task_list(reader).birthdays(_BIRTHDAYS, _MANY)
    if not born:
        return []
    links = [
        Link(row.member.name, _client(row.member.pk), _say_birthday(row.day, reader.today)) for row in born[:_NAMED]
    ]
    count = len(born)
    more = count - len(links)
    year, week, _weekday = reader.today.isocalendar()
    return [
        Item(
            id=f"{year}-{week}",
            title=ngettext("%(count)s birthday this week", "%(count)s birthdays this week", count) % {"count": count},
            people=links,
            facts=[ngettext("and %(count)s more", "and %(count)s more", more) % {"count": more}] if more else [],
            button="/book-of-business?show=birthday#clients",
        )
    ]


def _say_birthday(day: date, today: date) -> str:
    return _("today") if day == today else _("on %(day)s") % {"day": short_day(day)}


def _approvals(reader: Reader, most: int) -> list[Item]:
    rows = ReportedChange.objects.filter(
        group=reader.party_id,
        member__group=reader.party_id,
        member__brand=reader.brand_id,
        member__active=True,
        waits_for=WaitsFor.GROUP,
        state=ApprovalState.WAITING,
    )
    listed = list(rows.select_related("member").order_by("asked_at", "id")[:most])
    names = names_of_dependents([row.member_id for row in listed])
    return [
        Item(
            id=row.pk.hex,
            title=row.member.name,
            href=f"{_PEOPLE}/{row.member_id}",
            need=title_in_family(row, row.member.first_name, names.get(row.member_id, {})),
            since=row.asked_at,
            button="/group-home#approvals",
        )
        for row in listed
    ]


def _windows(reader: Reader, _most: int) -> list[Item]:
    """Return the open enrollments that begin soon."""
    terms = terms_of_id(reader.party_id)
    coming = {
        window.opens_on: window
        for window in terms.windows
        if reader.today < window.opens_on <= reader.today + _WINDOW_AHEAD
    }
    return [
        Item(
            id=str(day),
            title=_("Open enrollment starts %(day)s") % {"day": short_day(day)},
            need=_("It ends %(day)s. Check that everyone is on the list and has an email address.")
            % {"day": short_day(window.closes_on)},
            due=day,
            button=_PEOPLE,
        )
        for day, window in sorted(coming.items())
    ]


def _group_renewals(reader: Reader, _most: int) -> list[Item]:
    """Return the renewals that a group's people haven't answered, a row for each day."""

    def narrow(rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.filter(policy__member__group=reader.party_id, policy__brand=reader.brand_id)

    offers = rep_policies.open_renewals(narrow, reader.today + timedelta(days=1), reader.today + tasks.REACH)
    unanswered = offers.filter(choice="", run__answer_by__gte=reader.today).order_by()
    counted = unanswered.values("first_day").annotate(count=Count("pk"), answer_by=Min("run__answer_by"))
    return [
        Item(
            id=str(row["first_day"]),
            title=ngettext("%(count)s plan renews on %(day)s", "%(count)s plans renew on %(day)s", row["count"])
            % {"count": row["count"], "day": short_day(row["first_day"])},
            need=_("The people covered haven't answered yet. Without an answer, the plan continues as offered."),
            due=row["answer_by"],
            button=_PEOPLE,
        )
        for row in sorted(counted, key=lambda row: row["first_day"])
    ]


def _own_policies(reader: Reader) -> QuerySet[ServicedPolicy]:
    return ServicedPolicy.objects.filter(member=reader.party_id, brand_id=reader.brand_id)


def _of_member(reader: Reader) -> Callable[[QuerySet[Any]], QuerySet[Any]]:
    return lambda rows: rows.filter(policy__member=reader.party_id)


def _own_renewals(reader: Reader, most: int) -> list[Item]:
    offers = rep_policies.open_renewals(
        _of_member(reader), reader.today + timedelta(days=1), reader.today + tasks.REACH
    )
    rows = offers.filter(choice="", run__answer_by__gte=reader.today).order_by("run__answer_by", "policy__number")
    return [
        Item(
            id=str(item.pk),
            title=item.policy.plan_name,
            need=_describe_own_renewal(item),
            facts=_prices(item),
            due=item.run.answer_by,
            button=f"/coverage/policies/{item.policy.number}/renewal",
        )
        for item in rows.select_related("run", "policy")[:most]
    ]


def _describe_own_renewal(item: RenewalItem) -> str:
    words = {"plan": item.policy.plan_name, "day": short_day(item.first_day), "next": find_following_plan(item)}
    if words["next"]:
        return _("%(next)s replaces it on %(day)s unless you choose something else.") % words
    if item.plan_id is None:
        return _("It isn't offered after %(day)s. Choose another plan to stay covered.") % words
    return _("It renews on %(day)s. Tell us if you want to keep it.") % words


def _own_reports(reader: Reader, most: int) -> list[Item]:
    """Return what the member reported and someone else has to agree to."""
    rows = ReportedChange.objects.filter(member=reader.party_id, state=ApprovalState.WAITING, by=By.MEMBER)
    listed = list(rows.select_related("member").order_by("asked_at", "id")[:most])
    names = names_of_dependents([reader.party_id]).get(reader.party_id, {}) if listed else {}
    groups = group_names({row.group_id for row in listed if row.group_id and row.waits_for == WaitsFor.GROUP})
    return [
        Item(
            id=row.pk.hex,
            title=title_in_family(row, row.member.first_name, names),
            need=_("%(who)s is reviewing it. We'll email you when it's decided.")
            % {"who": groups.get(row.group_id or 0) or _("Our team")},
            since=row.asked_at,
            button="/coverage/details",
        )
        for row in listed
    ]


def _own_changes(reader: Reader, most: int) -> list[Item]:
    """Return the days to come from which something costs more or less."""
    withdrawn = Change.objects.filter(policy=OuterRef("policy"), withdraws=OuterRef("pk"))
    rows = Change.objects.filter(
        ~Exists(withdrawn),
        policy__member=reader.party_id,
        effective__gt=reader.today,
        effective__lte=reader.today + _SOON,
        before__isnull=False,
        after__isnull=False,
    ).exclude(kind=ChangeKind.ISSUE)
    listed = rows.exclude(before=F("after")).select_related("policy").order_by("effective", "policy__number")[:most]
    return [
        Item(
            id=row.pk.hex,
            title=row.policy.plan_name,
            label=_("New price from %(day)s") % {"day": short_day(row.effective)},
            need=_change_of(row.before, row.after),
            due=row.effective,
            button=f"/coverage/policies/{row.policy.number}",
        )
        for row in listed
    ]


def _own_endings(reader: Reader, most: int) -> list[Item]:
    rows = rep_policies.ending_policies(_own_policies(reader), reader.today, reader.today + _AGEING)
    return [
        Item(
            id=f"{policy.pk.hex}:{policy.end_date}",
            title=policy.plan_name,
            label=_("Ends %(day)s") % {"day": short_day(policy.end_date or reader.today)},
            need=_("No other plan replaces it."),
            due=policy.end_date,
            button="/plans",
        )
        for policy in _policies(rows.select_related("policy")[:most])
    ]


def _policies(rows: Iterable[ServicedPolicy]) -> Sequence[Any]:
    return [row.policy for row in rows]


declare(
    Kind(
        gettext_lazy("Life event"),
        "rings",
        gettext_lazy("Review"),
        key=TaskKind.REPORTED,
        role=Desk.REP,
        rank=60,
        show=Show.CLIENTS,
        tone=Tone.GOOD,
        read=_reported,
    ),
    Kind(
        gettext_lazy("Plan ends"),
        "warning",
        gettext_lazy("Open client"),
        key=TaskKind.ENDING,
        role=Desk.REP,
        rank=70,
        show=Show.CLIENTS,
        tone=Tone.WARN,
        read=_endings,
    ),
    Kind(
        gettext_lazy("Child ages out"),
        "users",
        gettext_lazy("Open client"),
        key=TaskKind.AGEING,
        role=Desk.REP,
        rank=72,
        show=Show.CLIENTS,
        tone=Tone.WARN,
        read=_ageing,
    ),
    Kind(
        gettext_lazy("Renewal not answered"),
        "clock",
        gettext_lazy("Open client"),
        key=TaskKind.RENEWAL,
        role=Desk.REP,
        rank=74,
        show=Show.CLIENTS,
        tone=Tone.WARN,
        read=_renewals,
    ),
    Kind(
        gettext_lazy("Birthdays"),
        "cake",
        gettext_lazy("See birthdays"),
        key=TaskKind.BIRTHDAY,
        role=Desk.REP,
        rank=100,
        show=Show.CLIENTS,
        tone=Tone.PLAIN,
        read=_birthdays,
        snooze=False,
    ),
    Kind(
        gettext_lazy("Change to approve"),
        "check",
        gettext_lazy("Review"),
        key="approval",
        role=Desk.GROUP,
        rank=20,
        show=Show.CHANGES,
        tone=Tone.QUOTE,
        read=_approvals,
        finish=False,
    ),
    Kind(
        gettext_lazy("Open enrollment"),
        "calendar",
        gettext_lazy("See people"),
        key="enrollment-window",
        role=Desk.GROUP,
        rank=60,
        show=Show.DATES,
        tone=Tone.PLAIN,
        read=_windows,
    ),
    Kind(
        gettext_lazy("Renewal"),
        "calendar",
        gettext_lazy("See people"),
        key=TaskKind.RENEWAL,
        role=Desk.GROUP,
        rank=70,
        show=Show.DATES,
        tone=Tone.PLAIN,
        read=_group_renewals,
    ),
    Kind(
        gettext_lazy("Renewal"),
        "calendar",
        gettext_lazy("Answer"),
        key=TaskKind.RENEWAL,
        role=Desk.MEMBER,
        rank=20,
        show=Show.COVERAGE,
        tone=Tone.WARN,
        read=_own_renewals,
        finish=False,
    ),
    Kind(
        gettext_lazy("Waiting for approval"),
        "clock",
        gettext_lazy("See details"),
        key="reported",
        role=Desk.MEMBER,
        rank=40,
        show=Show.CHANGES,
        tone=Tone.PLAIN,
        read=_own_reports,
        finish=False,
    ),
    Kind(
        gettext_lazy("Plan ends"),
        "warning",
        gettext_lazy("Shop plans"),
        key=TaskKind.ENDING,
        role=Desk.MEMBER,
        rank=50,
        show=Show.COVERAGE,
        tone=Tone.WARN,
        read=_own_endings,
    ),
    Kind(
        gettext_lazy("New price"),
        "calendar",
        gettext_lazy("See details"),
        key="price-change",
        role=Desk.MEMBER,
        rank=60,
        show=Show.COVERAGE,
        tone=Tone.PLAIN,
        read=_own_changes,
    ),
)
