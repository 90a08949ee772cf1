"""Records of health answers that are shown to people who work on an application for its applicant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planfront.audit.services import origin_of, record_opened
from planfront.enrollment.models import Section
from planfront.enrollment.steps.dependent.step import DependentStep
from planfront.enrollment.steps.health.step import HealthStep
from planfront.kernel.http.request import ApiRequest

if TYPE_CHECKING:
    from planfront.shopping.models import Quote

WORKERS = frozenset({"rep", "group", "staff"})
WHY = "application"


def record_health_seen(request: ApiRequest, quote: Quote) -> None:
    """Record that health answers are shown to this request. Call it once that is certain."""
    if request.actor.kind in WORKERS and _has_health_answers(quote):
        _record_opening(request, quote)


def record_earlier_health_seen(request: ApiRequest, quote: Quote, *, shown: bool) -> None:
    """The same for answers of an earlier application."""
    if request.actor.kind in WORKERS and shown:
        _record_opening(request, quote)


def _record_opening(request: ApiRequest, quote: Quote) -> None:
    record_opened(
        what=["health_answers"], why=WHY, origin=origin_of(request), subject_type="enrollment", subject_id=quote.pk
    )


def _has_health_answers(quote: Quote) -> bool:
    """Return whether the application holds answers about anyone's health, checked or typed only."""
    rows = Section.objects.filter(application__enrollment=quote, key__in=(HealthStep.key, DependentStep.key))
    for row in rows:
        result = {**row.answers, **row.draft}
        if (
            result
            if row.key == HealthStep.key
            else any(dependent.get("health_info") for dependent in result.get("dependents") or [])
        ):
            return True
    return False
