"""Personal Information on the wire."""

from __future__ import annotations

from pydantic import Field

from planfront.enrollment.forms.body import Entry
from planfront.enrollment.forms.schemas import ByEnrollment


class EnrollerCodeBody(ByEnrollment):
    enrollerCode: Entry = Field("", description="The group's enroller code.", examples=["ENR-2556"])  # noqa: N815 - the wire name
