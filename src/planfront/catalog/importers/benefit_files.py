"""The kind "benefits": what plans pay for each service, staged against the catalog."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from planfront.catalog.importers import benefits, plans_benefits, words
from planfront.catalog.importers.base import (
    CatalogImporter,
    count,
    json_value,
    known_issuers,
    newest_year,
    no_issuer,
    table_lines,
)
from planfront.catalog.importers.benefit_table import benefit_table
from planfront.catalog.importers.benefits import FiledBenefit
from planfront.catalog.importers.table import Line
from planfront.catalog.models import Plan, PlanBenefit
from planfront.catalog.selectors import plan_ids_by_hios
from planfront.imports.registry import Column, Json, Sink

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

FIELDS = (
    "position",
    "service",
    "audience",
    "covered",
    "copay_in",
    "copay_out",
    "coinsurance_in",
    "coinsurance_out",
    "allowance_in",
    "allowance_out",
    "deductible_in",
    "deductible_out",
    "waiting_months",
    "limit_quantity",
    "limit_unit",
    "conditional",
    "texts",
    "filed",
)
_MONEY = {"copay_in", "copay_out", "allowance_in", "allowance_out", "limit_quantity"}
# The store's own view of a plan: off the exchange, else on it.
_VARIANTS = ("00", "01", "")


def row_state(row: PlanBenefit) -> Json:
    return {name: json_value(getattr(row, name)) for name in FIELDS}


def filed_row(position: int, filed_benefit: FiledBenefit) -> Json:
    own = {name: json_value(getattr(filed_benefit, name)) for name in FIELDS if hasattr(filed_benefit, name)}
    return {
        **{name: own.get(name) for name in FIELDS},
        "position": position,
        "filed": True,
    }


def state_of(plan: Plan) -> Json:
    """The services by name, and the shopper's table in both languages."""
    result: Json = {f"service {row.name}": row_state(row) for row in plan.services.all()}
    result["table"] = plan.benefits
    result["Spanish table"] = (plan.i18n.get("es") or {}).get("benefits") or {}
    return result


def _filed_rows(state: Json) -> dict[str, Json]:
    rows = {key.removeprefix("service "): row for key, row in state.items() if key.startswith("service ")}
    return {name: row for name, row in rows.items() if row["filed"]}


def merge_benefits(before: Json, filed_benefits: Sequence[FiledBenefit]) -> Json:
    """Replace filed rows; the operator's own rows stay. The table follows unless someone edited it."""
    gone = {f"service {name}" for name in _filed_rows(before)}
    after = {key: value for key, value in before.items() if key not in gone}
    rows = {benefit.name: filed_row(position, benefit) for position, benefit in enumerate(filed_benefits, start=1)}
    after.update({f"service {name}": row for name, row in rows.items()})
    for key, lang in (("table", "en"), ("Spanish table", "es")):
        if before[key] in ({}, benefit_table(_filed_rows(before), lang)):
            after[key] = benefit_table(rows, lang)
    return after


