"""The kind "plan-attributes": what carriers file about their plans, staged against the catalog."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from planfront.catalog.importers import attributes, words
from planfront.catalog.importers.attributes import FiledPlan
from planfront.catalog.importers.base import (
    CatalogImporter,
    count,
    json_value,
    known_issuers,
    newest_year,
    no_issuer,
    table_lines,
)
from planfront.catalog.importers.plans_benefits import plan_table
from planfront.catalog.importers.table import Line
from planfront.catalog.models import Carrier, Plan, PlanCostShare, PlanFiling
from planfront.imports.errors import CanNotRollBack
from planfront.imports.registry import Column, Json, Sink

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

FILING = (
    "business_year",
    "issuer_id",
    "state",
    "market",
    "dental_only",
    "metal_level",
    "plan_type",
    "guaranteed_rate",
    "child_only",
    "service_area_id",
    "network_id",
    "variants",
    "effective_date",
    "expiration_date",
    "texts",
)
COSTS = (
    "deductible_individual",
    "deductible_family",
    "out_deductible_individual",
    "out_deductible_family",
    "out_of_pocket_individual",
    "out_of_pocket_family",
)
_OWN = {"catalog.planfiling", "catalog.plancostshare", "catalog.planbenefit"}


def state_of(plan: Plan) -> Json:
    """Return the facts that imports may change about a plan, flat: its own columns, then "filed …" and "cost …"."""
    result: Json = {
        "name": plan.name,
        "carrier": plan.carrier.key,
        "category": plan.category,
        "active": plan.active,
        "estimated rate": plan.rate_is_estimate,
    }
    filing = getattr(plan, "filing", None)
    if filing is not None:
        result.update({f"filed {name}": json_value(getattr(filing, name)) for name in FILING})
    for row in plan.cost_shares.all():
        if not row.option:
            result.update({f"cost {name}": json_value(getattr(row, name)) for name in (*COSTS, "texts")})
    return result


def filed_state(plan: FiledPlan) -> Json:
    """The "filed …" part of a plan's state."""
    values = {
        "business_year": plan.year,
        "issuer_id": plan.key.issuer,
        "state": plan.key.state,
        "market": plan.market,
        "dental_only": plan.dental_only,
        "metal_level": plan.metal_level,
        "plan_type": plan.plan_type,
        "guaranteed_rate": plan.guaranteed_rate,
        "child_only": plan.child_only,
        "service_area_id": plan.service_area_id,
        "network_id": plan.network_id,
        "variants": list(plan.variants),
        "effective_date": plan.effective,
        "expiration_date": plan.expires,
        "texts": plan.texts,
    }
    return {f"filed {name}": json_value(value) for name, value in values.items()}


def merge_filing(plan: FiledPlan, before: Json | None, carrier: str) -> Json:
    """Return the plan's state after the import. Its texts in the store stay as the operator wrote them; a new plan
    starts as a draft."""
    after: Json = (
        dict(before)
        if before
        else {
            "name": plan.name,
            "carrier": carrier,
            "category": "dental" if plan.dental_only else "medical",
            "active": False,
        }
    )
    if before and before["name"] == before.get("filed texts", {}).get("PlanMarketingName"):
        after["name"] = plan.name
    after["estimated rate"] = plan.guaranteed_rate is False
    after.update(filed_state(plan))
    costs = {name: json_value(amount) for name, amount in asdict(plan.costs).items() if amount is not None}
    if costs or plan.cost_texts:
        empty = dict.fromkeys(f"cost {name}" for name in COSTS)
        present = {key: value for key, value in after.items() if key.startswith("cost ")}
        after.update({**empty, **present, **{f"cost {name}": amount for name, amount in costs.items()}})
        after["cost texts"] = plan.cost_texts
    return after


