"""Enrollments in progress, for the reps and group administrators they belong to."""

from __future__ import annotations

from typing import Annotated

from django.utils.translation import gettext as _
from ninja import Query, Router

from planfront.accounts.acts import Act, does
from planfront.audit.list_files import make_list_file
from planfront.audit.services import origin_of
from planfront.enrollment.returning import resending
from planfront.enrollment.submission import withdrawal
from planfront.enrollment.worklists.schemas import (
    ENROLLMENTS,
    CodeSent,
    ResendBody,
    WithdrawBody,
    Withdrawn,
    WorkList,
    WorkQuery,
    work_line,
)
from planfront.enrollment.worklists.selectors import access_own_work, work_page, work_rows
from planfront.kernel import clock
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import ListFile
from planfront.shopping.worklists.enrollments import enrollment_keys
from planfront.shopping.worklists.owner import access_desk

router = Router(tags=["enrollment"])


@router.get("/get-work-list", response=responses(WorkList), operation_id="get_work_list")
def get_work_list(request: ApiRequest, query: Annotated[WorkQuery, Query()]) -> Answer:
    """The enrollments of the signed-in rep, or of the signed-in administrator's group."""
    page = work_page(access_desk(request), query.wanted())
    return ok(WorkList.build(page, resending.continue_link(request.brand.id)))


@router.get("/export-work-list", response=responses(ListFile, business=True), operation_id="export_work_list")
@does(Act.READ)
def export_work_list(request: ApiRequest, query: Annotated[WorkQuery, Query()]) -> Answer:
    """Return the enrollments that ``get-work-list`` finds, all of them, as a CSV file. errorCode: listTooLong."""
    desk = access_desk(request)
    return ok(
        make_list_file(
            kind=ENROLLMENTS,
            keys=enrollment_keys(desk, query.wanted()),
            lines_of=lambda keys: map(work_line, work_rows(desk, keys)),
            filters=query.model_fields_set - {"page", "per_page"},
            origin=origin_of(request),
        )
    )


@router.post("/resend-code", response=responses(CodeSent, business=True), operation_id="resend_code")
@does(Act.SHOP)
def resend_code(request: ApiRequest, body: ResendBody) -> Answer:
    """Email the applicant of one's own enrollment a new code; the ones before stop working. Five in an hour."""
    quote = access_own_work(request, body.enrollment_id)
    row, email = resending.resend_code(quote=quote, email=body.email, origin=origin_of(request))
    data = {"email": email, "expires_on": clock.show_day(row.expires_at)}
    return ok(data, _("We sent a new code to %(email)s.") % {"email": email})


@router.post("/withdraw-enrollment", response=responses(Withdrawn, business=True), operation_id="withdraw_enrollment")
@does(Act.SHOP)
def withdraw_enrollment(request: ApiRequest, body: WithdrawBody) -> Answer:
    """End one's own enrollment before it is submitted. Its codes stop working."""
    quote = access_own_work(request, body.enrollment_id)
    withdrawal.withdraw(quote=quote, reason=body.reason, origin=origin_of(request))
    return ok({"enrollment_id": body.enrollment_id}, _("The enrollment was withdrawn."))
