from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override

from planfront.catalog import selectors, snapshot
from planfront.catalog.models import Plan, PlanBenefit, PlanOffer
from planfront.catalog.plan_checks import belongs_to_plan, check_call
from planfront.catalog.tests.factories import SINCE, make_plan, make_questions
from planfront.kernel.errors import NotFound
from planfront.parties.groups.models import Group, Portal


@pytest.fixture
def portal(brand):
    result = Portal.objects.create(code="GRP", name="Group Benefits")
    result.brands.add(brand)
    return result


def test_menu_follows_the_store(brand, other_brand, portal):
    make_plan("Pet", category="pet", offer={"portal": portal})
    make_plan("Vision", category="vision")
    make_plan("Dental", category="dental")
    make_plan("Theirs", category="rx", offer={"brand": other_brand})
    make_plan("Club", category="lifestyle", is_membership=True)
    make_plan("Variant", category="di", listed=False)
    make_plan("Ended", category="accident", offer={"eff_to": date(2021, 1, 1)})
    assert selectors.menu_categories(brand.pk) == ["dental", "vision"]
    assert selectors.menu_categories(brand.pk, portal.pk) == ["dental", "vision", "pet"]
    assert selectors.menu_categories(other_brand.pk) == ["dental", "vision", "rx"]


def test_offer_that_takes_a_plan_out_of_a_group(brand):
    group = Group.objects.create(code="ACME01", name="Acme")
    plan = make_plan()
    PlanOffer.objects.create(plan=plan, group=group, allowed=False, eff_from=SINCE)
    assert selectors.menu_categories(brand.pk) == ["dental"]
    assert selectors.menu_categories(brand.pk, None, group.pk) == []


def test_home_groups_show_up_to_three_plans_in_order(brand):
    for number in range(5):
        make_plan(f"Low {number}", home_group="low_deductible", sort_order=number)
    make_plan("Sight", category="vision", home_group="vision")
    home_groups = selectors.home_groups(brand.pk)
    assert [(group.key, [plan.plan_name for plan in group.plans]) for group in home_groups] == [
        ("low_deductible", ["Low 0", "Low 1", "Low 2"]),
        ("vision", ["Sight"]),
    ]


def test_services_are_called_as_in_the_benefits_table_of_the_language(brand):
    english = {"columns": ["In network"], "rows": [{"name": "Crowns", "values": ["50%"]}]}
    spanish: dict[str, list[Any]] = {"columns": ["Dentro de la red"], "rows": [{"name": "Coronas", "values": ["50%"]}]}
    plan = make_plan(benefits=english, i18n={"es": {"benefits": spanish}})
    PlanBenefit.objects.create(plan=plan, name="Crowns")
    PlanBenefit.objects.create(plan=plan, name="Filed only", position=2)
    store = selectors.Store(brand.pk)
    for language, names in (("en", ["Crowns", "Filed only"]), ("es", ["Coronas", "Filed only"])):
        with override(language):
            plan_texts = selectors.plan_texts(plan.pk, store)
            assert [plan_texts.name_of(service) for service in plan_texts.services] == names
    spanish["rows"].append({"name": "Puentes", "values": ["50%"]})
    Plan.objects.filter(pk=plan.pk).update(i18n={"es": {"benefits": spanish}})
    with override("es"):
        assert selectors.plan_texts(plan.pk, store).service_names == {}


def test_texts_fall_back_to_english(brand):
    plan = make_plan(
        description={"body_text": "Body", "header_text": "Header"},
        i18n={"es": {"body_text": "Cuerpo", "benefits": {"columns": ["Red"]}}},
    )
    store = selectors.Store(brand.pk)
    with override("es"):
        plan_texts = selectors.plan_texts(plan.pk, store)
        assert (plan_texts.description["body_text"], plan_texts.description["header_text"]) == ("Cuerpo", "Header")
        assert plan_texts.benefits == {"columns": ["Red"]}
    assert selectors.plan_texts(plan.pk, store).description["body_text"] == "Body"


def test_related_plans_are_the_tied_ones_first(brand):
    plan, same, tied = make_plan("One"), make_plan("Two"), make_plan("Sight", category="vision")
    plan.related.add(tied)
    store = selectors.Store(brand.pk)
    assert [view.id for view in selectors.related_plans(plan.pk, store)] == [tied.pk, same.pk]
    with pytest.raises(NotFound):
        selectors.related_plans(999, store)


def test_snapshot_is_kept_until_something_changes(brand):
    plan = make_plan()
    first = snapshot.load()
    assert snapshot.load() is first
    plan.name = "Renamed"
    plan.save()
    assert snapshot.load().plans[plan.pk].name == "Renamed"
    question = make_questions(plan)
    assert [ref.id for ref in snapshot.load().plans[plan.pk].question_sets] == [question.question_set_id]
    question.question_set.plans.set([make_plan("Other")])
    assert snapshot.load().plans[plan.pk].question_sets == ()


def test_snapshot_is_read_with_one_query(brand, django_assert_num_queries):
    make_plan()
    snapshot.load()
    with django_assert_num_queries(1):
        snapshot.load()


def test_plans_are_found_by_hios_id(brand):
    plan = make_plan(hios_plan_id="12345ME0010001")
    make_plan("Without")
    assert selectors.plan_ids_by_hios() == {"12345ME0010001": plan.pk}


def test_each_plan_has_its_own_check_calls():
    assert belongs_to_plan(check_call(1), 1)
    assert not belongs_to_plan(check_call(1), 2)
    assert check_call(1).startswith("check-")


@pytest.mark.parametrize(
    ("column", "good", "bad"),
    [
        ("facts", [{"label": "a", "value": "b"}], [{"label": "a"}]),
        ("badges", ["PPO"], "PPO"),
        ("benefits", {"columns": ["a"], "rows": [{"name": "n", "values": ["1"]}]}, {"rows": [{"name": 1}]}),
        ("example", {"title": "t", "parts": []}, {"parts": [{"role": "you"}]}),
        ("description", {"body_text": "x"}, {"body_text": 1}),
        ("i18n", {"es": {"facts": [{"label": "a", "value": "b"}]}}, {"es": {"benefits": "x"}}),
        ("coverages", ["LOW_COST"], {"LOW_COST": True}),
    ],
)
def test_malformed_json_columns_are_refused(brand, column, good, bad):
    plan = make_plan()
    setattr(plan, column, good)
    plan.full_clean()
    setattr(plan, column, bad)
    with pytest.raises(ValidationError) as caught:
        plan.full_clean()
    assert list(caught.value.message_dict) == [column]


def test_offer_states_are_codes(brand):
    offer = PlanOffer(plan=make_plan(), eff_from=SINCE, states=["Texas"])
    with pytest.raises(ValidationError):
        offer.clean()
    assert Plan.objects.count() == 1
