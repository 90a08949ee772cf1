"""Plans without prices: menus' plans, featured plans, plan detail."""

from __future__ import annotations

from typing import Annotated

import orjson
from django.http import HttpResponse
from ninja import Query, Router
from pydantic import BaseModel

from planfront.catalog import schemas, selectors
from planfront.catalog.items import category_labels, items_of
from planfront.kernel.http.envelope import Answer, Result, ok, ok_json, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Id, OptionalId, Short
from planfront.kernel.memory import caches
from planfront.kernel.memory.memo import Memo
from planfront.parties.access import access_group, access_portal

router = Router(tags=["plans"])


class Context(BaseModel):
    """The store asked about: a rep's, a group's, a portal's, or (nothing given) the brand's own."""

    portal_id: OptionalId = None
    group_id: OptionalId = None
    agent_id: OptionalId = None
    eprocess: Short = ""
    open_type: Short = ""


class MenuContext(Context):
    category: Short = ""


def store_of(request: ApiRequest, context: Context) -> selectors.Store:
    """The store of a context. Raises NotFound for a group or portal that the request may not see."""
    if context.group_id is not None:
        access_group(request, context.group_id)
    if context.portal_id is not None:
        access_portal(request, context.portal_id)
    return selectors.Store(request.brand.id, context.portal_id, context.group_id)


@router.get(
    "/get-featured-plans",
    response=responses(list[schemas.FeaturedPlanItem]),
    operation_id="get_featured_plans",
)
def get_featured_plans(request: ApiRequest, context: Annotated[Context, Query()]) -> Answer:
    """The store's featured plans, best first."""
    store = store_of(request, context)
    featured_plans = selectors.featured_plans(store.brand_id, store.portal_id, store.group_id)
    return ok([vars(plan) for plan in featured_plans])


@router.get(
    "/get-menu-filtered-plans",
    response=responses(Result[list[schemas.PlanItem]]),
    operation_id="get_menu_filtered_plans",
)
def get_menu_filtered_plans(request: ApiRequest, context: Annotated[MenuContext, Query()]) -> HttpResponse:
    """Plans of one category (or of all) before anything is known of the shopper: no prices."""
    categories = set(filter(None, context.category.split(",")))
    store = store_of(request, context)
    items = items_of(selectors.catalog(store.brand_id))
    listed = [
        items.unpriced(view)
        for view in selectors.store_plans(store)
        if (view.category in categories or not categories) and not view.is_membership
    ]
    return ok_json(b'{"result":[%b]}' % b",".join(listed))


@router.get("/get-plan-detail/{plan_id}", response=responses(schemas.PlanDetail), operation_id="get_plan_detail")
def get_plan_detail(request: ApiRequest, plan_id: Id) -> HttpResponse:
    """All there is to read about a plan."""
    store = selectors.Store(request.brand.id)
    selectors.plan_view(plan_id, store)
    return ok_json(_details.get(selectors.texts_key(plan_id, store), lambda: _detail(plan_id, store)))


_DETAILS_HELD = 1024
_details = Memo(_DETAILS_HELD)
caches.CLEAR_CACHE.connect(_details.clear, key=__name__)


def _detail(plan_id: int, store: selectors.Store) -> bytes:
    detail = schemas.plan_detail(selectors.plan_texts(plan_id, store), category_labels())
    return orjson.dumps(detail.model_dump())


@router.get("/get-plan-detail", response=responses(schemas.PlanDetail), operation_id="get_plan_detail_by_query")
def get_plan_detail_by_query(request: ApiRequest, plan_id: Annotated[Id, Query()]) -> HttpResponse:
    """The same by query; also the content of memberships."""
    return get_plan_detail(request, plan_id)


class Related(Context):
    plan_id: Id


@router.get("/get-related-plans", response=responses(list[schemas.PlanItem]), operation_id="get_related_plans")
def get_related_plans(request: ApiRequest, query: Annotated[Related, Query()]) -> HttpResponse:
    """Up to four plans a reader of this one may also want."""
    store = store_of(request, query)
    items = items_of(selectors.catalog(store.brand_id))
    result = selectors.related_plans(query.plan_id, store)
    return ok_json(b"[%b]" % b",".join(items.unpriced(view) for view in result))
