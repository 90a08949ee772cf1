"""Why a day follows, in a sentence."""

from datetime import date

import pytest
from django.utils import translation

from planfront.coverage.day_wording import describe_step, describe_window, explain
from planfront.coverage.effective_days import Base, DayRule, Step, Window, answer_report

SIXTY_DAYS = Window(after=60)


def say(rule, event, reported, window=SIXTY_DAYS, chosen=None):
    answer = answer_report(rule, window, event, reported, chosen)
    return explain(answer, rule, window, event, reported)


EVENT, REPORT = date(2027, 2, 13), date(2027, 2, 16)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (
            DayRule(Base.EVENT, Step.SAME_DAY),
            "It counts from the day it happened, 02/13/2027, and that day itself counts.",
        ),
        (
            DayRule(Base.EVENT, Step.NEXT_DAY),
            "It counts from the day it happened, 02/13/2027, and the day after is 02/14/2027.",
        ),
        (
            DayRule(Base.REPORT, Step.THIS_FIRST),
            "It counts from the report of 02/16/2027, and its month begins on 02/01/2027.",
        ),
        (
            DayRule(Base.LATER, Step.NEXT_FIRST, cut_off=15),
            (
                "The report of 02/16/2027 came after day 15 of its month and counts a month later, "
                "and the next first is 04/01/2027."
            ),
        ),
        (
            DayRule(Base.LATER, Step.END_OF_MONTH),
            "The report of 02/16/2027 is the later day, and its month ends on 02/28/2027.",
        ),
        (
            DayRule(Base.LATER, Step.MONTH_BEFORE),
            "The report of 02/16/2027 is the later day, and the month before ends on 01/31/2027.",
        ),
        (
            DayRule(Base.REPORT, Step.END_OF_MONTH, months_back=2),
            "The report of 02/16/2027 counts 2 months earlier, and its month ends on 12/31/2026.",
        ),
        (
            DayRule(Base.REPORT, Step.THIS_FIRST, earliest=Step.NEXT_FIRST),
            "It can't count from a day before 03/01/2027.",
        ),
    ],
)
def test_a_day_is_explained(rule, sentence):
    assert say(rule, EVENT, REPORT) == sentence


def test_the_later_day_is_named():
    rule = DayRule(Base.LATER, Step.FIRST_OR_NEXT)
    assert say(rule, date(2027, 3, 1), REPORT, Window(before=30)) == (
        "The event of 03/01/2027 is the later day, and that day itself counts."
    )
    assert say(rule, EVENT, EVENT) == "Event and report are on the same day, and the next first is 03/01/2027."
    choice = say(DayRule(Base.LATEST, Step.NEXT_FIRST), EVENT, REPORT, chosen=date(2027, 3, 4))
    assert choice == "The choice of 03/04/2027 is the latest day, and the next first is 04/01/2027."


def test_a_refusal_names_the_nearest_day():
    rule = DayRule(Base.EVENT, Step.SAME_DAY)
    assert say(rule, EVENT, date(2027, 4, 15)) == "61 days; 60 are allowed. The last day was 04/14/2027."
    assert say(rule, EVENT, date(2027, 2, 1)) == "Too early: you can report it starting 02/13/2027."
    back = say(rule, EVENT, REPORT, Window(retroactive_limit=2))
    assert back == "That's too far back: 02/14/2027 is the earliest day."


def test_lists_say_windows_and_days_in_short():
    windows = (Window(after=None), Window(after=1), Window(60, 60), Window(30, 60))
    assert [describe_window(window) for window in windows] == [
        "No limit",
        "1 day after",
        "60 days before or after",
        "30 days before, 60 days after",
    ]
    assert describe_step(Step.END_OF_MONTH, ends=True) == "Ends with the month"
    assert describe_step(Step.END_OF_MONTH, ends=False) == "Starts on another day"


def test_a_day_is_explained_in_spanish():
    with translation.override("es"):
        assert say(DayRule(Base.LATER, Step.NEXT_FIRST), EVENT, REPORT) == (
            "El aviso del 02/16/2027 es el día más tardío, y el siguiente día primero es el 03/01/2027."
        )
