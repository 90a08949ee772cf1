"""Who pays how much is a fact of each version. Shares are worked out by hand."""

from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
import time_machine
from django.db import connection, transaction
from django.db.utils import DatabaseError
from hypothesis import given
from hypothesis import strategies as st

from planfront.coverage.group.amounts import amounts_of
from planfront.coverage.group_reads import PricedTerms
from planfront.coverage.ledger import add_change, lock_ledgers, withdraw_change, write
from planfront.coverage.models import Version
from planfront.coverage.timeline import Covered, Kind, Role, find_terms
from planfront.members.models import Member, Relative
from planfront.parties.groups.models import Contribution
from planfront.parties.groups.shares import grant
from planfront.parties.groups.terms import ContributionTerm, GroupTerms

BIRTH, FIRST = date(2027, 1, 10), date(2027, 1, 1)
TIERS = {"IO": "36.85", "IS": "71.75", "IC": "69.95", "IF": "104.85"}


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-01-20T17:00:00Z", tick=True):
        yield


def compute(terms):
    return replace(terms, premium=Decimal(TIERS[terms.tier]) + (1 if terms.rated_on.year > 2027 else 0))


@transaction.atomic
def change(policy, kind, day, **facts):
    (record,) = lock_ledgers([policy.pk])
    entry = add_change(record, kind, day, compute=compute, **facts)
    write([entry])
    return entry


def add_newborn(policy):
    child = Relative.objects.create(
        member=policy.member, kind="dependent", relationship="child", first_name="Mateo", birth_date=BIRTH
    )
    change(policy, Kind.ADD_PERSON, BIRTH, person=Covered(str(child.pk), Role.CHILD, BIRTH, BIRTH))


@transaction.atomic
def withdraw(policy):
    (record,) = lock_ledgers([policy.pk])
    write([withdraw_change(record, record.history[-1], compute=compute)])


def split_on(policy, day, known=None):
    with transaction.atomic():
        (record,) = lock_ledgers([policy.pk])
    terms = find_terms(record.versions, day, known)
    return str(terms.employer), str(terms.own), terms.share.get("row", {}).get("class")


@pytest.fixture
def walter(world):
    return world.policy(world.person("Walter Nguyen"), "P-1", first=FIRST)


def test_a_sale_is_split_by_the_class_of_the_person(world, walter):
    grace = world.policy(world.person("Grace Okafor", world.salaried), "P-2", first=FIRST)
    # Half of 36.85 is 18.425; 75 per cent is 27.6375.
    assert split_on(walter, FIRST) == ("18.43", "18.42", "Hourly")
    assert split_on(grace, FIRST) == ("27.64", "9.21", "Salaried")
    row = Version.objects.get(policy=grace)
    assert (row.employer, row.own) == (Decimal("27.64"), Decimal("9.21"))
    assert (row.share["row"]["kind"], row.share["row"]["value"], row.share["pay_periods"]) == ("percent", "75.00", 24)


def test_a_newborn_is_split_from_the_day_of_birth(walter):
    add_newborn(walter)
    assert split_on(walter, date(2027, 1, 9)) == ("18.43", "18.42", "Hourly")
    # Half of 69.95 is 34.975.
    assert split_on(walter, BIRTH) == ("34.98", "34.97", "Hourly")


def test_another_rule_changes_no_version_and_counts_for_the_next_price(world, walter):
    Contribution.objects.filter(group=world.group, group_class=None).update(value=80)
    assert split_on(walter, FIRST) == ("18.43", "18.42", "Hourly")
    add_newborn(walter)
    assert split_on(walter, date(2027, 1, 9)) == ("18.43", "18.42", "Hourly")
    assert split_on(walter, BIRTH) == ("55.96", "13.99", "Hourly")


def add_spouse(policy, day):
    spouse = Relative.objects.create(
        member=policy.member, kind="spouse", relationship="spouse", first_name="Rosa", birth_date=date(1990, 2, 3)
    )
    change(policy, Kind.ADD_PERSON, day, person=Covered(str(spouse.pk), Role.SPOUSE, date(1990, 2, 3), day))


@pytest.mark.parametrize("with_birth", [False, True])
def test_another_tier_has_the_shares_of_its_own_day_whatever_was_before(world, walter, with_birth):
    """60 per cent until 06/30 and 30 per cent afterwards, which the marriage in September has."""
    Contribution.objects.filter(group=world.group, group_class=None).update(value=60, eff_to=date(2027, 6, 30))
    Contribution.objects.create(
        group=world.group, plan_id=world.plan.pk, kind="percent", value=30, eff_from=date(2027, 7, 1)
    )
    if with_birth:
        add_newborn(walter)
        # 60 per cent of 69.95 is 41.97.
        assert split_on(walter, BIRTH) == ("41.97", "27.98", "Hourly")
    add_spouse(walter, date(2027, 9, 1))
    # 30 per cent of 104.85 is 31.455, of 71.75 it is 21.525.
    expected = ("31.46", "73.39") if with_birth else ("21.53", "50.22")
    assert split_on(walter, date(2027, 9, 1)) == (*expected, "Hourly")


def test_another_tier_of_a_person_who_pays_all_has_the_shares_of_its_day(world):
    """The group began to pay after the sale: the marriage has half of 71.75, which is 35.875."""
    alone = world.policy(world.person("Aisha Rahman"), "P-3", first=FIRST, share={})
    Contribution.objects.filter(group=world.group, group_class=None).update(eff_from=date(2027, 7, 1))
    add_spouse(alone, date(2027, 9, 1))
    assert split_on(alone, date(2027, 8, 31)) == ("0", "36.85", None)
    assert split_on(alone, date(2027, 9, 1)) == ("35.88", "35.87", "Hourly")


