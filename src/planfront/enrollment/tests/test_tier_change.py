"""The tier that the list of dependents fits: offered with prices, switched to in one step, and taken back."""

from datetime import date
from decimal import Decimal

import pytest

from planfront.audit.models import AuditEvent
from planfront.catalog.models import Plan, PlanOffer
from planfront.enrollment.models import Section
from planfront.enrollment.tests.conftest import problems, wizard_of
from planfront.enrollment.tests.test_dependents import CHILD, SPOUSE, listed
from planfront.rating.engine import cell
from planfront.rating.services import approve_table, create_table
from planfront.shopping.models import CartLine, Quote


@pytest.fixture
def family(visitor, store):
    result = wizard_of(visitor, store, "IF")
    result.answer_questions()
    return result


def stage(wizard, *people, **more):
    answer = wizard.post("save-dependent-info-to-temp", dependents=listed(*people), **more)
    assert answer.status_code == 200, answer.json()
    return answer.json()["data"]["result"]


def offer(wizard):
    return wizard.data("get-tier-change")["result"]


def switch(wizard, **change):
    result = offer(wizard)
    body = {"tier": result["to_tier"], "accepted_total": result["new_total"], **change}
    return wizard.post("change-tier", **body)


def quoted(wizard):
    row = Quote.objects.get(public_id=wizard.id)
    return row.tier, row.spouse_dob, row.spouse_covered, row.children


def rates(plan, tiers, since=date(2026, 11, 1)):
    """A rate table by tier goes live."""
    rows = [cell(rate, tier=tier, area="OH-1") for tier, rate in tiers.items()]
    table = create_table(plan_id=plan.pk, method="TIER", eff_from=since, rows=rows, area_scheme="ours")
    approve_table(table_id=table.pk)


def add_plan(wizard, store, name, tiers, category="vision", *, in_cart=True):
    plan = Plan.objects.create(carrier=store.dental.carrier, name=name, category=category)
    PlanOffer.objects.create(plan=plan, eff_from=date(2026, 1, 1))
    rates(plan, tiers, since=date(2026, 1, 1))
    if in_cart:
        added = wizard.post("add-plan-to-cart", plan_id=plan.pk)
        assert added.json()["status"] == "success", added.json()
    return plan


def test_one_child_and_no_spouse_is_offered_member_and_children(family):
    assert offer(family) is None
    stage(family, CHILD, spouse_choice="no")
    result = offer(family)
    assert (result["from_tier"], result["to_tier"], result["to_name"]) == ("IF", "IC", "You and your children")
    assert [(line["plan_name"], line["old"], line["new"]) for line in result["lines"]] == [
        ("Halden Dental PPO", "93.00", "62.00"),
        ("Association membership", "5.00", "5.00"),
    ]
    totals = {name: result[name] for name in ("old_total", "new_total", "old_first", "new_first")}
    assert totals == {"old_total": "98.00", "new_total": "67.00", "old_first": "113.00", "new_first": "82.00"}
    assert (result["covered"], result["signed"]) == (["Iris"], False)


def test_a_spouse_alone_and_nobody_fit_smaller_tiers(family):
    stage(family, SPOUSE, spouse_choice="yes")
    assert (offer(family)["to_tier"], offer(family)["new_total"]) == ("IS", "67.00")
    stage(family, spouse_choice="no")
    assert (offer(family)["to_tier"], offer(family)["new_total"]) == ("IO", "36.00")


@pytest.mark.parametrize(
    ("people", "choice"), [((), ""), ((), "yes"), ((CHILD,), "yes"), ((CHILD,), ""), ((SPOUSE, CHILD), "yes")]
)
def test_nothing_is_offered_while_the_list_fits_or_is_being_made(family, people, choice):
    stage(family, *people, spouse_choice=choice)
    assert offer(family) is None


def test_whoever_was_taken_off_a_list_leaves_member_only(make_wizard):
    couple = make_wizard("IS")
    assert offer(couple) is None
    stage(couple, SPOUSE)
    stage(couple)
    assert offer(couple)["to_tier"] == "IO"


def test_switching_moves_quote_cart_and_list_at_the_price_that_was_shown(family):
    stage(family, CHILD, spouse_choice="no")
    done = switch(family).json()
    assert done["status"] == "success", done
    assert quoted(family)[0::3] == ("IC", 1)
    assert CartLine.objects.get().premium == Decimal("62.00")
    result = done["data"]["result"]
    assert (result["rules"]["tier"], result["rules"]["min"], len(result["dependents"])) == ("IC", 1, 1)
    assert (result["switched"]["from_tier"], result["switched"]["to_name"]) == ("IF", "You and your children")
    assert offer(family) is None
    saved = family.post("save-dependent-info", dependents=[{"primary_info": result["dependents"][0]["primary_info"]}])
    assert saved.json()["status"] == "success", saved.json()
    assert family.tabs()["dependent_info"]["status"] == "done"
    assert AuditEvent.objects.get(action="application.tier_changed").meta == {"before": "IF", "after": "IC"}


