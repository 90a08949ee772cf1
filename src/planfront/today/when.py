"""The time that an item has waited, and the time left for it, in the words of the list."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.utils.dates import WEEKDAYS
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from planfront.kernel import clock
from planfront.kernel.text.parse import show_date

NEAR_DAYS = 3
"""Something that is due within so many days is urgent."""
_HOUR, _WEEK = timedelta(hours=1), 7


def age_text(since: datetime, now: datetime) -> str:
    """Return "22 minutes ago", "Today, 7:41 AM", "Saturday", and "12 days ago" from a week on."""
    if timedelta() <= now - since < _HOUR:
        minutes = max(1, (now - since) // timedelta(minutes=1))
        return ngettext("%(count)s minute ago", "%(count)s minutes ago", minutes) % {"count": minutes}
    here = clock.local(since)
    days = days_between(since, now)
    if days <= 0:
        return _("Today, %(time)s") % {"time": clock.show_hour(since)}
    if days == 1:
        return _("Yesterday")
    if days < _WEEK:
        return capfirst(str(WEEKDAYS[here.weekday()]))
    return ngettext("%(count)s day ago", "%(count)s days ago", days) % {"count": days}


def days_between(since: datetime, now: datetime) -> int:
    return (clock.local(now).date() - clock.local(since).date()).days


def due_text(due: date, today: date) -> str:
    """Return "Today", "Tomorrow", "In 12 days", or since when it is late."""
    days = (due - today).days
    if days < 0:
        return _("Late since %(day)s") % {"day": show_date(due)}
    if days == 0:
        return _("Today")
    if days == 1:
        return _("Tomorrow")
    return ngettext("In %(count)s day", "In %(count)s days", days) % {"count": days}


def is_near(due: date, today: date) -> bool:
    return (due - today).days <= NEAR_DAYS


def short_day(day: date) -> str:
    """Return the day without its year, as a list of the coming weeks has it: ``12/02``."""
    return f"{day:%m/%d}"
