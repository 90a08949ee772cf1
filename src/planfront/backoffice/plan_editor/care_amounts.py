"""Amounts that a member pays for a service in one network, as typed: ``$25``, ``20%, after deductible``, ``above
$130``. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

_MOST = Decimal("99999999.99")
_MONEY = r"\$?\s*(?P<amount>\d[\d,]*(?:\.\d{1,2})?)"
_COPAY = re.compile(rf"{_MONEY}(?: (?:a|per) \w+| copay)?", re.IGNORECASE)
_SHARE = re.compile(r"(?P<share>\d{1,3}(?:\.\d{1,2})?)\s*%", re.IGNORECASE)
_ALLOWANCE = re.compile(rf"(?:above|beyond|over|allowance|plan pays up to|up to) {_MONEY}", re.IGNORECASE)
_DEDUCTIBLE = re.compile(r"(?P<word>after|no|without|before)(?: the)? deductible", re.IGNORECASE)
_NOTHING = {"nothing", "free", "no charge"}


class BadAmount(ValueError):
    """Text that isn't an amount; the message says so to the person who typed it."""


@dataclass(frozen=True)
class Amounts:
    """``copay`` and ``allowance`` in dollars, the member's ``share`` in hundredths of a per cent; None: no such amount.
    ``deductible``: whether they count only after it; None: not stated."""

    copay: Decimal | None = None
    share: int | None = None
    allowance: Decimal | None = None
    deductible: bool | None = None


def write_amounts(amounts: Amounts) -> str:
    """Return the text that ``read_amounts`` reads as these amounts."""
    parts = [
        _dollars(amounts.copay) if amounts.copay is not None else "",
        f"{(Decimal(amounts.share) / 100).normalize():f}%" if amounts.share is not None else "",
        f"above {_dollars(amounts.allowance)}" if amounts.allowance is not None else "",
        {True: "after deductible", False: "no deductible", None: ""}[amounts.deductible],
    ]
    return ", ".join(filter(None, parts))


def _dollars(amount: Decimal) -> str:
    return f"${amount:,.2f}".removesuffix(".00")


def read_amounts(text: str) -> Amounts:
    """Return the amounts of a typed text; raise BadAmount."""
    read: dict[str, Decimal | int | bool] = {}
    for part in re.split(r"[;]|,(?!\d{3}(?:\D|$))", text):
        if not (word := " ".join(part.split())):
            continue
        name, value = _read_part(word)
        if name in read:
            raise BadAmount(f"“{word}” is entered twice.")
        read[name] = value
    return Amounts(**read)  # type: ignore[arg-type]


def _read_part(word: str) -> tuple[str, Decimal | int | bool]:
    if word.lower() in _NOTHING:
        return "share", 0
    if match := _SHARE.fullmatch(word):
        share = int(Decimal(match["share"]) * 100)
        if share > 10_000:
            raise BadAmount("A share is at most 100%.")
        return "share", share
    if match := _ALLOWANCE.fullmatch(word):
        return "allowance", _amount(match["amount"])
    if match := _COPAY.fullmatch(word):
        return "copay", _amount(match["amount"])
    if match := _DEDUCTIBLE.fullmatch(word):
        return "deductible", match["word"].lower() == "after"
    raise BadAmount(
        f"“{word}” isn't an amount we can read. Enter $25, 20%, above $130, after deductible, or several with commas."
    )


def _amount(text: str) -> Decimal:
    amount = Decimal(text.replace(",", ""))
    if amount > _MOST:
        raise BadAmount(f"${text} is too much.")
    return amount
