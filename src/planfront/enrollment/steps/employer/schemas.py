"""Employer Information on the wire."""

from __future__ import annotations

from planfront.enrollment.forms.body import takes
from planfront.enrollment.forms.schemas import StepBody
from planfront.enrollment.steps.employer.form import FORM as EMPLOYER_FORM


@takes(EMPLOYER_FORM)
class EmployerBody(StepBody):
    """``holiday_policy``: the ticked policies, as a list, a comma-separated text or flags 0/1 by name."""
