"""The four methods. Each returns the summed rate, before modal division."""

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal

from planfront.rating.engine.codes import CHILD_TIERS, Method, RatingError, RatingErrorCode, Role
from planfront.rating.engine.factors import combine_factors
from planfront.rating.engine.inputs import Charges
from planfront.rating.engine.rounding import ONE
from planfront.rating.engine.run import Charge, Run, Used
from planfront.rating.engine.table import Component
from planfront.rating.engine.units import insured_amount, units_of

ZERO = Decimal(0)


def summed_rate(run: Run) -> Decimal:
    """Check the inputs in the order of the error codes, then add up by the table's method.

    Who is charged by which cell is the same in all tables that have the same layout and pattern, so for one shopper it
    is worked out once for all of them.
    """
    if run.spec.method is Method.UNIT:
        return _by_units(run)
    table, cache = run.table, run.inputs.charges
    key = (table.layout, table.cells.area, table.pattern)
    charges = cache.get(key)
    if charges is not None:
        run.kids, run.area = charges.kids, charges.area
        return _add_up(run, charges.all, _combined_factor(run))
    run.check_tobacco()
    run.check_tier()
    run.check_area()
    factor = _combined_factor(run)
    charges = cache[key] = Charges(run.kids, run.area, tuple(_CHARGES[run.spec.method](run)))
    return _add_up(run, charges.all, factor)


def _combined_factor(run: Run) -> Decimal:
    return combine_factors(run) if run.table.factors else ONE


def _add_up(run: Run, charges: Iterable[Charge], factor: Decimal) -> Decimal:
    total = ZERO
    for charge in charges:
        total += _charge_amount(run, charge, factor, ONE)
    return total


def _charge_amount(run: Run, charge: Charge, factor: Decimal, units: Decimal) -> Decimal:
    """Return the amount of one charge: rate x factors, rounded, x units, rounded."""
    table = run.table
    rate = table.cells.rate(charge.place)
    if factor is not ONE and charge.part.factored:
        rate = table.factor_round(rate * factor)
    amount = table.component_round(rate if units is ONE else rate * units)
    run.used.append(Used(charge, amount))
    return amount


def _chosen_components(run: Run) -> Iterator[Component]:
    """Every component that is part of this price: riders only if chosen."""
    riders = run.inputs.riders
    for part in run.spec.components:
        if not part.optional or part.code in riders:
            yield part


def _by_tier(run: Run) -> Iterator[Charge]:
    for part in _chosen_components(run):
        if _component_applies(run, part):
            yield run.find(part, part.role or Role.SELF, _component_age(run, part))


def _by_member(run: Run) -> Iterator[Charge]:
    people = list(_charged_people(run))
    if not people:
        raise RatingError(RatingErrorCode.AGE, "the plan covers children only")
    for part in _chosen_components(run):
        for role, age in people:
            if part.role in (None, role):
                yield run.find(part, role, age)


def _charged_people(run: Run) -> Iterator[tuple[str, int | None]]:
    """Everyone who is charged for, each with a rating age. A tier with a spouse covers two adults."""
    if not run.spec.children_only:
        yield Role.SELF, run.ages.subscriber
        if run.inputs.has_spouse:
            yield Role.SPOUSE, _spouse_age(run)
    elif run.inputs.has_spouse:
        return
    for age in _rated_children(run):
        yield Role.CHILD, age


def _spouse_age(run: Run) -> int:
    age = run.ages.spouse if run.spec.spouse_on_own_age else run.ages.subscriber
    if age is None:
        raise RatingError(RatingErrorCode.TIER, "the spouse's birth date is not known")
    return age


def _rated_children(run: Run) -> list[int | None]:
    """The oldest `max_children_rated` children, or all; unknown ages take the child band."""
    count = run.inputs.child_count or 0
    assumed = run.table.child_age
    ages: list[int | None] = list(run.ages.children[:count])
    ages += [assumed] * (count - len(ages))
    ages.sort(key=lambda age: -1 if age is None else age, reverse=True)
    cap, under = run.spec.max_children_rated, run.spec.child_cap_under
    if cap is None:
        return ages
    free_of_cap = [age for age in ages if under is not None and age is not None and age >= under]
    return free_of_cap + ages[len(free_of_cap) :][:cap]


def _by_units(run: Run) -> Decimal:
    run.check_tobacco()
    amount = insured_amount(run)
    run.check_tier()
    run.check_area()
    factor, total = _combined_factor(run), ZERO
    for part in _chosen_components(run):
        if not _component_applies(run, part):
            continue
        age = _component_age(run, part)
        units = ONE if part.basis == "FLAT" else units_of(run, part, amount, age)
        total += _charge_amount(run, run.find(part, part.role or Role.SELF, age), factor, units)
    return total


def _component_applies(run: Run, part: Component) -> bool:
    if part.role == Role.SPOUSE:
        return run.inputs.has_spouse
    return part.role != Role.CHILD or run.inputs.tier in CHILD_TIERS


def _component_age(run: Run, part: Component) -> int | None:
    """A child component is one rate per family unit: it has an age only where its rates go by age."""
    if part.role == Role.SPOUSE:
        return _spouse_age(run)
    if part.role == Role.CHILD:
        return run.table.child_age if part.code in run.table.aged else None
    return run.ages.subscriber


_CHARGES: dict[Method, Callable[[Run], Iterator[Charge]]] = {
    Method.TIER: _by_tier,
    Method.FLAT: _by_tier,
    Method.MEMBER: _by_member,
}
