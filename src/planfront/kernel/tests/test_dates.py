"""Every spelling of a date that is typed, pasted or uploaded, for the server as for the browser."""

import json
from datetime import date
from pathlib import Path

import pytest

from planfront.kernel import clock
from planfront.kernel.text import texts
from planfront.kernel.text.parse import us_date

CASES = json.loads((Path(__file__).parents[4] / "frontend/src/lib/typedDates.cases.json").read_text())
TODAY = date.fromisoformat(CASES["today"])


@pytest.fixture(autouse=True)
def _today(monkeypatch):
    monkeypatch.setattr(clock, "today", lambda: TODAY)


def written(day):
    return day.isoformat() if day else None


@pytest.mark.parametrize(("text", "day"), CASES["reads"])
def test_spellings_are_read(text, day):
    assert written(us_date(text)) == day
    assert written(us_date(text, TODAY)) == day


@pytest.mark.parametrize(("text", "day"), CASES["births"])
def test_a_birth_year_of_two_digits_is_past(text, day):
    assert written(us_date(text, TODAY)) == day


@pytest.mark.parametrize(("text", "day"), CASES["others"])
def test_another_year_of_two_digits_is_at_most_twenty_years_ahead(text, day):
    assert written(us_date(text)) == day


@pytest.mark.parametrize(("text", "words"), CASES["problems"])
def test_a_text_that_is_no_date_is_answered_in_words(text, words):
    assert us_date(text) is None
    assert str(texts.explain_date(text)) == words


@pytest.mark.parametrize(
    ("born", "words"),
    [
        (date(1905, 11, 30), "Check the year. That is more than 120 years ago."),
        (date(1905, 12, 1), None),
        (date(2026, 11, 30), None),
        (date(2026, 12, 1), "The date can't be in the future."),
    ],
)
def test_the_oldest_shopper_is_120(born, words):
    problem = texts.explain_birth_date(born, TODAY)
    assert (None if problem is None else str(problem)) == words