class BenefitsAndCostSharing(CatalogImporter):
    kind = "benefits"
    title = _("Benefits and cost sharing")
    text = _(
        "The Benefits and Cost Sharing public use file as CSV, or the insurer's Plans & Benefits template as XML, for "
        "plans that the catalog knows by their HIOS id."
    )
    columns = (
        Column("BusinessYear", _("Rows of the newest year in the file count."), example="2026"),
        Column("PlanId", _("17 characters; off-exchange rows (-00) count before -01."), True, "50165ME0160001-00"),
        Column("BenefitName", _("Name of the service."), required=True, example="Basic Dental Care - Child"),
        Column("IsCovered", _("Covered or Not Covered, in any case."), required=True, example="Covered"),
        Column(
            "CopayInnTier1", _("What the member pays in network."), required=True, example="$20 Copay after deductible"
        ),
        Column("CoinsInnTier1", _("The member's share in network."), True, "20% Coinsurance after deductible"),
        Column("CopayOutofNet", _("The same out of network."), required=True, example="Not Applicable"),
        Column("CoinsOutofNet", _("The same out of network."), required=True, example="50%"),
        Column("IsSubjToDedTier1", _("Whether the deductible comes first (2014 and 2015)."), example="Yes"),
        Column("LimitQty", _("How many."), example="2"),
        Column("LimitUnit", _("Of what and how often."), example="Visit(s) per Year"),
        Column("Exclusions", _("Kept as it is."), example=""),
        Column(
            "Explanation",
            _("Kept as it is; one plain waiting period is read from it."),
            False,
            "12 month waiting period",
        ),
    )

    def stage(self, run: ImportRun, path: Path, sink: Sink) -> None:
        issuers, plans = known_issuers(), plan_ids_by_hios()
        skipped = {"otherIssuers": 0, "otherPlans": 0, "variants": 0}

        def read(line: Line) -> FiledBenefit | None:
            key = words.plan_key(line.first("PlanId", "StandardComponentId"))
            left_out = (
                "otherIssuers"
                if key.issuer not in issuers
                else "otherPlans"
                if key.component not in plans
                else "variants"
                if key.variant not in _VARIANTS
                else ""
            )
            if left_out:
                skipped[left_out] += 1
                return None
            return benefits.read_line(line)

        table = plans_benefits.benefit_table(path) or table_lines(run, path, benefits.NEEDED, sink)
        result = list(self.each(path, sink, table, read))
        for name, number in skipped.items():
            count(sink, name, number)
        if not result and skipped["otherIssuers"] and not skipped["otherPlans"]:
            no_issuer(sink)
        self._stage(newest_year(result, lambda item: item.year, sink), plans, sink)

    def _stage(self, filed_benefits: Sequence[FiledBenefit], plans: dict[str, int], sink: Sink) -> None:
        by_plan: dict[int, list[FiledBenefit]] = {}
        for item in filed_benefits:
            by_plan.setdefault(plans[item.key.component], []).append(item)
        before = self.current_many([f"benefits:{plan_id}" for plan_id in by_plan])
        for plan_id, rows in by_plan.items():
            subject = f"benefits:{plan_id}"
            old = before[subject]
            after = merge_benefits(old, _best_variant_rows(rows)) if old is not None else None
            if after != old:
                sink.change(subject, "changed", old, after)

    def current_many(self, subjects: Sequence[str]) -> dict[str, Json | None]:
        result: dict[str, Json | None] = dict.fromkeys(subjects)
        ids = [int(subject.removeprefix("benefits:")) for subject in subjects]
        for start in range(0, len(ids), 500):
            for plan in Plan.objects.filter(pk__in=ids[start : start + 500]).prefetch_related("services"):
                result[f"benefits:{plan.pk}"] = state_of(plan)
        return result

    def names(self, subjects: Sequence[str]) -> dict[str, str]:
        ids = [int(subject.removeprefix("benefits:")) for subject in subjects]
        rows = Plan.objects.filter(pk__in=ids).values_list("id", "name")
        return {f"benefits:{pk}": f"Benefits of plan {pk} {name}" for pk, name in rows}

    def apply(self, subject: str, after: Json | None) -> None:
        plan = Plan.objects.get(pk=int(subject.removeprefix("benefits:")))
        if after is None:
            return
        rows = {key.removeprefix("service "): row for key, row in after.items() if key.startswith("service ")}
        plan.services.all().delete()
        PlanBenefit.objects.bulk_create(PlanBenefit(plan=plan, name=name, **row) for name, row in rows.items())
        plan.benefits = after["table"]
        spanish = {**(plan.i18n.get("es") or {}), "benefits": after["Spanish table"]}
        plan.i18n = {**plan.i18n, "es": {key: text for key, text in spanish.items() if text not in ({}, None)}}
        plan.save()


def _best_variant_rows(rows: Sequence[FiledBenefit]) -> list[FiledBenefit]:
    """The rows of the best variant in the file; of a benefit that comes twice, the first."""
    best = min((_VARIANTS.index(row.key.variant) for row in rows), default=0)
    by_name: dict[str, FiledBenefit] = {}
    for row in rows:
        if row.key.variant == _VARIANTS[best]:
            by_name.setdefault(row.name, row)
    return list(by_name.values())
