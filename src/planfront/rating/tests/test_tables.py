"""Stored tables: approval, supersession, look-ups in a constant number of queries."""

from datetime import date
from decimal import Decimal
from random import Random

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import translation

from planfront.accounts.models import Role, User
from planfront.audit.models import AuditEvent
from planfront.kernel.memory import caches
from planfront.rating import selectors, services
from planfront.rating.engine import (
    CompiledTable,
    Factor,
    FactorKind,
    PricedPlan,
    RatingError,
    RatingInputs,
    cell,
    price,
    price_many,
    replay,
)
from planfront.rating.errors import SamePerson, TableNotDraft, TablesOverlap, TableUnsound
from planfront.rating.models import AreaMap, RateTable

ON = date(2026, 12, 1)
TIERS = [cell("31.00", tier=tier) for tier in ("IO", "IS", "IC", "IF")]


def draft(plan, start, rows=TIERS, **more):
    return services.create_table(plan_id=plan.pk, method="TIER", eff_from=start, rows=rows, **more)


def approved(plan, start, rows=TIERS, **more):
    return services.approve_table(table_id=draft(plan, start, rows, **more).pk)


def test_an_approved_table_gives_prices(make_plan, start):
    plan = make_plan()
    factors = [Factor(FactorKind.TIER, tier, Decimal(f)) for tier, f in [("IO", "1"), ("IF", "2.85")]]
    table = approved(plan, start, [cell("31.00")], factors=factors)
    tables = selectors.tables_for([plan.pk], ON)
    priced = price(tables[plan.pk], RatingInputs(ON, tier="IF", children=2))
    assert priced.premium == Decimal("88.35")
    assert priced.pricing_id.encode() == f"{table.pk}::IF:"
    assert priced.proof["table"]["digest"] == table.digest
    assert replay(priced.proof) == priced


def test_drafts_give_no_prices(make_plan, start):
    plan = make_plan()
    draft(plan, start)
    assert selectors.tables_for([plan.pk], ON) == {}


def test_every_column_reaches_the_engine(make_plan, start):
    plan = make_plan()
    services.approve_table(
        table_id=services.create_table(
            plan_id=plan.pk,
            method="UNIT",
            eff_from=start,
            rows=[cell("8.03", age_lo=0), cell("0.40", component="WAIVER"), cell("52.00", component="FEE")],
            unit_base="FACE",
            unit_size=Decimal(1000),
            default_amount=Decimal(100000),
            modal_factor=Decimal(12),
            components=[{"code": "BASE"}, {"code": "WAIVER"}, {"code": "FEE", "basis": "FLAT"}],
            age_reductions=[[40, "50"]],
        ).pk
    )
    inputs = RatingInputs(ON, tier="IO", dob=date(1984, 3, 9))
    priced = price(selectors.tables_for([plan.pk], ON)[plan.pk], inputs)
    assert priced.premium == Decimal("39.46")
    assert replay(priced.proof) == priced


def test_a_successor_ends_the_table_before_it(make_plan, start):
    plan = make_plan()
    old = approved(plan, start)
    new = approved(plan, date(2027, 1, 1), [cell("33.00", tier="IO")])
    old.refresh_from_db()
    assert (old.version, old.eff_to, new.version) == (1, date(2026, 12, 31), 2)
    assert selectors.tables_for([plan.pk], date(2026, 12, 31))[plan.pk].spec.id == old.pk
    assert selectors.tables_for([plan.pk], date(2027, 1, 1))[plan.pk].spec.id == new.pk


def test_tables_that_overlap_are_refused(make_plan, start):
    plan = make_plan()
    approved(plan, start, eff_to=date(2026, 12, 31))
    late = draft(plan, date(2026, 12, 31))
    with pytest.raises(TablesOverlap):
        services.approve_table(table_id=late.pk)
    late.refresh_from_db()
    assert late.status == "draft"


def test_the_database_itself_refuses_an_overlap(make_plan, start):
    plan = make_plan()
    approved(plan, start)
    late = draft(plan, date(2026, 12, 31))
    with pytest.raises(IntegrityError), transaction.atomic():
        RateTable.objects.filter(pk=late.pk).update(status="approved", digest="x")


def test_a_second_person_approves(make_plan, start):
    first = User.objects.create_user("one@demo.test", role=Role.STAFF)
    second = User.objects.create_user("two@demo.test", role=Role.STAFF)
    table = draft(make_plan(), start, created_by=first)
    with pytest.raises(SamePerson):
        services.approve_table(table_id=table.pk, by=first)
    assert services.approve_table(table_id=table.pk, by=second).approved_by == second
    event = AuditEvent.objects.get(action="rating.table.approved")
    assert (event.subject_id, event.meta["version"]) == (str(table.pk), 1)


