"""A cart, its receipt, policies with their fees, a group's People and deductions from pay add up to the same, for any
prices, shares, pay periods and payers of fees."""

from datetime import UTC, date, datetime
from decimal import Decimal
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from planfront.coverage.group.amounts import add_amounts, amounts_of
from planfront.coverage.group.fee_amounts import amounts_of_fee, take_from_pay
from planfront.coverage.owed_fees import DUES, GROUP, FeePolicy, SoldFee, find_owed, paid_by, sum_once, sum_owed
from planfront.coverage.timeline import SELF, Covered, Place, Role, Terms
from planfront.kernel.money import as_text
from planfront.parties.groups.shares import PERIODS, deductions, share, stored_share
from planfront.parties.groups.terms import DUES as PAYS_DUES
from planfront.parties.groups.terms import ONE_TIME, ContributionTerm
from planfront.sales.models import Confirmation
from planfront.sales.selectors import build_receipt
from planfront.sales.services import SoldLine
from planfront.shopping.cart.lines import Cart, PricedLine
from planfront.shopping.pricing.sponsorship import FeePayer

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


PAID = st.sets(st.sampled_from([PAYS_DUES, ONE_TIME])).map(frozenset)
DUES_OF_BRANDS = st.sampled_from([Decimal("0.00"), Decimal("5.00"), Decimal("7.25")])


def make_cart(plans, periods, dues, payer):
    """Return the cart of plans: each its premium, a monthly fee within its price, a fee charged once, and the group's
    terms."""
    lines = []
    for number, (premium, fee, once, term) in enumerate(plans, 1):
        stored = stored_share("Acme", share(premium, term, periods)) if term else {}
        granted = payer.grant(ONE_TIME, Decimal(0))
        lines += [
            PricedLine(number, "", "dental", premium, contribution=stored),
            PricedLine(number, "", "", fee, is_fee=True),
        ]
        if once:
            lines.append(PricedLine(number, "", "", Decimal(0), one_time=once, is_fee=True, contribution=granted))
    if dues:
        granted = payer.grant(PAYS_DUES, dues)
        lines.append(PricedLine(0, "", "", dues, is_fee=True, code=DUES, contribution=granted))
    monthly = sum(line.price for line in lines)
    return Cart(tuple(lines), monthly + sum(line.one_time for line in lines), monthly, FIRST, premier=False)


def read_receipt(cart):
    """Return the receipt of a cart that is paid by list bill, as its page reads it."""
    sold = [SoldLine(line, {}, {}).receipt("P-1") for line in cart.lines]
    kept = {**stored_share(cart.sponsor, cart.share), "first_on": ""} if cart.share else {}
    payment = {"method": "list", "bill_date": 0, "bank_name": "", "last4": "", "first_by": "", "monthly_from": ""}
    facts = {
        **dict.fromkeys(("name", "member_name", "email", "enrolled_on", "open_type", "referral", "eprocess"), ""),
        "spouse": False,
        "children": 0,
        "effective_date": "01/01/2027",
        "payment": payment,
        "share": kept,
        "first_month": as_text(cart.first_month),
        "monthly": as_text(cart.monthly),
        "lines": sold,
    }
    return build_receipt(Confirmation(number=1, receipt=facts))


def sell(plans, periods, dues, paid):
    """Return the policies of plans with what they were sold with, and the amounts of each."""
    policies, amounts = [], []
    for number, (premium, fee, once, term) in enumerate(plans, 1):
        stored = stored_share("Acme", share(premium, term, periods)) if term else {}
        sold = [SoldFee("enrollment", once, True, number), SoldFee(DUES, dues)]
        policies.append(FeePolicy(UUID(int=number), f"P-{number}", ISSUED, sold, [(FIRST, None)], [(FIRST, paid)]))
        terms = Terms(number, "IO", Place("OH", "43215"), (ME,), FIRST, premium=premium, fees=fee, share=stored)
        amounts.append(amounts_of(terms))
    return policies, amounts


@given(PLANS, st.sampled_from(PERIODS), DUES_OF_BRANDS, PAID)
def test_cart_receipt_policies_people_and_deductions_agree(plans, periods, dues, paid):
    cart = make_cart(plans, periods, dues, FeePayer("Acme", paid, periods))
    policies, amounts = sell(plans, periods, dues, paid)
    owed = find_owed(policies)
    assert sum(row.premium for row in amounts) + sum_owed(owed, FIRST) == cart.monthly
    assert cart.monthly + sum_once(owed) == cart.first_month
    assert sum_once(owed) - sum_once(paid_by(GROUP, owed)) == cart.once_own
    receipt = read_receipt(cart)
    assert sum(Decimal(line["price"]) + Decimal(line["one_time"]) for line in receipt["lines"]) == cart.first_month
    assert (receipt["recurring_month_cost"], receipt["initial_month_cost"]) == (
        as_text(cart.monthly),
        as_text(cart.first_month),
    )
    fees = [amounts_of_fee(fee, amounts, periods) for fee in owed if fee.owed_on(FIRST)]
    rows = take_from_pay([*amounts, *fees])
    people = add_amounts(rows)
    assert people.premium == cart.monthly == people.employer + people.own
    granted = sum((row.employer for row in amounts), Decimal(0)) + sum_owed(paid_by(GROUP, owed), FIRST)
    assert people.employer == granted
    assert (cart.share is None) == (people.taken is None) == (receipt["share"] is None)
    if cart.share is not None:
        assert (people.employer, people.own) == (cart.share.employer, cart.share.own)
        assert people.taken.own == people.own
        deduction = receipt["share"].from_pay
        assert Decimal(deduction.amount) == people.own
        assert Decimal(deduction.first) == Decimal(deduction.each) + cart.once_own
        taken = [row.taken.own for row in rows]
        assert sum(sum(deductions(own, periods)) for own in taken) == people.own * 12
