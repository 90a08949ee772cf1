"""Who may be covered beside a subscriber: exact days and names, both outcomes."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planfront.catalog.terms import AgeLimit, Terms
from planfront.eligibility.joining import (
    Code,
    Family,
    Limits,
    Parents,
    Person,
    PersonQuestion,
    check_joining,
    limits_of,
    list_questions,
    strictest,
)
from planfront.eligibility.rules import age_at

ON = date(2027, 2, 1)
ANA = Parents(date(1986, 5, 5))


def child(born, first="Léa", last="Santos", **more):
    return Person("child", born, first, last, **more)


def spouse(born, first="Daniel", last="Santos", **more):
    return Person("spouse", born, first, last, **more)


FAMILY = Family(
    ANA,
    "Ana",
    "Santos",
    frozenset({"512345678"}),
    (spouse(date(1985, 1, 1)), child(date(2015, 3, 3), "Néo")),
)
ALONE = Family(ANA, "Ana", "Santos")


@pytest.mark.parametrize(
    ("person", "family", "limits", "code"),
    [
        (child(date(2001, 2, 1)), ALONE, Limits(26), Code.UNTIL),
        (child(date(2001, 2, 2)), ALONE, Limits(26), None),
        (child(date(2001, 2, 1), disabled=True), ALONE, Limits(26), None),
        (child(date(2003, 2, 1)), ALONE, Limits(24), Code.UNTIL),
        (child(date(2003, 2, 2)), ALONE, Limits(24), None),
        (child(date(1996, 5, 4)), ALONE, Limits(30), Code.GENERATION),
        (child(date(1996, 5, 5)), ALONE, Limits(40), None),
        (child(date(1950, 5, 5)), ALONE, Limits(26), Code.GENERATION),
        (child(date(1995, 6, 1)), Family(Parents(date(1990, 1, 1), spouse_unknown=True)), Limits(40), None),
        (child(date(1990, 1, 1)), Family(Parents(date(1990, 1, 1), spouse_unknown=True)), Limits(40), Code.OLDER),
        (child(date(2000, 1, 1)), Family(Parents(date(1995, 1, 1), date(1989, 1, 1))), Limits(40), None),
        (spouse(date(2011, 2, 1)), ALONE, Limits(26), None),
        (spouse(date(2011, 2, 2)), ALONE, Limits(26), Code.SPOUSE),
        (spouse(date(1996, 1, 1)), ALONE, Limits(26, spouse=AgeLimit(18, 30)), Code.SPOUSE_RANGE),
        (spouse(date(1996, 2, 2)), ALONE, Limits(26, spouse=AgeLimit(18, 30)), None),
        (child(date(2026, 2, 2)), ALONE, Limits(26, child=AgeLimit(1, None)), Code.CHILD_RANGE),
        (child(date(2026, 2, 1)), ALONE, Limits(26, child=AgeLimit(1, None)), None),
        (spouse(date(1986, 5, 5), "ANA", "sántos"), ALONE, Limits(26), Code.SELF),
        (child(date(1986, 5, 5), "Ana", "Santos"), ALONE, Limits(26), Code.SELF),
        (child(date(2015, 3, 3), "neo"), FAMILY, Limits(26), Code.TWICE),
        (child(date(2015, 3, 3), "NÉO", "Hale"), FAMILY, Limits(26), Code.TWICE),
        (child(date(2015, 3, 3), "Leo"), FAMILY, Limits(26), None),
        (child(date(2015, 3, 4), "Néo"), FAMILY, Limits(26), None),
        (child(date(2016, 3, 4), number="512345678"), FAMILY, Limits(26), Code.NUMBER),
        (spouse(date(1984, 1, 1), "Sam"), FAMILY, Limits(26), Code.SECOND_SPOUSE),
    ],
)
def test_a_person_may_be_covered_or_a_reason_says_why_not(person, family, limits, code):
    finding = check_joining(person, family, ON, limits)
    assert (finding and finding.code) == code


@pytest.mark.parametrize(
    ("person", "questions"),
    [
        (spouse(date(2009, 2, 2)), [PersonQuestion.YOUNG_SPOUSE]),
        (spouse(date(2009, 2, 2), on_record=True), []),
        (spouse(date(2009, 2, 1)), []),
        (child(date(2002, 1, 1), last="Hale"), [PersonQuestion.OTHER_NAME]),
        (child(date(2002, 1, 1), last="SÁNTOS"), []),
        (child(date(2009, 2, 2), last="Hale"), []),
        (child(date(2009, 2, 1), last="Hale"), [PersonQuestion.OTHER_NAME]),
        (child(date(2002, 1, 1), last="Hale-Santos"), []),
        (child(date(2002, 1, 1), last="de la Hale"), [PersonQuestion.OTHER_NAME]),
        (child(date(2002, 1, 1), last="Hale", on_record=True), []),
    ],
)
def test_what_is_unlikely_is_asked(person, questions):
    assert list_questions(person, ALONE, ON) == questions


def test_a_child_may_have_the_spouses_name():
    grown = child(date(2002, 1, 1), last="De La Cruz")
    family = replace(ALONE, covered=[spouse(date(1985, 1, 1), last="de la Cruz")])
    assert list_questions(grown, family, ON) == []
    assert list_questions(grown, ALONE, ON) == [PersonQuestion.OTHER_NAME]
    assert list_questions(grown, ALONE, ON, ["young_spouse"]) == [PersonQuestion.OTHER_NAME]
    assert list_questions(grown, ALONE, ON, ["other_name"]) == []
    assert list_questions(grown, Family(ANA), ON) == []


@pytest.mark.parametrize(
    ("terms", "until"),
    [
        (Terms(1), 26),
        (Terms(1, max_dependent_age=24), 24),
        (Terms(1, ages={"CHILD": AgeLimit(None, 20)}), 21),
        (Terms(1, ages={"CHILD": AgeLimit(None, 25)}, max_dependent_age=19), 19),
        (Terms(1, ages={"CHILD": AgeLimit(1, None)}), 26),
    ],
)
def test_a_plans_own_age_comes_before_the_operators(terms, until):
    assert limits_of(terms, 26).until == until


def test_several_plans_are_as_strict_as_the_strictest():
    plans = [Limits(26, AgeLimit(18, 70)), Limits(24, AgeLimit(21, None)), Limits(30, child=AgeLimit(1, None))]
    assert strictest(plans) == Limits(24, AgeLimit(21, 70), AgeLimit(1, None))


@given(
    born=st.dates(date(1960, 1, 1), date(2027, 1, 1)),
    on=st.dates(date(2020, 1, 1), date(2040, 1, 1)),
    until=st.integers(18, 30),
)
def test_nobody_is_covered_past_the_plans_age(born, on, until):
    finding = check_joining(child(born), Family(Parents(None)), on, Limits(until))
    assert (finding is None) == (age_at(born, on) < until)
