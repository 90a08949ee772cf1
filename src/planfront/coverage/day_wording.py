"""The book's answers in words, in the active language."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from planfront.coverage.effective_days import Base, DayAnswer, DayRule, Refusal, Refused, Step, Window
from planfront.kernel.text.parse import show_date


def explain(answer: DayAnswer | Refusal, rule: DayRule, window: Window, event: date, reported: date) -> str:
    """Return why a day follows or none does: "The report of 02/16/2027 is the later day, and the next first is …"."""
    if isinstance(answer, Refusal):
        return _refusal_text(answer, window, event, reported)
    if answer.held_back:
        return _("It can't count from a day before %(day)s.") % {"day": show_date(answer.day)}
    words = {"counted": _base_text(answer, rule, event, reported), "follows": _step_text(rule.step, answer)}
    return _("%(counted)s, %(follows)s.") % words


def _refusal_text(refusal: Refusal, window: Window, event: date, reported: date) -> str:
    nearest = {"day": show_date(refusal.nearest)}
    if refusal.why is Refused.TOO_EARLY:
        return _("Too early: you can report it starting %(day)s.") % nearest
    if refusal.why is Refused.TOO_FAR_BACK:
        return _("That's too far back: %(day)s is the earliest day.") % nearest
    days = (reported - event).days
    words = {"days": days, "allowed": window.after, **nearest}
    return (
        ngettext("%(days)s day; %(allowed)s are allowed.", "%(days)s days; %(allowed)s are allowed.", days)
        + " "
        + _("The last day was %(day)s.")
    ) % words


def _base_text(answer: DayAnswer, rule: DayRule, event: date, reported: date) -> str:
    """The day that was counted from. A report that the cut-off or the rule moved is named by its own day."""
    if answer.counted is Base.LATEST:
        return _("The choice of %(day)s is the latest day") % {"day": show_date(answer.counted_day)}
    if answer.counted is Base.EVENT:
        if rule.base is Base.EVENT:
            return _("It counts from the day it happened, %(day)s") % {"day": show_date(event)}
        if event == reported:
            return _("Event and report are on the same day")
        return _("The event of %(day)s is the later day") % {"day": show_date(event)}
    words = {"day": show_date(reported), "cut_off": rule.cut_off, "months": rule.months_back}
    if answer.after_cut_off:
        return _("The report of %(day)s came after day %(cut_off)s of its month and counts a month later") % words
    if rule.months_back:
        return (
            ngettext(
                "The report of %(day)s counts %(months)s month earlier",
                "The report of %(day)s counts %(months)s months earlier",
                rule.months_back,
            )
            % words
        )
    if rule.base is Base.REPORT:
        return _("It counts from the report of %(day)s") % words
    return _("The report of %(day)s is the later day") % words


def _step_text(step: Step, answer: DayAnswer) -> str:
    words = {"day": show_date(answer.day)}
    if step is Step.SAME_DAY or (step is Step.FIRST_OR_NEXT and answer.counted_day.day == 1):
        return _("and that day itself counts")
    return {
        Step.NEXT_DAY: _("and the day after is %(day)s"),
        Step.THIS_FIRST: _("and its month begins on %(day)s"),
        Step.FIRST_OR_NEXT: _("and the next first is %(day)s"),
        Step.NEXT_FIRST: _("and the next first is %(day)s"),
        Step.DAY_BEFORE: _("and the day before is %(day)s"),
        Step.END_OF_MONTH: _("and its month ends on %(day)s"),
        Step.MONTH_BEFORE: _("and the month before ends on %(day)s"),
    }[step] % words


def describe_window(window: Window) -> str:
    """Return the time there is to report something: "60 days before or after", "No limit"."""
    words = {"before": window.before, "after": window.after}
    if window.after is None:
        return _("No limit")
    if not window.before:
        return ngettext("%(after)s day after", "%(after)s days after", window.after) % words
    if window.before == window.after:
        return ngettext("%(after)s day before or after", "%(after)s days before or after", window.after) % words
    return _("%(before)s days before, %(after)s days after") % words


def describe_step(step: Step, *, ends: bool) -> str:
    """Return what follows an event, for a list: "First of the month after", "Ends with the month"."""
    if ends:
        return {
            Step.SAME_DAY: _("Ends that day"),
            Step.DAY_BEFORE: _("Ends the day before"),
            Step.END_OF_MONTH: _("Ends with the month"),
            Step.MONTH_BEFORE: _("Ends with the month before"),
        }.get(step, _("Ends on another day"))
    return {
        Step.SAME_DAY: _("The day itself"),
        Step.NEXT_DAY: _("The day after"),
        Step.THIS_FIRST: _("First of its month"),
        Step.FIRST_OR_NEXT: _("First of a month from that day"),
        Step.NEXT_FIRST: _("First of the month after"),
    }.get(step, _("Starts on another day"))
