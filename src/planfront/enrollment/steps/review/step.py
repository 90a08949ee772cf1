"""Review & Confirmation: everything once more; its Next submits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from planfront.enrollment.forms.base import Answers, StepContext, Summary
from planfront.enrollment.forms.step import FormStep
from planfront.enrollment.steps.review.form import FORM


class ReviewStep(FormStep):
    form = FORM
    has_consequences = True
    slug = "review-confirm"
    by_default = True
    save_call = "save-review-info"
    picture = "review_info"
    clients_alone = True
    signed = False

    def title(self) -> str:
        return _("Review & Confirmation")

    def description(self, ctx: StepContext) -> str:
        return _("Review everything, then submit.")

    def card_title(self) -> str:
        return _("Review & Confirmation")

    def lead(self, ctx: StepContext) -> str:
        return _("Check each part. Editing one brings you straight back here.")

    def ahead(self, payment: str) -> str:
        """Return what the submission leads to; ``payment`` describes the first payment."""
        receipt = _("We'll email a receipt within 10 minutes. Nothing is sent until you press Next.")
        return f"{payment} {receipt}"

    def required(self, ctx: StepContext) -> bool:
        return True

    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        return {"additional_notes": "", **super().validate(ctx, data), "first_enroll": "1"}

    def missing(self, ctx: StepContext) -> int:
        return 0 if self.key in ctx.saved else 1

    def summary(self, ctx: StepContext) -> Summary:
        return Summary()
