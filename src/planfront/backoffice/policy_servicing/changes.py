"""Staff change a policy: a form, its preview by the code that then writes it, and a change taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.views.decorators.cache import never_cache

from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.policy_servicing import policy_story, second_person
from planfront.backoffice.policy_servicing.change_form import KINDS, ChangeForm
from planfront.backoffice.policy_servicing.change_sheet import (
    Sheet,
    lines_of,
    open_lines,
    sheet_of,
    submit_change,
)
from planfront.backoffice.policy_servicing.month_grid import draw_entry_grid
from planfront.backoffice.policy_servicing.policy_head import (
    author_of_staff,
    head_of_page,
    may_change,
    member_of,
    policy_address,
)
from planfront.coverage.age_limits import keep_child
from planfront.coverage.approvals.staff import WaitsAlready
from planfront.coverage.engine import OrderDiffers, OrderRefused, preview_by_two
from planfront.coverage.history import load_history
from planfront.coverage.models import Policy
from planfront.coverage.order_kinds import Order, Problem
from planfront.coverage.parties import set_insurer_id
from planfront.coverage.timeline import ChangeRefused
from planfront.coverage.withdrawals import NO_PRICE, CannotWithdraw, may_withdraw, preview_withdrawal, withdraw_reported
from planfront.kernel.errors import FieldErrors, NotFound
from planfront.members.selectors import MemberFacts


@never_cache
def change_policy(request: HttpRequest, policy: Policy, kind: str, context: dict[str, Any]) -> HttpResponse:
    """Show the form of one kind of change. POST previews it, ``do=write`` writes the preview, ``do=ask`` asks a second
    person."""
    chosen = KINDS.get(kind)
    if chosen is None:
        raise Http404
    if not may_change(request):
        raise PermissionDenied
    member, story = member_of(policy), load_history(policy)
    again = second_person.typed_before(request, policy, kind)
    linked = {name: request.GET[name] for name in chosen.names if name in request.GET}
    form = ChangeForm(chosen, policy, member, story, _typed_values(request), initial=again or linked)
    sheet, error, others = None, "", second_person.list_possible_deciders(request, policy)
    if form.is_bound and form.is_valid():
        order = form.read(author_of_staff(request))
        done, sheet, error = _DO.get(request.POST.get("do", ""), _show_preview)(request, form, order)
        if done:
            messages.success(request, done)
            return HttpResponseRedirect(f"{policy_address(policy)}#changes")
    page = {
        **head_of_page(request, story, policy_story.names_of(story), context),
        "chosen": chosen,
        "form": form,
        "sheet": sheet,
        "refused": error or (sheet.problem if sheet else ""),
        "days": sheet.days if sheet and any(day.chosen and day.why for day in sheet.days) else (),
        "others": second_person.deciders_text(others),
        "ask": second_person.ask_text(others),
        "most_back": settings.ENV.retroactive_limit,
    }
    return TemplateResponse(request, "backoffice/coverage/change.html", page)


def _typed_values(request: HttpRequest) -> Any:
    """Return the sent values. A day chosen among another event's days is left out."""
    if request.method != "POST":
        return None
    typed = request.POST.copy()
    now = "|".join(typed.get(name, "").strip() for name in ("event", "happened_on", "reported_on"))
    if "asked" in typed and typed["asked"] != now:
        typed.pop("day", None)
    return typed


Answer = tuple[str, Sheet | None, str]
"""The outcome in words; otherwise the sheet, or the reason why there is none."""


def _show_preview(_request: HttpRequest, form: ChangeForm, order: Order) -> Answer:
    try:
        order, outcomes = preview_by_two(order)
    except OrderRefused as refused:
        return "", None, _REFUSED[refused.why]
    return "", sheet_of(form, order, outcomes), ""


def _write_change(request: HttpRequest, form: ChangeForm, order: Order) -> Answer:
    """Write the change. Where its effects differ from the preview, show both instead."""
    origin, digest = origin_of_staff(request, form.policy.brand_id), request.POST.get("digest", "")
    try:
        order, _outcomes = preview_by_two(order)
        if order.by_two:
            return _show_preview(request, form, order)
        submit_change(form, order, digest, origin)
    except OrderDiffers:
        return _beside_previewed(request, form, order)
    except OrderRefused:
        return _show_preview(request, form, order)
    return "The change was saved.", None, ""


def _beside_previewed(request: HttpRequest, form: ChangeForm, order: Order) -> Answer:
    done, sheet, error = _show_preview(request, form, order)
    return done, replace(sheet, was=open_lines(request.POST.get("seen", ""))) if sheet else None, error


def _ask_second_person(request: HttpRequest, form: ChangeForm, order: Order) -> Answer:
    """Ask a second person about what was previewed. What one person alone may do is shown to be written."""
    try:
        order, outcomes = preview_by_two(order)
    except OrderRefused as refused:
        return "", None, _REFUSED[refused.why]
    if sheet_of(form, order, outcomes).digest != request.POST.get("digest"):
        return _beside_previewed(request, form, order)
    others = second_person.list_possible_deciders(request, form.policy)
    if not order.by_two or not others or all(outcome.entry is None for outcome in outcomes):
        return "", sheet_of(form, order, outcomes), ""
    try:
        second_person.ask_second_person(request, form, order, outcomes)
    except WaitsAlready as error:
        return "", sheet_of(form, order, outcomes), str(error.message)
    return second_person.asked_text(others), None, ""