def test_only_drafts_can_be_approved(make_plan, start):
    table = approved(make_plan(), start)
    with pytest.raises(TableNotDraft):
        services.approve_table(table_id=table.pk)


def test_tied_and_empty_tables_cannot_be_approved(make_plan, start):
    empty = draft(make_plan(), start, [])
    with pytest.raises(TableUnsound) as caught:
        services.approve_table(table_id=empty.pk)
    assert caught.value.problems == ["the table has no rows"]
    tied = draft(make_plan("Other"), start, [cell("1.00", tier="IO"), cell("2.00", option="H")])
    with pytest.raises(TableUnsound) as caught:
        services.approve_table(table_id=tied.pk)
    assert len(caught.value.problems) == 1


def test_malformed_settings_are_refused(make_plan, start):
    with pytest.raises(ValidationError):
        draft(make_plan(), start, premium_round="ROUGHLY")


def test_a_table_that_ended_stops_pricing_but_still_replays(make_plan, start):
    plan = make_plan()
    table = approved(plan, start)
    RateTable.objects.filter(pk=table.pk).update(eff_to=date(2026, 11, 30))
    assert selectors.tables_for([plan.pk], ON) == {}
    assert list(selectors.tables_by_id([table.pk])) == [table.pk]
    assert selectors.tables_for([plan.pk], date(2026, 11, 30))[plan.pk].spec.id == table.pk


def test_equal_rates_give_equal_digests(make_plan, start):
    item, other = approved(make_plan("A"), start), approved(make_plan("B"), start, list(reversed(TIERS)))
    dearer = approved(make_plan("C"), start, [cell("31.01", tier="IO")])
    assert item.digest == other.digest != dearer.digest


@pytest.mark.parametrize("plans", [2, 30])
def test_queries_do_not_grow_with_the_plans(make_plan, start, plans, django_assert_num_queries):
    ids = [make_plan(f"Plan {number}").pk for number in range(plans)]
    for number in ids:
        services.approve_table(
            table_id=services.create_table(
                plan_id=number,
                method="TIER",
                eff_from=start,
                area_scheme="state",
                rows=[cell("5.00", tier="IO", area=state) for state in ("TX", "NY")],
            ).pk
        )
    with django_assert_num_queries(5):
        tables = selectors.tables_for(ids, ON, {"state": "TX"})
    with django_assert_num_queries(1):
        assert selectors.tables_for(ids, ON, {"state": "TX"}) == tables
    results = price_many(tables, RatingInputs(ON, tier="IO", areas={"state": "TX"}))
    assert [type(result) for result in results.values()] == [PricedPlan] * plans
    assert all(len(table.cells) == 1 for table in tables.values())


def test_a_place_outside_the_scheme_has_no_rate(make_plan, start):
    plan = make_plan()
    approved(plan, start, [cell("5.00", tier="IO", area="TX")], area_scheme="state")
    table = selectors.tables_for([plan.pk], ON, {})[plan.pk]
    assert price_many({plan.pk: table}, RatingInputs(ON, tier="IO"))[plan.pk].code == "metError"


@pytest.mark.both_databases
def test_a_scheme_without_the_place_has_no_rate_beside_one_with_an_area_of_that_name(make_plan, start):
    by_state, by_region = make_plan("By state"), make_plan("By region")
    approved(by_state, start, [cell("5.00", tier="IO", area="TX")], area_scheme="state")
    approved(by_region, start, [cell("6.00", tier="IO", area="TX")], area_scheme="region")
    areas = {"state": "TX", "region": "NORTH"}
    tables = selectors.tables_for([by_state.pk, by_region.pk], ON, areas)
    priced = price_many(tables, RatingInputs(ON, tier="IO", areas=areas))
    assert priced[by_state.pk].premium == Decimal("5.00")
    assert priced[by_region.pk].code == "metError"


def test_a_table_cut_short_is_not_served_from_the_cache(make_plan, start):
    plan = make_plan()
    table = approved(plan, start)
    selectors.tables_for([plan.pk], ON)
    RateTable.objects.filter(pk=table.pk).update(eff_to=date(2026, 12, 15))
    assert selectors.tables_for([plan.pk], ON)[plan.pk].spec.eff_to == date(2026, 12, 15)


