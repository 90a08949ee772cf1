from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planfront.catalog.terms import AgeLimit, Offer, Place, Switch, Terms, TierTerm
from planfront.eligibility import rules, texts
from planfront.eligibility.rules import ORDER, Refusal, find_refusal, first_refusal, resolve_variant
from planfront.eligibility.shopper import ShopperOnDate

ON = date(2026, 12, 1)
SINCE = date(2020, 1, 1)
EVERYWHERE = Offer(None, None, None, frozenset(), True, SINCE, None)
ANN = ShopperOnDate(
    brand_id=1,
    effective_date=ON,
    state="TX",
    zip="75201",
    county_fips="48113",
    dob=date(1989, 4, 17),
    tier="IF",
    portal_id=1,
    tobacco=False,
    income=Decimal(40000),
    hours=40,
    spouse_dob=date(1990, 5, 6),
    children=2,
    answered=frozenset({1}),
)
OPEN = Terms(1, offers=(EVERYWHERE,))

# One way to break each rule that leaves the others alone: (code, changes of the shopper, changes of the terms).
BREAKS = [
    ("portalError", {"portal_id": 2}, {"offers": (EVERYWHERE._replace(portal_id=1),)}),
    ("stateError", {"state": "NY"}, {"offers": (EVERYWHERE._replace(states=frozenset({"TX"})),)}),
    ("changePid", {}, {"switches": (Switch("brand", "eq", 1, 2),)}),
    ("planAgeError", {}, {"ages": {"SELF": AgeLimit(65, None)}}),
    ("smokerError", {"tobacco": None}, {"needs_tobacco": True}),
    ("salaryError", {"income": Decimal(100)}, {"min_income": Decimal(15000)}),
    ("hourError", {"hours": None}, {"min_hours": 20}),
    ("newQuestionsError", {"answered": frozenset()}, {"needs_questions": True}),
    ("tierError", {}, {"tiers": {"IO": TierTerm()}}),
    ("metError", {"zip": "75202"}, {"places": (Place("TX", "48113", "75201"), Place("NY"))}),
]


def code(shopper, terms, **catalog):
    result = find_refusal(shopper, terms, {1: terms, 2: Terms(2, offers=(EVERYWHERE,)), **catalog})
    return result.code if result else ""


def test_an_eligible_shopper_gets_no_refusal():
    assert code(ANN, OPEN) == ""


@pytest.mark.parametrize(("name", "shopper", "terms"), BREAKS, ids=[item[0] for item in BREAKS])
def test_each_broken_rule_has_its_code(name, shopper, terms):
    assert code(replace(ANN, **shopper), replace(OPEN, **terms)) == name


@given(st.sets(st.integers(0, len(BREAKS) - 1), min_size=1))
def test_the_first_broken_rule_answers(broken):
    shopper, terms = ANN, OPEN
    offers = {"portal": None, "states": frozenset()}
    for place in broken:
        _, of_shopper, of_terms = BREAKS[place]
        shopper = replace(shopper, **of_shopper)
        terms = replace(terms, **{key: value for key, value in of_terms.items() if key != "offers"})
        if BREAKS[place][0] == "portalError":
            offers["portal"] = 1
        if BREAKS[place][0] == "stateError":
            offers["states"] = frozenset({"TX"})
    terms = replace(terms, offers=(EVERYWHERE._replace(portal_id=offers["portal"], states=offers["states"]),))
    assert code(shopper, terms) == BREAKS[min(broken)][0]


@given(st.lists(st.sampled_from(BREAKS), max_size=8), st.sampled_from(BREAKS))
def test_what_other_plans_answered_changes_no_answer(breaks, of_shopper):
    shopper = replace(ANN, **of_shopper[1])
    plans = {plan_id: replace(OPEN, plan_id=plan_id, **item[2]) for plan_id, item in enumerate(breaks, 2)}
    catalog, cache = {1: OPEN, 2: OPEN, **plans}, rules.RefusalCache({})
    for _again in range(2):
        for terms in catalog.values():
            assert find_refusal(shopper, terms, catalog, cache) == find_refusal(shopper, terms, catalog)


@given(st.sampled_from(ORDER), st.sampled_from(ORDER))
def test_the_first_of_two_refusals_is_answered(left, right):
    earlier = min(left, right, key=ORDER.index)
    assert first_refusal(Refusal(left), Refusal(right)).code == earlier
    assert first_refusal(None, Refusal(left)).code == left
    assert first_refusal(None, None) is None


offers = st.builds(
    Offer,
    brand_id=st.sampled_from([None, 1, 2]),
    portal_id=st.sampled_from([None, 1]),
    group_id=st.sampled_from([None, 5]),
    states=st.sampled_from([frozenset(), frozenset({"TX"}), frozenset({"NY"})]),
    allowed=st.booleans(),
    eff_from=st.just(SINCE),
    eff_to=st.none(),
)


@given(st.lists(offers, max_size=6))
def test_the_order_of_offers_is_irrelevant(offers):
    item = code(ANN, Terms(1, offers=tuple(offers)))
    assert item == code(ANN, Terms(1, offers=tuple(reversed(offers))))
    assert item in ("", "portalError", "stateError")


@given(st.lists(offers, max_size=6))
def test_without_an_allowing_offer_nothing_is_sold(offers):
    refusing = tuple(offer._replace(allowed=False) for offer in offers)
    assert code(ANN, Terms(1, offers=refusing)) == "portalError"


