"""Parsers for the cells of public files: amounts, shares, dates, flags, ids. Pure functions.

A text that says more than a number can hold ("$350 Copay per Stay", "12 months for adults without earlier coverage")
gives no number and counts as conditional; its words are kept beside it.
"""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from planfront.imports.dates import LAST_DAY, date_of

_MONEY = re.compile(r"^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,2})?$")
_COINSURANCE = re.compile(r"^(\d{1,3}(?:\.\d{1,2})?)\s*%\s*(?:coinsurance)?\s*(after deductible)?$")
_COPAY = re.compile(r"^\$\s*(\d[\d,]*(?:\.\d{1,2})?)\s*(?:copay(?:ment)?)?\s*(after deductible)?$")
_FREE = re.compile(r"^no charge\s*(after deductible)?$")
_NOTHING = {"", "not applicable", "n/a", "none"}
_PER = re.compile(r"^per (person|group) not applicable$")
_WAIT = (
    re.compile(r"(\d{1,3})[\s-]*months?[\s-]+(?:waiting period|wait(?:ing)?\b)", re.IGNORECASE),
    re.compile(r"wait(?:ing)?(?: period)? (?:of|is) (\d{1,3})[\s-]*months?", re.IGNORECASE),
)
_CONDITION = re.compile(r"\b(if|unless|except|without|age[sd]?|adults?|prior coverage|previous)\b", re.IGNORECASE)
_PLAN = re.compile(r"^(\d{5})([A-Z]{2})(\d{7})(?:-(\d{2}))?$")
_MOST = Decimal(10_000_000)


class Amount(NamedTuple):
    """Dollars as a text says them; None when it says none. ``conditional``: it says more than that."""

    value: Decimal | None
    conditional: bool = False


class Share(NamedTuple):
    """A copay (dollars) or coinsurance (hundredths of a per cent that the member pays).

    ``after_deductible`` None: the text doesn't say.
    """

    value: Decimal | int | None
    after_deductible: bool | None = None
    conditional: bool = False


class PlanKey(NamedTuple):
    """A HIOS plan id: ``component`` is its first 14 characters, ``variant`` "-01" and so on without the hyphen."""

    component: str
    issuer: str
    state: str
    variant: str


