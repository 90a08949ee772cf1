"""The first page of the back office: what waits, how the day goes, whether all is well."""

from __future__ import annotations

from datetime import date, timedelta
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from planfront.backoffice.health.page import alarms_now
from planfront.backoffice.lists.paging import add_counts
from planfront.backoffice.today.counts import keep_counts
from planfront.backoffice.today.figures import load_board
from planfront.backoffice.today.latest_events import load_latest_events
from planfront.backoffice.today.waiting import Waiting, find_task, load_waiting, may_act, reader_of, say_count
from planfront.coverage.models import Policy
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.today.marks import load_marks, put_mark, remove_mark
from planfront.today.services import FURTHEST, moment_of_return

SHOWN = 7
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def today(request: HttpRequest, site: AdminSite) -> HttpResponse:
    """Show the page. POST finishes a task, puts it off, or takes either back."""
    if request.method == "POST":
        return _mark(request, site)
    with_money = site.get_model_admin(Policy).has_view_permission(request)
    marked = request.GET.get("marked")
    waiting, alarms = load_waiting(request, site), alarms_now(request)
    keep_counts(request, waiting)
    board = load_board(request, with_money=with_money)
    hidden = [task for task in waiting.hidden if task.key != marked]
    context = {
        **site.each_context(request),
        "title": "Today",
        "greeting": _greeting(request),
        "says": _summarize_tasks(waiting),
        "waiting": waiting,
        "tasks": waiting.tasks[:SHOWN],
        "later": waiting.tasks[SHOWN:],
        "marked": next((task for task in waiting.hidden if task.key == marked), None),
        "hidden": hidden,
        "hidden_count": say_count(add_counts([task.count for task in hidden])),
        "first_day": clock.today() + timedelta(days=1),
        "last_day": clock.today() + FURTHEST,
        "board": board,
        "with_money": with_money,
        "together": board.together,
        "alarms": alarms,
        "lately": load_latest_events(request, site, with_money=with_money),
        "is_demo": not settings.PRODUCTION,
    }
    return TemplateResponse(request, "backoffice/today.html", context)


def _mark(request: HttpRequest, site: AdminSite) -> HttpResponse:
    """Mark a task, for the reader alone. Its work stays on the team's lists. Raises PermissionDenied for those who only
    look."""
    if not may_act(request):
        raise PermissionDenied
    key, act, reader = request.POST.get("task", ""), request.POST.get("act", ""), reader_of(request)
    page = reverse("admin:index")
    if act == "open":
        name, _colon, item = key.partition(":")
        if item in load_marks(reader).get(name, {}):
            remove_mark(reader, name, item)
        return HttpResponseRedirect(f"{page}#waiting")
    task = find_task(request, site, key)
    if task is None or (act == "done" and not task.finish):
        messages.info(request, "That task is no longer on your list.")
        return HttpResponseRedirect(page)
    try:
        day = date.fromisoformat(request.POST.get("until", "")) if act == "day" else None
        until = None if act == "done" else moment_of_return(reader, day)
    except (ValueError, FieldErrors):
        messages.error(request, f"Choose a day in the next {FURTHEST.days} days.")
        return HttpResponseRedirect(page)
    name, _colon, item = task.key.partition(":")
    put_mark(reader, name, item, task.href, until)
    return HttpResponseRedirect(f"{page}?{urlencode({'marked': task.key})}#waiting")


def _greeting(request: HttpRequest) -> str:
    hour = clock.local(clock.now()).hour
    part = "morning" if hour < 12 else "afternoon" if hour < 18 else "evening"
    name = str(getattr(request.user, "name", "")).split(" ")[0]
    return f"Good {part}, {name}" if name else f"Good {part}"


def _summarize_tasks(waiting: Waiting) -> str:
    """Return the number of open tasks in a sentence."""
    mine, others = waiting.mine, waiting.others
    if not mine:
        if not others:
            return "You're all caught up."
        return f"You're all caught up. {_count_text(others, first=True)} for others."
    ends = waiting.ends_today
    end = f"; {_number_word(ends)} of them {'ends' if ends == 1 else 'end'} today" if ends else ""
    return f"{_count_text(mine, first=True)} for you{end}."


def _count_text(count: int, *, first: bool) -> str:
    word = _number_word(count)
    return f"{word.capitalize() if first else word} thing{' waits' if count == 1 else 's wait'}"


def _number_word(count: int) -> str:
    return _WORDS[count] if count < len(_WORDS) else say_count(count)
