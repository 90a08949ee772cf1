"""Open tasks of staff: each with its reason, since or until when, and the next step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, cast

from django.contrib.admin import AdminSite
from django.core.exceptions import ValidationError
from django.db.models import F, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django_tasks_db.models import DBTaskResult

from planfront.accounts.models import StaffRole, User
from planfront.backoffice.lists.paging import AtLeast, add_counts, count_at_most
from planfront.backoffice.operations.job_words import failure_in_words, title_of_job
from planfront.backoffice.operations.returned import explain_return
from planfront.backoffice.policy_servicing.renewals.story import answer_text, name_chosen_plans, problem_words
from planfront.backoffice.scope import brand_ids, once_a_request
from planfront.coverage.approvals.reminders import PATIENCE_DAYS
from planfront.coverage.authors import By
from planfront.coverage.deaths import policies_awaiting_family
from planfront.coverage.models import (
    ApprovalState,
    Policy,
    RenewalItem,
    ReportAbout,
    ReportedChange,
    StaffChangeRequest,
    StaffRequestState,
)
from planfront.coverage.parties import policies_to_review
from planfront.coverage.renewal.reads import items_to_decide
from planfront.enrollment.models import DuplicateStatus, PossibleDuplicate
from planfront.imports.models import ImportRun
from planfront.imports.models import State as RunState
from planfront.kernel import clock
from planfront.kernel.jobs.tasks import list_unresolved_failures
from planfront.kernel.text.parse import show_date
from planfront.leads.models import Lead, LeadStatus, Progress, RepEnquiry
from planfront.members.models import DuplicateMember, DuplicateState, Member
from planfront.members.selectors import members_awaiting_proof
from planfront.messaging.models import OutboundEmail, Status
from planfront.parties.reps.models import Agent
from planfront.parties.reps.selectors import expiring_licences
from planfront.privacy.models import PrivacyRequest
from planfront.privacy.models import State as RequestState
from planfront.sales.models import CaseStatus, UnderwritingCase
from planfront.today.kinds import Reader
from planfront.today.listing import hides
from planfront.today.marks import load_marks
from planfront.today.models import WorkMark
from planfront.today.readers import read_staff

EACH = 2
"""Of one kind so many stand for themselves; more of them are told together."""
MOST_HIDDEN = 20
"""Of one kind so many that were put off or done one by one are listed."""
LICENCE_DAYS = 30
LICENCE, ALL = "licence", "all"
"""Key of the tasks about licences; the item of a mark on what is told together."""


def _address_of(row: Model) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


@dataclass(frozen=True)
class Kind:
    """``key`` names it in marks. ``rows`` filter the list in the address and in the count alike; ``query`` is the
    address where the list has a filter of its own for them, which ``narrow`` repeats. ``title`` and ``why`` of one row;
    ``many`` after the number of several. ``since`` is the moment at which it came up: tasks that are put off
    together don't hide those that come up later. ``due`` names the field with its last day. ``real``: these are of real
    days, which a demo can't move, such as the law's for privacy.
    ``for_me``: only what is for this person: not what they asked for themselves, and not what a rep looks after.
    ``address``: of the page where one is settled. ``patience``: after so many days a waiting one is urgent. ``member``:
    the ways from a row to the members whom it is about. ``finish``: whether the reader says that one is done; the
    others end when their cause does. Those told together aren't done together: one that was written before may fail
    after."""

    key: str
    label: str
    model: Any
    rows: dict[str, str]
    icon: str
    verb: str
    since: str | Coalesce
    title: Callable[[Any], str]
    many: str
    why: Callable[[Any], str] = lambda _row: ""
    query: str = ""
    due: str = ""
    real: bool = False
    related: tuple[str, ...] = ()
    for_me: Callable[[QuerySet[Any], int], QuerySet[Any]] | None = None
    narrow: Callable[[QuerySet[Any]], QuerySet[Any]] | None = None
    address: Callable[[Any], str] = _address_of
    patience: int | None = None
    member: tuple[str, ...] = ()
    finish: bool = False


def _not_asked_by(rows: QuerySet[Any], user_id: int) -> QuerySet[Any]:
    changes = StaffChangeRequest.objects.filter(state=StaffRequestState.WAITING).exclude(asked_by=user_id)
    return rows.filter(pk__in=changes.values("policy"))


def _await_proof(members: QuerySet[Any]) -> QuerySet[Any]:
    """Return the members with a death whose proof is asked for, with ``a_policy``: one on whose page it is entered."""
    policies = Policy.objects.filter(member=OuterRef("pk")).order_by("number")
    asked: QuerySet[Any] = members_awaiting_proof(members).annotate(a_policy=Subquery(policies.values("pk")[:1]))
    return asked


def _describe_asked(row: Any) -> str:
    if row.asked_kind == ReportAbout.DEATH:
        return f"Approve recording a death in the family of {row.member.name}"
    return f"Approve a change to {row.plan_name}"


def _describe_lead(row: Lead) -> str:
    return f"Answer a lead that {row.added_by} added" if row.added_by else f"Answer a chat at {row.brand.name}"


def _describe_case(row: UnderwritingCase) -> str:
    amount = f"${row.requested:,.2f} of " if row.requested is not None else ""
    return f"Decide on {amount}{row.policy.plan_name}"


def _describe_report(row: ReportedChange) -> str:
    if row.about == ReportAbout.DEATH:
        return "Record a reported death"
    if row.about == ReportAbout.FACT:
        return f"Correct the record of {row.member.name}"
    group = row.group.name if row.group else "a group"
    reporter = {By.MEMBER: row.member.name, By.GROUP: group, By.REP: "a rep"}.get(By(row.by), "a colleague")
    return f"Approve what {reporter} reported"


def _describe_renewal(row: RenewalItem) -> str:
    member = row.policy.member
    return f"Decide on the renewal of {row.policy.plan_name}" + (f" for {member.name}" if member else "")


def _describe_aside(row: RenewalItem) -> str:
    why, _advice = problem_words(row.problem)
    answer = answer_text(row)
    return f"Policy {row.policy.number}: set aside, {why}. {f'Answer: {answer}' if answer else 'No answer yet'}."


def _describe_divorce(row: Any) -> str:
    day = show_date(row.divorced_on)
    return f"Policy {row.number}: a spouse or partner was named before the divorce of {day}."


def _describe_twins(row: DuplicateMember) -> str:
    first, second = row.first, row.second
    return f"{first.first_name} {first.last_name} and {second.first_name} {second.last_name}"


def _matched_text(row: DuplicateMember) -> str:
    return f"Same birth date and {' and '.join(row.matched)}. One person or two?"


WAITING = (
    Kind(
        "privacy",
        "Privacy requests",
        PrivacyRequest,
        {"state__exact": RequestState.OPEN.value},
        "shield_person",
        "Answer",
        "asked_at",
        lambda row: f"Answer privacy request {row.number}",
        "privacy requests to answer",
        lambda row: f"{row.get_kind_display()}, received on {show_date(row.received_on)}.",
        due="due_on",
        real=True,
    ),
    Kind(
        "second-person",
        "Changes for a second person",
        Policy,
        {"pending__state": StaffRequestState.WAITING.value},
        "rule",
        "Review",
        "pending__asked_at",
        _describe_asked,
        "changes for a second person",
        lambda row: f"Policy {row.number}. It reaches back further than one person can go alone.",
        query="asked=waiting",
        for_me=_not_asked_by,
        related=("member",),
        narrow=lambda rows: rows.annotate(asked_kind=F("pending__kind")),
        patience=PATIENCE_DAYS,
        member=("member",),
    ),
    Kind(
        "import",
        "Imports to approve",
        ImportRun,
        {"state__exact": RunState.STAGED.value},
        "upload_file",
        "Review",
        Coalesce("staged_at", "created_at"),
        lambda row: f"Approve {row.file_name}",
        "files to approve",
        lambda row: f"{row.review.get('headline') or row}. Nothing in it is live until then.",
        for_me=lambda rows, user_id: rows.exclude(uploaded_by=user_id),
        real=True,
    ),
    Kind(
        "report",
        "Changes to approve",
        ReportedChange,
        {"state": ApprovalState.WAITING.value},
        "work",
        "Review",
        "asked_at",
        _describe_report,
        "reports to decide on",
        lambda row: f"About {row.member.first_name} {row.member.last_name}.",
        related=("member", "group"),
        for_me=lambda rows, user_id: rows.exclude(asked_by=user_id),
        patience=PATIENCE_DAYS,
        member=("member",),
    ),
    Kind(
        "renewal",
        "Renewals to decide",
        RenewalItem,
        {},
        "autorenew",
        "Review",
        Coalesce("run__done_at", "run__agreed_at"),
        _describe_renewal,
        "renewals to decide",
        _describe_aside,
        query="open=yes",
        due="first_day",
        related=("policy__member", "run"),
        narrow=lambda rows: name_chosen_plans(items_to_decide(rows)),
        member=("policy__member",),
    ),
    Kind(
        "beneficiaries",
        "Beneficiaries to review",
        Policy,
        {},
        "volunteer_activism",
        "Review",
        "divorce_recorded",
        lambda row: f"Review who receives {row.plan_name} after the divorce of {row.member.name}",
        "policies with beneficiaries named before a divorce",
        _describe_divorce,
        query="beneficiaries=review",
        related=("member",),
        narrow=policies_to_review,
        member=("member",),
    ),
    Kind(
        "family",
        "Families to ask after a death",
        Policy,
        {},
        "family_restroom",
        "Record",
        "death_recorded",
        lambda row: f"Ask the family of {row.member.name} what to do with {row.plan_name}",
        "policies that wait for a family's answer",
        lambda row: (
            f"Policy {row.number}. The death of {show_date(row.died_on)} is recorded, but the family's answer isn't."
        ),
        query="family=answer",
        related=("member",),
        narrow=policies_awaiting_family,
        address=lambda row: reverse("admin:policy_death", args=[row.pk]),
        member=("member",),
    ),
    Kind(
        "proof",
        "Proofs of deaths",
        Member,
        {},
        "description",
        "Enter",
        "proof_since",
        lambda row: f"Ask for the proof of a death in the family of {row.name}",
        "deaths whose proof is asked for",
        lambda _row: "The death was recorded without it.",
        query="proof=asked",
        narrow=_await_proof,
        address=lambda row: reverse("admin:policy_death", args=[row.a_policy]) if row.a_policy else _address_of(row),
        patience=PATIENCE_DAYS,
        member=("pk",),
    ),
    Kind(
        "underwriting",
        "Underwriting decisions",
        UnderwritingCase,
        {"status__exact": CaseStatus.PENDING.value},
        "favorite",
        "Decide",
        "created_at",
        _describe_case,
        "underwriting decisions",
        lambda row: f"Policy {row.policy.number}, {row.get_kind_display().lower()}.",
        related=("policy",),
        member=("policy__member",),
    ),
    Kind(
        "lead",
        "New leads",
        Lead,
        {"status__exact": LeadStatus.NEW.value},
        "chat",
        "Answer",
        "created_at",
        _describe_lead,
        "new leads",
        lambda _row: "No rep is assigned.",
        related=("brand",),
        for_me=lambda rows, _user_id: rows.filter(assigned=None),
        real=True,
    ),
    Kind(
        "rep-inquiry",
        "New rep inquiries",
        RepEnquiry,
        {"status__exact": Progress.NEW.value},
        "badge",
        "Answer",
        "created_at",
        lambda row: f"{row.name} wants to become a rep",
        "people who want to become reps",
        lambda row: f"At {row.brand.name}, in {row.state}.",
        related=("brand",),
        real=True,
    ),
    Kind(
        "twins",
        "Possible duplicate members",
        DuplicateMember,
        {"state__exact": DuplicateState.WAITING.value},
        "group",
        "Compare",
        "found_at",
        _describe_twins,
        "pairs of records that may be one person",
        _matched_text,
        related=("first", "second"),
        member=("first", "second"),
    ),
    Kind(
        "duplicate",
        "Possible duplicates",
        PossibleDuplicate,
        {"status__exact": DuplicateStatus.OPEN.value},
        "content_copy",
        "Compare",
        "found_at",
        lambda row: f"{row.application.applicant or 'Someone'} may have enrolled twice",
        "enrollments that may have been sent twice",
        lambda row: f"{', '.join(row.plans)}, from {show_date(row.effective_date)}.",
        related=("application",),
        real=True,
    ),
    Kind(
        "email-failed",
        "Failed emails",
        OutboundEmail,
        {"status__exact": Status.FAILED.value},
        "mail",
        "Review",
        Coalesce("failed_at", "created_at"),
        lambda row: f"An email to {row.to} wasn't sent",
        "emails that weren't sent",
        lambda row: f"{row.subject}.",
        finish=True,
        real=True,
    ),
    Kind(
        "email-returned",
        "Emails that came back",
        OutboundEmail,
        {"status__exact": Status.RETURNED.value},
        "unsubscribe",
        "Review",
        Coalesce("failed_at", "created_at"),
        lambda row: f"Email to {row.to} comes back",
        "emails that came back",
        lambda row: f"{explain_return(row)} {row.subject}.",
        finish=True,
        real=True,
    ),
    Kind(
        "job",
        "Failed jobs",
        DBTaskResult,
        {"status__exact": "FAILED"},
        "build",
        "Review",
        Coalesce("finished_at", "enqueued_at"),
        lambda row: f"A job failed: {title_of_job(row).lower()}",
        "jobs that failed",
        failure_in_words,
        query="failures=unresolved",
        narrow=lambda rows: rows.filter(pk__in=list_unresolved_failures().values("pk")),
        real=True,
    ),
)


@dataclass(frozen=True)
class Task:
    """An open task. ``key`` names it in marks. ``when`` says since or until when; ``ends_today`` includes late ones;
    ``overdue``: it has waited too long. ``count`` is the number of tasks in one line, ``listed`` the address of their
    list. ``finish``: the reader may say that it is done."""

    key: str
    icon: str
    title: str
    why: str
    when: str
    verb: str
    href: str
    since: datetime
    ends_today: bool = False
    count: int = 1
    listed: str = ""
    overdue: bool = False
    finish: bool = False

    @property
    def is_urgent(self) -> bool:
        return self.ends_today or self.overdue


@dataclass(frozen=True)
class TeamTasks:
    """All of one kind that this person may see."""

    label: str
    count: int
    href: str

    @property
    def many(self) -> str:
        return say_count(self.count)


@dataclass(frozen=True)
class Waiting:
    """``hidden``: tasks that the reader finished or put off and that are still open for the team; one without a key
    stands for those that aren't listed."""

    tasks: list[Task]
    team_tasks: list[TeamTasks]
    hidden: list[Task]

    @property
    def mine(self) -> int:
        return add_counts([task.count for task in self.tasks])

    @property
    def all(self) -> int:
        return add_counts([item.count for item in self.team_tasks])

    @property
    def others(self) -> int:
        return max(0, self.all - self.mine - add_counts([task.count for task in self.hidden]))

    @property
    def team_count(self) -> str:
        return say_count(self.all)

    @property
    def ends_today(self) -> int:
        return add_counts([task.count for task in self.tasks if task.ends_today])


