"""Calls about a year of care."""

from __future__ import annotations

from typing import Annotated

from ninja import Query, Router

from planfront.accounts.acts import Act, does
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Token
from planfront.shopping.access import access_priced
from planfront.shopping.plans.listing import category_keys
from planfront.shopping.year import listed, schemas, view

router = Router(tags=["plans"])


@router.post(
    "/get-plan-year-cost",
    response=responses(schemas.YearCost, business=True),
    operation_id="get_plan_year_cost",
)
@does(Act.READ)
def get_plan_year_cost(request: ApiRequest, body: schemas.YearAsk) -> Answer:
    """Return premium and own costs over twelve months for expected care, with up to four plans and without.

    ``care`` names a usual year in place of services; without either the answer has the choices. It changes nothing.
    """
    quote = access_priced(request, body.enrollment_id)
    return ok(view.plan_years(quote, body.plans, body.services, body.care, body.children))


@router.get(
    "/get-plan-years",
    response=responses(schemas.ListedYears, business=True),
    operation_id="get_plan_years",
)
def get_plan_years(
    request: ApiRequest,
    enrollment_id: Annotated[Token, Query()],
    care: schemas.UsualYear = "checkups",
    categories: Annotated[str, Query(max_length=200)] = "",
) -> Answer:
    """Return a usual year of care with every priced dental and vision plan, for all people whom the price covers.

    ``categories``: keys joined by commas, empty for all.
    """
    quote = access_priced(request, enrollment_id)
    return ok(listed.listed_years(quote, care, category_keys(categories)))
