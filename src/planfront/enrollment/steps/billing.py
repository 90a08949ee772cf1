"""Billing Information: the account that is charged. Card entry comes from the server's method and isn't asked here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.enrollment.steps import rules
from planfront.enrollment.steps.base import Answers, Block, FieldDef, Problems, Row, Step, StepContext, Summary, is_mask
from planfront.kernel.parse import digits

ACCOUNT_TYPES = (("checking", gettext_lazy("Checking")), ("savings", gettext_lazy("Savings")))
HOLDER_TYPES = (("individual", gettext_lazy("Individual")), ("company", gettext_lazy("Company")))
METHODS = (
    ("eft", gettext_lazy("EFT")),
    ("list", gettext_lazy("LIST")),
    ("elist", gettext_lazy("EFT LIST")),
    ("stmt", gettext_lazy("STMT")),
)
NOTICES = {
    "list": gettext_lazy("Payment will be by list bill."),
    "elist": gettext_lazy("Payment will be by EFT list bill."),
    "stmt": gettext_lazy("Payment will be by statement."),
}
ROUTING = gettext_lazy("Routing number must be of 9 digits")
ROUTING_WRONG = gettext_lazy("This routing number is not valid. Please check it.")
ACCOUNT = gettext_lazy("Account Number must be of 4 to 17 digits.")
HOLDER = gettext_lazy("Invalid account holder name")


class BillingStep(Step):
    key = "billing_info"
    slug = "billing-information"
    order = 6
    sensitive = frozenset({"account_number"})

    def title(self) -> str:
        return _("Billing Information")

    def card_title(self) -> str:
        return _("Billing Info")

    def lead(self, ctx: StepContext) -> str:
        return _("Choose the account for your payments.")

    def method(self, ctx: StepContext) -> str:
        return str(ctx.facts.get("payment_method", "eft"))

    def fields(self, ctx: StepContext) -> list[FieldDef]:
        method = self.method(ctx)
        values = {**ctx.answers(self.key), **ctx.drafts.get(self.key, {})}
        made = [
            FieldDef(
                field_name="payment_method", type="radio", label=_("Payment type"), value=method, required=True,
                read_only=True, options=rules.options(pair for pair in METHODS if pair[0] == method),
                hint=str(NOTICES.get(method, "")),
            )
        ]  # fmt: skip
        if method == "eft":
            made += self._bank(values)
        made.append(self._bill_date(ctx, values))
        return [one.model_copy(update={"order": index}) for index, one in enumerate(made)]

    def _bank(self, values: Answers) -> list[FieldDef]:
        group = _("Bank account")
        named = bool(values.get("bank_known"))
        return [
            FieldDef(field_name="account_name", label=_("Account holder name"), required=True, group=group,
                     value=values.get("account_name", ""), max_length=60, autocomplete="name"),
            FieldDef(field_name="routing_number", type="routing", label=_("Routing number"), required=True,
                     group=group, value=values.get("routing_number", ""), max_length=9, input_mode="numeric",
                     autocomplete="off"),
            FieldDef(field_name="bank_name", label=_("Bank name"), required=True, group=group, max_length=80,
                     value=values.get("bank_name", ""), read_only=named or not values.get("bank_name")),
            FieldDef(field_name="account_number", type="account", label=_("Account number"), required=True,
                     group=group, value=rules.ending(str(values.get("account_last4", ""))), sensitive=True,
                     max_length=17, input_mode="numeric", autocomplete="off"),
            FieldDef(field_name="account_type", type="radio", label=_("Account type"), required=True, group=group,
                     value=values.get("account_type", ""), options=rules.options(ACCOUNT_TYPES)),
            FieldDef(field_name="account_holder_type", type="radio", label=_("Account holder type"), required=True,
                     group=group, value=values.get("account_holder_type", ""), options=rules.options(HOLDER_TYPES)),
        ]  # fmt: skip

    def _bill_date(self, ctx: StepContext, values: Answers) -> FieldDef:
        days = ctx.facts.get("bill_dates", ())
        default = "28" if 28 in days else str(days[-1] if days else 28)
        return FieldDef(
            field_name="bill_date", type="radio", label=_("Billing date"), required=True, group=_("Billing date"),
            value=str(values.get("bill_date") or default), options=rules.options((day, ordinal(day)) for day in days),
        )  # fmt: skip

    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        """``account_number`` is in the answers of a new entry only; what is stored has ``account_last4`` instead."""
        found = Problems()
        method = self.method(ctx)
        clean: Answers = {"payment_method": rules.choice(found, {"m": method, **data}, "payment_method", [method],
                                                         optional=True) or method}  # fmt: skip
        if method == "eft":
            clean.update(self._check_bank(ctx, data, found))
        days = [str(day) for day in ctx.facts.get("bill_dates", ())]
        clean["bill_date"] = rules.choice(found, {"bill_date": data.get("bill_date") or "28"}, "bill_date", days)
        found.stop()
        return clean

    def _check_bank(self, ctx: StepContext, data: Mapping[str, Any], found: Problems) -> Answers:
        holder = rules.required(found, data, "account_name")
        if holder and (len(holder) > 60 or not re.fullmatch(r"[^\W_]+(?: [^\W_]+)*", holder)):
            found.add("account_name", HOLDER)
        clean: Answers = {"account_name": holder, **self._check_routing(ctx, data, found)}
        clean.update(self._check_account(ctx, data, found))
        clean["account_type"] = rules.choice(found, data, "account_type", [v for v, _l in ACCOUNT_TYPES])
        clean["account_holder_type"] = rules.choice(found, data, "account_holder_type", [v for v, _l in HOLDER_TYPES])
        return clean

    def _check_routing(self, ctx: StepContext, data: Mapping[str, Any], found: Problems) -> Answers:
        """A bank of the operator's table gives its own name; an unknown one is named by the applicant."""
        number = rules.required(found, data, "routing_number").replace(" ", "").replace("-", "")
        known = ""
        if number and (len(number) != 9 or number != digits(number)):
            found.add("routing_number", ROUTING)
        elif number:
            bank = ctx.facts["bank"](number)
            if bank is None:
                found.add("routing_number", ROUTING_WRONG)
            known = bank or ""
        name = known or rules.longest(found, rules.required(found, data, "bank_name"), "bank_name", 80)
        return {"routing_number": number, "bank_name": name, "bank_known": bool(known)}

    def _check_account(self, ctx: StepContext, data: Mapping[str, Any], found: Problems) -> Answers:
        number = rules.text(data, "account_number").replace(" ", "").replace("-", "")
        saved = ctx.answers(self.key)
        # The same account at another bank is another account: it has to be typed again.
        same_bank = rules.text(data, "routing_number") == saved.get("routing_number")
        if is_mask(rules.text(data, "account_number"), saved.get("account_last4", "")):
            number, data = "", {**data, "account_number": ""}
        if not number and saved.get("account_last4") and same_bank:
            return {"account_last4": saved["account_last4"]}
        if not rules.required(found, data, "account_number"):
            return {}
        if not 4 <= len(number) <= 17 or number != digits(number):
            found.add("account_number", ACCOUNT)
        return {"account_number": number}

    def summary(self, ctx: StepContext) -> Summary:
        saved = ctx.answers(self.key)
        if not saved:
            return Summary()
        method = rules.label_of(METHODS, saved.get("payment_method"))
        kind = rules.label_of(ACCOUNT_TYPES, saved.get("account_type")).lower()
        account = ", ".join(
            filter(None, (saved.get("bank_name", ""), rules.ending(saved.get("account_last4", "")).lower()))
        )
        rows = [
            Row(label=_("Method"), value=", ".join(filter(None, (method, kind)))),
            Row(label=_("Account"), value=account),
            Row(label=_("Billing date"), value=ordinal(int(saved.get("bill_date", 28)))),
        ]
        more = [
            Row(label=_("Account holder name"), value=saved.get("account_name", "")),
            Row(label=_("Routing number"), value=saved.get("routing_number", "")),
            Row(label=_("Account holder type"), value=rules.label_of(HOLDER_TYPES, saved.get("account_holder_type"))),
        ]
        kept = [one for one in rows if one.value]
        return Summary(rows=kept, details=[Block(rows=[*kept, *(one for one in more if one.value)])])


def ordinal(day: int) -> str:
    """``28th of month``."""
    return _("%(day)sth of month") % {"day": day}
