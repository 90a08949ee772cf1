"""Enrollments in progress, for the reps and group administrators they belong to."""

from __future__ import annotations

from typing import Annotated, Any

from ninja import Query, Router

from planfront.enrollment.schemas_work import WorkList, WorkQuery
from planfront.enrollment.work import access_desk, work_page
from planfront.kernel.envelope import ok, responses
from planfront.kernel.http import ApiRequest

router = Router(tags=["enrollment"])


@router.get("/get-work-list", response=responses(WorkList), operation_id="get_work_list")
def get_work_list(request: ApiRequest, query: Annotated[WorkQuery, Query()]) -> Any:
    """The enrollments of the signed-in rep, or of the signed-in administrator's group."""
    return ok(WorkList.of(work_page(access_desk(request), query.wanted())))
