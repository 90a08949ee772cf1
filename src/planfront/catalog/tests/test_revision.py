"""Nobody who writes to the catalog can forget to say so, and one brand's edit leaves the others' catalogs alone."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection, transaction
from django.db.models import Q
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from planfront.billing.models import BillDate
from planfront.catalog import configuration, revision, selectors, snapshot
from planfront.catalog.models import Plan, PlanOffer
from planfront.catalog.tests.factories import SINCE, make_plan
from planfront.kernel import clock

PARTS = ("plans", "offers", "texts", "rates", "settings")


def parts_changed(before: revision.Edition, after: revision.Edition) -> set[str]:
    return {name for name in PARTS if getattr(before, name) != getattr(after, name)}


def run(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.mark.pg
@pytest.mark.skipif(connection.vendor != "postgresql", reason="COPY and TRUNCATE are PostgreSQL's")
def test_rows_that_are_copied_in_or_emptied_out_are_seen(brand, other_brand):
    plan = make_plan(offered=False)
    before = revision.read(brand.pk), revision.read(other_brand.pk)
    columns = "plan_id, brand_id, states, allowed, eff_from, featured, featured_rank, updated_at"
    with connection.cursor() as cursor, cursor.copy(f"COPY catalog_planoffer ({columns}) FROM STDIN") as copy:
        copy.write_row((plan.pk, brand.pk, "[]", True, SINCE, False, 100, clock.now()))
    after = revision.read(brand.pk), revision.read(other_brand.pk)
    assert [view.id for view in selectors.store_plans(selectors.Store(brand.pk))] == [plan.pk]
    assert after[0].offers != before[0].offers
    run("SET CONSTRAINTS ALL IMMEDIATE")
    run("TRUNCATE catalog_planoffer")
    assert selectors.store_plans(selectors.Store(brand.pk)) == ()


def test_bulk_changes_are_seen_at_once(brand):
    plan, store = make_plan(offered=False), selectors.Store(brand.pk)

    def sold() -> list[str]:
        return [view.name for view in selectors.store_plans(store)]

    assert sold() == []
    PlanOffer.objects.bulk_create([PlanOffer(plan=plan, brand=brand, eff_from=SINCE)])
    assert sold() == ["Halden Dental PPO 1500"]
    Plan.objects.filter(pk=plan.pk).update(name="Renamed")
    assert sold() == ["Renamed"]
    plan.name = "Once more"
    Plan.objects.bulk_update([plan], ["name"])
    assert sold() == ["Once more"]
    PlanOffer.objects.filter(plan=plan).update(eff_to=date(2020, 12, 31))
    assert sold() == []
    PlanOffer.objects.update(eff_to=None)
    PlanOffer.objects.all().delete()
    assert sold() == []


def test_one_brands_offers_leave_the_other_catalogs_alone(brand, other_brand):
    plan = make_plan(offer={"brand": brand})
    shared = make_plan("For all")
    mine, others = snapshot.load(brand.pk), snapshot.load(other_brand.pk)
    assert [view.terms.offers != () for view in mine.plans.values()] == [True, True]
    assert [view.id for view in others.plans.values() if view.terms.offers] == [shared.pk]
    before = revision.read(other_brand.pk)
    PlanOffer.objects.filter(plan=plan).update(featured=True)
    PlanOffer.objects.create(plan=shared, brand=brand, allowed=False, eff_from=SINCE)
    after = revision.read(other_brand.pk)
    if connection.vendor == "sqlite":
        assert after == before
        assert snapshot.load(other_brand.pk) is others
    assert snapshot.load(brand.pk) is not mine
    assert [plan.plan_id for plan in selectors.featured_plans(brand.pk)] == [plan.pk]
    assert selectors.menu_categories(other_brand.pk) == ["dental"]


def test_an_offer_that_moves_changes_both_brands(brand, other_brand):
    make_plan(offer={"brand": brand})
    assert [len(selectors.store_plans(selectors.Store(each.pk))) for each in (brand, other_brand)] == [1, 0]
    PlanOffer.objects.update(brand=other_brand)
    assert [len(selectors.store_plans(selectors.Store(each.pk))) for each in (brand, other_brand)] == [0, 1]


def test_what_is_taken_back_was_never_there(brand):
    plan = make_plan()
    first, catalog = revision.read(brand.pk), snapshot.load(brand.pk)
    for name in ("One", "Other"):
        with transaction.atomic():
            Plan.objects.update(name=name)
            assert snapshot.load(brand.pk).plans[plan.pk].name == name
            transaction.set_rollback(True)
        assert revision.read(brand.pk) == first
        assert snapshot.load(brand.pk).plans[plan.pk].name == catalog.plans[plan.pk].name == plan.name


def test_a_request_looks_at_the_edition_once(brand, django_assert_num_queries):
    plan = make_plan()
    snapshot.load(brand.pk)
    with revision.reading_once(), django_assert_num_queries(1):
        assert snapshot.load(brand.pk).plans.keys() == snapshot.load().plans.keys() == {plan.pk}
        assert selectors.menu_categories(brand.pk) == ["dental"]
        assert [view.id for view in selectors.store_plans(selectors.Store(brand.pk))] == [plan.pk]
    with revision.reading_once():
        snapshot.load(brand.pk)
        Plan.objects.update(name="Renamed")
        assert snapshot.load(brand.pk).plans[plan.pk].name == plan.name
        revision.forget_edition()
        assert snapshot.load(brand.pk).plans[plan.pk].name == "Renamed"


def test_settings_are_read_once_until_the_brands_own_or_everybodys_change(brand, other_brand):
    def days(owner):
        def read():
            return list(BillDate.objects.filter(Q(brand_id=None) | Q(brand_id=owner.pk)).values_list("day", flat=True))

        return configuration.hold("days", read, owner.pk)

    def days_and_reads(owner):
        with CaptureQueriesContext(connection) as queries:
            result = days(owner)
        return result, sum("billing_billdate" in query["sql"] for query in queries)

    days(brand), days(other_brand)
    assert [days_and_reads(brand), days_and_reads(other_brand)] == [([], 0), ([], 0)]
    BillDate.objects.create(brand_id=brand.pk, day=7)
    assert days_and_reads(brand) == ([7], 1)
    if connection.vendor == "sqlite":  # what a transaction goes on to change counts for all brands until it ends
        assert days_and_reads(other_brand) == ([], 0)
    BillDate.objects.create(brand_id=None, day=9)
    assert [days_and_reads(brand), days_and_reads(other_brand)] == [([7, 9], 1), ([9], 1)]
    assert [days_and_reads(brand), days_and_reads(other_brand)] == [([7, 9], 0), ([9], 0)]
    with transaction.atomic():
        BillDate.objects.all().delete()
        assert days(brand) == []
        transaction.set_rollback(True)
    assert days_and_reads(brand)[0] == [7, 9]


def test_only_so_many_brands_are_held(brand, other_brand, settings, monkeypatch):
    settings.CATALOG_BRANDS_HELD = 1
    make_plan()
    cache = snapshot._CatalogCache()
    for each in (brand, other_brand):
        cache._store(each.pk, snapshot.load(each.pk))
    assert list(cache.entries) == [other_brand.pk]
    assert cache.entries[other_brand.pk].catalog.brand_id == other_brand.pk


def test_featured_plans_of_a_held_catalog_are_worded_in_the_language(brand):
    make_plan(offer={"featured": True}, i18n={"es": {"name": "Plan dental"}})
    names = []
    for language in ("en", "es"):
        with translation.override(language):
            names += [plan.plan_name for plan in selectors.featured_plans(brand.pk)]
    assert names == ["Halden Dental PPO 1500", "Plan dental"]