def test_another_class_changes_no_version_and_counts_from_the_renewal(world, walter):
    Member.objects.filter(pk=walter.member_id).update(group_class=world.salaried)
    assert split_on(walter, date(2027, 12, 31)) == ("18.43", "18.42", "Hourly")
    change(walter, Kind.RENEWAL, date(2028, 1, 1))
    assert split_on(walter, date(2027, 12, 31)) == ("18.43", "18.42", "Hourly")
    # 75 per cent of 37.85 is 28.3875.
    assert split_on(walter, date(2028, 1, 1)) == ("28.39", "9.46", "Salaried")


def test_what_is_taken_back_has_the_share_it_had(world, walter):
    add_newborn(walter)
    Contribution.objects.filter(group=world.group).update(value=10)
    withdraw(walter)
    assert split_on(walter, BIRTH) == ("18.43", "18.42", "Hourly")


def test_a_correction_at_the_same_price_keeps_the_share(world, walter):
    Contribution.objects.filter(group=world.group).update(value=10)
    subscriber = Covered("self", Role.SUBSCRIBER, date(1989, 4, 18), FIRST)
    change(walter, Kind.CORRECTION, FIRST, person=subscriber)
    assert split_on(walter, FIRST) == ("18.43", "18.42", "Hourly")


def test_a_renewal_at_the_same_price_has_the_rule_of_its_day(world, walter):
    Contribution.objects.create(
        group=world.group, plan_id=world.plan.pk, kind="amount", value=20, eff_from=date(2027, 7, 1)
    )
    assert split_on(walter, date(2027, 7, 1)) == ("18.43", "18.42", "Hourly")
    change(walter, Kind.RENEWAL, date(2027, 7, 1))
    assert split_on(walter, date(2027, 6, 30)) == ("18.43", "18.42", "Hourly")
    assert split_on(walter, date(2027, 7, 1)) == ("20.00", "16.85", "Hourly")


def test_the_share_as_it_was_known_on_an_instant(walter):
    known = datetime(2027, 2, 1, tzinfo=UTC)
    with time_machine.travel("2027-02-10T17:00:00Z", tick=True):
        add_newborn(walter)
    assert split_on(walter, date(2027, 3, 1), known) == ("18.43", "18.42", "Hourly")
    assert split_on(walter, date(2027, 3, 1)) == ("34.98", "34.97", "Hourly")


def test_as_sold_wins_over_the_rule_also_where_the_person_pays_all(world):
    alone = world.policy(world.person("Aisha Rahman"), "P-3", first=FIRST, share={})
    assert split_on(alone, FIRST) == ("0", "36.85", None)


def test_a_price_that_is_not_on_record_has_no_share(world):
    unknown = world.policy(world.person("Aisha Rahman"), "P-3", first=FIRST, premium=None)
    row = Version.objects.get(policy=unknown)
    assert (row.employer, row.own, row.share) == (Decimal(0), None, {})


def test_versions_stay_append_only_with_their_new_columns(walter):
    for words in ("UPDATE coverage_version SET employer = 1", "DELETE FROM coverage_version"):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(words)


HALF = ContributionTerm(1, "percent", Decimal(50), cap=Decimal(40))
VISION = ContributionTerm(2, "amount", Decimal("3.50"))
FAMILY = ContributionTerm(3, "amount", Decimal("6.00"))
EVERY_TWO_WEEKS = GroupTerms(1, "Acme", pay_periods=26)


@pytest.mark.parametrize(
    ("row", "premium", "employer", "own", "each_pay"),
    [
        (HALF, "64.70", "32.35", "32.35", "14.93"),
        (VISION, "9.40", "3.50", "5.90", "2.72"),
        (HALF, "94.60", "40.00", "54.60", "25.20"),
        (FAMILY, "12.60", "6.00", "6.60", "3.05"),
        (VISION, "3.00", "3.00", "0.00", "0.00"),
        (HALF, "80.00", "40.00", "40.00", "18.46"),
        (HALF, "80.01", "40.00", "40.01", "18.47"),
        (HALF, "0.01", "0.01", "0.00", "0.00"),
    ],
)
def test_exact_shares_every_two_weeks(row, premium, employer, own, each_pay):
    granted = grant(EVERY_TWO_WEEKS, None, row, Decimal(premium))
    assert (str(granted.share.employer), str(granted.share.own)) == (employer, own)
    assert str(granted.share.own_per_pay) == each_pay


CENTS = st.decimals(0, 5000, places=2)


@given(
    CENTS,
    CENTS,
    st.sampled_from(("percent", "amount")),
    st.none() | CENTS,
    st.sampled_from((None, 52, 26, 24, 12)),
    CENTS,
)
def test_shares_add_up_to_the_premium_and_its_fees(premium, value, kind, cap, periods, fees):
    row = ContributionTerm(1, kind, min(value, Decimal(100)) if kind == "percent" else value, cap)
    share = grant(GroupTerms(1, "Acme", pay_periods=periods), None, row, premium).stored()
    amounts = amounts_of(PricedTerms(1, "IO", premium, fees, share, ()))
    assert amounts.employer + amounts.own == amounts.premium == premium + fees
    assert 0 <= amounts.employer <= premium
