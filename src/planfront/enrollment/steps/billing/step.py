"""The step Billing Information: what is stored of an account or card, and the first payment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.enrollment.forms import rules
from planfront.enrollment.forms.base import Answers, FieldDef, Problems, StepContext
from planfront.enrollment.forms.step import FormStep
from planfront.enrollment.steps.billing import bank, card
from planfront.enrollment.steps.billing.answers import BANK, CARD, BillingAnswers
from planfront.enrollment.steps.billing.form import BILL_DATE, FORM, METHOD, share_text
from planfront.enrollment.steps.billing.ways import NOTICES, chosen_way, usual_day
from planfront.kernel.money import display
from planfront.parties.groups.deductions import Deduction, deduction_of
from planfront.parties.voice import possessive

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


class BillingStep(FormStep):
    form = FORM
    slug = "billing-information"
    by_default = True
    form_call = "get-form-fields-billing-info"
    save_call = "save-billing-info"
    has_consequences = True
    form_call_about = "Fields of Billing Information for the enrollment's payment method."
    clients_alone = True
    draft_also = frozenset({"bank_name"})

    def title(self) -> str:
        return _("Billing Information")

    def description(self, ctx: StepContext) -> str:
        if self.method(ctx) not in NOTICES:
            return _("How it is paid, and on which day of the month.")
        if self.deduction(ctx) is None:
            return _("How it is paid.")
        words = _("%(group)s is billed, and your share comes from your pay.")
        if ctx.client:
            words = _("%(group)s is billed, and %(whose)s share comes from their pay.")
        return words % {"group": ctx.cart.sponsor, "whose": possessive(ctx.client)}

    def card_title(self) -> str:
        return _("Billing Info")

    def lead(self, ctx: StepContext) -> str:
        if self.method(ctx) in NOTICES:
            return ""
        words = _("First %(first)s, then %(monthly)s a month. You won't be charged until you sign and submit.")
        return words % {"first": display(ctx.cart.first_month), "monthly": display(ctx.cart.monthly)}

    def method(self, ctx: StepContext) -> str:
        return ctx.facts.billing.method

    def ways(self, ctx: StepContext) -> tuple[str, ...]:
        """Return the ways to choose from, the usual one first."""
        return ctx.facts.billing.ways

    def first_payment(self, ctx: StepContext) -> str:
        """Return in a sentence the first payment, and how the person's share is paid where the group pays the rest."""
        way = self.chosen(ctx)
        words = str((FIRST_PAYMENTS_OF_CLIENT if ctx.client else FIRST_PAYMENTS)[way])
        return " ".join(filter(None, (words % {"amount": display(ctx.cart.first_month)}, share_text(ctx, way))))

    def deduction(self, ctx: StepContext) -> Deduction | None:
        """Return what is taken from the person's pay; None where they are charged themselves."""
        way = self.chosen(ctx)
        return deduction_of(ctx.cart.sponsor, ctx.cart.share, way, once=ctx.cart.once_own, client=ctx.client)

    def chosen(self, ctx: StepContext) -> str:
        """The way that was saved, else the usual one."""
        return chosen_way(ctx, ctx.answers(self.key))

    def values(self, ctx: StepContext) -> Answers:
        values = bank.with_typed_bank(ctx, {**self._entered(ctx), **ctx.drafts.get(self.key, {})})
        return {
            **values,
            **card.address_values(ctx, values),
            "payment_method": chosen_way(ctx, values),
            "account_number": rules.ending(str(values.get("account_last4", ""))),
            "card_number": rules.ending(str(values.get("card_last4", ""))),
            "bill_date": str(values.get("bill_date") or usual_day(ctx.facts.billing.days)),
        }

    def _entered(self, ctx: StepContext) -> Answers:
        """Return the values that were entered here: details of an earlier enrollment's account or card are no new
        entry."""
        saved = ctx.answers(self.key)
        if not saved.get("existing"):
            return saved
        return {name: saved[name] for name in ("payment_method", "bill_date") if name in saved}

    def fields(self, ctx: StepContext) -> list[FieldDef]:
        """Return the form. The bank's name can be typed where it is unknown, and the address unless it is copied."""
        values = self.values(ctx)
        fixed = {"bank_name": values.get("bank_known") is not False}
        fixed |= dict.fromkeys(card.ADDRESS, values["is_physical_address"] == "1")
        return [
            field.model_copy(update={"read_only": fixed.get(field.field_name, field.read_only)})
            for field in self.form.definitions(ctx, values)
        ]

    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        """Return clean answers. Only a new entry has ``account_number`` (stored is ``account_last4``) and the card's
        number and code, or its token (stored are brand and last four)."""
        problems = Problems()
        way = METHOD.clean(ctx, data, {}, problems, required=False) or chosen_way(ctx, data)
        clean: Answers = {"payment_method": way}
        if way == BANK:
            clean |= bank.check(ctx, BillingAnswers.read(self._saved(ctx, BANK)), data, problems)
        if way == CARD:
            clean |= card.check(ctx, self._saved(ctx, CARD), data, problems)
        if way in {BANK, CARD}:
            day = {"bill_date": data.get("bill_date") or usual_day(ctx.facts.billing.days)}
            clean["bill_date"] = BILL_DATE.clean(ctx, day, {}, problems, required=True)
            if existing := rules.text(data, "existing"):
                clean["existing"] = existing
        problems.stop()
        return clean

    def _saved(self, ctx: StepContext, way: str) -> Answers:
        saved = ctx.answers(self.key)
        return saved if saved.get("payment_method") == way else {}

    def account_line(self, ctx: StepContext) -> str:
        """``Harborlight Bank, ending 7710`` or ``Visa ending 4242``: what is charged; "" as long as it isn't known."""
        saved = ctx.read(BillingAnswers)
        if not saved.by_card:
            return bank.account_line(saved)
        if not saved.card_last4:
            return ""
        return _("%(brand)s ending %(last4)s") % {"brand": saved.card_brand, "last4": saved.card_last4}
