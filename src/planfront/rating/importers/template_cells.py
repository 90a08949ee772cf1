"""The cells of our own template: each reader gives a value or says why the text is none."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from decimal import Decimal, InvalidOperation
from functools import partial
from typing import Any

from planfront.rating import engine
from planfront.rating.importers.rows import Rejected

Cells = dict[str, str]
YES, NO = ("yes", "y", "true", "1", "x"), ("no", "n", "false", "0")
OLDEST, MOST = 150, 99
_CODE = re.compile(r"[A-Z][A-Z0-9_]{0,19}", re.ASCII)
_UNSAFE = re.compile(r"[\x00-\x1f\x7f\\]")
_SIC = re.compile(r"\d{1,4}", re.ASCII)
_BRACKET = re.compile(r"(\d{1,6})(?:-(\d{1,6})|\+)?", re.ASCII)
_NUMBER = re.compile(r"\d{1,12}(\.\d{1,10})?|\d{1,3}(,\d{3}){1,3}(\.\d{1,10})?", re.ASCII)
AMOUNTS = ("unit_size", "benefit_min", "benefit_max", "earn_cap", "default_amount")
COUNTS = ("max_children_rated", "child_cap_under", "child_age")
ROUNDINGS = ("earn_round", "benefit_round", "unit_round", "factor_round", "component_round", "premium_round")


def _bad(name: str, text: str) -> Rejected:
    return Rejected("badCell", text, column=name)


def read_all(*reads: Callable[[], Any]) -> list[Any]:
    """The values of a line's cells. Raises Rejected for all that are wrong."""
    values: list[Any] = []
    bad: list[Rejected] = []
    for read_cell in reads:
        try:
            values.append(read_cell())
        except Rejected as reason:
            bad.append(reason)
    if bad:
        first, *more = [item for reason in bad for item in (reason, *reason.others)]
        first.others = more
        raise first
    return values


def required_cell(cells: Cells, name: str) -> str:
    """The text of a cell that has to be filled in."""
    if not cells[name]:
        raise Rejected("missingValue", name, column=name)
    return cells[name]


def choice(cells: Cells, name: str, allowed: Collection[str], default: str | None = None) -> str:
    """One of some words, in any case. No default: it has to be filled in."""
    text = cells[name] if default is not None else required_cell(cells, name)
    match = {word.lower(): str(word) for word in allowed}.get(text.lower(), default if not text else None)
    if match is None:
        raise _bad(name, f"“{text[:40]}” is not one of {', '.join(map(str, allowed))}.")
    return match


def yes_no(cells: Cells, name: str, default: bool | None) -> bool | None:
    """yes or no in a few spellings."""
    text = cells[name].lower()
    if not text:
        return default
    if text not in (*YES, *NO):
        raise _bad(name, f"“{text[:40]}” is neither yes nor no.")
    return text in YES


def decimal_of(cells: Cells, name: str, places: int, above: Decimal | None = Decimal(0)) -> Decimal | None:
    """A number with at most so many decimals, above a limit; None for an empty cell."""
    text = cells[name].removeprefix("$").replace(" ", "")
    if not text:
        return None
    try:
        value = Decimal(text.replace(",", "")) if _NUMBER.fullmatch(text) else None
    except InvalidOperation:
        value = None
    if value is None or value != round(value, places):
        raise _bad(name, f"“{cells[name][:40]}” is not an amount with at most {places} decimals, such as 54.50.")
    if above is not None and value <= above:
        raise _bad(name, f"{value} is not above {above}.")
    return round(value, places)


def number_of(cells: Cells, name: str, most: int = MOST) -> int | None:
    """A whole number from 0; None for an empty cell."""
    text = cells[name]
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 4) or int(text) > most:
        raise _bad(name, f"“{text[:40]}” is not a whole number from 0 to {most}.")
    return int(text)


def age_of(cells: Cells, name: str) -> int | None:
    """An age in years; None for an empty cell."""
    return number_of(cells, name, OLDEST)


def text_of(cells: Cells, name: str, longest: int) -> str:
    """A key in the shopper's words: an area, an option."""
    text = cells[name]
    if len(text) > longest or _UNSAFE.search(text):
        raise _bad(name, f"“{text[:40]}” is longer than {longest} characters or has signs that can't be used.")
    return text


def code_of(cells: Cells, name: str) -> str:
    """A component's code: letters, digits and underscores."""
    text = cells[name].upper()
    if text and not _CODE.fullmatch(text):
        raise _bad(name, f"“{text[:40]}” is not a code of letters, digits and underscores.")
    return text


def rate_of(cells: Cells) -> str | None:
    """The rate as plain digits; None for 0, which means not sold."""
    required_cell(cells, "rate")
    value = decimal_of(cells, "rate", 4, above=None)
    if value is None or value >= 10**8:
        raise _bad("rate", f"“{cells['rate'][:40]}” is too large.")
    return str(value) if value else None