_DO = {"write": _write_change, "ask": _ask_second_person}


_REFUSED = {
    "event": "This event's rule doesn't allow this change. Choose another event, or none.",
    "reason": "Choose a reason.",
    "nobody": "This change isn't possible on this policy.",
}


@never_cache
def withdraw_change(request: HttpRequest, policy: Policy, order_id: UUID, context: dict[str, Any]) -> HttpResponse:
    """Show the effects of withdrawing; POST withdraws. Changes made together are withdrawn together."""
    if not may_change(request):
        raise PermissionDenied
    member, story, author = member_of(policy), load_history(policy), author_of_staff(request)
    taken = [change for change in story.record.rows if change.order == order_id and may_withdraw(change, author)]
    if not taken:
        raise Http404
    if all(change.pk in story.record.withdrawn for change in taken):
        messages.info(request, "The change was withdrawn already.")
        return HttpResponseRedirect(f"{policy_address(policy)}#changes")
    if request.method == "POST":
        return _take_back(request, policy, member, order_id)
    problem, entries = "", []
    try:
        entries = preview_withdrawal(order_id, author, member.id)
    except CannotWithdraw as refused:
        problem = _WHY_NOT.get(refused.why, _STANDS)
    page = {
        **head_of_page(request, story, policy_story.names_of(story), context),
        "problem": problem,
        "what": [policy_story.kind_text(change) for change in taken],
        "effective": policy_story.effective_text(taken[0]),
        "policies": [(entry.ledger.policy, lines_of(entry), draw_entry_grid(entry)) for entry in entries],
    }
    return TemplateResponse(request, "backoffice/coverage/withdraw.html", page)


_STANDS = "A later change depends on it. Withdraw that one first."
_WHY_NOT: dict[str, str] = {
    Problem.HAS_PLAN: "The member already has an active policy for this plan. End that one first.",
    Problem.NEEDS_MEMBERSHIP: "A plan would continue without the membership it needs. Change the membership first.",
    **dict.fromkeys(
        (Problem.SECOND_SPOUSE, Problem.TIER, Problem.CHILDREN),
        "The plan doesn't cover these people together with those who have joined since.",
    ),
    NO_PRICE: "The policy would have no price as it was before. Check its rates first.",
}


def _take_back(request: HttpRequest, policy: Policy, member: MemberFacts, order_id: UUID) -> HttpResponse:
    author, origin = author_of_staff(request), origin_of_staff(request, policy.brand_id)
    try:
        withdraw_reported(member, order_id, author, origin)
    except CannotWithdraw as refused:
        messages.error(request, _WHY_NOT.get(refused.why, _STANDS))
    except NotFound:
        messages.error(request, _STANDS)
    else:
        messages.success(request, "The change is withdrawn.")
    return HttpResponseRedirect(f"{policy_address(policy)}#changes")


def _refuse_form_of_person(request: HttpRequest, policy: Policy, person_id: UUID) -> HttpResponse | None:
    """Return the answer to anything but POST; raise for who may not change the policy, and for people of others."""
    if not may_change(request):
        raise PermissionDenied
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if not policy.people.filter(pk=person_id).exists():
        raise Http404
    return None


def keep_child_covered(request: HttpRequest, policy: Policy, person_id: UUID) -> HttpResponse:
    """Say that a child stays beyond the age limit. A notice that went out is withdrawn."""
    if refusal := _refuse_form_of_person(request, policy, person_id):
        return refusal
    stays = request.POST.get("stays") == "1"
    try:
        keep_child(person_id=person_id, stays=stays, origin=origin_of_staff(request, policy.brand_id))
    except NotFound:
        raise Http404 from None
    except ChangeRefused:
        messages.error(request, _STANDS)
    else:
        done = (
            "The child stays covered beyond the age limit." if stays else "The child's coverage ends at the age limit."
        )
        messages.success(request, done)
    return HttpResponseRedirect(f"{policy_address(policy)}#people")


def write_insurer_id(request: HttpRequest, policy: Policy, person_id: UUID) -> HttpResponse:
    """Write what the insurer calls a covered person: their cards have it from then on."""
    if refusal := _refuse_form_of_person(request, policy, person_id):
        return refusal
    try:
        set_insurer_id(
            person_id=person_id,
            insurer_id=request.POST.get("insurer_id", ""),
            origin=origin_of_staff(request, policy.brand_id),
        )
    except FieldErrors as refused:
        messages.error(request, " ".join(str(error.error_message) for error in refused.errors))
    else:
        messages.success(request, "The insurer's ID was saved.")
    return HttpResponseRedirect(f"{policy_address(policy)}#people")
