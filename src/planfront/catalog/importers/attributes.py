"""Plan Attributes files (CMS public use file): a row per plan variant becomes one filed plan. Pure.

Prefixes: MEHB is the medical side, and for a stand-alone dental plan the *dental* essential benefits; DEHB are *drug*
benefits, never dental; TEHB is the total of both. So dental limits are read from MEHB, medical ones from TEHB first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

from planfront.catalog.importers import words
from planfront.catalog.importers.table import Line
from planfront.catalog.importers.words import PlanKey, Problem

NEEDED = (
    ("PlanId", "StandardComponentId"),
    ("IssuerId", "HIOSIssuerId"),
    ("StateCode",),
    ("PlanMarketingName",),
    ("DentalOnlyPlan", "DentalOnly"),
)
KEPT_TEXTS = (
    "CSRVariationType",
    "QHPNonQHPTypeId",
    "IsNewPlan",
    "IssuerActuarialValue",
    "PlanLevelExclusions",
    "OutOfCountryCoverageDescription",
    "OutOfServiceAreaCoverageDescription",
    "NationalNetwork",
    "ChildOnlyPlanId",
    "URLForSummaryofBenefitsCoverage",
    "PlanBrochure",
    "URLForEnrollmentPayment",
    "EHBPediatricDentalApportionmentQuantity",
)
_METALS = {"high", "low", "bronze", "expanded bronze", "silver", "gold", "platinum", "catastrophic"}
# Plans as the store sells them: off the exchange, else on it. -02 to -06 are reductions that only the exchange grants.
_PREFERRED = ("00", "01", "")


@dataclass(frozen=True)
class Costs:
    """Yearly amounts; None: none stated, or stated with a condition (the words are in ``cost_texts``)."""

    deductible_individual: Decimal | None = None
    deductible_family: Decimal | None = None
    out_deductible_individual: Decimal | None = None
    out_deductible_family: Decimal | None = None
    out_of_pocket_individual: Decimal | None = None
    out_of_pocket_family: Decimal | None = None


@dataclass(frozen=True)
class FiledPlan:
    """One plan as filed, without its variants' differences. ``variant`` is the one the texts and amounts are of."""

    key: PlanKey
    line: int
    name: str
    year: int | None
    market: str
    dental_only: bool
    metal_level: str
    plan_type: str
    guaranteed_rate: bool | None
    child_only: str
    service_area_id: str
    network_id: str
    effective: date | None
    expires: date | None
    costs: Costs
    cost_texts: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()


def _metal(line: Line) -> str:
    result = words.tidy(line["MetalLevel"])
    if result and result.lower() not in _METALS:
        raise Problem("badMetal", f'"{result}" is not a metal level.')
    return result.title()


def _guaranteed(line: Line) -> bool | None:
    result = words.tidy(line.first("IsGuaranteedRate", "GuaranteedRate")).lower()
    if result in {"guaranteed rate", "guaranteed"}:
        return True
    if result in {"estimated rate", "estimated"}:
        return False
    if result in {"", "not applicable"}:
        return None
    raise Problem("badGuarantee", f'"{result}" is neither Guaranteed Rate nor Estimated Rate.')


