"""What is charged next, as the authorization says it."""

from datetime import date
from decimal import Decimal

import pytest

from planfront.billing.selectors import NextCharge, next_charge

FIRST, MONTHLY = Decimal("51.00"), Decimal("36.00")


def due(today, *, method="eft", day=28, effective=date(2026, 12, 1)):
    return next_charge(
        method=method,
        first=FIRST,
        monthly=MONTHLY,
        submitted=date(2026, 11, 20),
        effective=effective,
        day=day,
        today=today,
    )


@pytest.mark.parametrize(
    ("today", "expected"),
    [
        (date(2026, 11, 20), NextCharge(FIRST, date(2026, 11, 25), first=True)),
        (date(2026, 11, 25), NextCharge(FIRST, date(2026, 11, 25), first=True)),
        (date(2026, 11, 26), NextCharge(MONTHLY, date(2026, 12, 28), first=False)),
        (date(2026, 12, 28), NextCharge(MONTHLY, date(2026, 12, 28), first=False)),
        (date(2026, 12, 29), NextCharge(MONTHLY, date(2027, 1, 28), first=False)),
        (date(2027, 6, 1), NextCharge(MONTHLY, date(2027, 6, 28), first=False)),
    ],
)
def test_the_first_charge_follows_enrollment_and_later_ones_the_chosen_day(today, expected):
    assert due(today) == expected


def test_nothing_is_charged_where_a_bill_goes_out():
    assert due(date(2026, 11, 20), method="list") is None
    assert due(date(2026, 11, 20), day=0) is None