class Problem(ValueError):
    """A fault of a cell, worded for the person who made the file."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


def tidy(text: str) -> str:
    """Without the spaces and line breaks of hand-made cells."""
    return re.sub(r"\s+", " ", text).strip()


def number(text: str) -> str:
    """A whole number as text: spreadsheets and data frames write 29027 as "29027.0"."""
    return re.sub(r"\.0+$", "", tidy(text))


def money(text: str) -> Amount:
    """``"$1,234 "`` → 1234.00; ``"Not Applicable"`` → none. Raises Problem."""
    words = tidy(text).lower()
    words = re.sub(r"\s*per (person|group)$", "", words) if "|" not in words else words
    if words in _NOTHING or _PER.match(words) or words == "per person not applicable | per group not applicable":
        return Amount(None)
    match = _MONEY.match(words)
    if not match:
        return Amount(None, conditional=True)
    return Amount(_dollars(match[1] + (match[2] or ""), text))


def _dollars(digits: str, text: str) -> Decimal:
    """Raises Problem for more than any plan pays or asks."""
    amount = Decimal(digits.replace(",", ""))
    if amount >= _MOST:
        raise Problem("badAmount", f'"{tidy(text)[:40]}" is too large an amount.')
    return amount.quantize(Decimal("0.01"))


def person_and_group(text: str) -> tuple[Amount, Amount]:
    """``"$350 per person | $700 per group"``; a text with one amount gives that amount alone, by its own word."""
    person, bar, group = text.partition("|")
    if bar:
        return money(person), money(group)
    nothing = Amount(None)
    return (nothing, money(text)) if "per group" in text.lower() else (money(text), nothing)


def coinsurance(text: str) -> Share:
    """``"20% Coinsurance after deductible"`` → 2000, after the deductible; ``"No Charge"`` → 0."""
    words = tidy(text).lower()
    if words in _NOTHING:
        return Share(None)
    if free := _FREE.match(words):
        return Share(0, after_deductible=True if free[1] else None)
    if words in {"$0", "$0.00"}:
        return Share(0)
    match = _COINSURANCE.match(words)
    share = int(Decimal(match[1]) * 100) if match else None
    if match is None or share is None or share > 10_000:
        return Share(None, conditional=True)
    return Share(share, after_deductible=True if match[2] else None)


def copay(text: str) -> Share:
    """``"$20 Copay after deductible"`` → 20.00, after the deductible; "before deductible" and "per stay" are not."""
    words = tidy(text).lower()
    if words in _NOTHING:
        return Share(None)
    if free := _FREE.match(words):
        return Share(Decimal("0.00"), after_deductible=True if free[1] else None)
    match = _COPAY.match(words)
    if match is None:
        return Share(None, conditional=True)
    return Share(_dollars(match[1], text), after_deductible=True if match[2] else None)


def waiting_months(text: str) -> Amount:
    """The one waiting period a free text states; several, or one for some people only, are conditional."""
    result = {int(months) for pattern in _WAIT for months in pattern.findall(text)}
    if not result:
        return Amount(None)
    sentences = [part for part in re.split(r"[.;]", text) if any(pattern.search(part) for pattern in _WAIT)]
    if len(result) > 1 or len(text) > 400 or any(_CONDITION.search(part) for part in sentences):
        return Amount(None, conditional=True)
    return Amount(Decimal(result.pop()))


def yes_no(text: str) -> bool | None:
    """Yes and No in any case; None when the cell is empty. Raises Problem."""
    words = tidy(text).lower()
    if words in {"", "not applicable"}:
        return None
    if words in {"yes", "y", "true"}:
        return True
    if words in {"no", "n", "false"}:
        return False
    raise Problem("badYesNo", f'"{tidy(text)}" is neither Yes nor No.')


def parse_covered(text: str) -> bool | None:
    """``"Covered"``, ``"Not covered"`` in any case. Raises Problem."""
    words = tidy(text).lower()
    if words == "":
        return None
    if words in {"covered", "yes"}:
        return True
    if words in {"not covered", "no"}:
        return False
    raise Problem("badCovered", f'"{tidy(text)}" is neither Covered nor Not Covered.')


def day(text: str) -> date | None:
    """A day as spreadsheets write it, the month first. The files' "0001-01-01" is no date. Raises Problem."""
    words = tidy(text)
    if not words:
        return None
    if words.startswith("0001-01-01"):
        return None
    if result := date_of(words, LAST_DAY):
        return result
    raise Problem("badDate", f'"{words}" is not a date. Write 2026-01-31 or 1/31/2026.')


def plan_key(text: str) -> PlanKey:
    """A 14-character plan id, or the 17-character one with its variant. Raises Problem."""
    match = _PLAN.match(tidy(text).upper())
    if not match:
        raise Problem("badPlanId", f'"{tidy(text)}" is not a plan id: 5 digits, state, 7 digits and maybe "-01".')
    return PlanKey(match[1] + match[2] + match[3], match[1], match[2], match[4] or "")


def issuer(text: str) -> str:
    """A five-digit HIOS issuer id. Raises Problem."""
    words = number(text)
    if not re.fullmatch(r"\d{1,5}", words):
        raise Problem("badIssuer", f'"{tidy(text)}" is not a HIOS issuer id.')
    return words.zfill(5)


def year(text: str) -> int | None:
    """A business year. Raises Problem."""
    words = number(text)
    if not words:
        return None
    if not re.fullmatch(r"20\d\d", words):
        raise Problem("badYear", f'"{tidy(text)}" is not a year.')
    return int(words)