def load_waiting(request: HttpRequest, site: AdminSite) -> Waiting:
    """Return the tasks that the reader may see, and which of them they may do: those that end today or have
    waited too long first, then the oldest. What the reader finished or put off is apart.

    The number of queries doesn't depend on the number of tasks.
    """
    waiting = Waiting([], [], [])
    acts, reader = may_act(request), reader_of(request)
    marks = _load_hiding(reader) if acts else {}
    for kind in WAITING:
        page: Any = site.get_model_admin(kind.model)
        if not page.has_view_permission(request):
            continue
        rows = _rows_of(kind, request, page)
        address = reverse(f"admin:{page.opts.app_label}_{page.opts.model_name}_changelist")
        href = f"{address}?{kind.query or '&'.join(f'{name}={value}' for name, value in kind.rows.items())}"
        team = TeamTasks(kind.label, count_at_most(rows), href)
        waiting.team_tasks.append(team)
        if team.count and acts:
            own, hiding = _rows_to_do(kind, rows, reader), marks.get(kind.key, {})
            lines = _list_tasks(kind, own, hiding, reader, team)
            waiting.tasks.extend(replace(task, listed=address) for task in lines)
            waiting.hidden.extend(_list_hidden(kind, own, hiding, reader, href) if hiding else ())
    licences = _list_licence_tasks(request, site)
    for task in licences:
        if mark := marks.get(LICENCE, {}).get(task.key.partition(":")[2]):
            waiting.hidden.append(_hidden_task(task, mark))
        else:
            waiting.tasks.append(task)
    if licences:
        waiting.team_tasks.append(
            TeamTasks("Expiring licenses", len(licences), reverse("admin:dashboard") + "#figure-licences")
        )
    waiting.tasks.sort(key=lambda task: (not task.is_urgent, task.since))
    return waiting


