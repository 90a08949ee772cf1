"""From which day something counts: each kind of rule in the field, by hand, and what holds for all."""

from calendar import monthrange
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planfront.coverage.effective_days import (
    CUT_OFF_STEPS,
    Base,
    DayRule,
    Refusal,
    Refused,
    Step,
    Window,
    answer_report,
    find_day,
    take_step,
)

DAY_OF_EVENT = DayRule(Base.EVENT, Step.SAME_DAY)
DAY_AFTER = DayRule(Base.EVENT, Step.NEXT_DAY)
FIRST_OF_THIS_MONTH = DayRule(Base.EVENT, Step.THIS_FIRST)
FIRST_AFTER_EVENT = DayRule(Base.EVENT, Step.NEXT_FIRST)
FIRST_FROM_EVENT = DayRule(Base.EVENT, Step.FIRST_OR_NEXT)
FIRST_AFTER_REPORT = DayRule(Base.LATER, Step.NEXT_FIRST)
FIFTEENTH = DayRule(Base.LATER, Step.NEXT_FIRST, cut_off=15)
REPORTING_MONTH = DayRule(Base.REPORT, Step.THIS_FIRST, earliest=Step.NEXT_FIRST)
AFTER_CHOICE = DayRule(Base.LATEST, Step.NEXT_FIRST)
DAY_BEFORE = DayRule(Base.EVENT, Step.DAY_BEFORE)
END_OF_MONTH = DayRule(Base.LATER, Step.END_OF_MONTH)
END_OF_MONTH_BEFORE_REPORT = DayRule(Base.LATER, Step.END_OF_MONTH, months_back=1)
MONTH_BEFORE = DayRule(Base.LATER, Step.MONTH_BEFORE)
TWO_MONTHS_BACK = DayRule(Base.LATER, Step.END_OF_MONTH, months_back=2)


def day(text):
    year, month, number = map(int, text.split("-"))
    return date(year, month, number)


@pytest.mark.parametrize(
    ("rule", "event", "reported", "expected"),
    [
        (DAY_OF_EVENT, "2027-03-02", "2027-04-20", "2027-03-02"),
        (DAY_OF_EVENT, "2028-02-29", "2028-02-29", "2028-02-29"),
        (DAY_AFTER, "2027-12-31", "2027-12-31", "2028-01-01"),
        (FIRST_OF_THIS_MONTH, "2027-03-14", "2027-03-20", "2027-03-01"),
        (FIRST_AFTER_EVENT, "2027-03-14", "2027-04-20", "2027-04-01"),
        (FIRST_AFTER_EVENT, "2027-03-01", "2027-03-01", "2027-04-01"),
        (FIRST_FROM_EVENT, "2027-03-01", "2027-04-20", "2027-03-01"),
        (FIRST_FROM_EVENT, "2027-03-02", "2027-03-02", "2027-04-01"),
        (FIRST_AFTER_REPORT, "2027-02-13", "2027-02-16", "2027-03-01"),
        (FIRST_AFTER_REPORT, "2027-02-13", "2027-03-30", "2027-04-01"),
        (FIRST_AFTER_REPORT, "2027-05-20", "2027-03-30", "2027-06-01"),
        (FIFTEENTH, "2027-03-10", "2027-03-15", "2027-04-01"),
        (FIFTEENTH, "2027-03-10", "2027-03-16", "2027-05-01"),
        (FIFTEENTH, "2027-12-10", "2027-12-31", "2028-02-01"),
        (FIFTEENTH, "2027-01-10", "2027-01-31", "2027-03-01"),
        (FIFTEENTH, "2027-05-20", "2027-03-30", "2027-06-01"),
        (REPORTING_MONTH, "2027-03-14", "2027-03-20", "2027-04-01"),
        (REPORTING_MONTH, "2027-03-14", "2027-05-09", "2027-05-01"),
        (DAY_BEFORE, "2027-03-01", "2027-03-20", "2027-02-28"),
        (END_OF_MONTH, "2027-02-10", "2027-02-20", "2027-02-28"),
        (END_OF_MONTH, "2028-02-10", "2028-01-20", "2028-02-29"),
        (END_OF_MONTH_BEFORE_REPORT, "2027-03-10", "2027-03-31", "2027-03-31"),
        (END_OF_MONTH_BEFORE_REPORT, "2027-03-10", "2027-05-31", "2027-04-30"),
        (MONTH_BEFORE, "2027-04-01", "2027-03-20", "2027-03-31"),
        (MONTH_BEFORE, "2027-03-15", "2027-05-10", "2027-04-30"),
        (TWO_MONTHS_BACK, "2027-03-10", "2027-07-01", "2027-05-31"),
    ],
)
def test_a_rule_gives_its_day(rule, event, reported, expected):
    assert find_day(rule, day(event), day(reported)).day == day(expected)


def test_the_day_moves_while_a_plan_is_chosen():
    event, reported = day("2027-03-10"), day("2027-03-12")
    assert find_day(AFTER_CHOICE, event, reported).day == day("2027-04-01")
    assert find_day(AFTER_CHOICE, event, reported, chosen=day("2027-03-31")).day == day("2027-04-01")
    assert find_day(AFTER_CHOICE, event, reported, chosen=day("2027-04-01")).day == day("2027-05-01")
    assert find_day(FIRST_AFTER_REPORT, event, reported, chosen=day("2027-06-20")).day == day("2027-04-01")


