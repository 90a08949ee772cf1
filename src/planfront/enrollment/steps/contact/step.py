"""The step Contact Information: the quote's place, and whose email address is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from planfront.enrollment.forms import places, rules
from planfront.enrollment.forms.base import Answers, Problems, StepContext
from planfront.enrollment.forms.step import FormStep
from planfront.enrollment.steps.contact.form import FORM, WHOSE_EMAIL
from planfront.integrations.states import Purpose, state_name


class ContactStep(FormStep):
    form = FORM
    slug = "contact-info"
    by_default = True
    form_call = "get-form-fields-contact-info"
    save_call = "save-contact-info"
    has_consequences = True
    picture = "contact_info"
    minutes = 2

    def title(self) -> str:
        return _("Contact Information")

    def description(self, ctx: StepContext) -> str:
        return _("Address and phone. For ID cards and the receipt.")

    def card_title(self) -> str:
        return _("Contact Info")

    def lead(self, ctx: StepContext) -> str:
        return _("We use this for your ID cards, your receipt, and questions about your application.")

    def initial_answers(self, ctx: StepContext) -> Answers:
        quoted = {"zip": ctx.shopper.zip, "state": ctx.shopper.state, "city": ctx.shopper.city}
        return {**quoted, **super().initial_answers(ctx)}

    def values(self, ctx: StepContext) -> Answers:
        values = super().values(ctx)
        if values["zip"] != self.initial_answers(ctx)["zip"]:
            values["zip4"] = ""  # it went with the other ZIP
        return values

    def prepared(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the data with the last four digits of a ZIP+4 in ``zip4``."""
        five, four = places.split_zip(rules.text(data, "zip"))
        return {**data, "zip": five, "zip4": four} if four else data

    def check(self, ctx: StepContext, answers: Answers, problems: Problems) -> None:
        if answers.get("email_address", "").casefold() in ctx.parties.seller_emails:
            problems.add("email_address", WHOSE_EMAIL[ctx.shopper.eprocess])
        # The place of the quote was looked up when it was quoted.
        if (answers.get("zip"), answers.get("state")) != (ctx.shopper.zip, ctx.shopper.state):
            places.check_zip(answers, ctx.facts.zip_states, problems, Purpose.HOME)
        if answers.get("state", ctx.shopper.state) not in ("", ctx.shopper.state):
            problems.add("zip", other_state(answers["state"], ctx.shopper.state))
        places.check_zip(answers, ctx.facts.zip_states, problems, kind="mailing_")

    def missing(self, ctx: StepContext) -> int:
        """Count missing answers. The tab opens again when the quote's ZIP changed afterward: prices depend on that
        one."""
        saved = ctx.answers(self.key)
        return super().missing(ctx) or int(bool(saved.get("zip")) and saved["zip"] != ctx.shopper.zip)


def other_state(state: str, quoted: str) -> str:
    """Return the message about an address outside the quoted state."""
    return _(
        "This ZIP code is in %(given)s, and your plans were quoted for %(quoted)s. "
        "Change the ZIP code in your quote to see the plans and prices there."
    ) % {"given": state_name(state) or state, "quoted": state_name(quoted) or quoted}