def find_task(request: HttpRequest, site: AdminSite, key: str) -> Task | None:
    """Return a task that is open for the reader, also one that is marked."""
    name, _colon, item = key.partition(":")
    if name == LICENCE:
        return next((task for task in _list_licence_tasks(request, site) if task.key == key), None)
    kind = next((kind for kind in WAITING if kind.key == name), None)
    page: Any = kind and site.get_model_admin(kind.model)
    if kind is None or not page.has_view_permission(request):
        return None
    rows = _rows_to_do(kind, _rows_of(kind, request, page), reader_of(request))
    with suppress(ValidationError, ValueError):
        row = rows.first() if item == ALL else rows.filter(pk=item).first()
        if row is not None:
            return replace(_row_task(kind, row), key=key, finish=False) if item == ALL else _row_task(kind, row)
    return None


def list_member_tasks(request: HttpRequest, site: AdminSite, member: Member) -> list[Task]:
    """Return the open tasks about a member that the reader may see, the oldest first."""
    tasks: list[Task] = []
    for kind in WAITING:
        page: Any = site.get_model_admin(kind.model)
        if kind.member and page.has_view_permission(request):
            about = Q.create([(way, member.pk) for way in kind.member], connector=Q.OR)
            tasks += [_row_task(kind, row) for row in _with_moment(kind, _rows_of(kind, request, page).filter(about))]
    return sorted(tasks, key=lambda task: (not task.is_urgent, task.since))


