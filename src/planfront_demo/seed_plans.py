"""Writes carriers, plans, their terms and their rate tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from planfront.catalog.models import (
    AccountNumber,
    Carrier,
    GroupNumber,
    Plan,
    PlanBlackout,
    PlanCode,
    PlanFee,
    PlanOffer,
    PlanOption,
    PlanRule,
    PlanServiceArea,
    PlanSwitch,
    PlanTier,
)
from planfront_demo.people import EVERY_BRAND, FULL_STORES, PEOPLE, GroupSeed
from planfront_demo.places import STATES
from planfront_demo.plan_json import plan_fields
from planfront_demo.plans import CATALOG, PLANS, PlanSeed, en, es
from planfront_demo.seed_content import seed_content
from planfront_demo.seed_people import World

EVERY_PORTAL = tuple(portal.key for portal in PEOPLE.portals)
DENTAL_AND_VISION = ("dental", "vision")
EMPLOYERS = tuple(group for group in PEOPLE.groups if group.portals == ("group",))
FEATURED, EMPLOYER_FEATURED = CATALOG.featured, CATALOG.employer_featured


def seed_plans(world: World) -> None:
    carriers = _carriers()
    Plan.objects.bulk_create(
        Plan(id=seed.id, carrier=carriers[seed.carrier], sort_order=rank, **plan_fields(seed))
        for rank, seed in enumerate(PLANS, start=1)
    )
    PlanOption.objects.bulk_create(option for seed in PLANS for option in _options(seed))
    PlanOffer.objects.bulk_create(offer for seed in PLANS for offer in _offers(world, seed))
    PlanRule.objects.bulk_create(rule for seed in PLANS for rule in _rules(seed))
    PlanTier.objects.bulk_create(
        PlanTier(plan_id=seed.id, **tier.model_dump()) for seed in PLANS for tier in seed.tiers
    )
    PlanFee.objects.bulk_create(fee for seed in PLANS for fee in _fees(seed))
    PlanServiceArea.objects.bulk_create(
        PlanServiceArea(plan_id=seed.id, state=state, zip=zip_code) for seed in PLANS for state, zip_code in seed.zips()
    )
    PlanServiceArea.objects.bulk_create(
        PlanServiceArea(plan_id=seed.id, state=state, county_fips=fips)
        for seed in PLANS
        for state, counties in seed.served_counties.items()
        for fips in counties
    )
    PlanSwitch.objects.bulk_create(
        PlanSwitch(plan_id=seed.id, attr=switch.attr, op=switch.op, value=switch.value, to_plan_id=switch.to_plan)
        for seed in PLANS
        for switch in seed.switches
    )
    PlanBlackout.objects.bulk_create(window for seed in PLANS for window in _blackouts(world.today, seed))
    through = Plan.related.through
    through.objects.bulk_create(
        through(from_plan_id=seed.id, to_plan_id=other) for seed in PLANS for other in seed.related
    )
    _insurer_numbers(world, carriers)
    seed_content()


def _carriers() -> dict[str, Carrier]:
    carriers = [
        Carrier(
            key=row.key,
            name=row.name,
            naic=row.naic,
            hios_issuer_id=row.naic,
            phone=row.phone,
            logo=f"/static/art/carrier/{row.key}.svg",
        )
        for row in CATALOG.carriers
    ]
    Carrier.objects.bulk_create(carriers)
    return {carrier.key: carrier for carrier in Carrier.objects.all()}


def _insurer_numbers(world: World, carriers: Mapping[str, Carrier]) -> None:
    """Write what insurers call plans, groups and stores: made up, and the same in each demo."""
    AccountNumber.objects.bulk_create(
        AccountNumber(carrier=carrier, brand=brand, number=f"A{carrier.pk:02}{brand.pk:03}")
        for carrier in carriers.values()
        for brand in world.brands.values()
    )
    GroupNumber.objects.bulk_create(
        GroupNumber(carrier=carrier, group=group, number=f"{key[:3].upper()}-{group.pk:05}")
        for key, carrier in carriers.items()
        for group in world.groups.values()
    )
    PlanCode.objects.bulk_create(
        PlanCode(plan_id=seed.id, option=option, code=f"{seed.carrier[:3].upper()}{seed.id}{rank or ''}")
        for seed in PLANS
        for rank, option in enumerate(("", *(option.key for option in seed.options)))
    )


def _options(seed: PlanSeed) -> Iterator[PlanOption]:
    for rank, option in enumerate(seed.options, start=1):
        yield PlanOption(
            plan_id=seed.id,
            code=option.key,
            label=en(option.title),
            detail=en(option.note),
            sort_order=rank,
            is_default=option.key == seed.default_option,
            i18n={"es": {"label": es(option.title), "detail": es(option.note)}},
        )
    if seed.amounts is None:
        return
    for rank, amount in enumerate(range(seed.amounts.low, seed.amounts.high + 1, seed.amounts.step), start=1):
        limit = seed.rule.gi_limit
        above = limit is not None and amount > limit
        yield PlanOption(
            plan_id=seed.id,
            code=str(amount),
            label=f"${amount:,}",
            amount=Decimal(amount),
            sort_order=rank,
            is_default=amount == (limit or seed.amounts.low),
            detail="Medical approval, 5 to 10 days" if above else "Issued at once",
            i18n={"es": {"detail": "Aprobación médica, de 5 a 10 días" if above else "Emisión inmediata"}},
        )


def _brand_keys(seed: PlanSeed) -> list[str | None]:
    """Return the brands of a plan, None for every one. Featured plans have an offer for each brand."""
    everywhere = seed.category in DENTAL_AND_VISION
    if everywhere and not any(seed.id in plans for plans in FEATURED.values()):
        return [None]
    return list(EVERY_BRAND if everywhere else FULL_STORES)


def _offers(world: World, seed: PlanSeed) -> Iterator[PlanOffer]:
    """Yield offers to all, also before a portal is chosen, but for portals and groups that don't sell the plan."""
    states = [state for state in STATES if state in seed.states]
    base: dict[str, Any] = {"plan_id": seed.id, "eff_from": date(world.today.year - 1, 1, 1)}
    missing = [key for key in EVERY_PORTAL if key not in seed.portals]
    for key in _brand_keys(seed):
        brand = world.brands[key] if key else None
        if seed.portals == ("group",):
            yield PlanOffer(**base, brand=brand, portal=world.portals["group"], states=states)
            continue
        yield PlanOffer(**base, brand=brand, states=states, **_featured(key, seed.id))
        for portal in missing:
            yield PlanOffer(**base, brand=brand, portal=world.portals[portal], allowed=False)
    for group in EMPLOYERS:
        yield from _employer_offers(world, seed, group, base)


