"""Writes facts about plans other than their terms: costs as numbers, documents, provider networks."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from planfront.catalog.models import Carrier, PlanBenefit, PlanCostShare, PlanDocument, ProviderNetwork
from planfront_demo.data.catalog import PLANS
from planfront_demo.data.networks import NETWORKS
from planfront_demo.data.shapes import PlanSeed, en, es


def seed_content() -> None:
    PlanCostShare.objects.bulk_create(row for seed in PLANS for row in _costs(seed))
    PlanBenefit.objects.bulk_create(row for seed in PLANS for row in _services(seed))
    PlanDocument.objects.bulk_create(row for seed in PLANS for row in _documents(seed))
    carriers = dict(Carrier.objects.values_list("key", "id"))
    through = ProviderNetwork.plans.through
    for rank, seed in enumerate(NETWORKS, start=1):
        network = ProviderNetwork.objects.create(
            name=seed.name,
            kind=seed.kind,
            search_url=seed.url,
            carrier_id=carriers[seed.carrier],
            sort_order=rank,
            note=en(seed.note),
            i18n={"es": {"note": es(seed.note)}},
        )
        through.objects.bulk_create(through(providernetwork_id=network.pk, plan_id=plan) for plan in seed.plans)


def _costs(seed: PlanSeed) -> Iterator[PlanCostShare]:
    """One row, and one for each option that is a yearly maximum of its own."""
    costs = seed.copy.costs
    if costs is None:
        return
    maxima = {"": costs.maximum}
    if seed.category == "dental":
        maxima.update({option.key: int(option.key) for option in seed.options if option.key.isdigit()})
    for option, maximum in maxima.items():
        yield PlanCostShare(
            plan_id=seed.id,
            option=option,
            deductible_individual=Decimal(costs.deductible[0]),
            deductible_family=Decimal(costs.deductible[1]),
            annual_maximum=maximum,
            orthodontia_maximum=costs.ortho_maximum,
        )


def _services(seed: PlanSeed) -> Iterator[PlanBenefit]:
    if seed.copy.costs is None:
        return
    for position, service in enumerate(seed.copy.costs.services, start=1):
        yield PlanBenefit(plan_id=seed.id, position=position, **service._asdict())


def _documents(seed: PlanSeed) -> Iterator[PlanDocument]:
    """A summary of benefits in both languages, made from the plan each time it is opened."""
    for language, title in (("en", "Summary of benefits"), ("es", "Resumen de beneficios")):
        yield PlanDocument(plan_id=seed.id, kind="summary", title=title, language=language)
