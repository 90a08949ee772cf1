"""Billing Information: the account or card that is charged, or a notice of who pays."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.enrollment.steps import cardform, places, rules
from planfront.enrollment.steps.base import Answers, Block, FieldDef, Problems, Row, Step, StepContext, Summary, is_mask
from planfront.enrollment.steps.checking import Check
from planfront.enrollment.steps.names import HOLDER_LENGTH, is_account_holder
from planfront.kernel.money import display
from planfront.kernel.parse import digits
from planfront.sponsors.deductions import Deduction, deduction_of
from planfront.sponsors.readers import whose
from planfront.sponsors.wording import payment_text

ACCOUNT_TYPES = (("checking", gettext_lazy("Checking")), ("savings", gettext_lazy("Savings")))
HOLDER_TYPES = (("individual", gettext_lazy("Individual")), ("company", gettext_lazy("Company")))
METHODS = (
    ("eft", gettext_lazy("EFT")),
    ("cc", gettext_lazy("Credit Card")),
    ("list", gettext_lazy("LIST")),
    ("elist", gettext_lazy("EFT LIST")),
    ("stmt", gettext_lazy("STMT")),
)
NOTICES = {
    "list": gettext_lazy("Payment will be by list bill."),
    "elist": gettext_lazy("Payment will be by EFT list bill."),
    "stmt": gettext_lazy("Payment will be by statement."),
}
FIRST_PAYMENTS = {
    "eft": gettext_lazy("Your first payment of %(amount)s is drawn within 5 days."),
    "cc": gettext_lazy("Your first payment of %(amount)s is charged within 5 days."),
    **NOTICES,
}
FIRST_PAYMENTS_OF_CLIENT = {
    "eft": gettext_lazy("The first payment of %(amount)s is drawn within 5 days."),
    "cc": gettext_lazy("The first payment of %(amount)s is charged within 5 days."),
    **NOTICES,
}
ROUTING_DIGITS = 9
ROUTING = gettext_lazy("Routing number must be of 9 digits")
ROUTING_WRONG = gettext_lazy("This routing number is not valid. Please check it.")
ACCOUNT = gettext_lazy("Account Number must be of 4 to 17 digits.")
HOLDER = gettext_lazy("Invalid account holder name")


class BillingStep(Step):
    key = "billing_info"
    slug = "billing-information"
    by_default = True
    form_call = "get-form-fields-billing-info"
    save_call = "save-billing-info"
    form_call_about = "Fields of Billing Information for the enrollment's payment method."
    clients_alone = True
    sensitive = frozenset({"account_number", *cardform.PASSING})
    unsigned = frozenset({"bank_name", "existing", *cardform.ADDRESS, "is_physical_address"})
    draft_also = frozenset({"bank_name"})

    def title(self) -> str:
        return _("Billing Information")

    def asks(self, ctx: StepContext) -> str:
        if self.method(ctx) not in NOTICES:
            return _("How it is paid, and on which day of the month.")
        if self.deduction(ctx) is None:
            return _("How it is paid.")
        words = _("%(group)s is billed, and your share comes from your pay.")
        if ctx.client:
            words = _("%(group)s is billed, and %(whose)s share comes from their pay.")
        return words % {"group": ctx.cart.sponsor, "whose": whose(ctx.client)}

    def card_title(self) -> str:
        return _("Billing Info")

    def lead(self, ctx: StepContext) -> str:
        if self.method(ctx) in NOTICES:
            return ""
        words = _("First %(first)s, then %(monthly)s a month. Nothing is charged before you sign and submit.")
        return words % {"first": display(ctx.cart.first_month), "monthly": display(ctx.cart.monthly)}

    def method(self, ctx: StepContext) -> str:
        return ctx.facts.billing.method

    def ways(self, ctx: StepContext) -> tuple[str, ...]:
        """What may be chosen, the usual one first."""
        return ctx.facts.billing.ways

    def first_payment(self, ctx: StepContext) -> str:
        """What is paid first and how, in a sentence."""
        way = self.chosen(ctx, ctx.answers(self.key))
        words = (FIRST_PAYMENTS_OF_CLIENT if ctx.client else FIRST_PAYMENTS)[way]
        return self._with_share(ctx, str(words) % {"amount": display(ctx.cart.first_month)}, way)

    def _with_share(self, ctx: StepContext, words: str, way: str) -> str:
        """The words, and how the person's share is paid where the group pays the rest."""
        return " ".join(filter(None, (words, self.share_text(ctx, way))))

    def share_text(self, ctx: StepContext, way: str) -> str:
        """How the person's share is paid; "" where the group pays nothing."""
        return payment_text(ctx.cart.sponsor, ctx.cart.share, way, once=ctx.cart.once, client=ctx.client)

    def deduction(self, ctx: StepContext) -> Deduction | None:
        """What is taken from the person's pay; None where they are charged themselves."""
        way = self.chosen(ctx, ctx.answers(self.key))
        return deduction_of(ctx.cart.sponsor, ctx.cart.share, way, once=ctx.cart.once, client=ctx.client)

    def chosen(self, ctx: StepContext, values: Mapping[str, Any]) -> str:
        ways = self.ways(ctx)
        wished = values.get("payment_method")
        return wished if wished in ways else ways[0]

    def fields(self, ctx: StepContext) -> list[FieldDef]:
        ways = self.ways(ctx)
        values = self._with_bank(ctx, {**self._typed(ctx), **ctx.drafts.get(self.key, {})})
        result = [self._method(ctx, values)]
        if "eft" in ways:
            result += [item.model_copy(update={"show_if": _only("eft", ways)}) for item in self._bank(values)]
        if "cc" in ways:
            result += cardform.fields(values, ctx.today, _only("cc", ways) or {})
            result += cardform.address_fields(
                ctx, values, cardform.home_of(ctx), must=self._must(ctx), show_if=_only("cc", ways) or {}
            )
        if set(ways) & {"eft", "cc"}:
            result += [self._bill_date(ctx, values), *self._stored(ctx)]
        return [one.model_copy(update={"order": index}) for index, one in enumerate(result)]

    def _typed(self, ctx: StepContext) -> Answers:
        """What was entered here: the details of an account or card of an earlier enrollment are no new entry."""
        saved = ctx.answers(self.key)
        if not saved.get("existing"):
            return saved
        return {name: saved[name] for name in ("payment_method", "bill_date") if name in saved}

    def _method(self, ctx: StepContext, values: Answers) -> FieldDef:
        ways = self.ways(ctx)
        return FieldDef(
            field_name="payment_method",
            type="radio",
            label=_("Payment type"),
            value=self.chosen(ctx, values),
            required=True,
            read_only=len(ways) == 1,
            hint=self._with_share(ctx, str(NOTICES[ways[0]]), ways[0]) if ways[0] in NOTICES else "",
            options=rules.options(pair for pair in METHODS if pair[0] in ways),
        )

    def _must(self, ctx: StepContext) -> dict[str, bool]:
        always = dict.fromkeys(cardform.ADDRESS, True)
        return {**always, "address2": self.must(ctx, "address2")}

    def _stored(self, ctx: StepContext) -> list[FieldDef]:
        """What the page offers to keep: the account or card taken from an earlier enrollment, the card in words."""
        saved = ctx.answers(self.key)
        problems = Problems()
        if saved.get("card_last4"):
            cardform.check(ctx, saved, saved, problems, {})
        card = "" if problems.items else _card_line(saved)
        return [
            FieldDef(field_name="existing", type="hidden", value=saved.get("existing", ""), read_only=True),
            FieldDef(field_name="card_kept", type="hidden", value=card, read_only=True),
        ]

    def _with_bank(self, ctx: StepContext, values: Answers) -> Answers:
        """With the bank of a routing number that was typed and not saved, and without the saved account of another."""
        draft = ctx.drafts.get(self.key, {})
        number = draft.get("routing_number")
        if number is None or number == ctx.answers(self.key).get("routing_number"):
            return values
        known = ctx.facts.bank(number) if len(number) == ROUTING_DIGITS else None
        result: Answers = {"bank_known": None, "bank_name": "", "account_last4": ""}
        if known is not None:
            result |= {"bank_known": bool(known), "bank_name": known or draft.get("bank_name", "")}
        return {**values, **result}

    def _bank(self, values: Answers) -> list[FieldDef]:
        """In the order of a check, which the page shows beside them."""
        group = _("Bank account")
        return [
            FieldDef(
                field_name="routing_number",
                type="routing",
                label=_("Routing number"),
                required=True,
                group=group,
                value=values.get("routing_number", ""),
                max_length=9,
                input_mode="numeric",
                autocomplete="off",
                checks=rules.is_number_of(ROUTING_DIGITS, ROUTING_DIGITS, ROUTING),
            ),
            FieldDef(
                field_name="bank_name",
                label=_("Bank name"),
                required=True,
                group=group,
                max_length=80,
                value=values.get("bank_name", ""),
                read_only=values.get("bank_known") is not False,
            ),
            FieldDef(
                field_name="account_number",
                type="account",
                label=_("Account number"),
                required=True,
                group=group,
                value=rules.ending(str(values.get("account_last4", ""))),
                sensitive=True,
                max_length=17,
                input_mode="numeric",
                autocomplete="off",
                checks=rules.is_number_of(4, 17, ACCOUNT),
            ),
            FieldDef(
                field_name="account_name",
                label=_("Account holder name"),
                required=True,
                group=group,
                value=values.get("account_name", ""),
                max_length=HOLDER_LENGTH,
                autocomplete="name",
                checks=[Check(kind="holder", message=str(HOLDER))],
            ),
            FieldDef(
                field_name="account_type",
                type="radio",
                label=_("Account type"),
                required=True,
                group=group,
                segmented=True,
                value=values.get("account_type", ""),
                options=rules.options(ACCOUNT_TYPES),
            ),
            FieldDef(
                field_name="account_holder_type",
                type="radio",
                label=_("Account holder type"),
                required=True,
                segmented=True,
                group=group,
                value=values.get("account_holder_type", ""),
                options=rules.options(HOLDER_TYPES),
            ),
        ]

    def _bill_date(self, ctx: StepContext, values: Answers) -> FieldDef:
        days = ctx.facts.billing.days
        named = rules.options((day, ordinal(day)) for day in days)
        return FieldDef(
            field_name="bill_date",
            type="radio",
            label=_("Billing date"),
            required=True,
            group=_("Billing date"),
            value=str(values.get("bill_date") or usual_day(days)),
            options=named,
        )

    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        """What is in the answers of a new entry only: ``account_number`` (stored is ``account_last4``) and the card's
        number and code, or its token (stored are brand and last four)."""
        problems = Problems()
        ways = self.ways(ctx)
        way = rules.choice(problems, data, "payment_method", list(ways), optional=True) or self.chosen(ctx, data)
        clean: Answers = {"payment_method": way}
        if way == "eft":
            clean.update(self._check_bank(ctx, data, problems))
        if way == "cc":
            saved = self._saved(ctx, "cc")
            clean.update(cardform.check(ctx, saved, data, problems, self._must(ctx)))
        if way in {"eft", "cc"}:
            days = ctx.facts.billing.days
            given = {"bill_date": data.get("bill_date") or usual_day(days)}
            clean["bill_date"] = rules.choice(problems, given, "bill_date", [str(day) for day in days])
            if existing := rules.text(data, "existing"):
                clean["existing"] = existing
        problems.stop()
        return clean

    def _saved(self, ctx: StepContext, way: str) -> Answers:
        saved = ctx.answers(self.key)
        return saved if saved.get("payment_method") == way else {}

    def _check_bank(self, ctx: StepContext, data: Mapping[str, Any], problems: Problems) -> Answers:
        holder = unicodedata.normalize("NFC", rules.required(problems, data, "account_name"))
        if holder and not is_account_holder(holder):
            problems.add("account_name", HOLDER)
        clean: Answers = {"account_name": holder, **self._check_routing(ctx, data, problems)}
        clean.update(self._check_account(ctx, data, problems))
        clean["account_type"] = rules.choice(problems, data, "account_type", [v for v, _l in ACCOUNT_TYPES])
        clean["account_holder_type"] = rules.choice(
            problems, data, "account_holder_type", [v for v, _l in HOLDER_TYPES]
        )
        return clean

    def _check_routing(self, ctx: StepContext, data: Mapping[str, Any], problems: Problems) -> Answers:
        """A bank of the operator's table gives its own name; an unknown one is named by the applicant. Without a right
        number nothing is said of the name: that would be a second mistake for one."""
        number = rules.required(problems, data, "routing_number").replace(" ", "").replace("-", "")
        if number and (len(number) != ROUTING_DIGITS or number != digits(number)):
            problems.add("routing_number", ROUTING)
        known = ctx.facts.bank(number) if number and not problems.has("routing_number") else None
        if number and known is None:
            problems.add("routing_number", ROUTING_WRONG)
        if known is None:
            return {}
        name = known or rules.check_length(problems, rules.required(problems, data, "bank_name"), "bank_name", 80)
        return {"routing_number": number, "bank_name": name, "bank_known": bool(known)}

    def _check_account(self, ctx: StepContext, data: Mapping[str, Any], problems: Problems) -> Answers:
        typed = rules.text(data, "account_number")
        number = typed if typed.startswith("-") else typed.replace(" ", "").replace("-", "")
        saved = self._saved(ctx, "eft")
        # The same account at another bank is another account: it has to be typed again.
        same_bank = rules.text(data, "routing_number") == saved.get("routing_number")
        if is_mask(rules.text(data, "account_number"), saved.get("account_last4", "")):
            number, data = "", {**data, "account_number": ""}
        if not number and saved.get("account_last4") and same_bank:
            return {"account_last4": saved["account_last4"]}
        if not rules.required(problems, data, "account_number"):
            return {}
        if not 4 <= len(number) <= 17 or number != digits(number):
            problems.add("account_number", ACCOUNT)
        return {"account_number": number}

    def summary(self, ctx: StepContext) -> Summary:
        saved = ctx.answers(self.key)
        if not saved:
            return Summary()
        rows, more = (self._card_rows if saved.get("payment_method") == "cc" else self._bank_rows)(ctx, saved)
        if day := saved.get("bill_date"):
            rows.append(Row(label=_("Billing date"), value=ordinal(int(day))))
        kept = [row for row in rows if row.value]
        return Summary(rows=kept, details=[Block(rows=[*kept, *(item for item in more if item.value)])])

    def account_line(self, ctx: StepContext) -> str:
        """``Harborlight Bank, ending 7710`` or ``Visa ending 4242``: what is charged; "" as long as it isn't known."""
        saved = ctx.answers(self.key)
        if saved.get("payment_method") != "cc":
            return _bank_line(saved)
        if not saved.get("card_last4"):
            return ""
        return _("%(brand)s ending %(last4)s") % {"brand": saved["card_brand"], "last4": saved["card_last4"]}

    def _bank_rows(self, _ctx: StepContext, saved: Answers) -> tuple[list[Row], list[Row]]:
        method = rules.label_of(METHODS, saved.get("payment_method"))
        kind = rules.label_of(ACCOUNT_TYPES, saved.get("account_type")).lower()
        rows = [
            Row(label=_("Method"), value=", ".join(filter(None, (method, kind)))),
            Row(label=_("Account"), value=_bank_line(saved)),
        ]
        more = [
            Row(label=_("Account holder name"), value=saved.get("account_name", "")),
            Row(label=_("Routing number"), value=saved.get("routing_number", "")),
            Row(label=_("Account holder type"), value=rules.label_of(HOLDER_TYPES, saved.get("account_holder_type"))),
        ]
        return rows, more

    def _card_rows(self, ctx: StepContext, saved: Answers) -> tuple[list[Row], list[Row]]:
        name = " ".join(saved.get(part, "") for part in cardform.NAMES)
        rows = [
            Row(label=_("Method"), value=rules.label_of(METHODS, "cc")),
            Row(label=_("Card"), value=_card_line(saved)),
        ]
        more = [
            Row(label=_("Name on card"), value=name),
            Row(label=_("Billing address"), value=places.line(cardform.address_of(ctx, saved))),
        ]
        return rows, more


def _only(way: str, ways: tuple[str, ...]) -> dict[str, Any] | None:
    """Shown while ``way`` is chosen; None where there is no choice."""
    return {"field": "payment_method", "eq": way} if len(ways) > 1 else None


def usual_day(days: Any) -> str:
    """The bill date that is chosen unless another one is."""
    return "28" if 28 in days or not days else str(days[-1])


def _bank_line(saved: Answers) -> str:
    return ", ".join(filter(None, (saved.get("bank_name", ""), rules.ending(saved.get("account_last4", "")).lower())))


def _card_line(saved: Answers) -> str:
    """``Visa ending 4242, expires 12/2030``."""
    if not saved.get("card_last4"):
        return ""
    return _("%(brand)s ending %(last4)s, expires %(month)s/%(year)s") % {
        "brand": saved["card_brand"],
        "last4": saved["card_last4"],
        "month": saved["expiration_month"],
        "year": saved["expiration_year"],
    }


def ordinal(day: int) -> str:
    """``28th of month``."""
    return _("%(day)sth of month") % {"day": day}
