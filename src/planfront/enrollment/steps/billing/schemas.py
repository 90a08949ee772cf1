"""Billing Information on the wire."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from planfront.enrollment.forms.body import Entry, Flag, takes
from planfront.enrollment.forms.schemas import StepBody
from planfront.enrollment.steps.billing.form import FORM as BILLING_FORM


@takes(BILLING_FORM)
class BillingBody(StepBody):
    """An account number that could be a card's is a 422 on ``account_confirmed`` without it."""

    account_confirmed: Flag = Field(
        "",
        description="`1`: an account number that could be a card's was looked at again, and is right.",
        examples=["0"],
    )


class BillingExistingBody(StepBody):
    """``bank_id``: one of get-existing-bank-info, or ``card_id``: one of get-existing-card-info; their other fields may
    be sent along and are not read."""

    model_config = ConfigDict(extra="ignore")

    payment_method: Entry = ""
    bank_id: Entry = ""
    card_id: Entry = ""
    bill_date: Entry = ""
