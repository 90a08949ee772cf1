"""Staff record a death: what becomes of each policy is previewed, then written with the letter to those who stay."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.views.decorators.cache import never_cache

from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.policy_servicing import policy_story, second_person
from planfront.backoffice.policy_servicing.death_effects import price_today
from planfront.backoffice.policy_servicing.death_sheet import (
    LONGEST_PROOF,
    DeathForm,
    DeathSheet,
    preview_sheet,
)
from planfront.backoffice.policy_servicing.policy_head import (
    author_of_staff,
    head_of_page,
    may_change,
    member_of,
    policy_address,
)
from planfront.coverage import deaths
from planfront.coverage.approvals.deaths import find_report
from planfront.coverage.approvals.staff import SecondPersonNeeded, WaitsAlready
from planfront.coverage.deaths import Death
from planfront.coverage.history import load_history
from planfront.coverage.models import Policy, ReportAbout
from planfront.coverage.names import Names
from planfront.coverage.parties import Moved
from planfront.coverage.timeline import SELF
from planfront.kernel.errors import AppError
from planfront.kernel.text.parse import show_date
from planfront.members.selectors import list_deaths
from planfront.members.services import enter_proof_of_death

_SHORTEST, _LONGEST = 3, 300


@never_cache
def death_page(request: HttpRequest, policy: Policy, context: dict[str, Any]) -> HttpResponse:
    """Show the form of a death in the family of a policy. POST previews it; ``do=write`` records the preview,
    ``do=ask`` asks a second person about it."""
    member = member_of(policy)
    if not may_change(request):
        raise PermissionDenied
    names = Names(member)
    report = find_report(member.id, request.GET.get("report", ""))
    typed_before = {"person": report["person_id"], "died_on": report["happened_on"]} if report else None
    if request.POST.get("do") == "take-back":
        return _take_back(request, policy)
    if request.POST.get("do") == "proof":
        return _enter_proof(request, policy)
    again = second_person.typed_before(request, policy, ReportAbout.DEATH)
    form = DeathForm(policy, names, request.POST if request.method == "POST" else again, typed_before)
    sheet, error, others = None, "", second_person.list_possible_deciders(request, policy)
    if form.is_bound and form.is_valid():
        death = form.read(author_of_staff(request))
        done, error = _DO.get(request.POST.get("do", ""), _show_preview)(request, form, death)
        if done:
            messages.success(request, done)
            return HttpResponseRedirect(policy_address(policy))
        sheet = preview_sheet(form, death)
    story = load_history(policy)
    page = {
        **head_of_page(request, story, policy_story.names_of(story), context),
        "form": form,
        "deaths": [
            {"key": row.key, "name": names.full(row.key), "day": show_date(row.died_on), "proof": row.proof}
            for row in list_deaths(member.id)
        ],
        "longest_proof": LONGEST_PROOF,
        "note": report["note"] if report else "",
        "refused": error,
        "sheet": sheet,
        "month": sheet.effects.month if sheet and sheet.effects else price_today(member.id),
        "others": second_person.deciders_text(others),
        "ask": second_person.ask_text(others),
        "most_back": settings.ENV.retroactive_limit,
    }
    return TemplateResponse(request, "backoffice/coverage/death.html", page)


Answer = tuple[str, str]
"""The outcome in words, or the reason why nothing was done; "" for a preview."""


def _show_preview(_request: HttpRequest, _form: DeathForm, _death: Death) -> Answer:
    return "", ""


def _record_death(request: HttpRequest, form: DeathForm, death: Death) -> Answer:
    try:
        origin = origin_of_staff(request, form.policy.brand_id)
        deaths.record_death(death, request.POST.get("digest", ""), origin)
    except SecondPersonNeeded as error:
        return "", str(error.message)
    except Moved:
        return "", _MOVED
    return "The death was recorded, and a letter to the family is on its way.", ""


_MOVED = "Something has changed since the preview. Review it again."


def _ask_second_person(request: HttpRequest, form: DeathForm, death: Death) -> Answer:
    """Ask a second person about what was previewed. What one person alone may do is shown to be recorded."""
    sheet, others = preview_sheet(form, death), second_person.list_possible_deciders(request, form.policy)
    if sheet.digest != request.POST.get("digest"):
        return "", _MOVED
    if not _may_ask(sheet) or not others:
        return "", ""
    try:
        second_person.ask_about_death(request, form, sheet)
    except WaitsAlready as error:
        return "", str(error.message)
    return second_person.asked_text(others), ""


def _may_ask(sheet: DeathSheet) -> bool:
    return bool(sheet.back) and not sheet.problem


_DO = {"write": _record_death, "ask": _ask_second_person}


def _enter_proof(request: HttpRequest, policy: Policy) -> HttpResponse:
    """Enter the proof of a recorded death that was asked for; say so, or why not."""
    proof, key = request.POST.get("proof", "").strip(), request.POST.get("person", "")
    here = HttpResponseRedirect(request.get_full_path())
    if not 0 < len(proof) <= LONGEST_PROOF:
        messages.error(request, f"Enter the document you saw, in up to {LONGEST_PROOF} characters.")
        return here
    if key not in {row.key for row in list_deaths(policy.member_id or 0) if not row.proof}:
        messages.error(request, "Proof of this death is no longer needed.")
        return here
    origin = origin_of_staff(request, policy.brand_id)
    if enter_proof_of_death(policy.member_id or 0, None if key == SELF else UUID(key), proof, origin):
        messages.success(request, "The proof was saved.")
    return HttpResponseRedirect(policy_address(policy))


def _take_back(request: HttpRequest, policy: Policy) -> HttpResponse:
    """Take a recorded death back, with a reason; say so, or why not."""
    reason, key = request.POST.get("reason", "").strip(), request.POST.get("person", "")
    here = HttpResponseRedirect(request.get_full_path())
    if not _SHORTEST <= len(reason) <= _LONGEST:
        messages.error(request, f"Enter the reason for taking it back, in {_SHORTEST} to {_LONGEST} characters.")
        return here
    if key not in {row.key for row in list_deaths(policy.member_id or 0)}:
        messages.error(request, "No death is recorded for this person. It may have been taken back already.")
        return here
    try:
        origin = origin_of_staff(request, policy.brand_id)
        deaths.take_back_death(policy.member_id or 0, key, reason, author_of_staff(request), origin)
    except AppError as error:
        messages.error(request, f"It wasn't taken back. {error.message}")
        return here
    messages.success(
        request, "The death was taken back, and every policy is as before. Letters that were stopped won't be sent."
    )
    return HttpResponseRedirect(policy_address(policy))
