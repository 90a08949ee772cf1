"""The bank account of Billing Information."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from planfront.billing.accountrules import account_doubt, account_problem
from planfront.enrollment.forms import kinds, rules
from planfront.enrollment.forms.base import Answers, Problems, StepContext, is_mask
from planfront.enrollment.forms.checking import Check
from planfront.enrollment.forms.field import Field, SummaryRow
from planfront.enrollment.steps.billing.answers import BANK, BillingAnswers
from planfront.enrollment.steps.billing.ways import is_way, shown_for
from planfront.kernel.text.parse import HOLDER_LENGTH, digits

ACCOUNT_TYPES = (("checking", _("Checking")), ("savings", _("Savings")))
HOLDER_TYPES = (("individual", _("Individual")), ("company", _("Company")))
ROUTING_DIGITS = 9
ROUTING = _("Routing number must be of 9 digits")
ROUTING_WRONG = _("This routing number is not valid. Please check it.")
ACCOUNT = _("Account Number must be of 4 to 17 digits.")
HOLDER = _("Invalid account holder name")
_GROUP = _("Bank account")
_PART = "bank"


def _without_grouping(value: str) -> kinds.Cleaned:
    return value.replace(" ", "").replace("-", ""), ""


def _account_number(value: str) -> kinds.Cleaned:
    """A minus is kept, so that it is refused."""
    return (value, "") if value.startswith("-") else _without_grouping(value)


_ROUTING_KIND = kinds.Kind(
    "routing", _without_grouping, input_mode="numeric", autocomplete="off", max_length=ROUTING_DIGITS
)
_ACCOUNT_KIND = kinds.Kind(
    "account", _account_number, secret=True, input_mode="numeric", autocomplete="off", max_length=17
)
_HOLDER_KIND = kinds.Kind("text", printed=True, autocomplete="name", max_length=HOLDER_LENGTH)


def _routing_checks(_ctx: StepContext) -> list[Check]:
    return rules.is_number_of(ROUTING_DIGITS, ROUTING_DIGITS, ROUTING)


def _account_checks(_ctx: StepContext) -> list[Check]:
    return rules.is_number_of(4, 17, ACCOUNT)


def _holder_checks(_ctx: StepContext) -> list[Check]:
    message = str(HOLDER)
    return [
        Check(kind="holder", message=message),
        Check(kind="max_length", value=str(HOLDER_LENGTH), message=message),
    ]


def account_line(answers: BillingAnswers) -> str:
    """``Harborlight Bank, ending 7710``; "" as long as nothing is known."""
    return ", ".join(filter(None, (answers.bank_name, rules.ending(answers.account_last4).lower())))


def _line(_ctx: StepContext, saved: Mapping[str, Any]) -> str:
    answers = BillingAnswers.read(saved)
    return "" if answers.by_card else account_line(answers)


def _by_bank(ctx: StepContext) -> bool:
    return is_way(ctx, BANK)


# In the order of a check, which the page shows beside them.
HOLDER_NAME = Field(
    "account_name",
    _("Account holder name"),
    _HOLDER_KIND,
    required=True,
    ask_if=_by_bank,
    group=_GROUP,
    part=_PART,
    show_if=shown_for(BANK),
    checks=_holder_checks,
    summary=SummaryRow(_("Account holder name"), details_place=1),
)
ROUTING_NUMBER = Field(
    "routing_number",
    _("Routing number"),
    _ROUTING_KIND,
    required=True,
    ask_if=_by_bank,
    group=_GROUP,
    part=_PART,
    show_if=shown_for(BANK),
    checks=_routing_checks,
    summary=SummaryRow(_("Routing number"), details_place=2),
)
# Typed only for a number that the operator's table doesn't know.
BANK_NAME = Field(
    "bank_name",
    _("Bank name"),
    required=True,
    ask_if=_by_bank,
    max_length=80,
    group=_GROUP,
    part=_PART,
    show_if=shown_for(BANK),
    signed=False,
)
ACCOUNT_NUMBER = Field(
    "account_number",
    _("Account number"),
    _ACCOUNT_KIND,
    required=True,
    ask_if=_by_bank,
    group=_GROUP,
    part=_PART,
    show_if=shown_for(BANK),
    checks=_account_checks,
    summary=SummaryRow(_("Account"), 2, _line),
)
# Asked only about a number that could be a card's.
ACCOUNT_CONFIRMED = Field(
    "account_confirmed",
    _("Yes, this is the account number"),
    kinds.CHECKBOX,
    ask_if=_by_bank,
    group=_GROUP,
    part=_PART,
    show_if=shown_for(BANK),
    stored=False,
    signed=False,
)
ACCOUNT_TYPE = Field(
    "account_type",
    _("Account type"),
    kinds.RADIO,
    required=True,
    ask_if=_by_bank,
    options=ACCOUNT_TYPES,
    group=_GROUP,
    part=_PART,
    segmented=True,
    show_if=shown_for(BANK),
)
HOLDER_TYPE = Field(
    "account_holder_type",
    _("Account holder type"),
    kinds.RADIO,
    required=True,
    ask_if=_by_bank,
    options=HOLDER_TYPES,
    group=_GROUP,
    part=_PART,
    segmented=True,
    show_if=shown_for(BANK),
    summary=SummaryRow(_("Account holder type"), details_place=3),
)
FIELDS = (ROUTING_NUMBER, BANK_NAME, ACCOUNT_NUMBER, ACCOUNT_CONFIRMED, HOLDER_NAME, ACCOUNT_TYPE, HOLDER_TYPE)


def check(ctx: StepContext, saved: BillingAnswers, data: Mapping[str, Any], problems: Problems) -> Answers:
    """Clean answers of an account. ``account_number`` is in them only when it was typed; ``saved`` are the stored
    answers, empty ones when something else than an account is stored."""
    holder = HOLDER_NAME.clean(ctx, data, {}, problems, required=True)
    return {
        "account_name": holder,
        **_check_routing(ctx, data, problems),
        **_check_account(ctx, saved, data, problems),
        **{field.name: field.clean(ctx, data, {}, problems, required=True) for field in (ACCOUNT_TYPE, HOLDER_TYPE)},
    }


def _check_routing(ctx: StepContext, data: Mapping[str, Any], problems: Problems) -> Answers:
    """A bank of the operator's table gives its own name; an unknown one is named by the applicant. Without a right
    number nothing is said of the name: that would be a second mistake for one."""
    number = ROUTING_NUMBER.clean(ctx, data, {}, problems, required=True)
    bank = _bank(ctx, data, number) if number and not problems.has("routing_number") else None
    if number and bank is None:
        problems.add("routing_number", ROUTING_WRONG)
    if bank is None:
        return {}
    name = bank or BANK_NAME.clean(ctx, data, {}, problems, required=True)
    return {"routing_number": number, "bank_name": name, "bank_known": bool(bank)}


def _bank(ctx: StepContext, data: Mapping[str, Any], number: str) -> str | None:
    """Return the bank as ``facts.bank`` does; stored answers keep the one that was found then."""
    if "bank_known" in data:
        return str(data["bank_name"]) if data["bank_known"] else ""
    return ctx.facts.bank(number)


def _check_account(ctx: StepContext, saved: BillingAnswers, data: Mapping[str, Any], problems: Problems) -> Answers:
    typed = rules.text(data, "account_number")
    if is_mask(typed, saved.account_last4):
        typed = ""
    # The same account at another bank is another account: it has to be typed again.
    same_bank = rules.text(data, "routing_number") == saved.routing_number
    if not typed and saved.account_last4 and same_bank:
        return {"account_last4": saved.account_last4}
    number = ACCOUNT_NUMBER.clean(ctx, {"account_number": typed}, {}, problems, required=True)
    if not number:
        return {}
    if wrong := account_problem(number, digits(rules.text(data, "routing_number"))):
        problems.add("account_number", wrong)
    confirmed = ACCOUNT_CONFIRMED.clean(ctx, data, {}, problems, required=False) == "1"
    if not confirmed and (doubt := account_doubt(number)):
        problems.add("account_confirmed", doubt)
    return {"account_number": number}


def with_typed_bank(ctx: StepContext, values: Answers) -> Answers:
    """Return the values with the bank of a typed, unsaved routing number, and without the saved account of another."""
    draft = ctx.drafts.get(BillingAnswers.key, {})
    number = draft.get("routing_number")
    if number is None or number == ctx.read(BillingAnswers).routing_number:
        return values
    bank = ctx.facts.bank(number) if len(number) == ROUTING_DIGITS else None
    result: Answers = {"bank_known": None, "bank_name": "", "account_last4": ""}
    if bank is not None:
        result |= {"bank_known": bool(bank), "bank_name": bank or draft.get("bank_name", "")}
    return {**values, **result}
