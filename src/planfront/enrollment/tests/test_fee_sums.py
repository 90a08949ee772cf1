"""A cart, policies with their fees, a group's People and deductions from pay add up to the same, for any prices, shares
and pay periods."""

from datetime import UTC, date, datetime
from decimal import Decimal
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from planfront.coverage.group.amounts import add_amounts, amounts_of
from planfront.coverage.group.fee_amounts import amounts_of_fee, take_from_pay
from planfront.coverage.owed_fees import DUES, FeePolicy, SoldFee, find_owed, sum_once, sum_owed
from planfront.coverage.timeline import SELF, Covered, Place, Role, Terms
from planfront.parties.groups.shares import PERIODS, deductions, share, stored_share
from planfront.parties.groups.terms import ContributionTerm
from planfront.shopping.cart.lines import Cart, PricedLine

FIRST, ISSUED = date(2027, 1, 1), datetime(2026, 11, 28, tzinfo=UTC)
ME = Covered(SELF, Role.SUBSCRIBER, date(1990, 4, 17), FIRST)
CENTS = st.decimals(min_value=0, max_value=900, places=2)
TERMS = st.one_of(
    st.none(),
    st.builds(ContributionTerm, st.just(1), st.just("percent"), st.integers(0, 100).map(Decimal)),
    st.builds(ContributionTerm, st.just(1), st.just("fixed"), CENTS),
)
PLANS = st.lists(
    st.tuples(CENTS, st.sampled_from([Decimal("0.00"), Decimal("1.10")]), CENTS, TERMS), min_size=1, max_size=4
)


@given(PLANS, st.sampled_from(PERIODS), st.sampled_from([Decimal("0.00"), Decimal("5.00"), Decimal("7.25")]))
def test_cart_policies_people_and_deductions_agree(plans, periods, dues):
    """Each plan: its premium, a monthly fee within its price, a fee charged once, and the group's terms."""
    lines, policies, amounts = [], [], []
    for number, (premium, fee, once, term) in enumerate(plans, 1):
        stored = stored_share("Acme", share(premium, term, periods)) if term else {}
        lines += [
            PricedLine(number, "", "dental", premium, contribution=stored),
            PricedLine(number, "", "", fee, is_fee=True),
            PricedLine(number, "", "", Decimal(0), one_time=once, is_fee=True),
        ]
        sold = [SoldFee("enrollment", once, True, number), SoldFee(DUES, dues)]
        policies.append(FeePolicy(UUID(int=number), f"P-{number}", ISSUED, sold, [(FIRST, None)]))
        amounts.append(
            amounts_of(Terms(number, "IO", Place("OH", "43215"), (ME,), FIRST, premium=premium, fees=fee, share=stored))
        )
    lines.append(PricedLine(0, "", "", dues, is_fee=True, code=DUES))
    monthly = sum(line.price for line in lines)
    cart = Cart(tuple(lines), monthly + sum(line.one_time for line in lines), monthly, FIRST, premier=False)
    owed = find_owed(policies)
    assert sum(row.premium for row in amounts) + sum_owed(owed, FIRST) == cart.monthly
    assert cart.monthly + sum_once(owed) == cart.first_month
    fees = [amounts_of_fee(fee.amount, amounts) for fee in owed if fee.owed_on(FIRST)]
    rows = take_from_pay([*amounts, *fees])
    people = add_amounts(rows)
    assert people.premium == cart.monthly == people.employer + people.own
    assert (cart.share is None) == (people.taken is None)
    if cart.share is not None:
        assert (people.employer, people.own) == (cart.share.employer, cart.share.own)
        assert people.taken.own == people.own
        taken = [row.taken.own for row in rows]
        assert sum(sum(deductions(own, periods)) for own in taken) == people.own * 12
