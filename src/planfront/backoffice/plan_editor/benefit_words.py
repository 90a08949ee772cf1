"""Benefits as product people type them ("100%", "$25 a visit", "no"), repeated as shoppers understand them. Pure.

Either language is read. The column's heading decides the meaning of a cell. Below "You pay …" it is the shopper's part,
below a wait ("Waiting period", "Starts") the day on which care begins, else the plan's part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext, ngettext

from planfront.kernel.money import display

_NO = {"no", "not covered", "none", "excluded", "no cubierto", "no cubierta", "–", "-", "n/a"}
_AT_ONCE = {
    "",
    "none",
    "no",
    "no wait",
    "at once",
    "day one",
    "ninguno",
    "ninguna",
    "sin espera",
    "de inmediato",
    "0",
    "–",
    "-",
}
_AFTER = re.compile(r"[,;]?\s*(after (the )?deductible|después del deducible)$", re.IGNORECASE)
_SHARE = re.compile(
    r"^(?P<share>\d{1,3}(\.\d{1,2})?)\s*(?P<sign>%|percent|per cent|por ciento|pct\.?)?$", re.IGNORECASE
)
_COINSURANCE = re.compile(r"^(?P<share>\d{1,3}(\.\d{1,2})?)\s*% (coinsurance|coins?\.?|de coseguro)$", re.IGNORECASE)
_AMOUNT = re.compile(r"^(?P<sign>\$)?\s*(?P<amount>[\d,]+(\.\d{1,2})?)(?P<rest> .*)?$")
_ALLOWANCE = re.compile(r"^(up to |hasta )?\$\s*(?P<amount>[\d,]+(\.\d{1,2})?)( allowance)?$", re.IGNORECASE)
_MONTHS = re.compile(r"^(after )?(?P<months>\d{1,2})\s*(?P<word>months?|mes(es)?|mos?\.?|m)?$", re.IGNORECASE)
_YOURS = re.compile(r"^(you pay|your (cost|part)|copay|usted paga|su (costo|parte)|copago)", re.IGNORECASE)
_WAITS = re.compile(r"wait|starts|begins|espera|empieza|comienza", re.IGNORECASE)
_FARE = re.compile(r"^ ?(a|per|each|por|/) ?(?P<what>\w+)$|^ ?(?P<copay>copay|de copago)$", re.IGNORECASE)
_VISITS = {"visit", "exam", "appointment", "visita", "examen", "cita"}


@dataclass(frozen=True)
class Said:
    """One kind of care. ``unsure`` are cells whose meaning was guessed, ``unread`` cells that shoppers see as typed."""

    name: str
    text: str
    unsure: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Cell:
    text: str
    sure: bool = True


def say_benefits(benefits: Mapping[str, Any]) -> list[Said]:
    """Return each row of a benefits table in words, in the active language."""
    columns = [str(column) for column in benefits.get("columns") or ()]
    return [_say_row(str(row.get("name", "")), columns, row.get("values") or ()) for row in benefits.get("rows") or ()]


def _say_row(name: str, columns: Sequence[str], values: Sequence[str]) -> Said:
    cells = [(column, str(value).strip()) for column, value in zip(columns, values, strict=False)]
    waits = [value for column, value in cells if _WAITS.search(column)]
    paid = [(column, value) for column, value in cells if not _WAITS.search(column)]
    read = [(column, value, _read_cell(value, yours=bool(_YOURS.match(column)))) for column, value in paid]
    if read and all(_is_no(value) for _column, value in paid):
        return Said(name, gettext("Not covered."))
    wait = _read_wait(waits[0]) if waits else _Cell("")
    parts = list(_list_parts(read))
    if wait is not None and wait.text:
        parts.append(wait.text)
    unsure = [value for _column, value, cell in read if cell is not None and not cell.sure]
    unread = [value for _column, value, cell in read if cell is None and value]
    unread += [value for value in waits if wait is None]
    unsure += [value for value in waits if wait is not None and not wait.sure]
    text = ". ".join(part[0].upper() + part[1:] for part in parts)
    return Said(name, f"{text}." if text else "", tuple(unsure), tuple(unread))


def _list_parts(read: Sequence[tuple[str, str, _Cell | None]]) -> Iterator[str]:
    for column, _value, cell in read:
        if cell is None:
            continue
        place = "" if len(read) == 1 or _YOURS.fullmatch(column) else _place_text(column)
        yield f"{place}: {cell.text}" if place else cell.text


def _place_text(column: str) -> str:
    plain = re.sub(r"^(you pay|usted paga)\s*", "", column, flags=re.IGNORECASE).lower()
    if plain in {"in network", "en la red", "dentro de la red"}:
        return gettext("In network")
    return gettext("Out of network") if plain in {"out of network", "fuera de la red"} else column


def _is_no(value: str) -> bool:
    return value.lower().rstrip(".") in _NO


def _read_cell(value: str, *, yours: bool) -> _Cell | None:
    """Return the meaning of a cell; None where it is unclear."""
    if _is_no(value):
        return _Cell(gettext("not covered"))
    bare, after = _AFTER.subn("", value)
    cell = _read_bare(bare.strip(), yours=yours)
    if cell is None or not after:
        return cell
    return _Cell(gettext("%(what)s, once the deductible is met") % {"what": cell.text}, cell.sure)


def _read_bare(value: str, *, yours: bool) -> _Cell | None:
    if match := _COINSURANCE.match(value):
        return _Cell(_part_text(Decimal(match["share"])))
    if (match := _SHARE.match(value)) and Decimal(match["share"]) <= 100 and (match["sign"] or not yours):
        share = Decimal(match["share"])
        return _Cell(
            _part_text(share if yours else 100 - share),
            match["sign"] == "%" and (yours or share in {0, 100} or share >= 30),
        )
    if (
        not yours
        and (match := _ALLOWANCE.match(value))
        and (any(word in value.lower() for word in ("allow", "up to", "hasta")))
    ):
        amount = display(Decimal(match["amount"].replace(",", "")))
        return _Cell(gettext("the plan pays up to %(amount)s") % {"amount": amount})
    return _amount(value, yours=yours)


def _amount(value: str, *, yours: bool) -> _Cell | None:
    match = _AMOUNT.match(value)
    if match is None:
        return None
    amount, rest = Decimal(match["amount"].replace(",", "")), match["rest"] or ""
    fare = _FARE.match(rest) if rest else None
    if rest and fare is None:
        return None
    if not amount:
        return _Cell(_part_text(Decimal(0)), bool(match["sign"]))
    sure = bool(match["sign"]) and (yours or fare is not None)
    if fare is not None and ((fare["what"] or "").lower() in _VISITS):
        return _Cell(gettext("you pay %(amount)s a visit") % {"amount": display(amount)}, sure)
    return _Cell(gettext("you pay %(amount)s") % {"amount": display(amount)}, sure)


def _part_text(share: Decimal) -> str:
    """Return the shopper's share in words."""
    if not share:
        return gettext("you pay nothing")
    if share == 100:
        return gettext("you pay all of it")
    if share == 50:
        return gettext("you pay half")
    return gettext("you pay %(share)s%%") % {"share": f"{share.normalize():f}"}


def _read_wait(value: str) -> _Cell | None:
    if value.lower().rstrip(".") in _AT_ONCE:
        return _Cell(gettext("from the first day"))
    match = _MONTHS.match(value)
    if match is None:
        return None
    months = int(match["months"])
    text = ngettext(
        "once you have had the plan for %(months)s month", "once you have had the plan for %(months)s months", months
    )
    return _Cell(text % {"months": months}, match["word"] is not None)
