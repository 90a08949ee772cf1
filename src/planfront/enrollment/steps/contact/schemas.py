"""Contact Information on the wire."""

from __future__ import annotations

from pydantic import BaseModel

from planfront.enrollment.forms.body import Entry, Flag, takes
from planfront.enrollment.forms.schemas import StepBody
from planfront.enrollment.steps.contact.form import FORM as CONTACT_FORM
from planfront.kernel.http.schema import Token


@takes(CONTACT_FORM)
class ContactBody(StepBody):
    """``zip`` may be a ZIP+4; its last four digits are kept in ``zip4``. ``accept_price`` 1: the new price that a
    changed ZIP brings was shown and taken. ``county``: only after ``countyRequired``, for a new ZIP that lies in
    several counties. ``birth_state``: a state or territory, or FC for another country, which ``birth_country`` names.
    """

    county: Entry = ""
    accept_price: Flag = ""


class MemberEmailBody(BaseModel):
    email: Entry = ""
    enrollment_id: Token | None = None


class EmailChecked(BaseModel):
    email: str
