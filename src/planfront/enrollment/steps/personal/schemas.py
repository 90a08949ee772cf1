"""Personal Information on the wire."""

from __future__ import annotations

from planfront.enrollment.forms.body import Entry
from planfront.enrollment.forms.schemas import ByEnrollment


class EnrollerCodeBody(ByEnrollment):
    enrollerCode: Entry = ""  # noqa: N815 - the wire name