def test_the_memory_for_rates_is_bounded(make_plan, start, settings):
    ids = [make_plan(f"Plan {number}").pk for number in range(4)]
    for plan_id in ids:
        table = services.create_table(plan_id=plan_id, method="TIER", eff_from=start, rows=TIERS)
        services.approve_table(table_id=table.pk)
    tables = selectors.tables_for(ids, ON)
    own, shared = tables[ids[0]].own_bytes, tables[ids[0]].layout.bytes
    assert selectors._cache.size == 4 * own + shared
    caches.clear_all()
    settings.RATES_HELD_MIB = (2 * own + shared) / 2**20
    assert len(selectors.tables_for(ids, ON)) == 4
    assert (len(selectors._cache.tables), selectors._cache.size) == (2, 2 * own + shared)


def random_rows(random):
    """Rates of three states by age and tobacco, some without a state; tobacco changes no rate in some tables."""
    idle, step, youngest = random.random() < 0.3, random.choice([5, 10, 25]), random.choice([0, 20])
    rows = []
    for area in ("TX", "OH", "NY"):
        for low in range(youngest, 65, step):
            rate = Decimal(random.randrange(1, 10**9)) / 10**4
            rows += [
                cell(rate if idle else rate + tobacco, area=area, age_lo=low, age_hi=low + step - 1, tobacco=tobacco)
                for tobacco in (False, True)
            ]
    return [*rows, cell("31.00", role="CHILD")] if random.random() < 0.5 else rows


def answer_of(table, inputs):
    try:
        priced = price(table, inputs)
    except RatingError as error:
        return error.code
    return priced.premium, priced.proof


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.both_databases
def test_rates_read_for_an_area_give_the_prices_of_its_cells(make_plan, start, seed):
    random = Random(seed)
    plan = make_plan()
    table = services.create_table(
        plan_id=plan.pk, method="MEMBER", eff_from=start, rows=random_rows(random), area_scheme="state"
    )
    whole = selectors.compile_table(services.approve_table(table_id=table.pk))
    answers = []
    for _ in range(60):
        area = random.choice(["TX", "OH", "NY", "CA"])
        born = date(random.randrange(1940, 2026), 3, 9)
        tier = random.choice(["IO", "IC"])
        inputs = RatingInputs(
            ON, tier=tier, dob=born, children=1, areas={"state": area}, tobacco=random.choice([True, False, None])
        )
        packed = selectors.tables_for([plan.pk], ON, {"state": area})[plan.pk]
        plain = CompiledTable(whole.spec, [rate for rate in whole.cells if rate.area in (None, area)])
        answers.append(answer_of(packed, inputs))
        assert answers[-1] == answer_of(plain, inputs)
    assert any(isinstance(answer, tuple) for answer in answers)


def test_tables_of_the_same_keys_share_them_in_all_areas(make_plan, start):
    plans = [make_plan(f"Plan {number}") for number in range(3)]
    for number, plan in enumerate(plans):
        rates = [(area, tier) for area in ("TX", "OH") for tier in ("IO", "IF")]
        approved(plan, start, [cell(10 + number, tier=t, area=a) for a, t in rates], area_scheme="state")
    layouts = {
        table.layout
        for area in ("TX", "OH")
        for table in selectors.tables_for([plan.pk for plan in plans], ON, {"state": area}).values()
    }
    assert len(layouts) == 1


def test_the_areas_of_a_place_are_found(db, start):
    rows = [("cms", "48113", "", "TX-8"), ("cms", "", "", "TX-26"), ("zip", "", "752", "Z1"), ("zip", "", "", "Z0")]
    for scheme, county, zip3, area in rows:
        AreaMap.objects.create(scheme=scheme, state="TX", county_fips=county, zip3=zip3, area=area, eff_from=start)
    dallas = selectors.areas_for(state="TX", county_fips="48113", zip_code="75201", on_date=ON)
    assert dallas == {"state": "TX", "cms": "TX-8", "zip": "Z1"}
    assert selectors.areas_for(state="TX", on_date=ON) == {"state": "TX", "cms": "TX-26", "zip": "Z0"}
    assert selectors.areas_for(state="NY", on_date=ON) == {"state": "NY"}


def test_a_malformed_table_affects_only_its_own_plan(make_plan, start, caplog):
    good, bad = make_plan("Good"), make_plan("Bad")
    approved(good, start)
    RateTable.objects.filter(pk=approved(bad, start).pk).update(components=[{"colour": "red"}])
    assert list(selectors.tables_for([good.pk, bad.pk], ON)) == [good.pk]
    assert "can't be compiled" in caplog.text


def test_error_messages_are_translated():
    with translation.override("es"):
        assert str(TableNotDraft.default) == "Solo se puede cambiar o aprobar un borrador."
