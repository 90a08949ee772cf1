"""Writes facts about plans other than their terms: costs as numbers, documents, provider networks."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from planfront.catalog.models import Carrier, PlanBenefit, PlanCostShare, PlanDocument, ProviderNetwork
from planfront_demo.plans import CATALOG, PLANS, PlanSeed, en


def seed_content() -> None:
    PlanCostShare.objects.bulk_create(row for seed in PLANS for row in _costs(seed))
    PlanBenefit.objects.bulk_create(row for seed in PLANS for row in _services(seed))
    PlanDocument.objects.bulk_create(row for seed in PLANS for row in _documents(seed))
    carriers = dict(Carrier.objects.values_list("key", "id"))
    through = ProviderNetwork.plans.through
    for rank, seed in enumerate(CATALOG.networks, start=1):
        network = ProviderNetwork.objects.create(
            name=seed.name,
            kind=seed.kind,
            search_url=seed.url,
            carrier_id=carriers[seed.carrier],
            sort_order=rank,
            note=seed.note.en,
            i18n={"es": {"note": seed.note.es}},
        )
        through.objects.bulk_create(through(providernetwork_id=network.pk, plan_id=plan) for plan in seed.plans)


def _costs(seed: PlanSeed) -> Iterator[PlanCostShare]:
    """Yield a row, and one for each option that is a yearly maximum of its own."""
    limits = seed.texts.limits
    if limits is None:
        return
    maxima = {"": limits.maximum}
    if seed.category == "dental":
        maxima.update({option.key: int(option.key) for option in seed.options if option.key.isdigit()})
    for option, maximum in maxima.items():
        yield PlanCostShare(
            plan_id=seed.id,
            option=option,
            deductible_individual=Decimal(limits.deductible[0]),
            deductible_family=Decimal(limits.deductible[1]),
            annual_maximum=maximum,
            orthodontia_maximum=limits.orthodontia_maximum,
        )


def _services(seed: PlanSeed) -> Iterator[PlanBenefit]:
    """Yield the rows of the benefits table that have numbers, under the same names."""
    priced = [row for row in seed.texts.rows if row.pays]
    for position, row in enumerate(priced, start=1):
        facts = row.pays.model_dump() if row.pays else {}
        yield PlanBenefit(plan_id=seed.id, position=position, name=en(row.row), **facts)


def _documents(seed: PlanSeed) -> Iterator[PlanDocument]:
    """Yield a summary of benefits in both languages, made from the plan each time it is opened."""
    for language, title in (("en", "Summary of benefits"), ("es", "Resumen de beneficios")):
        yield PlanDocument(plan_id=seed.id, kind="summary", title=title, language=language)