def _rows_of(kind: Kind, request: HttpRequest, page: Any) -> QuerySet[Any]:
    # Not the page's own rows: those are narrowed to what its address asks for.
    rows: QuerySet[Any] = page.narrowed(request, kind.model._default_manager.all()).filter(**kind.rows)
    return rows if kind.narrow is None else kind.narrow(rows)


def _with_moment(kind: Kind, rows: QuerySet[Any]) -> QuerySet[Any]:
    with_moment: QuerySet[Any] = rows.select_related(*kind.related).annotate(
        waits_since=F(kind.since) if isinstance(kind.since, str) else kind.since
    )
    return with_moment


def _rows_to_do(kind: Kind, rows: QuerySet[Any], reader: Reader) -> QuerySet[Any]:
    return _with_moment(kind, rows if kind.for_me is None else kind.for_me(rows, reader.user_id))


def _row_task(kind: Kind, row: Any) -> Task:
    return _make_task(kind, row, row.pk, title=kind.title(row), why=kind.why(row), href=kind.address(row), count=1)


def reader_of(request: HttpRequest) -> Reader:
    user = cast(User, request.user)
    return once_a_request(request, "today_reader", lambda: read_staff(user.pk, user.name))


def may_act(request: HttpRequest) -> bool:
    """Return whether the person may act; readers only look."""
    user = cast(User, request.user)
    return user.is_superuser or user.staff_role != StaffRole.READER


