"""The reasons for a price, step by step: keys and arguments, worded by the layer above."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NamedTuple


class Reason(NamedTuple):
    """One step. `key` names the text, `args` fill it, `amount` is the money it stands for."""

    key: str
    args: dict[str, str]
    amount: Decimal | None = None


def explain(proof: dict[str, Any]) -> list[Reason]:
    """The steps of a proof in the order a person would do them."""
    table, inputs = proof["table"], proof["inputs"]
    reasons = [Reason("table", {"version": str(table.get("version", 1)), "since": table["eff_from"]})]
    if "area" in inputs:
        reasons.append(Reason("area", {"area": inputs["area"]}))
    steps = [step for step in proof["steps"] if step[0] != "modal"]
    reasons += (_step_reason(*step) for step in steps)
    reasons += (_factor_reason(*factor) for factor in proof["factors"] if factor[0] != "MODE")
    reasons += (_cell_reason(used, table["method"], inputs) for used in proof["cells"])
    reasons += (_step_reason(*step) for step in proof["steps"] if step[0] == "modal")
    return [*reasons, *_total_reasons(proof)]


def _step_reason(name: str, before: str, rule: str, after: str) -> Reason:
    """`rule` is `/ 12`, `x 60 %`, `max 1000` or a rounding rule such as `DOWN:1`."""
    verb = {"/": "divided", "x": "share", "max": "capped"}.get(rule.split(" ")[0], "rounded")
    args = {"before": _shorten(before), "rule": rule.partition(" ")[2] or rule, "after": _shorten(after)}
    return Reason(f"{name}_{verb}", args)


def _factor_reason(kind: str, key: str, value: str) -> Reason:
    return Reason(f"factor_{kind.lower()}", {"key": key, "factor": value})


def _cell_reason(used: dict[str, Any], method: str, inputs: dict[str, Any]) -> Reason:
    """Return the amount that one cell gives: for a person (MEMBER), a component (UNIT) or the tier (TIER, FLAT)."""
    cell = used["cell"]
    key = {"MEMBER": f"person_{used['role'].lower()}", "UNIT": "per_unit"}.get(method, "rate")
    if method == "TIER" and "tier" in inputs:
        key = f"tier_{inputs['tier'].lower()}"
    args = {
        "rate": cell["rate"],
        "age": "" if used["age"] is None else str(used["age"]),
        "component": cell["component"],
        "children": str(inputs.get("children", 0)),
    }
    return Reason(key, args, Decimal(used["amount"]))


def _total_reasons(proof: dict[str, Any]) -> Iterator[Reason]:
    monthly = Decimal(0)
    first = Decimal(0)
    percents = {code: amount for code, kind, amount, *_ in proof["fees"] if kind == "PCT"}
    for code, amount, once in proof["lines"]:
        yield Reason(f"line_{code}", {"percent": percents.get(code, "")}, Decimal(amount))
        first += Decimal(amount)
        monthly += Decimal(0) if once else Decimal(amount)
    yield Reason("monthly", {}, monthly)
    if first != monthly:
        yield Reason("first_month", {}, first)


def _shorten(number: str) -> str:
    """Round to four decimals for reading; the proof keeps them all."""
    value = Decimal(number)
    places = -int(value.as_tuple().exponent)
    return str(value.quantize(Decimal("0.0001"))) if places > 4 else number