class _Amounts:
    """Reads the amount columns of one row and remembers the words."""

    def __init__(self, line: Line, dental: bool) -> None:
        self.line, self.prefixes = line, ("MEHB",) if dental else ("TEHB", "MEHB")
        self.texts: dict[str, str] = {}

    def _cell(self, name: str) -> str:
        text = self.line[name]
        if text and words.money(text) != words.Amount(None):
            self.texts[name] = words.tidy(text)
        return text

    def individual(self, middle: str) -> Decimal | None:
        return self._amount(middle, ("Individual",), group=False)

    def family(self, middle: str) -> Decimal | None:
        """The amount of the whole family: a column of its own until 2015, "per group" columns since."""
        return self._amount(middle, ("FamilyPerGroup", "Family"), group=True)

    def _amount(self, middle: str, ends: tuple[str, ...], *, group: bool) -> Decimal | None:
        kind, _, where = middle.partition(" ")
        for prefix in self.prefixes:
            for end in ends:
                name = f"{prefix}{where}{end}{kind}" if kind == "MOOP" else f"{prefix}{kind}{where}{end}"
                result = self._read(self._cell(name), group)
                if result is not None:
                    return result
        return None

    def _read(self, text: str, group: bool) -> Decimal | None:
        if "|" in text:
            return words.person_and_group(text)[group].value
        return words.money(text).value

    def costs(self) -> Costs:
        def first(*amounts: Decimal | None) -> Decimal | None:
            return next((amount for amount in amounts if amount is not None), None)

        return Costs(
            first(self.individual("Ded InnTier1"), self.individual("Ded CombInnOon")),
            first(self.family("Ded InnTier1"), self.family("Ded CombInnOon")),
            self.individual("Ded OutOfNet"),
            self.family("Ded OutOfNet"),
            first(self.individual("MOOP InnTier1"), self.individual("MOOP CombInnOon")),
            first(self.family("MOOP InnTier1"), self.family("MOOP CombInnOon")),
        )


def _texts(line: Line) -> dict[str, str]:
    texts = {name: words.tidy(line[name])[:1000] for name in (*KEPT_TEXTS, "PlanMarketingName")}
    return {name: text for name, text in texts.items() if text}


def read_line(line: Line) -> FiledPlan:
    """One row. Raises Problem."""
    key = words.plan_key(line.first("PlanId", "StandardComponentId"))
    if words.issuer(line.first("IssuerId", "HIOSIssuerId")) != key.issuer:
        raise Problem("otherIssuer", f"Plan {key.component} doesn't belong to the issuer of its row.")
    if words.tidy(line["StateCode"]).upper() != key.state:
        raise Problem("otherState", f"Plan {key.component} doesn't belong to the state of its row.")
    name = words.tidy(line["PlanMarketingName"])
    if not name:
        raise Problem("noName", f"Plan {key.component} has no marketing name.")
    dental = words.yes_no(line.first("DentalOnlyPlan", "DentalOnly"))
    if dental is None:
        raise Problem("noDentalFlag", f"Plan {key.component}: the dental column is empty.")
    effective = words.day(line.first("PlanEffictiveDate", "PlanEffectiveDate"))
    expires = words.day(line["PlanExpirationDate"])
    if effective and expires and expires < effective:
        raise Problem("datesSwapped", f"Plan {key.component} would end on {expires}, before it starts on {effective}.")
    amounts = _Amounts(line, dental)
    costs = amounts.costs()
    return FiledPlan(
        key=key,
        line=line.number,
        name=name[:160],
        year=words.year(line["BusinessYear"]),
        market=words.tidy(line["MarketCoverage"]),
        dental_only=dental,
        metal_level=_metal(line),
        plan_type=words.tidy(line["PlanType"])[:20],
        guaranteed_rate=_guaranteed(line),
        child_only=words.tidy(line["ChildOnlyOffering"])[:40],
        service_area_id=words.tidy(line["ServiceAreaId"]).upper(),
        network_id=words.tidy(line["NetworkId"]).upper(),
        effective=effective,
        expires=expires,
        costs=costs,
        cost_texts=amounts.texts,
        texts=_texts(line),
        variants=(key.variant,) if key.variant else (),
    )


def _rank(plan: FiledPlan) -> int:
    variant = plan.key.variant
    return _PREFERRED.index(variant) if variant in _PREFERRED else len(_PREFERRED)


def merge_variants(plans: Iterable[FiledPlan]) -> Iterator[FiledPlan]:
    """One plan per 14 characters: what its best variant says, with the list of all variants."""
    result: dict[str, FiledPlan] = {}
    for plan in plans:
        other = result.get(plan.key.component)
        if other is None:
            result[plan.key.component] = plan
            continue
        variants = tuple(sorted({*other.variants, *plan.variants}))
        best = min(other, plan, key=lambda item: (_rank(item), item.line))
        result[plan.key.component] = replace(best, variants=variants)
    yield from result.values()
