"""The same price again, from a proof alone, and inputs for pricing it by another table."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from planfront.rating.engine.codes import AgeBasis, AgeMode, FactorKind, FeeKind, Method, RatingError, UnitBase
from planfront.rating.engine.index import CompiledTable
from planfront.rating.engine.inputs import Ages, RatingInputs
from planfront.rating.engine.pricing import PricedPlan, price
from planfront.rating.engine.proof import FORMAT
from planfront.rating.engine.table import BASE, Component, Factor, Fee, RateCell, TableSpec


class ProofError(ValueError):
    """A proof that cannot be read, or that does not give the price it states."""


def replay(proof: dict[str, Any]) -> PricedPlan:
    """Price from the proof's own cells, factors, rounding, fees and inputs.

    Raises ProofError unless every line comes out as the proof states it.
    """
    try:
        priced = price(_table(proof), inputs_of(proof), fees_of(proof))
    except (KeyError, TypeError, ValueError, ArithmeticError, RatingError) as error:
        raise ProofError(f"unreadable proof: {error!r}") from error
    stated = [[line.code, str(line.amount), line.once] for line in priced.lines]
    if stated != proof["lines"] or str(priced.premium) != proof["premium"]:
        raise ProofError("the proof does not give the price it states")
    return priced


@dataclass(frozen=True)
class Difference:
    """The price of a proof and the price today."""

    old: Decimal
    new: Decimal

    @property
    def changed(self) -> bool:
        """Return whether the monthly amount differs."""
        return self.old != self.new


def compare(proof: dict[str, Any], now: PricedPlan) -> Difference:
    """The monthly amount a proof states against today's price."""
    old = sum((Decimal(amount) for _, amount, once in proof["lines"] if not once), Decimal(0))
    return Difference(old, now.recurring)


def inputs_of(proof: dict[str, Any]) -> RatingInputs:
    """The inputs a proof was made with; ages replace birth dates."""
    if proof.get("format") != FORMAT:
        raise ProofError("unknown proof format")
    values = dict(proof["inputs"])
    subscriber, spouse, children = values.pop("ages")
    area = values.pop("area", None)
    scheme = proof["table"].get("area_scheme", "")
    typed = {name: _INPUTS.get(name, _identity)(value) for name, value in values.items()}
    ages = Ages(subscriber, spouse, tuple(children))
    return RatingInputs(areas={scheme: area} if area else {}, fixed_ages=ages, **typed)


def fees_of(proof: dict[str, Any]) -> tuple[Fee, ...]:
    """The fees a proof was made with."""
    return tuple(
        Fee(code, FeeKind(kind), Decimal(amount), first_only, per_member)
        for code, kind, amount, first_only, per_member in proof["fees"]
    )


def _table(proof: dict[str, Any]) -> CompiledTable:
    """A table of just the cells and factors the price used."""
    spec = {name: _SPEC.get(name, _identity)(value) for name, value in proof["table"].items()}
    cells = dict.fromkeys(_cell(used["cell"]) for used in proof["cells"])
    factors = [Factor(FactorKind(k), key, Decimal(value)) for k, key, value in proof["factors"]]
    return CompiledTable(TableSpec(**spec), list(cells), factors)


def _cell(shown: dict[str, Any]) -> RateCell:
    values = {name: shown.get(name) for name in RateCell._fields}
    values |= {"rate": Decimal(shown["rate"]), "component": shown.get("component", BASE)}
    return RateCell(**values)  # type: ignore[arg-type]


def _identity(value: Any) -> Any:
    return value


def _optional(convert: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else convert(value)


def _components(shown: list[dict[str, Any]]) -> tuple[Component, ...]:
    return tuple(Component(**{**part, "amount_pct": Decimal(part["amount_pct"])}) for part in shown)


def _reductions(shown: list[list[Any]]) -> tuple[tuple[int, Decimal], ...]:
    return tuple((age, Decimal(per_cent)) for age, per_cent in shown)


_MONEY = _optional(Decimal)
_SPEC: dict[str, Callable[[Any], Any]] = {
    "method": Method,
    "eff_from": date.fromisoformat,
    "age_basis": AgeBasis,
    "age_mode": AgeMode,
    "unit_base": _optional(UnitBase),
    "components": _components,
    "age_reductions": _reductions,
    "unisex_states": tuple,
    **dict.fromkeys(("unit_size", "benefit_pct", "benefit_min", "benefit_max"), _MONEY),
    **dict.fromkeys(("earn_cap", "default_amount", "modal_factor"), _MONEY),
}
_INPUTS: dict[str, Callable[[Any], Any]] = {
    "effective_date": date.fromisoformat,
    "issue_date": _optional(date.fromisoformat),
    "amount": _MONEY,
    "income": _MONEY,
    "riders": frozenset,
}
