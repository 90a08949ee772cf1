"""The call for the home page's figures."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, cast

from ninja import Query, Router

from planfront.kernel.http import throttle
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.networks import network_of
from planfront.kernel.http.request import ApiRequest, client_ip
from planfront.shopping.home import schemas, sections

if TYPE_CHECKING:
    from planfront.brands.models import Brand

router = Router(tags=["plans"])
_WORKED_OUT, _QUARTER = 600, timedelta(minutes=15)


@router.get(
    "/get-home-sections",
    response=responses(schemas.HomeSections, business=True),
    operation_id="get_home_sections",
)
def get_home_sections(request: ApiRequest, query: Annotated[schemas.SectionsAsk, Query()]) -> Answer:
    """A sample order of a family, prices at the desk, a year's passbook, waiting periods, and memberships.

    Prices are an adult's of 18 without tobacco, the order a family's of four. ``person`` is the recipe's rep. Other
    names are passed over, a place that is no state is refused. Figures that have to be worked out are limited to 600 in
    15 minutes from one network.
    """
    brand = cast("Brand", request.brand)
    names = [name.strip() for name in query.sections.split(",")]

    def limit_work() -> None:
        throttle.check("home-sections", network_of(client_ip(request)), limit=_WORKED_OUT, window=_QUARTER)

    return ok(sections.home_sections(brand=brand, names=names, place=query.place.upper(), before_work=limit_work))
