"""Review & Confirmation: everything once more; its Next submits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from planfront.enrollment.steps.base import Answers, FieldDef, Step, StepContext, Summary


class ReviewStep(Step):
    key = "review_info"
    slug = "review-confirm"
    by_default = True
    save_call = "save-review-info"
    picture = "review_info"
    clients_alone = True
    signed = False

    def title(self) -> str:
        return _("Review & Confirmation")

    def asks(self, ctx: StepContext) -> str:
        return _("Everything once more. Only here is it sent.")

    def card_title(self) -> str:
        return _("Review & Confirmation")

    def lead(self, ctx: StepContext) -> str:
        return _("Check each part. Editing one brings you straight back here.")

    def ahead(self, payment: str) -> str:
        """What the last Next leads to; ``payment`` says how it is paid first."""
        return f"{payment} {_('A receipt is emailed within 10 minutes. Nothing is sent before you press Next.')}"

    def required(self, ctx: StepContext) -> bool:
        return True

    def fields(self, ctx: StepContext) -> list[FieldDef]:
        values = {**ctx.answers(self.key), **ctx.drafts.get(self.key, {})}
        return [
            FieldDef(
                field_name="additional_notes",
                type="textarea",
                label=_("Additional Notes"),
                max_length=2000,
                value=str(values.get("additional_notes", "")),
            )
        ]

    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        return {"additional_notes": str(data.get("additional_notes") or "").strip(), "first_enroll": "1"}

    def missing(self, ctx: StepContext) -> int:
        return 0 if self.key in ctx.saved else 1

    def summary(self, ctx: StepContext) -> Summary:
        return Summary()
