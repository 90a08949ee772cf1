"""Changes that reach back further than one person may decide: one member of staff asks, another agrees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache

from planfront.accounts.models import StaffBrand, User
from planfront.accounts.staffing import staff_who_may_change
from planfront.audit.services import Origin, record
from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.policy_servicing import policy_story
from planfront.backoffice.policy_servicing.change_form import KINDS, ChangeForm
from planfront.backoffice.policy_servicing.change_sheet import Line, Sheet, sheet_of, submit_change, texts_of
from planfront.backoffice.policy_servicing.death_sheet import DeathForm, DeathRequest, DeathSheet
from planfront.backoffice.policy_servicing.policy_head import (
    author_of_staff,
    head_of_page,
    may_change,
    member_of,
    policy_address,
)
from planfront.coverage.approvals import staff as pending
from planfront.coverage.authors import Author, By
from planfront.coverage.engine import OrderDiffers, OrderRefused, Outcome, preview_by_two
from planfront.coverage.history import PolicyHistory, load_history
from planfront.coverage.models import Policy, ReportAbout, StaffChangeRequest, StaffRequestState
from planfront.coverage.order_kinds import Order
from planfront.kernel import clock
from planfront.kernel.errors import AppError, BusinessError

_MOVED = "The result would differ from the request."
_SHORTEST, _LONGEST = 3, 300


def list_possible_deciders(request: HttpRequest, policy: Policy) -> list[User]:
    """Return colleagues who may change policies of this brand, and so may agree."""
    at_brand = StaffBrand.objects.filter(brand_id=policy.brand_id).values("user")
    here = Q(is_superuser=True) | Q(all_brands=True) | Q(pk__in=at_brand)
    rows = staff_who_may_change(Policy._meta.label_lower).filter(here)
    return list(rows.exclude(pk=cast(User, request.user).pk).order_by("name", "email"))


def ask_text(others: Sequence[User]) -> str:
    return f"Ask {_name_of(others[0])} to approve" if len(others) == 1 else "Ask a second person to approve"


def deciders_text(others: Sequence[User]) -> str:
    """Return the names of people who may agree, the first three of them."""
    names = [_name_of(user) for user in others[:3]] + (
        ["another person who can change policies"] if len(others) > 3 else []
    )
    return " or ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def asked_text(others: Sequence[User]) -> str:
    return (
        f"{_name_of(others[0])} was asked to approve it."
        if len(others) == 1
        else "A second person was asked to approve it."
    )


def _name_of(user: User | None) -> str:
    return "a closed account" if user is None else user.name or user.email


def ask_second_person(request: HttpRequest, form: ChangeForm, order: Order, outcomes: Sequence[Outcome]) -> None:
    """Ask for a change. Raises WaitsAlready where another change of the policy waits."""
    sheet, user = sheet_of(form, order, outcomes), cast(User, request.user)
    effective = min((row.effective for row in outcomes if row.entry is not None and row.effective), default=None)
    if effective is None:
        raise Http404
    row = pending.ask(
        policy_id=form.policy.pk,
        kind=order.kind,
        typed=form.typed(order, effective),
        digest=sheet.digest,
        shown=texts_of(sheet.lines),
        effective=effective,
        by=user.pk,
    )
    _record_event(request, "change_asked", row)


def ask_about_death(request: HttpRequest, form: DeathForm, sheet: DeathSheet) -> None:
    """Ask for a death to be recorded. Raises WaitsAlready where another change of the policy waits."""
    if sheet.effective is None:
        raise Http404
    row = pending.ask(
        policy_id=form.policy.pk,
        kind=ReportAbout.DEATH.value,
        typed=form.typed(),
        digest=sheet.digest,
        shown=sheet.lines,
        effective=sheet.effective,
        by=cast(User, request.user).pk,
    )
    _record_event(request, "change_asked", row)


def _record_event(request: HttpRequest, verb: str, row: StaffChangeRequest) -> None:
    record(
        f"policy.{verb}",
        origin=origin_of_staff(request, row.policy.brand_id),
        subject_type="policy",
        subject_id=row.policy_id,
        meta={"request": str(row.pk), "kind": row.kind, "asked_by": row.asked_by_id},
    )


def typed_before(request: HttpRequest, policy: Policy, kind: str) -> dict[str, str] | None:
    """Return the values of this person's request that was sent back, to ask again."""
    key = request.GET.get("again", "")
    if not key:
        return None
    try:
        request_id = UUID(key)
    except ValueError:
        return None
    mine = StaffChangeRequest.objects.filter(policy=policy, kind=kind, asked_by=cast(User, request.user).pk)
    row = mine.filter(pk=request_id).first()
    return dict(row.order) if row else None


def open_requests(story: PolicyHistory, rows: Sequence[StaffChangeRequest]) -> list[dict[str, Any]]:
    """Return requests that wait for a second person or were sent back, in words."""
    return [
        {
            "row": row,
            "label": KINDS[row.kind].label if row.kind in KINDS else DeathRequest.label,
            "by": _name_of(row.asked_by),
            "decided_by": _name_of(row.decided_by),
            "at": clock.show_moment(row.asked_at),
            "href": reverse("admin:policy_asked", args=[story.policy.pk, row.pk]),
        }
        for row in rows
        if row.state in (StaffRequestState.WAITING, StaffRequestState.SENT_BACK)
    ]


def names_of_deciders(rows: Sequence[StaffChangeRequest]) -> dict[UUID, str]:
    """Return the names of the people who agreed, by order."""
    return {row.order_id: _name_of(row.decided_by) for row in rows if row.order_id is not None}


