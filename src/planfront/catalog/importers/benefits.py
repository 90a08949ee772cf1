"""Benefits & Cost Sharing files: a row per benefit and plan variant becomes one service of a plan. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from planfront.catalog.importers import words
from planfront.catalog.importers.table import Line
from planfront.catalog.importers.words import Amount, PlanKey, Problem, Share

NEEDED = (
    ("PlanId", "StandardComponentId"),
    ("BenefitName",),
    ("IsCovered",),
    ("CopayInnTier1",),
    ("CoinsInnTier1",),
    ("CopayOutofNet", "CopayOutOfNet"),
    ("CoinsOutofNet", "CoinsOutOfNet"),
)
_SERVICES = {
    "routine dental services (adult)": ("preventive", "adult"),
    "dental check-up for children": ("preventive", "child"),
    "basic dental care - child": ("basic", "child"),
    "basic dental care - adult": ("basic", "adult"),
    "minor dental care adult": ("basic", "adult"),
    "minor dental care - child": ("basic", "child"),
    "major dental care - child": ("major", "child"),
    "major dental care - adult": ("major", "adult"),
    "orthodontia - child": ("ortho", "child"),
    "orthodontia - adult": ("ortho", "adult"),
    "accidental dental": ("dental_other", ""),
    "dental anesthesia": ("dental_other", ""),
    "routine eye exam (adult)": ("exam", "adult"),
    "routine eye exam for children": ("exam", "child"),
    "eye glasses for children": ("vision_other", "child"),
}
_WORDS = (
    ("ortho", "ortho"),
    ("crown", "major"),
    ("denture", "major"),
    ("root canal", "endo"),
    ("dental", "dental_other"),
    ("eye exam", "exam"),
    ("frame", "frames"),
    ("lens", "lenses"),
    ("contact", "contacts"),
    ("vision", "vision_other"),
    ("eye", "vision_other"),
)
_TEXTS = ("CopayInnTier1", "CoinsInnTier1", "CopayOutofNet", "CoinsOutofNet", "Exclusions", "Explanation")


@dataclass(frozen=True)
class FiledBenefit:
    """One service as filed; the fields are PlanBenefit's. ``texts`` are the words of the cells."""

    key: PlanKey
    line: int
    year: int | None
    name: str
    service: str
    audience: str
    covered: bool
    copay_in: Decimal | None = None
    copay_out: Decimal | None = None
    coinsurance_in: int | None = None
    coinsurance_out: int | None = None
    deductible_in: bool | None = None
    deductible_out: bool | None = None
    waiting_months: int | None = None
    limit_quantity: Decimal | None = None
    limit_unit: str = ""
    conditional: bool = False
    texts: dict[str, str] = field(default_factory=dict)


def service_of(name: str) -> tuple[str, str]:
    """The service class and the people a benefit's name means."""
    words_of = words.tidy(name).lower()
    if words_of in _SERVICES:
        return _SERVICES[words_of]
    audience = "child" if "child" in words_of else "adult" if "adult" in words_of else ""
    return next((kind for part, kind in _WORDS if part in words_of), "other"), audience


@dataclass(frozen=True)
class _Side:
    """The member's costs on one side of the network."""

    copay: Decimal | None
    coinsurance: int | None
    after_deductible: bool | None
    conditional: bool


def _read_side(copay_text: str, coinsurance_text: str, stated: bool | None) -> _Side:
    """The two cells together. Amounts with different words about the deductible can't share one flag: no numbers."""
    copay, share = words.copay(copay_text), words.coinsurance(coinsurance_text)
    real = [item for item in (copay, share) if item.value]
    flags = {item.after_deductible for item in (real or [item for item in (copay, share) if item.value is not None])}
    mixed = len(real) > 1 and len(flags) > 1
    if mixed or copay.conditional or share.conditional:
        return _Side(
            None if mixed or copay.conditional else _dollars(copay),
            None if mixed or share.conditional else _points(share),
            stated,
            conditional=True,
        )
    after = True if True in flags else stated
    return _Side(_dollars(copay), _points(share), after, conditional=False)


def _dollars(share: Share) -> Decimal | None:
    return None if share.value is None else Decimal(share.value)


def _points(share: Share) -> int | None:
    return None if share.value is None else int(share.value)


def _parse_quantity(text: str) -> Decimal | None:
    if not words.tidy(text):
        return None
    try:
        decimal = Decimal(words.tidy(text).replace(",", "").lstrip("$"))
    except InvalidOperation:
        raise Problem("badLimit", f'"{words.tidy(text)}" is not a number.') from None
    if not decimal.is_finite() or not 0 <= decimal < 10_000_000:
        raise Problem("badLimit", f'"{words.tidy(text)}" is not a usable limit.')
    return decimal.quantize(Decimal("0.01"))


def _parse_unit(text: str) -> str:
    """``"Visit(s) per year"`` and ``"Visit(s) per Year"`` are the same."""
    result = words.tidy(text)
    head, per, tail = result.partition(" per ")
    return f"{head}{per}{tail.title()}"[:60]


def read_line(line: Line) -> FiledBenefit:
    """One row. Raises Problem."""
    key = words.plan_key(line.first("PlanId", "StandardComponentId"))
    name = words.tidy(line["BenefitName"])
    if not name or len(name) > 160:
        raise Problem("badName", "The benefit's name is empty." if not name else "The benefit's name is too long.")
    service, audience = service_of(name)
    texts = {column: words.tidy(line[column])[:1000] for column in _TEXTS if words.tidy(line[column])}
    covered = words.parse_covered(line["IsCovered"])
    year = words.year(line["BusinessYear"])
    if covered is None:
        # Rows of benefits above the essential ones leave the column empty: covered when they say what one pays.
        covered = any(column in texts for column in _TEXTS[:4])
    if not covered:
        return FiledBenefit(key, line.number, year, name, service, audience, covered=False, texts=texts)
    return _covered_benefit(
        line, FiledBenefit(key, line.number, year, name, service, audience, covered=True, texts=texts)
    )


def _covered_benefit(line: Line, start: FiledBenefit) -> FiledBenefit:
    stated = words.yes_no(line["IsSubjToDedTier1"])
    inside = _read_side(line["CopayInnTier1"], line["CoinsInnTier1"], stated)
    outside = _read_side(line["CopayOutofNet"], line["CoinsOutofNet"], None)
    wait: Amount = words.waiting_months(line["Explanation"])
    quantity, unit = _parse_quantity(line["LimitQty"]), _parse_unit(line["LimitUnit"])
    return FiledBenefit(
        start.key,
        start.line,
        start.year,
        start.name,
        start.service,
        start.audience,
        covered=True,
        copay_in=inside.copay,
        copay_out=outside.copay,
        coinsurance_in=inside.coinsurance,
        coinsurance_out=outside.coinsurance,
        deductible_in=inside.after_deductible,
        deductible_out=outside.after_deductible,
        waiting_months=None if wait.value is None else int(wait.value),
        limit_quantity=quantity,
        limit_unit=unit,
        texts=start.texts,
        conditional=inside.conditional or outside.conditional or wait.conditional,
    )
