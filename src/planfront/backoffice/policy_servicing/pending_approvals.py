"""Reported changes that reach back further than one person may decide: staff agree or send them back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.admin import SimpleListFilter
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import override
from django.views.decorators.cache import never_cache

from planfront.accounts.models import User
from planfront.accounts.selectors import user_names
from planfront.backoffice.lists.base import ReadOnlyPage, column, origin_of_staff
from planfront.backoffice.lists.filters import by_brand
from planfront.backoffice.lists.private_search import PrivateSearch
from planfront.backoffice.policy_servicing.change_sheet import Line, lines_of
from planfront.backoffice.policy_servicing.month_grid import MonthGrid, draw_entry_grid
from planfront.coverage import engine
from planfront.coverage.approvals import listing, reported
from planfront.coverage.authors import By
from planfront.coverage.engine import OrderRefused, Outcome
from planfront.coverage.models import ApprovalState, LifeEvent, Policy, Reason, ReportAbout, ReportedChange, WaitsFor
from planfront.coverage.names import Names
from planfront.coverage.timeline import Kind
from planfront.kernel import clock
from planfront.kernel.errors import AppError, BusinessError, FieldErrors, NotFound
from planfront.kernel.text.parse import show_date
from planfront.members.models import Gender
from planfront.members.person_facts import address_line
from planfront.members.reference import GENDERS
from planfront.members.selectors import MemberFacts, member_by_id

CHANGE = "coverage.change_reportedchange"
_MOVED = "The result would differ from what was reported."
_CORRECTED = "It's marked as corrected, and the member is notified by email."
_SHORTEST, _LONGEST = 3, 300
_TONES = {ApprovalState.WAITING: "warn", ApprovalState.AGREED: "good"}


class StateFilter(SimpleListFilter):
    """A filter by state; waiting changes come first."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, str(label)) for value, label in ApprovalState.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        return queryset.filter(state=chosen) if chosen in ApprovalState.values else queryset


class ReportedChangePage(PrivateSearch, ReadOnlyPage):
    """Reported changes that wait for staff, or did."""

    brand_path = "member__brand_id"
    find_by = "Find by member or policy number"
    list_display = ("member_name", "reporter", "shown_group", "asked_at", "shown_brand", "shown_state")
    list_filter = (StateFilter, by_brand("member__brand_id"))
    list_select_related = ("member__brand", "group")
    search_fields = ("member__first_name", "member__last_name", "=member__policies__number")
    ordering = ("-state", "asked_at")

    def narrowed(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        return super().narrowed(request, rows).filter(waits_for=WaitsFor.STAFF)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ReportedChange]:
        rows: QuerySet[ReportedChange] = super().get_queryset(request)
        return rows.select_related("member__brand", "group").defer("order", "reason")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the change's effects and the decision in place of a form."""
        row = self.get_object(request, object_id)
        if row is None:
            raise Http404
        return self._show(request, row)

    @method_decorator(never_cache)
    def _show(self, request: HttpRequest, row: ReportedChange) -> HttpResponse:
        if request.method == "POST":
            work = _DO.get(request.POST.get("do", ""))
            if work is None or not request.user.has_perm(CHANGE):
                raise PermissionDenied
            if work(request, row):
                return HttpResponseRedirect(approval_address(row))
        context = {**self.admin_site.each_context(request), "opts": self.opts}
        return TemplateResponse(request, "backoffice/coverage/held.html", {**context, **_page_context(request, row)})

    @column("Member", ordering="member__last_name")
    def member_name(self, row: ReportedChange) -> str:
        return row.member.name

    @column("Reported by", ordering="by")
    def reporter(self, row: ReportedChange) -> str:
        return str(By(row.by).label)

    @column("Group", ordering="group__name")
    def shown_group(self, row: ReportedChange) -> str:
        return row.group.name if row.group else "–"

    @column("Brand", ordering="member__brand__name")
    def shown_brand(self, row: ReportedChange) -> str:
        return row.member.brand.name

    @column("State", ordering="state", label={"Waiting": "warning", "Agreed": "success", "Sent back": "danger"})
    def shown_state(self, row: ReportedChange) -> str:
        return str(row.get_state_display())


