"""Rate factors: what they multiply to, and the error when a needed one is missing."""

from decimal import Decimal

from planfront.rating.engine.codes import FactorKind, RateTableError, RatingError, RatingErrorCode
from planfront.rating.engine.index import ANY
from planfront.rating.engine.rounding import ONE
from planfront.rating.engine.run import Run

MISSING = {
    FactorKind.TIER: RatingErrorCode.TIER,
    FactorKind.AREA: RatingErrorCode.MET,
    FactorKind.SIC: RatingErrorCode.PORTAL,
    FactorKind.GROUP_SIZE: RatingErrorCode.PORTAL,
    FactorKind.PARTICIPATION: RatingErrorCode.PORTAL,
}


def combine_factors(run: Run) -> Decimal:
    """The product of all factors that apply, each one recorded."""
    product = ONE
    for kind, code in MISSING.items():
        table = run.table.factors.get(kind)
        if table is None:
            continue
        key = _key(run, kind, table)
        if key is None:
            raise RatingError(code, f"no {kind.value} factor fits")
        run.factors.append((kind.value, key, table[key]))
        product *= table[key]
    return product


def divisor(run: Run) -> Decimal:
    """Payments a year the summed rate is divided by: a MODE factor, else the table's own."""
    modes = run.table.factors.get(FactorKind.MODE)
    if modes is None:
        return run.spec.modal_factor
    mode = run.inputs.mode
    if mode not in modes:
        raise RateTableError(f"no MODE factor {mode}")
    run.factors.append((FactorKind.MODE.value, mode, modes[mode]))
    return modes[mode]


def _key(run: Run, kind: FactorKind, table: dict[str, Decimal]) -> str | None:
    """The key of the factor that fits best; `*` fits when nothing else does."""
    inputs = run.inputs
    key: str | None = None
    if kind is FactorKind.TIER:
        key = inputs.tier
    elif kind is FactorKind.AREA:
        key = run.area
    elif kind is FactorKind.SIC:
        key = _longest_prefix(inputs.sic or "", table)
    elif kind is FactorKind.GROUP_SIZE:
        key = _in_range(inputs.group_size, table)
    else:
        key = _in_range(inputs.participation, table)
    if key is not None and key in table:
        return key
    return ANY if ANY in table else None


def _longest_prefix(code: str, table: dict[str, Decimal]) -> str | None:
    for end in range(len(code), 0, -1):
        if code[:end] in table:
            return code[:end]
    return None


def _in_range(value: int | None, table: dict[str, Decimal]) -> str | None:
    """The key `lo-hi`, `lo+` or `n` that holds the value; two that do are a table error."""
    if value is None:
        return None
    fitting = [key for key in table if key != ANY and _holds(key, value)]
    if len(fitting) > 1:
        raise RateTableError(f"factors {fitting[0]} and {fitting[1]} both fit {value}")
    return fitting[0] if fitting else None


def _holds(key: str, value: int) -> bool:
    low, dash, high = key.partition("-")
    if dash:
        return int(low) <= value <= int(high)
    if key.endswith("+"):
        return value >= int(key[:-1])
    return value == int(key)