@never_cache
def asked_page(request: HttpRequest, policy: Policy, key: UUID, context: dict[str, Any]) -> HttpResponse:
    """Show the requested sheet, with Agree and Send back for everyone else who may change the policy."""
    if not may_change(request):
        raise PermissionDenied
    rows = StaffChangeRequest.objects.select_related("asked_by", "decided_by", "policy")
    row = get_object_or_404(rows, pk=key, policy=policy)
    if request.method == "POST":
        done = _DO.get(request.POST.get("do", ""))
        if done is None:
            raise PermissionDenied
        address = _decide_request(request, row, done)
        if address:
            return HttpResponseRedirect(address)
    story = load_history(policy)
    asked = _open_request(row, policy, story)
    waiting = row.state == StaffRequestState.WAITING
    sheet, problem = asked.preview() if waiting else (None, "")
    user = cast(User, request.user)
    return TemplateResponse(
        request,
        "backoffice/coverage/asked.html",
        {
            **head_of_page(request, story, policy_story.names_of(story), context),
            "row": row,
            "asked": asked,
            "asked_by": _name_of(row.asked_by),
            "asked_at": clock.show_moment(row.asked_at),
            "decided_by": _name_of(row.decided_by),
            "decided_at": clock.show_moment(row.decided_at) if row.decided_at else "",
            "waiting": waiting,
            "mine": row.asked_by_id == user.pk,
            "sheet": sheet,
            "problem": problem,
            "moved": bool(sheet and sheet.digest != row.digest),
            "shown": row.shown if asked.is_death else [Line(*fields) for fields in row.shown],
            "reason": request.POST.get("reason", ""),
            "longest": _LONGEST,
        },
    )


class _ChangeRequest:
    """A change of a policy that a second person is asked about."""

    is_death = False

    def __init__(self, row: StaffChangeRequest, policy: Policy, story: PolicyHistory) -> None:
        chosen = KINDS[row.kind]
        self.row, self.form = row, ChangeForm(chosen, policy, member_of(policy), story, row.order)
        self.label, self.heading, self.facts = chosen.label, chosen.heading, self.form.facts
        self.again = f"{reverse('admin:policy_to', args=[policy.pk, row.kind])}?again={row.pk}"

    def preview(self) -> tuple[Sheet | None, str]:
        """Return the effects today, or the reason why there are none."""
        if not self.form.is_valid():
            return None, "What was entered is no longer possible. Send it back."
        try:
            order, outcomes = preview_by_two(self.form.read(Author(By.STAFF, self.row.asked_by_id)))
        except OrderRefused:
            return None, "It can no longer be saved. Send it back."
        sheet = sheet_of(self.form, order, outcomes)
        return (sheet, "") if not sheet.problem else (None, sheet.problem)

    def write(self, origin: Origin) -> UUID:
        """Write the change. Raises OrderDiffers where its effects aren't the ones that were asked for."""
        if not self.form.is_valid():
            raise OrderDiffers([])
        order, _outcomes = preview_by_two(self.form.read(Author(By.STAFF, self.row.asked_by_id)))
        return submit_change(self.form, order, self.row.digest, origin)


def _open_request(row: StaffChangeRequest, policy: Policy, story: PolicyHistory) -> _ChangeRequest | DeathRequest:
    return DeathRequest(row, policy) if row.kind == ReportAbout.DEATH else _ChangeRequest(row, policy, story)


def _decide_request(request: HttpRequest, row: StaffChangeRequest, done: Any) -> str:
    """Decide; return the address to go to, "" to show the page again."""
    try:
        address: str = done(request, row)
    except AppError as error:
        messages.error(request, str(error.message))
        return reverse("admin:policy_asked", args=[row.policy_id, row.pk])
    return address


def _agree_to(request: HttpRequest, row: StaffChangeRequest) -> str:
    """Write the change for the person who asked. Where its effects differ by now, send it back instead."""
    policy, user = row.policy, cast(User, request.user)
    written: list[UUID] = []

    def write(locked: StaffChangeRequest) -> UUID:
        asked = _open_request(locked, policy, load_history(policy))
        written.append(asked.write(origin_of_staff(request, policy.brand_id)))
        return written[0]

    try:
        pending.agree(row.pk, user.pk, write)
    except BusinessError:
        pending.send_back(row.pk, user.pk, _MOVED)
        _record_event(request, "change_sent_back", row)
        messages.error(request, f"Nothing was saved. {_MOVED} It was sent back to {_name_of(row.asked_by)}.")
        return reverse("admin:policy_asked", args=[policy.pk, row.pk])
    if written:
        _record_event(request, "change_agreed", row)
    messages.success(request, "You approved it, and the change was saved.")
    return f"{policy_address(policy)}#changes"


def _send_back(request: HttpRequest, row: StaffChangeRequest) -> str:
    reason = request.POST.get("reason", "").strip()
    if not _SHORTEST <= len(reason) <= _LONGEST:
        messages.error(request, f"Enter the reason for sending it back, in {_SHORTEST} to {_LONGEST} characters.")
        return ""
    pending.send_back(row.pk, cast(User, request.user).pk, reason)
    _record_event(request, "change_sent_back", row)
    messages.success(request, f"It was sent back to {_name_of(row.asked_by)}.")
    return policy_address(row.policy)


def _take_back(request: HttpRequest, row: StaffChangeRequest) -> str:
    pending.take_back(row.pk, author_of_staff(request).user_id or 0)
    _record_event(request, "change_taken_back", row)
    messages.success(request, "The request was withdrawn.")
    return policy_address(row.policy)


_DO = {"agree": _agree_to, "send-back": _send_back, "take-back": _take_back}