def _load_hiding(reader: Reader) -> dict[str, dict[str, WorkMark]]:
    """Return the reader's marks that hide something now, by kind and item."""
    now = reader.business_now
    return {
        kind: {item: mark for item, mark in rows.items() if hides(mark, now)}
        for kind, rows in load_marks(reader).items()
    }


def _list_tasks(
    kind: Kind, rows: QuerySet[Any], marks: Mapping[str, WorkMark], reader: Reader, team: TeamTasks
) -> list[Task]:
    count = team.count
    if marks:
        rows = rows.exclude(pk__in=[item for item in marks if item != ALL])
        if ALL in marks:
            rows = rows.filter(waits_since__gt=_moment_of(kind, marks[ALL], reader))
    if marks or kind.for_me is not None:
        count = count_at_most(rows)
    first = [*rows.order_by(kind.due or "waits_since")[:EACH]]
    if first and count > EACH:
        return [_make_bundle(kind, first[0], count, team.href)]
    return [_row_task(kind, row) for row in first]


def _list_hidden(
    kind: Kind, rows: QuerySet[Any], marks: Mapping[str, WorkMark], reader: Reader, href: str
) -> Iterator[Task]:
    one_by_one = rows.filter(pk__in=[item for item in marks if item != ALL])
    keys = sorted(one_by_one.values_list("pk", flat=True), key=lambda key: marks[str(key)].at, reverse=True)
    last_marked = sorted(one_by_one.filter(pk__in=keys[:MOST_HIDDEN]), key=lambda row: keys.index(row.pk))
    for row in last_marked:
        yield _hidden_task(_row_task(kind, row), marks[str(row.pk)])
    if last_marked and (rest := keys[MOST_HIDDEN:]):
        bundle = _make_bundle(kind, last_marked[-1], len(rest), href)
        title = f"{bundle.count} more: {kind.label.lower()}"
        yield replace(bundle, key="", title=title, when="Put off or done")
    if ALL in marks:
        rows = rows.filter(waits_since__lte=_moment_of(kind, marks[ALL], reader)).order_by("waits_since")
        if oldest := rows.first():
            yield _hidden_task(_make_bundle(kind, oldest, count_at_most(rows), href), marks[ALL])