def test_switching_twice_has_the_effect_of_once(family):
    stage(family, CHILD, spouse_choice="no")
    first = switch(family)
    again = family.post("change-tier", tier="IC", accepted_total="67.00")
    assert first.json() == again.json()
    assert AuditEvent.objects.filter(action="application.tier_changed").count() == 1


def test_switching_can_be_taken_back_until_the_list_is_changed(family):
    before = quoted(family)
    stage(family, CHILD, spouse_choice="no")
    switch(family)
    undone = family.post("undo-tier-change").json()["data"]["result"]
    assert (undone["rules"]["tier"], undone["switched"], undone["spouse_choice"]) == ("IF", None, "no")
    assert (quoted(family), CartLine.objects.get().premium) == (before, Decimal("93.00"))
    assert family.post("undo-tier-change").status_code == 200
    switch(family)
    stage(family, {**CHILD, "first_name": "Ivy"})
    family.post("undo-tier-change")
    assert quoted(family)[0] == "IC"


def test_prices_that_differ_from_those_shown_switch_nothing(family, store):
    stage(family, CHILD, spouse_choice="no")
    shown = offer(family)
    rates(store.dental, {"IO": "31.00", "IC": "70.00", "IF": "93.00"})
    answer = family.post("change-tier", tier="IC", accepted_total=shown["new_total"]).json()
    assert (answer["errorCode"], answer["data"]["new_total"]) == ("priceChanged", "75.00")
    assert quoted(family)[0] == "IF"


def test_a_tier_that_the_list_does_not_fit_is_refused(family):
    stage(family, CHILD, spouse_choice="no")
    for tier in ("IS", "IO", "IF", "XX", ""):
        answer = family.post("change-tier", tier=tier, accepted_total="67.00")
        assert set(problems(answer)) == {"tier"}
    assert quoted(family)[0] == "IF"


def test_a_plan_that_is_not_sold_in_the_tier_is_named_and_leaves_with_the_press(family, store):
    add_plan(family, store, "Families Only", {"IF": "20.00"})
    add_plan(family, store, "For Everybody", {"IF": "24.00", "IC": "19.00"}, in_cart=False)
    stage(family, CHILD, spouse_choice="no")
    result = offer(family)
    (gone,) = [line for line in result["lines"] if line["new"] is None]
    assert (gone["plan_name"], gone["old"], gone["closest"]["plan_name"]) == ("Families Only", "20.00", "For Everybody")
    assert gone["message"]
    assert (result["old_total"], result["new_total"]) == ("118.00", "67.00")
    assert switch(family).json()["data"]["result"]["switched"]["left"] == 1
    assert [line.plan.name for line in CartLine.objects.all()] == ["Halden Dental PPO"]
    family.post("undo-tier-change")
    assert {line.plan.name for line in CartLine.objects.all()} == {"Halden Dental PPO", "Families Only"}
    assert family.tabs()["dependent_info"]["status"] != "locked"


def test_a_cart_of_which_nothing_would_be_left_is_offered_nothing(family, store):
    stage(family, CHILD, spouse_choice="no")
    rates(store.dental, {"IO": "31.00", "IF": "93.00"})
    assert offer(family) is None


def test_a_spouse_who_was_kept_aside_can_be_forgotten(family):
    kept = stage(family, SPOUSE, CHILD)
    spouse, iris = (dependent["primary_info"] for dependent in kept["dependents"])
    aside = stage(family, iris, spouse_choice="no")["set_aside"]
    assert [item["dependent_id"] for item in aside] == [spouse["dependent_id"]]
    after = stage(family, iris, spouse_choice="no", forget=[spouse["dependent_id"]])
    assert (after["set_aside"], len(after["dependents"])) == ([], 1)
    assert "523443386" not in str(Section.objects.get(key="dependent_info").answers)


def test_what_is_signed_knows_nothing_of_the_way_back(family):
    stage(family, CHILD, spouse_choice="no")
    switch(family)
    assert "switched" in Section.objects.get(key="dependent_info").answers
    shown = family.data("get-enrollment-temp-info", column="dependent_info")["result"]
    assert shown["switched"]["from_tier"] == "IF"