def test_the_answer_says_what_decided():
    later = find_day(FIRST_AFTER_REPORT, day("2027-02-13"), day("2027-02-16"))
    assert (later.counted, later.counted_day) == (Base.REPORT, day("2027-02-16"))
    same = find_day(FIRST_AFTER_REPORT, day("2027-02-13"), day("2027-02-13"))
    assert same.counted is Base.EVENT
    moved = find_day(FIFTEENTH, day("2027-03-10"), day("2027-03-16"))
    assert (moved.after_cut_off, moved.held_back) == (True, False)
    ahead = find_day(FIFTEENTH, day("2027-05-20"), day("2027-03-30"))
    assert (ahead.counted, ahead.after_cut_off) == (Base.EVENT, False)
    held = find_day(REPORTING_MONTH, day("2027-03-14"), day("2027-03-20"))
    assert (held.after_cut_off, held.held_back) == (False, True)
    assert find_day(AFTER_CHOICE, day("2027-03-10"), day("2027-03-12"), day("2027-03-20")).counted is Base.LATEST


def test_a_report_outside_its_window_names_the_nearest_day():
    window, event = Window(before=30, after=60), day("2027-03-02")
    for reported in ("2027-05-01", "2027-01-31"):
        assert answer_report(DAY_OF_EVENT, window, event, day(reported)).day == event
    late = answer_report(DAY_OF_EVENT, window, event, day("2027-05-02"))
    assert late == Refusal(Refused.TOO_LATE, day("2027-05-01"))
    early = answer_report(DAY_OF_EVENT, window, event, day("2027-01-30"))
    assert early == Refusal(Refused.TOO_EARLY, day("2027-01-31"))
    assert answer_report(DAY_OF_EVENT, Window(after=None), event, day("2031-05-02")).day == event


def test_a_day_that_reaches_too_far_back_is_refused():
    window, event = Window(after=90, retroactive_limit=60), day("2027-03-02")
    assert answer_report(DAY_OF_EVENT, window, event, day("2027-05-01")).day == event
    refused = answer_report(DAY_OF_EVENT, window, event, day("2027-05-02"))
    assert refused == Refusal(Refused.TOO_FAR_BACK, day("2027-03-03"))
    assert answer_report(FIRST_AFTER_REPORT, window, event, day("2027-05-02")).day == day("2027-06-01")


DAYS = st.dates(date(2020, 1, 1), date(2035, 12, 31))
RULES = st.builds(
    DayRule,
    st.sampled_from(Base),
    st.sampled_from(Step),
    st.none() | st.integers(1, 28),
    st.integers(0, 2),
    st.none() | st.sampled_from(Step),
)


@given(RULES, DAYS, DAYS, st.none() | DAYS)
def test_the_same_question_has_the_same_answer_and_its_own_reason(rule, event, reported, chosen):
    answer = find_day(rule, event, reported, chosen)
    assert answer == find_day(rule, event, reported, chosen)
    stepped = take_step(rule.step, answer.counted_day)
    if answer.held_back:
        assert answer.day == take_step(rule.earliest, event) > stepped
    else:
        assert answer.day == stepped
    if answer.counted is Base.EVENT:
        assert answer.counted_day == event
    if answer.after_cut_off:
        assert reported.day > rule.cut_off


@given(RULES, DAYS, DAYS, DAYS)
def test_a_later_report_never_counts_earlier(rule, event, reported, other):
    first, second = sorted((reported, other))
    earlier, later = find_day(rule, event, first), find_day(rule, event, second)
    if rule.cut_off is None or rule.step in CUT_OFF_STEPS:
        assert earlier.day <= later.day
    if rule.base is Base.EVENT:
        assert earlier.day == later.day


@given(st.sampled_from(Step), DAYS)
def test_a_step_lands_where_its_name_says(step, start):
    end = take_step(step, start)
    assert abs((end - start).days) <= 31
    if step in {Step.THIS_FIRST, Step.FIRST_OR_NEXT, Step.NEXT_FIRST}:
        assert end.day == 1
    if step is Step.END_OF_MONTH:
        assert end.day == monthrange(start.year, start.month)[1]
        assert end.month == start.month
    if step in {Step.NEXT_DAY, Step.DAY_BEFORE}:
        assert abs(end - start) == timedelta(days=1)


@given(RULES, st.integers(0, 400), st.integers(0, 400), st.none() | st.integers(0, 400), DAYS, DAYS)
def test_a_window_takes_its_days_and_no_others(rule, before, after, retroactive_limit, event, reported):
    answer = answer_report(rule, Window(before, after, retroactive_limit), event, reported)
    expected = find_day(rule, event, reported)
    in_time = event - timedelta(days=before) <= reported <= event + timedelta(days=after)
    near = retroactive_limit is None or (reported - expected.day).days <= retroactive_limit
    assert (answer == expected) == (in_time and near)
    if isinstance(answer, Refusal) and answer.why is not Refused.TOO_FAR_BACK:
        assert abs(answer.nearest - event) <= timedelta(days=max(before, after))