def _employer_offers(world: World, seed: PlanSeed, group: GroupSeed, base: dict[str, Any]) -> Iterator[PlanOffer]:
    """Yield the offers of an employer's store: the plans of its portal, also before the portal is chosen."""
    sold = {key or name for key in _brand_keys(seed) for name in group.brands if key in (None, name)}
    row = world.groups[group.id]
    for name in sorted(sold):
        brand = world.brands[name]
        if "group" not in seed.portals:
            yield PlanOffer(**base, brand=brand, group=row, allowed=False)
        elif seed.id in EMPLOYER_FEATURED:
            rank = EMPLOYER_FEATURED.index(seed.id) + 1
            yield PlanOffer(**base, brand=brand, group=row, featured=True, featured_rank=rank)
        elif seed.portals == ("group",):
            yield PlanOffer(**base, brand=brand, group=row)


def _featured(brand: str | None, plan_id: int) -> dict[str, Any]:
    plans = FEATURED[brand] if brand else ()
    return {"featured": True, "featured_rank": plans.index(plan_id) + 1} if plan_id in plans else {}


def _rules(seed: PlanSeed) -> Iterator[PlanRule]:
    rule = seed.rule
    yield PlanRule(
        plan_id=seed.id,
        role="SELF",
        min_age=rule.min_age,
        max_age=rule.max_age,
        min_income=rule.min_income,
        needs_income=rule.min_income is not None,
        min_hours=rule.min_hours,
        needs_tobacco=rule.needs_tobacco,
        needs_questions=rule.needs_questions,
        needs_spouse_dob=rule.needs_spouse_dob,
        needs_children=rule.needs_children,
        gi_limit=rule.gi_limit,
        max_salary_multiple=rule.max_salary_multiple,
        max_dependent_age=rule.max_dependent_age,
    )


def _fees(seed: PlanSeed) -> Iterator[PlanFee]:
    for fee in seed.fees:
        label, spanish = CATALOG.fee_names[fee.code]
        yield PlanFee(
            plan_id=seed.id,
            code=fee.code,
            label=label,
            kind=fee.kind.value,
            amount=fee.amount,
            first_only=fee.first_only,
            per_member=fee.per_member,
            i18n={"es": {"label": spanish}},
        )


def _blackouts(today: date, seed: PlanSeed) -> Iterator[PlanBlackout]:
    for window in seed.blackouts:
        yield PlanBlackout(
            plan_id=seed.id,
            state=window.state,
            starts=date(today.year + window.from_year, 1, 1),
            ends=date(today.year + window.to_year, 12, 31),
            message=window.message.en,
            i18n={"es": {"message": window.message.es}},
        )
