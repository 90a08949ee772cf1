"""The first page of the back office: what waits, how the day goes, whether all is well."""

from __future__ import annotations

from django.conf import settings
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from planfront.backoffice.health.page import alarms_now
from planfront.backoffice.today.counts import keep_counts
from planfront.backoffice.today.figures import load_board
from planfront.backoffice.today.latest_events import load_latest_events
from planfront.backoffice.today.waiting import Waiting, load_waiting, say_count
from planfront.coverage.models import Policy
from planfront.kernel import clock

SHOWN = 7
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def today(request: HttpRequest, site: AdminSite) -> HttpResponse:
    with_money = site.get_model_admin(Policy).has_view_permission(request)
    waiting, alarms = load_waiting(request, site), alarms_now(request)
    keep_counts(request, waiting)
    board = load_board(request, with_money=with_money)
    context = {
        **site.each_context(request),
        "title": "Today",
        "greeting": _greeting(request),
        "says": _summarize_tasks(waiting),
        "waiting": waiting,
        "tasks": waiting.tasks[:SHOWN],
        "later": waiting.tasks[SHOWN:],
        "board": board,
        "with_money": with_money,
        "together": board.together,
        "alarms": alarms,
        "lately": load_latest_events(request, site, with_money=with_money),
        "is_demo": not settings.PRODUCTION,
    }
    return TemplateResponse(request, "backoffice/today.html", context)


def _greeting(request: HttpRequest) -> str:
    hour = clock.local(clock.now()).hour
    part = "morning" if hour < 12 else "afternoon" if hour < 18 else "evening"
    name = str(getattr(request.user, "name", "")).split(" ")[0]
    return f"Good {part}, {name}" if name else f"Good {part}"


def _summarize_tasks(waiting: Waiting) -> str:
    """Return the number of open tasks in a sentence."""
    mine, others = waiting.mine, max(0, waiting.all - waiting.mine)
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