def _hidden_task(task: Task, mark: WorkMark) -> Task:
    return replace(task, when=f"Back on {clock.show_day(mark.until)}" if mark.until else "Marked as done")


def _moment_of(kind: Kind, mark: WorkMark, reader: Reader) -> datetime:
    """Return when tasks told together were marked. Those that came up since aren't."""
    return mark.at - (reader.business_now - reader.now) if kind.real else mark.at


def _make_bundle(kind: Kind, oldest: Any, count: int, href: str) -> Task:
    title = f"{say_count(count)} {kind.many}"
    return _make_task(kind, oldest, ALL, title=title, why="Oldest first.", href=href, count=count)


def _make_task(kind: Kind, row: Any, item: Any, *, title: str, why: str, href: str, count: int) -> Task:
    key, finish = f"{kind.key}:{item}", kind.finish and item != ALL
    due: date | None = getattr(row, kind.due) if kind.due else None
    today = clock.real_today() if kind.real else clock.today()
    late = due is not None and due <= today
    when = _until_text(due, today) if due else _since_text(row.waits_since, today)
    days = (today - clock.local(row.waits_since).date()).days
    overdue = kind.patience is not None and days >= kind.patience
    if overdue:
        when = f"Waiting for {days} days"
    since = row.waits_since
    return Task(key, kind.icon, title, why, when, kind.verb, href, since, late, count, overdue=overdue, finish=finish)


def _list_licence_tasks(request: HttpRequest, site: AdminSite) -> list[Task]:
    if not site.get_model_admin(Agent).has_change_permission(request):
        return []
    today, now = clock.today(), clock.business_now()
    return [
        Task(
            f"{LICENCE}:{item.id}:{item.expires_on}",
            "badge",
            f"{item.agent_name}'s license in {item.state} expires",
            f"In {item.days} day{'' if item.days == 1 else 's'}." if item.days > 0 else "",
            _until_text(item.expires_on, today),
            "Review",
            reverse("admin:parties_agent_change", args=[item.agent_id]),
            now,
            item.expires_on <= today,
            listed=reverse("admin:parties_agent_changelist"),
            finish=True,
        )
        for item in expiring_licences(brand_ids(request), LICENCE_DAYS, today=today)
    ]


def _until_text(day: date, today: date) -> str:
    if day < today:
        return f"Late since {show_date(day)}"
    return "By the end of today" if day == today else f"By {show_date(day)}"


def _since_text(moment: datetime, today: date) -> str:
    here = clock.local(moment)
    days = (today - here.date()).days
    if days > 1:
        return f"Since {show_date(here.date())}"
    return "Since yesterday" if days == 1 else f"Since {clock.show_hour(moment)}"


def say_count(count: int) -> str:
    return str(count) if isinstance(count, AtLeast) else f"{count:,}"