def settings_of(cells: Cells) -> dict[str, Any]:
    """Columns of RateTable. Raises Rejected for all cells that are wrong."""
    reads: dict[str, Callable[[], Any]] = {
        "area_scheme": lambda: text_of(cells, "area_scheme", 20),
        "age_basis": lambda: choice(cells, "age_basis", tuple(engine.AgeBasis), "effective"),
        "age_mode": lambda: choice(cells, "age_mode", tuple(engine.AgeMode), "attained"),
        "unit_base": lambda: choice(cells, "unit_base", tuple(engine.UnitBase), _unit_default(cells)),
        "spouse_on_own_age": lambda: yes_no(cells, "spouse_on_own_age", default=True),
        "children_only": lambda: yes_no(cells, "children_only", default=False),
        "benefit_pct": lambda: _below(decimal_of(cells, "benefit_pct", 3), "benefit_pct", 10**4),
        "modal_factor": lambda: _below(decimal_of(cells, "modal_factor", 4), "modal_factor", 10**5) or Decimal(1),
        "unisex_states": lambda: _states(cells["unisex_states"]),
        "age_reductions": lambda: _reductions(cells["age_reductions"]),
        **{name: partial(_amount, cells, name) for name in AMOUNTS},
        **{name: partial(age_of, cells, name) for name in COUNTS},
        **{name: partial(_rounding, cells, name) for name in ROUNDINGS},
    }
    return dict(zip(reads, read_all(*reads.values()), strict=True))


def _unit_default(cells: Cells) -> str | None:
    """A table by units has to say of what."""
    return None if cells["method"].upper() == "UNIT" else ""


def _amount(cells: Cells, name: str) -> Decimal | None:
    if name == "unit_size" and cells["method"].upper() == "UNIT":
        required_cell(cells, name)
    return decimal_of(cells, name, 2)


def _below(value: Decimal | None, name: str, limit: int) -> Decimal | None:
    """Refuse what would not fit the database's column."""
    if value is not None and value >= limit:
        raise _bad(name, f"{value} is too large.")
    return value


def _rounding(cells: Cells, name: str) -> str:
    text = cells[name].upper()
    money = name in ("component_round", "premium_round")
    if not text:
        return "HALF_UP:0.01" if money else "NONE"
    try:
        rule = engine.parse_rounding(text)
    except ValueError:
        rule = None
    if rule is None or len(text) > 24:
        raise _bad(name, f"“{text[:40]}” is not a rule of rounding, such as HALF_UP:0.01.")
    if name == "premium_round" and rule.text == "NONE":
        raise _bad(name, "A premium is money: it has to be rounded.")
    return text


def _reductions(text: str) -> list[list[Any]]:
    """`65:65, 70:50` as [[65, "65"], [70, "50"]]."""
    reductions: list[list[Any]] = []
    for pair in filter(None, (part.strip() for part in re.split(r"[,;]", text))):
        match = re.fullmatch(r"(\d{1,3})\s*:\s*(\d{1,3}(?:\.\d{1,3})?)\s*%?", pair, re.ASCII)
        if not match or (reductions and int(match[1]) <= reductions[-1][0]):
            raise _bad(
                "age_reductions", f"“{pair[:40]}” is not an age and a percentage, in order of age: 65:65, 70:50."
            )
        reductions.append([int(match[1]), match[2]])
    return reductions


def _states(text: str) -> list[str]:
    """`MT, MA` as ["MT", "MA"]."""
    states = [word.upper() for word in re.split(r"[,;\s]+", text) if word]
    if wrong := [state for state in states if not re.fullmatch(r"[A-Z]{2}", state, re.ASCII)]:
        raise _bad("unisex_states", f"“{wrong[0][:40]}” is not the two letters of a state.")
    return states


def component_of(cells: Cells) -> dict[str, Any]:
    """A part of the premium as RateTable.components holds it."""
    required_cell(cells, "code")
    pct = decimal_of(cells, "amount_pct", 3)
    return {
        "code": code_of(cells, "code"),
        "basis": choice(cells, "basis", ("UNIT", "FLAT"), "UNIT"),
        "role": choice(cells, "role", tuple(engine.Role), "") or None,
        "optional": bool(yes_no(cells, "optional", default=False)),
        "amount_pct": "100" if pct is None else f"{pct:f}".rstrip("0").rstrip("."),
        "factored": bool(yes_no(cells, "factored", default=True)),
    }


def factor_of(cells: Cells) -> engine.Factor:
    """A factor; keys of brackets have to be brackets."""
    kind = engine.FactorKind(choice(cells, "kind", tuple(engine.FactorKind)))
    required_cell(cells, "key")
    key = text_of(cells, "key", 20)
    _check_key(kind, key)
    required_cell(cells, "factor")
    factor = decimal_of(cells, "factor", 6)
    if factor is None or factor >= 10**6:
        raise _bad("factor", f"“{cells['factor'][:40]}” is too large.")
    return engine.Factor(kind, key, factor)


def _check_key(kind: engine.FactorKind, key: str) -> None:
    if key == "*":
        return
    bracket = _BRACKET.fullmatch(key)
    fits = {
        engine.FactorKind.TIER: key in tuple(engine.Tier),
        engine.FactorKind.SIC: bool(_SIC.fullmatch(key)),
        engine.FactorKind.GROUP_SIZE: bool(bracket and int(bracket[2] or 10**6) >= int(bracket[1])),
        engine.FactorKind.PARTICIPATION: bool(bracket and int(bracket[2] or 10**6) >= int(bracket[1])),
    }
    if not fits.get(kind, True):
        raise _bad("key", f"“{key}” is not a key of {kind.value} factors.")
