"""Beneficiaries on the wire."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from planfront.enrollment.forms.body import Entry, takes
from planfront.enrollment.forms.schemas import StepBody
from planfront.enrollment.steps.beneficiary.form import FORM as BENEFICIARY_FORM
from planfront.kernel.http.schema import Token


@takes(BENEFICIARY_FORM)
class BeneficiaryIn(BaseModel):
    """An empty ``ssn`` of a known ``beneficiary_id`` is unchanged. ``dob`` is another name of ``birthdate``. The
    relationship decides what is asked: of a trust ``trust_name``, ``trustee`` and ``trust_date`` (mm/dd/yyyy) in place
    of names, birth date and number, of an estate only the percentage. ``name`` may come back as it was read.
    ``ssn_later`` 1: a person's number follows, where the plans allow that."""

    name: Entry = ""
    dob: Entry = ""


class SingleBeneficiaryBody(BeneficiaryIn):
    """Without ``enrollment_id`` the person is checked alone, without the applicant and the others on the list."""

    enrollment_id: Token | None = None


class BeneficiariesBody(StepBody):
    """``stamp``: that of the list as it was read; 409 when it changed since."""

    beneficiaries: Annotated[list[BeneficiaryIn], Field(max_length=10)] = []
    stamp: Entry = ""


class BeneficiaryOut(BaseModel):
    """``name``: what a list calls the beneficiary. Of a trust and an estate a person's answers are empty."""

    beneficiary_id: str
    name: str = ""
    first_name: str = ""
    middle_name: str = ""
    last_name: str = ""
    birthdate: str = ""
    ssn: str
    ssn_later: str = ""
    relationship: str
    trust_name: str = ""
    trustee: str = ""
    trust_date: str = ""
    beneficiary_percentage: str


class Beneficiaries(BaseModel):
    """``max`` beneficiaries at most. Numbers come masked."""

    beneficiaries: list[BeneficiaryOut]
    total: int = Field(description="Sum of the shares in per cent.", examples=[100])
    max: int
    stamp: str = "new"


class BeneficiariesResult(BaseModel):
    """``beneficiaries``: those of ``result``."""

    beneficiaries: list[BeneficiaryOut]
    result: Beneficiaries


class BeneficiariesStaged(BaseModel):
    version: int
    result: Beneficiaries


class BeneficiaryChecked(BaseModel):
    beneficiary_id: str
