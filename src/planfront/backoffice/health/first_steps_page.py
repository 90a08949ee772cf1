"""The page of the first steps: what is left, with a button for each, and checks of what only the internet knows."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from planfront.accounts.models import User
from planfront.audit.services import record
from planfront.backoffice.health import first_steps, own_names
from planfront.backoffice.health.first_steps import CHECK_MAIL, CHECK_WEB, TEST_MAIL, address_of_upload
from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.scope import brand_ids
from planfront.brands.selectors import public_brands
from planfront.integrations.waivers import restore_step, waive_step
from planfront.kernel import clock
from planfront.messaging.services import queue_account_mail

MAY_CHECK = "kernel.change_outsideservice"
WAIVE, _REASON = "waive", 200
_CHECKS = {CHECK_WEB: own_names.check_hosts, CHECK_MAIL: own_names.check_senders}


def first_steps_page(request: HttpRequest, site: AdminSite) -> HttpResponse:
    """Show the steps to staff of all brands. POST makes a check, or sends a test."""
    if brand_ids(request) is not None:
        raise PermissionDenied
    user = cast(User, request.user)
    may_check = user.has_perm(MAY_CHECK)
    if request.method == "POST":
        if not may_check:
            raise PermissionDenied
        if "step" in request.POST:
            _decide(request, request.POST["step"])
        else:
            _act(request, request.POST.get("action", ""))
        return HttpResponseRedirect(reverse("admin:first_steps"))
    parts = first_steps.list_parts()
    steps = [step for part in parts for step in part.steps]
    left = [step for step in steps if not step.is_settled]
    context = {
        **site.each_context(request),
        "title": _("First steps"),
        "parts": parts,
        "next": next((step for step in left if step.href or step.action), None),
        "done": len(steps) - len(left),
        "all": len(steps),
        "left": len(left),
        "headline": _headline(len(left)),
        "looked_at": clock.show_hour(clock.now()),
        "may_check": may_check,
        "own_address": user.email,
        "without_spanish": first_steps.count_plans_without_spanish(),
        "begun": [
            _begin(_("Reps"), _("With licenses"), address_of_upload("reps")),
            _begin(_("Groups"), _("With classes and contributions"), address_of_upload("groups")),
            _begin(_("People"), _("Rosters of groups"), reverse("admin:members_rosterimport_add")),
            _begin(_("Policies in force"), _("No welcome email, no first payment"), address_of_upload("policies")),
        ],
    }
    return TemplateResponse(request, "backoffice/first_steps.html", context)


def _act(request: HttpRequest, action: str) -> None:
    origin = origin_of_staff(request)
    if check := _CHECKS.get(action):
        check()
        record("installation.checked", origin=origin, subject_type="installation", subject_id="", meta={"what": action})
    elif action == TEST_MAIL:
        _send_test(request)


def _decide(request: HttpRequest, key: str) -> None:
    """Waive a step with a reason, or take the waiver back."""
    if not first_steps.may_waive(key):
        raise PermissionDenied
    reason = " ".join(request.POST.get("reason", "").split())[:_REASON]
    is_waiving = request.POST.get("action") == WAIVE
    if is_waiving and not reason:
        messages.error(request, _("Say why this step isn't needed here."))
        return
    if is_waiving:
        waive_step(key, reason, request.user.pk)
    else:
        restore_step(key)
    record(
        "installation.step_waived" if is_waiving else "installation.step_restored",
        origin=origin_of_staff(request),
        subject_type="first_step",
        subject_id=key,
        meta={"reason": reason} if is_waiving else {},
    )


def _send_test(request: HttpRequest) -> None:
    user, brand = cast(User, request.user), next(iter(public_brands()), None)
    if brand is None or not user.email:
        messages.error(request, _("Publish a brand first: emails come from its address."))
        return
    language = get_language() or "en"
    queue_account_mail(
        brand=brand, kind="test", to=user.email, host="", page="", facts={"name": user.name}, language=language
    )
    said = {"address": user.email}
    messages.success(request, _("A test is on its way to %(address)s. Check again in a minute.") % said)


def _begin(title: str, note: str, href: str) -> dict[str, str]:
    return {"title": title, "note": note, "href": href}


def _headline(left: int) -> str:
    if not left:
        return _("You're ready to sell")
    return ngettext("%(n)d step to go", "%(n)d steps to go", left) % {"n": left}
