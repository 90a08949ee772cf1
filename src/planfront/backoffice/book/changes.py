"""Staff change a policy: a form, its preview by the code that then writes it, and a change taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache

from planfront.accounts.models import User
from planfront.backoffice.book import policy_story
from planfront.backoffice.book.change_form import KINDS, ChangeForm
from planfront.backoffice.book.change_sheet import Sheet, draw_sheet, lines_of, open_lines
from planfront.backoffice.book.policy_head import CHANGE, head_of_page
from planfront.backoffice.lists.base import origin_of_staff
from planfront.book.authors import Author, By
from planfront.book.engine import (
    CannotWithdraw,
    OrderDiffers,
    OrderRefused,
    may_withdraw,
    preview_order,
    preview_withdrawal,
)
from planfront.book.models import Policy
from planfront.book.reads import load_story
from planfront.kernel.errors import BusinessError, NotFound
from planfront.members.selectors import MemberFacts, member_by_id
from planfront.policies.coverage import orders


def author_of_staff(request: HttpRequest) -> Author:
    return Author(By.STAFF, cast(User, request.user).pk)


def member_of(policy: Policy) -> MemberFacts:
    """Whose policy it is. Raises Http404 where that isn't on record."""
    member = member_by_id(policy.brand_id, policy.member_id) if policy.member_id else None
    if member is None:
        raise Http404
    return member


@never_cache
def change_policy(request: HttpRequest, policy: Policy, kind: str, context: dict[str, Any]) -> HttpResponse:
    """The form of one kind of change. POST previews it, and with ``do=write`` writes what was previewed."""
    chosen = KINDS.get(kind)
    if chosen is None:
        raise Http404
    if not request.user.has_perm(CHANGE):
        raise PermissionDenied
    member, story = member_of(policy), load_story(policy)
    form = ChangeForm(chosen, policy, member, story, _typed(request))
    sheet, error = None, ""
    if form.is_bound and form.is_valid():
        read = form.read(author_of_staff(request))
        if request.POST.get("do") == "write":
            written, sheet, error = _write(request, form, read)
            if written:
                messages.success(request, "The change is written.")
                return HttpResponseRedirect(f"{_address(policy)}#changes")
        else:
            sheet, error = _preview(form, read)
    shown = {
        **head_of_page(request, story, policy_story.names_of(story), context),
        "chosen": chosen,
        "form": form,
        "sheet": sheet,
        "refused": error or (sheet.problem if sheet else ""),
        "days": sheet.days if sheet and any(day.chosen and day.why for day in sheet.days) else (),
    }
    return TemplateResponse(request, "backoffice/book/change.html", shown)


def _typed(request: HttpRequest) -> Any:
    """What was sent. A day that was chosen of another event's days is left out."""
    if request.method != "POST":
        return None
    typed = request.POST.copy()
    now = "|".join(typed.get(name, "").strip() for name in ("event", "happened_on", "reported_on"))
    if "asked" in typed and typed["asked"] != now:
        typed.pop("day", None)
    return typed


def _preview(form: ChangeForm, read: orders.ReadOrder) -> tuple[Sheet | None, str]:
    try:
        (outcome,) = preview_order(read.order)
    except OrderRefused as refused:
        return None, _REFUSED[refused.why]
    return _sheet(form, read, outcome), ""


def _write(request: HttpRequest, form: ChangeForm, read: orders.ReadOrder) -> tuple[bool, Sheet | None, str]:
    """Whether it was written; else what would happen now, beside what was previewed."""
    policy, member = form.policy, form.member
    try:
        orders.submit(member, read, request.POST.get("digest", ""), origin_of_staff(request, policy.brand_id))
    except BusinessError as error:
        if not isinstance(error.__cause__, OrderDiffers):
            return False, *_preview(form, read)
        (outcome,) = error.__cause__.outcomes
        sheet = _sheet(form, read, outcome)
        return False, replace(sheet, was=open_lines(request.POST.get("seen", ""))), ""
    return True, None, ""


_REFUSED = {
    "event": "The rule of this event doesn’t open this change. Choose another one, or none.",
    "reason": "Choose a reason.",
    "nobody": "This policy can’t take the change.",
}


def _sheet(form: ChangeForm, read: orders.ReadOrder, outcome: Any) -> Sheet:
    person = " ".join(filter(None, (read.person.first_name, read.person.last_name))) if read.person else ""
    names = policy_story.names_of(form.story)
    return draw_sheet(read.order, read.edition, outcome, form.story, names, form.member, person)


@never_cache
def withdraw_change(request: HttpRequest, policy: Policy, order_id: UUID, context: dict[str, Any]) -> HttpResponse:
    """What taking back does, and on POST the taking back. What was changed together is taken back together."""
    if not request.user.has_perm(CHANGE):
        raise PermissionDenied
    member, story, author = member_of(policy), load_story(policy), author_of_staff(request)
    taken = [change for change in story.changes if change.order == order_id and may_withdraw(change, author)]
    if not taken:
        raise Http404
    if request.method == "POST":
        return _take_back(request, policy, member, order_id)
    problem, entries = "", []
    try:
        entries = preview_withdrawal(order_id, author, member.id)
    except CannotWithdraw:
        problem = _STANDS
    shown = {
        **head_of_page(request, story, policy_story.names_of(story), context),
        "problem": problem,
        "what": [policy_story.kind_text(change) for change in taken],
        "effective": policy_story.effective_text(taken[0]),
        "policies": [(entry.ledger.policy, lines_of(entry)) for entry in entries],
    }
    return TemplateResponse(request, "backoffice/book/withdraw.html", shown)


_STANDS = "Something that was changed later stands on it. Withdraw that first."


def _take_back(request: HttpRequest, policy: Policy, member: MemberFacts, order_id: UUID) -> HttpResponse:
    author, origin = author_of_staff(request), origin_of_staff(request, policy.brand_id)
    try:
        orders.withdraw(member, order_id, author, origin)
    except (BusinessError, NotFound):
        messages.error(request, _STANDS)
    else:
        messages.success(request, "The change is withdrawn.")
    return HttpResponseRedirect(f"{_address(policy)}#changes")


def _address(policy: Policy) -> str:
    return reverse("admin:book_policy_change", args=[policy.pk])
