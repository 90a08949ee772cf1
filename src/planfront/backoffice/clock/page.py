"""The clock of a demo: which day it is, what becomes due until another, and moving there."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from planfront.audit.services import record
from planfront.backoffice.clock.agenda import MOST, due_until
from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.lists.days import DayField
from planfront.backoffice.scope import brand_ids
from planfront.kernel import clock
from planfront.kernel.days.moving_day import Movement, ask_for_day, read_movement, stop_moving
from planfront.kernel.errors import BusinessError, FieldErrors

_DAY = timedelta(days=1)
_AHEAD = timedelta(days=45)


class MoveForm(forms.Form):
    to = DayField(label="Or a day")


def simulated_days(_request: HttpRequest) -> dict[str, Any]:
    """Return the notice of a simulated day for each page, with failures on the way; {} while time is real."""
    if clock.today() == clock.real_today():
        return {}
    return {"simulated": read_movement()}


def clock_page(request: HttpRequest, site: AdminSite) -> HttpResponse:
    movement = read_movement()
    if movement is None:
        raise Http404
    if brand_ids(request) is not None:
        raise PermissionDenied
    may = request.user.has_perm("kernel.change_simulatedday")
    target, form = movement.day + _AHEAD, MoveForm(request.GET or None)
    if form.is_bound and form.is_valid() and form.cleaned_data["to"] > movement.day:
        target = form.cleaned_data["to"]
    if request.method == "POST":
        if not may:
            raise PermissionDenied
        if "stop" in request.POST:
            return _stop_moving(request)
        form = MoveForm(request.POST)
        if form.is_valid() and _start_moving(request, form.cleaned_data["to"]):
            return HttpResponseRedirect(reverse("admin:clock"))
    due = due_until(movement.day, movement.target if movement.moving else target)
    context = {
        **site.each_context(request),
        "title": "Clock",
        "movement": movement,
        "form": form,
        "target": target,
        "jumps": _list_jumps(movement, target),
        "due": due[:MOST],
        "more": len(due) - MOST,
        "may": may,
    }
    return TemplateResponse(request, "backoffice/clock/clock.html", context)


def _list_jumps(movement: Movement, target: date) -> list[tuple[str, date, bool]]:
    """Return name, day and whether it is chosen."""
    day = movement.day
    first = (day.replace(day=1) + timedelta(days=32)).replace(day=1)
    jumps = [
        ("Tomorrow", day + _DAY),
        ("Next first", first),
        ("45 days on", day + _AHEAD),
        ("Next year", date(day.year + 1, 1, 1)),
    ]
    return [(name, to, to == target) for name, to in jumps]


def _start_moving(request: HttpRequest, target: date) -> bool:
    try:
        movement = ask_for_day(target)
    except (FieldErrors, BusinessError) as error:
        items = error.errors if isinstance(error, FieldErrors) else []
        messages.error(request, str(items[0].error_message if items else error.message))
        return False
    record(
        "clock.moved",
        origin=origin_of_staff(request),
        subject_type="simulatedday",
        subject_id=1,
        meta={"from": movement.day.isoformat(), "to": target.isoformat()},
    )
    messages.success(request, f"The day is being moved to {target:%m/%d/%Y}, day by day.")
    return True


def _stop_moving(request: HttpRequest) -> HttpResponse:
    stop_moving()
    record("clock.stopped", origin=origin_of_staff(request), subject_type="simulatedday", subject_id=1)
    messages.success(request, "It stops after the day in progress.")
    return HttpResponseRedirect(reverse("admin:clock"))