def approvals_of(policy: Policy) -> list[ReportedChange]:
    """Return reported changes of a policy that wait for staff, or did, oldest first. Deaths and corrections concern
    every policy of their member, also those that their reporter doesn't see."""
    rows = ReportedChange.objects.filter(member=policy.member_id, waits_for=WaitsFor.STAFF).defer("reason")
    return [row for row in rows if _is_about_person(row) or policy.number in _numbers_of(row)]


def _is_about_person(row: ReportedChange) -> bool:
    return row.about != ReportAbout.CHANGE or row.order["kind"] == Kind.CORRECTION


def _numbers_of(row: ReportedChange) -> set[str]:
    return {plan["policy_number"] for plan in row.shown}


def names_of_deciders(rows: Sequence[ReportedChange]) -> dict[UUID, str]:
    """Return the names of the people who agreed, by order. A death is recorded by one person."""
    agreed = [row for row in rows if row.order_id is not None and row.about == ReportAbout.CHANGE]
    names = user_names(row.decided_by for row in agreed)
    return {row.order_id: names.get(row.decided_by or 0, "a closed account") for row in agreed if row.order_id}


def describe_waiting(rows: Sequence[ReportedChange]) -> list[dict[str, str]]:
    """Return the waiting changes in words."""
    return [
        {
            "by": str(By(row.by).label).lower(),
            "at": clock.show_moment(row.asked_at),
            "href": approval_address(row),
            "about": ReportAbout.FACT if row.about == ReportAbout.CHANGE and _is_about_person(row) else row.about,
        }
        for row in rows
        if row.state == ApprovalState.WAITING
    ]


def approval_address(row: ReportedChange) -> str:
    return reverse("admin:coverage_reportedchange_change", args=[row.pk])


@dataclass(frozen=True)
class Part:
    """Effects on one policy, by day. ``problem`` is the reason where there are none."""

    policy: Policy
    lines: Sequence[Line]
    problem: str = ""
    grids: Sequence[MonthGrid] = ()


def _page_context(request: HttpRequest, row: ReportedChange) -> dict[str, Any]:
    waiting = row.state == ApprovalState.WAITING
    member = member_by_id(row.member.brand_id, row.member_id)
    outcomes = _work_out(member, row) if waiting and member and row.about == ReportAbout.CHANGE else []
    is_death, is_correction = row.about == ReportAbout.DEATH, row.about == ReportAbout.FACT
    moved = waiting and row.about == ReportAbout.CHANGE and engine.digest_of(outcomes) != row.digest
    names = user_names((row.asked_by, row.passed_by, row.decided_by))
    with override("en"):  # the whole back office is in English
        title = listing.title_of(row, Names(member).first if member else lambda _key: "")
    return {
        "title": title,
        "subtitle": row.member.name,
        "row": row,
        "tone": _TONES.get(ApprovalState(row.state), "bad"),
        "facts": _list_facts(row),
        "by": str(By(row.by).label).lower(),
        "asked_by": names.get(row.asked_by or 0, ""),
        "asked_at": clock.show_moment(row.asked_at),
        "passed_by": names.get(row.passed_by or 0, ""),
        "passed_at": clock.show_moment(row.passed_at) if row.passed_at else "",
        "decided_by": names.get(row.decided_by or 0, "a closed account"),
        "decided_at": clock.show_moment(row.decided_at) if row.decided_at else "",
        "waiting": waiting,
        "is_death": is_death,
        "is_correction": is_correction,
        "death_href": _death_address(row) if is_death else "",
        "record_href": _link_if_allowed(request, "members.change_member", "members_member", row.member_id),
        "moved": moved,
        "back": (clock.today() - min(map(reported.day_of, row.shown))).days if waiting and row.shown else 0,
        "parts": [_part_of(outcome) for outcome in outcomes],
        "shown": row.shown,
        "may": request.user.has_perm(CHANGE),
        "mine": cast(User, request.user).pk in (row.asked_by, row.passed_by),
        "reason": request.POST.get("reason", ""),
        "longest": _LONGEST,
        "member_href": _link_if_allowed(request, "members.view_member", "members_member", row.member_id),
        "group_href": _link_if_allowed(request, "parties.view_group", "parties_group", row.group_id),
    }


