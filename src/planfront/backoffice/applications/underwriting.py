"""Underwriting cases: what the insurer decides after submission, entered here by staff."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from planfront.audit.services import record_opened
from planfront.backoffice.lists.base import ReadOnlyPage, column, list_action, origin_of_staff
from planfront.backoffice.lists.cells import two_lines
from planfront.backoffice.lists.filters import DateRange, by_brand
from planfront.enrollment.submission.underwriting import decide_case
from planfront.kernel.errors import AppError, FieldErrors
from planfront.sales.models import CaseStatus, UnderwritingCase
from planfront.sales.selectors import sold_lines
from planfront.shopping.questions.kept_answers import list_plan_answers

_WORDS = {CaseStatus.APPROVED: "approved", CaseStatus.DECLINED: "declined"}


class CasePage(ReadOnlyPage):
    """Cases, open ones first. The health answers of a case are opened on its own page, with a record of it."""

    brand_path = "policy__sale__confirmation__brand_id"
    list_display = ("shown_policy", "kind", "guaranteed", "requested", "more", "status", "created_at")
    list_filter = ("status", "kind", by_brand("policy__sale__confirmation__brand_id"), ("created_at", DateRange))
    list_select_related = ("policy",)
    search_fields = ("=policy__number", "policy__plan_name")
    ordering = ("-status", "-created_at")
    fields = (
        ("policy", "kind", "status"),
        ("guaranteed", "requested"),
        ("premium", "more"),
        ("created_at", "decided_at", "decided_by"),
        "reason",
    )
    actions_detail = ("decide",)
    merged_columns: ClassVar = {"shown_policy": ("policy", "plan")}

    @column("Policy", ordering="policy__plan_name")
    def shown_policy(self, case: UnderwritingCase) -> str:
        return two_lines(case.policy.plan_name, case.policy.number)

    def plan(self, case: UnderwritingCase) -> str:
        return case.policy.plan_name

    @list_action("Answers and decision")
    def decide(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return HttpResponseRedirect(reverse("admin:case_decide", args=[object_id]))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [path("<uuid:case_id>/decide/", view(self.decide_view), name="case_decide"), *super().get_urls()]

    def decide_view(self, request: HttpRequest, case_id: UUID) -> HttpResponse:
        """Show the case with the answers; POST with ``decision`` approves or declines, with a reason."""
        rows = self.get_queryset(request).select_related("policy__sale__confirmation__enrollment")
        case = get_object_or_404(rows, pk=case_id)
        if not request.user.has_perm("sales.change_underwritingcase"):
            raise PermissionDenied
        reason = request.POST.get("reason", "")
        if request.method == "POST" and self._decided(request, case, reason):
            return HttpResponseRedirect(reverse("admin:sales_underwritingcase_changelist"))
        sold = sold_lines(case.policy.sale.confirmation).get(case.policy.number, {})
        context = {
            **self.admin_site.each_context(request),
            "title": f"Underwriting: {sold.get('name') or case.policy.plan_name}",
            "opts": self.opts,
            "case": case,
            "answers": self._answers(request, case),
            "reason": reason,
            "open": case.status == CaseStatus.PENDING,
        }
        return TemplateResponse(request, "backoffice/cases/decide.html", context)

    def _decided(self, request: HttpRequest, case: UnderwritingCase, reason: str) -> bool:
        decision = request.POST.get("decision")
        if decision not in ("approve", "decline"):
            messages.error(request, "Choose to approve or decline.")
            return False
        try:
            done = decide_case(
                case_id=case.pk, approve=decision == "approve", reason=reason, origin=origin_of_staff(request)
            )
        except FieldErrors:
            messages.error(request, "Enter a reason for declining.")
            return False
        except AppError as error:
            messages.error(request, str(error.message))
            return False
        messages.success(request, f"{case.policy.number} is {_WORDS[CaseStatus(done.status)]}.")
        return True

    def _answers(self, request: HttpRequest, case: UnderwritingCase) -> list[dict[str, Any]]:
        """Return the applicant's answers for this plan, and record that they were opened."""
        plan_answers = list_plan_answers(case.policy.sale.confirmation.enrollment)
        mine = [item for item in plan_answers if item["plan_id"] == case.policy.plan_id]
        if mine:
            record_opened(
                what=["health_answers"],
                why="underwriting",
                note=f"case {case.pk}",
                origin=origin_of_staff(request, case.policy.sale.confirmation.brand_id),
                subject_type="policy",
                subject_id=case.policy_id,
            )
        return mine


PAGES = ((UnderwritingCase, CasePage),)
