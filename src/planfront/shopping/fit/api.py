"""The call that proposes plans for expected care."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from ninja import Query, Router

from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Token
from planfront.shopping.access import access_priced
from planfront.shopping.fit import schemas, view

router = Router(tags=["plans"])


@router.get(
    "/get-plan-fit",
    response=responses(schemas.PlanFit, business=True),
    operation_id="get_plan_fit",
)
def get_plan_fit(
    request: ApiRequest,
    enrollment_id: Annotated[Token, Query()],
    care: Annotated[str, Query(max_length=60)] = "",
    budget: Annotated[
        Decimal | None,
        Query(
            ge=0,
            le=100_000,
            decimal_places=2,
            description="The most that a month may cost, in dollars.",
            examples=["90.00"],
        ),
    ] = None,
    provider: Annotated[
        schemas.FitProvider,
        Query(description="Dentist or eye doctor: keep the present one, any nearby, or unknown.", examples=["any"]),
    ] = "unknown",
) -> Answer:
    """Return at most three dental or vision plans for the expected care, with reasons for and against each.

    ``care``: checkups, fillings, crown, braces and glasses, joined by commas; empty counts checkups. ``budget``: the
    most that a month may cost. It changes nothing.
    """
    wish = view.Wish(view.read_care(care), budget, provider)
    return ok(view.plan_fit(access_priced(request, enrollment_id), wish))
