"""The content of the demo's plans: full in both languages, and its numbers say what its texts say."""

import re
from decimal import Decimal

import pytest

from planfront.brands import selectors as brands
from planfront.catalog.categories import Category
from planfront.catalog.models import Plan, PlanBenefit, PlanDocument, ProviderNetwork
from planfront.shopping.year.care import TYPICAL
from planfront.webapp.bootstrap import build_page_data

pytestmark = pytest.mark.django_db


def dollars(text):
    match = re.search(r"\$([\d,]+)", text)
    return int(match[1].replace(",", "")) if match else None


def facts(plan):
    return {fact["label"]: fact["value"] for fact in plan.facts}


def rows(plan):
    return {row["name"]: row["values"] for row in plan.benefits["rows"]}


def test_every_category_has_full_content(world):
    plans = list(Plan.objects.prefetch_related("documents"))
    assert {plan.category for plan in plans} == set(Category.values)
    for plan in plans:
        for texts in (plan.description, plan.i18n["es"]["description"]):
            assert texts["faq_text"].count("?**") >= 2, plan.name
            assert texts["exclusions_text"].count("- ") >= 2, plan.name
            assert texts["example_text"], plan.name
            assert texts["example_text_name"], plan.name
        assert len(plan.benefits["rows"]) >= 2, plan.name
        assert plan.i18n["es"]["benefits"] != plan.benefits, plan.name
        assert sorted(plan.documents.values_list("kind", "language")) == [("summary", "en"), ("summary", "es")]


def test_worked_examples_add_up(world):
    for plan in Plan.objects.filter(category="dental"):
        parts = {part["role"]: Decimal(part["amount"]) for part in plan.example["parts"]}
        if parts:
            assert sum(parts.values()) == dollars(plan.example["title"]), plan.name


def test_an_example_has_the_fee_that_the_year_with_the_plan_counts(world):
    fees = {care.code: f"${care.fee:,.0f}" for care in TYPICAL}
    names = [plan.example["title"] for plan in Plan.objects.filter(category="dental")]
    assert f"Example: a {fees['crown']} crown" in names
    assert {name for name in names if "$" in name} <= {
        f"Example: a {fees['crown']} crown",
        f"Example: a {fees['filling']} filling",
    }


def test_dental_numbers_match_the_texts(world):
    plans = Plan.objects.filter(category="dental").prefetch_related("services", "cost_shares")
    assert plans.count() == 15
    for plan in plans:
        costs = plan.cost_shares.get(option="")
        shown = facts(plan)
        assert costs.annual_maximum == dollars(shown["Annual maximum"]), plan.name
        individual, _slash, family = shown["Deductible"].partition("/")
        assert (costs.deductible_individual, costs.deductible_family) == (dollars(individual), dollars(family or "$0"))
        table = rows(plan)
        assert [service.name for service in plan.services.all()] == list(table), plan.name
        for service in plan.services.all():
            check_dental(plan, service, table[service.name], bool(costs.deductible_individual))


def check_dental(plan, service, values, deductible):
    if service.service in ("exam", "frames", "lenses"):
        check_sight(service, values)
        return
    wait = re.match(r"(\d+) months", values[-1])
    if values[0] == "Not covered":
        assert service.covered is False
        return
    assert service.waiting_months == (int(wait[1]) if wait else 0)
    if values[0].startswith("$"):
        assert (service.copay_in, service.coinsurance_out) == (dollars(values[0]), 10_000)
        return
    shares = [10_000 if value == "Not covered" else 10_000 - int(value.strip("%")) * 100 for value in values[:2]]
    assert [service.coinsurance_in, service.coinsurance_out] == shares, (plan.name, service.name)
    assert service.deductible_in is (deductible and service.service != "preventive")


def check_sight(service, values):
    if service.service == "frames":
        assert (service.allowance_in, service.allowance_out) == (dollars(values[0]), dollars(values[1]))
    else:
        paid = 0 if values[0] == "In full" else dollars(values[0])
        assert (service.copay_in, service.allowance_out) == (paid, dollars(values[1]))


def test_levels_have_their_own_maximum(world):
    plan = Plan.objects.get(pk=1002)
    result = dict(plan.cost_shares.values_list("option", "annual_maximum"))
    assert result == {"": 1500, "1000": 1000, "1500": 1500, "2500": 2500}
    assert Plan.objects.get(pk=1013).cost_shares.get().orthodontia_maximum == 2000


def test_vision_numbers_match_the_texts(world):
    plans = Plan.objects.filter(category="vision").prefetch_related("services")
    assert plans.count() == 7
    for plan in plans:
        table = rows(plan)
        assert [service.name for service in plan.services.all()] == list(table), plan.name
        for service in plan.services.exclude(service="vision_other"):
            values = table[service.name]
            if service.service == "contacts":
                assert (service.allowance_in, service.allowance_out) == (dollars(values[0]), dollars(values[1]))
            else:
                check_sight(service, values)
            years = "2 Years" if values[2] == "Every 2 years" else "Year"
            assert service.limit_unit.endswith(f"per {years}"), (plan.name, service.name)


def test_every_dental_and_vision_plan_names_its_network(world):
    for plan in Plan.objects.filter(category__in=["dental", "vision"]).prefetch_related("networks"):
        assert plan.category in {network.kind for network in plan.networks.all()}, plan.name
    listed = build_page_data(brands.by_key("planfront"), None)["providers"]
    assert [item["type"] for item in listed] == ["dental"] * 4 + ["vision"] * 2
    assert listed[0]["note"] == {
        "en": "118,000 dentists in every state",
        "es": "118,000 dentistas en todos los estados",
    }
    assert ProviderNetwork.objects.filter(carrier=None).count() == 0
    assert PlanBenefit.objects.filter(plan__category="term_life").count() == 0


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_document_opens(world, client, language):
    for document in PlanDocument.objects.filter(language=language).select_related("plan"):
        answer = client.get(document.href, headers={"Host": "localhost"})
        assert answer.status_code == 200, document.href
        html = answer.content.decode()
        assert f'<html lang="{language}">' in html
        assert document.plan.name.replace("&", "&amp;") in html
