"""The fields of Review & Confirmation."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from planfront.enrollment.forms import kinds
from planfront.enrollment.forms.field import Field
from planfront.enrollment.forms.form import Form

FORM = Form("review_info", (Field("additional_notes", _("Additional Notes"), kinds.NOTES, max_length=2000),))