class PlanAttributes(CatalogImporter):
    kind = "plan-attributes"
    title = _("Plan attributes")
    text = _(
        "The Plan Attributes public use file as CSV, of any year, or the insurer's Plans & Benefits template as XML: "
        "names, metal levels, dates, limits."
    )
    columns = (
        Column("BusinessYear", _("Rows of the newest year in the file count."), example="2026"),
        Column("StateCode", _("State of the plan."), required=True, example="ME"),
        Column("IssuerId", _("HIOS issuer id of an insurer."), required=True, example="50165"),
        Column("PlanId", _("14 or 17 characters; StandardComponentId also works."), True, "50165ME0160001-00"),
        Column("PlanMarketingName", _("Name of a new plan."), required=True, example="Halden Dental High"),
        Column("DentalOnlyPlan", _("Yes or No; DentalOnly in older files."), required=True, example="Yes"),
        Column("MarketCoverage", _("Individual or SHOP (Small Group)."), example="Individual"),
        Column("MetalLevel", _("High or Low for dental plans."), example="High"),
        Column("PlanType", _("PPO, HMO, EPO, POS or Indemnity."), example="PPO"),
        Column(
            "IsGuaranteedRate",
            _("Guaranteed Rate or Estimated Rate; shoppers see estimates."),
            False,
            "Guaranteed Rate",
        ),
        Column("ChildOnlyOffering", _("Who may buy it."), example="Allows Adult and Child-Only"),
        Column("ServiceAreaId", _("Ties the plan to the Service Area file."), example="MES001"),
        Column("NetworkId", _("Ties the plan to a provider network."), example="MEN001"),
        Column("PlanEffictiveDate", _("The file's own spelling; PlanEffectiveDate also works."), example="2026-01-01"),
        Column("PlanExpirationDate", _("Last day."), example="2026-12-31"),
        Column("MEHBDedInnTier1Individual", _("Deductible; of a dental plan, its dental one."), example="$50"),
        Column("MEHBDedInnTier1FamilyPerGroup", _("Family deductible."), example="$150 per group"),
        Column("MEHBInnTier1IndividualMOOP", _("Out-of-pocket limit."), example="$350"),
        Column("MEHBInnTier1FamilyPerGroupMOOP", _("Family out-of-pocket limit."), example="$700 per group"),
    )

    def stage(self, run: ImportRun, path: Path, sink: Sink) -> None:
        issuers = known_issuers()
        keys = dict(Carrier.objects.values_list("id", "key"))
        skipped = 0

        def read(line: Line) -> FiledPlan | None:
            nonlocal skipped
            key = words.plan_key(line.first("PlanId", "StandardComponentId"))
            if key.issuer not in issuers:
                skipped += 1
                return None
            return attributes.read_line(line)

        table = plan_table(path) or table_lines(run, path, attributes.NEEDED, sink)
        result = list(self.each(path, sink, table, read))
        count(sink, "otherIssuers", skipped)
        if not result and skipped:
            no_issuer(sink)
        plans = list(attributes.merge_variants(newest_year(result, lambda plan: plan.year, sink)))
        before = self.current_many([f"plan:{plan.key.component}" for plan in plans])
        for plan in plans:
            subject = f"plan:{plan.key.component}"
            old = before[subject]
            after = merge_filing(plan, old, keys[issuers[plan.key.issuer]])
            if after != old:
                sink.change(subject, "changed" if old else "new", old, after)
        for subject, old in self._ended_plans(plans).items():
            sink.change(subject, "ended", old, {**old, "active": False})

    def _ended_plans(self, plans: Sequence[FiledPlan]) -> dict[str, Json]:
        """Plans on sale that were filed before by an issuer, state and market of this file and aren't in it."""
        there = {plan.key.component for plan in plans}
        kinds = {(plan.key.issuer, plan.key.state, plan.market, plan.dental_only) for plan in plans}
        rows = _plans(Plan.objects.filter(active=True, filing__issuer_id__in={kind[0] for kind in kinds}))
        return {
            f"plan:{row.hios_plan_id}": state_of(row)
            for row in rows
            if row.hios_plan_id not in there
            and (row.filing.issuer_id, row.filing.state, row.filing.market, row.filing.dental_only) in kinds
        }

    def current_many(self, subjects: Sequence[str]) -> dict[str, Json | None]:
        result: dict[str, Json | None] = dict.fromkeys(subjects)
        ids = [subject.removeprefix("plan:") for subject in subjects]
        for start in range(0, len(ids), 500):
            for row in _plans(Plan.objects.filter(hios_plan_id__in=ids[start : start + 500])):
                result[f"plan:{row.hios_plan_id}"] = state_of(row)
        return result

    def names(self, subjects: Sequence[str]) -> dict[str, str]:
        ids = [subject.removeprefix("plan:") for subject in subjects]
        rows = Plan.objects.filter(hios_plan_id__in=ids).values_list("hios_plan_id", "id", "name")
        titles = {f"plan:{hios}": f"Plan {pk} {name}, {hios}" for hios, pk, name in rows}
        return {subject: titles.get(subject, subject.replace("plan:", "Plan ")) for subject in subjects}

    def apply(self, subject: str, after: Json | None) -> None:
        hios = subject.removeprefix("plan:")
        plan = Plan.objects.filter(hios_plan_id=hios).first()
        if after is None:
            _remove_plan(plan)
            return
        plan = plan or Plan(hios_plan_id=hios, sort_order=900)
        plan.name, plan.category, plan.active = after["name"], after["category"], after["active"]
        plan.rate_is_estimate = after["estimated rate"]
        plan.carrier = Carrier.objects.get(key=after["carrier"])
        plan.save()
        _write_plan(PlanFiling, {"plan": plan}, after, "filed ", FILING)
        _write_plan(PlanCostShare, {"plan": plan, "option": ""}, after, "cost ", (*COSTS, "texts"))


def _plans(rows: QuerySet[Plan]) -> Iterable[Plan]:
    return rows.select_related("carrier", "filing").prefetch_related("cost_shares").order_by("id")


def _write_plan(model: Any, key: dict[str, Any], after: Json, prefix: str, names: Sequence[str]) -> None:
    """The row that ``after`` describes, or none."""
    data = {name: after[f"{prefix}{name}"] for name in names if f"{prefix}{name}" in after}
    if data:
        model.objects.update_or_create(**key, defaults=data)
    else:
        model.objects.filter(**key).delete()


def _remove_plan(plan: Plan | None) -> None:
    """Take a draft away again. One that something else builds on by now stays. Raises CanNotRollBack."""
    if plan is None:
        return
    for relation in plan._meta.related_objects:
        model: Any = relation.related_model
        if (
            model._meta.label_lower not in _OWN
            and model._default_manager.filter(**{relation.field.name: plan}).exists()
        ):
            raise CanNotRollBack
    plan.delete()
