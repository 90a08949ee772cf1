"""The shopper of a quote, as rules, prices and the application read them."""

from __future__ import annotations

from collections.abc import Container
from datetime import date
from typing import Any

from planfront.eligibility.shopper import Shopper, ShopperOnDate
from planfront.shopping.models import Quote


def shopper_of(quote: Quote) -> Shopper:
    return Shopper(**_columns(quote))


def shopper_on(quote: Quote, day: date, answered: Container[int]) -> ShopperOnDate:
    """Return the shopper on an effective date. ``answered``: plans whose questions are answered."""
    return ShopperOnDate(**_columns(quote), effective_date=day, answered=answered)


def _columns(quote: Quote) -> dict[str, Any]:
    return {
        "brand_id": quote.brand_id,
        "state": quote.state,
        "zip": quote.zip,
        "dob": quote.dob,
        "tier": quote.tier,
        "county_fips": quote.county_fips,
        "city": quote.city,
        "portal_id": quote.portal_id,
        "group_id": quote.group_id,
        "agent_id": quote.agent_id,
        "member_id": quote.member_id,
        "enroll_type": quote.enroll_type,
        "eprocess": quote.eprocess,
        "gender": quote.gender,
        "tobacco": quote.tobacco,
        "income": quote.income,
        "hours": quote.hours,
        "spouse_dob": quote.spouse_dob,
        "children": quote.children,
        "without_spouse": quote.tier == "IF" and quote.spouse_covered is False,
    }