def test_specific_offer_beats_the_general_one():
    not_here = EVERYWHERE._replace(portal_id=1, allowed=False)
    assert code(ANN, replace(OPEN, offers=(EVERYWHERE, not_here))) == "portalError"
    not_in_texas = EVERYWHERE._replace(states=frozenset({"TX"}), allowed=False)
    assert code(ANN, replace(OPEN, offers=(EVERYWHERE, not_in_texas))) == "stateError"
    but_in_this_group = EVERYWHERE._replace(portal_id=1, group_id=5, states=frozenset({"TX"}))
    terms = replace(OPEN, offers=(EVERYWHERE, not_in_texas, but_in_this_group))
    assert code(replace(ANN, group_id=5), terms) == ""


def test_offer_dates_are_closed():
    terms = replace(OPEN, offers=(EVERYWHERE._replace(eff_from=ON, eff_to=ON),))
    assert code(ANN, terms) == ""
    assert code(replace(ANN, effective_date=date(2026, 12, 2)), terms) == "portalError"
    assert code(replace(ANN, effective_date=date(2026, 11, 30)), terms) == "portalError"


def chain(*targets: int) -> dict[int, Terms]:
    """Plan 1 leads to targets[0], that one to targets[1], …"""
    names = [1, *targets]
    result = {name: Terms(name, offers=(EVERYWHERE,)) for name in names}
    for name, target in zip(names, targets, strict=False):
        result[name] = replace(result[name], switches=(Switch("tobacco", "eq", False, target),))
    return result


def test_switches_lead_at_most_three_hops():
    assert resolve_variant(ANN, 1, chain(2, 3, 4)) == 4
    assert resolve_variant(ANN, 1, chain(2, 3, 4, 5)) == 1


def test_switches_in_a_circle_lead_nowhere():
    assert resolve_variant(ANN, 1, chain(2, 3, 1)) == 1


@given(st.dictionaries(st.integers(1, 6), st.integers(1, 6)))
def test_any_net_of_switches_ends(net):
    catalog = {
        name: Terms(name, switches=(Switch("brand", "eq", 1, net[name]),) if name in net else ())
        for name in range(1, 7)
    }
    end = resolve_variant(ANN, 1, catalog)
    assert end == 1 or resolve_variant(ANN, end, catalog) == end


@pytest.mark.parametrize(
    ("switch", "leads"),
    [
        (Switch("age", "ge", 37, 2), True),
        (Switch("age", "le", 36, 2), False),
        (Switch("state", "in", ["NY", "TX"], 2), True),
        (Switch("tier", "ne", "IF", 2), False),
        (Switch("group", "eq", 5, 2), False),
        (Switch("group", "ne", 5, 2), False),
        (Switch("age", "ge", "old", 2), False),
        (Switch("state", "in", "TX", 2), False),
    ],
)
def test_a_switch_applies_only_when_its_condition_holds(switch, leads):
    catalog = {1: replace(OPEN, switches=(switch,)), 2: Terms(2)}
    assert (resolve_variant(ANN, 1, catalog) == 2) is leads


def test_spouse_limits_count_only_with_a_spouse():
    terms = replace(OPEN, ages={"SPOUSE": AgeLimit(18, 30)})
    assert code(ANN, terms) == "planAgeError"
    assert code(replace(ANN, tier="IC"), terms) == ""
    missing = find_refusal(replace(ANN, spouse_dob=None), terms, {1: terms})
    assert (missing.code, missing.reason, missing.fix) == ("tierError", "spouse_dob", ("spouse_dob",))


def test_the_number_of_children_must_be_known_and_allowed():
    terms = replace(OPEN, tiers={"IC": TierTerm(1, 1), "IF": TierTerm()}, needs_children=True)
    assert code(replace(ANN, tier="IC", children=1), terms) == ""
    result = find_refusal(replace(ANN, tier="IC", children=2), terms, {1: terms})
    assert (result.code, result.reason, result.facts) == ("tierError", "children_range", {"low": 1, "high": 1})
    assert find_refusal(replace(ANN, children=None), terms, {1: terms}).reason == "no_of_children"


@pytest.mark.parametrize(
    ("refusal", "message"),
    [
        (
            Refusal("hourError", "missing", {"least": 20}),
            "Please enter a sufficient working hours to add product to the cart by clicking here.",
        ),
        (
            Refusal("stateError"),
            "Plan not available in your state. Please change the state by editing your basic info above.",
        ),
        (Refusal("planAgeError", "self", {"low": 18, "high": 64}), "This plan is available at ages 18 to 64."),
        (Refusal("planAgeError", "spouse", {"low": None, "high": 64}), "This plan covers spouses up to age 64."),
        (Refusal("planAgeError", "no_rates"), "This plan has no price for the chosen date."),
        (Refusal("ageError"), "Plan not available for selected age group. Please edit your basic info above."),
    ],
)
def test_each_refusal_has_its_message(refusal, message):
    assert texts.message(refusal) == message


def test_every_code_has_a_text():
    assert all(texts.message(Refusal(name)) for name in ORDER)


@given(st.dates(date(1920, 1, 1), date(2020, 1, 1)))
def test_age_grows_on_the_birthday(born):
    age = rules.age_at(born, ON)
    assert age >= 0
    birthdays = (ON.year - born.year) - age
    assert birthdays in (0, 1)