def _death_address(row: ReportedChange) -> str:
    """Return the address of the page that records a reported death, "" where the member has no policy."""
    policy = Policy.objects.filter(member=row.member_id).order_by("number").first()
    return f"{reverse('admin:policy_death', args=[policy.pk])}?report={row.pk}" if policy else ""


def _link_if_allowed(request: HttpRequest, right: str, page: str, key: Any) -> str:
    return reverse(f"admin:{page}_change", args=[key]) if key and request.user.has_perm(right) else ""


def _work_out(member: MemberFacts, row: ReportedChange) -> Sequence[Outcome]:
    """Return the effects today; [] where the change isn't possible any more."""
    try:
        return engine.preview_by_two(reported.read_again(member, row))[1]
    except (FieldErrors, NotFound, OrderRefused):
        return []


def _part_of(outcome: Outcome) -> Part:
    lines = lines_of(outcome.entry) if outcome.entry else []
    problem = "" if outcome.entry else "Nothing changes."
    grids = [grid for entry in outcome.written if (grid := draw_entry_grid(entry)) is not None]
    return Part(outcome.policy, lines, problem, grids)


def _list_facts(row: ReportedChange) -> list[tuple[str, str]]:
    order: Any = row.order
    key = row.about if row.about == ReportAbout.DEATH else order.get("event", "")
    event = LifeEvent.objects.filter(key=key).first()
    reason = Reason.objects.filter(key=order.get("reason", "")).first()
    person = order.get("person") or {}
    fact = "birth_date" if order.get("kind") == Kind.CORRECTION else order.get("fact", "")
    facts = [
        ("Life event", event.name if event else ""),
        (event.happened if event else "Happened", order.get("happened_on", "")),
        ("On record", _fact_on_record(row, fact)),
        ("Should be", _typed_fact(fact, str(order.get("text", "") or order.get("birth_date", "")))),
        ("Note", order.get("note", "")),
        ("Reported", show_date(row.asked_on)),
        ("Reason", reason.name if reason else ""),
        ("Person", " ".join(filter(None, (person.get("first_name"), person.get("last_name"))))),
        ("Born", person.get("birth_date", "")),
    ]
    return [(label, value) for label, value in facts if value]


def _fact_on_record(row: ReportedChange, fact: str) -> str:
    member = row.member
    if fact == "gender":
        return _name_gender(member.gender)
    if fact == "ssn":
        return f"Ending {member.ssn_last4}" if member.ssn_last4 else "None"
    if fact == "home_address":
        return address_line(vars(member))
    return {"name": member.name, "birth_date": show_date(member.birth_date)}.get(fact, "")


def _typed_fact(fact: str, text: str) -> str:
    if fact == "gender":
        return _name_gender(int(text))
    return f"Ending {text}" if fact == "ssn" else text


def _name_gender(value: int) -> str:
    with override("en"):
        return str(GENDERS[Gender(value)])


def _agree_to(request: HttpRequest, row: ReportedChange) -> bool:
    """Agree to the change; send it back where its effects are no longer the reported ones."""
    origin = origin_of_staff(request, row.member.brand_id)
    try:
        reported.agree_by_staff(row.pk, origin)
    except BusinessError:
        return _send(request, row, _MOVED, f"Nothing was saved. {_MOVED} It was sent back.")
    except AppError as error:
        messages.error(request, str(error.message))
        return True
    done = "You approved it, and the change was saved."
    messages.success(request, _CORRECTED if row.about == ReportAbout.FACT else done)
    return True


def _send_back(request: HttpRequest, row: ReportedChange) -> bool:
    reason = request.POST.get("reason", "").strip()
    if not _SHORTEST <= len(reason) <= _LONGEST:
        messages.error(request, f"Enter the reason for sending it back, in {_SHORTEST} to {_LONGEST} characters.")
        return False
    return _send(request, row, reason, "It was sent back with the reason.")


def _send(request: HttpRequest, row: ReportedChange, reason: str, done: str) -> bool:
    try:
        reported.send_back_by_staff(row.pk, reason, origin_of_staff(request, row.member.brand_id))
    except AppError as error:
        messages.error(request, str(error.message))
    else:
        (messages.error if reason == _MOVED else messages.success)(request, done)
    return True


_DO = {"agree": _agree_to, "send-back": _send_back}
PAGES = ((ReportedChange, ReportedChangePage),)
