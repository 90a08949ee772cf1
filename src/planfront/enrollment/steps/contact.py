"""Contact Information: how to reach the client, and where they live."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.enrollment.steps import places, rules
from planfront.enrollment.steps.base import Answers, Block, FieldDef, Problems, Row, Step, StepContext, Summary
from planfront.integrations.emails import normal
from planfront.integrations.states import ABROAD, STATES, birth_place_name, birth_place_names, state_name
from planfront.kernel import texts
from planfront.kernel.parse import show_phone

EMAIL_FORMAT = gettext_lazy("Email is not in correct format")
CLIENTS_OWN = gettext_lazy("Must be the client's email. If you apply for yourself, that is your own.")
NOT_THE_REPS = gettext_lazy("Must be the client's email, not the rep's.")
# Where somebody else types, whose address is wanted.
WHOSE_EMAIL = {"rep": NOT_THE_REPS, "group": gettext_lazy("Must be the client's email.")}
_LENGTHS = {"address1": 80, "address2": 80, "city": 60, "birth_city": 60, "birth_country": 60}
_NAMES = (
    "email_address", "phone_number", "address1", "address2", "zip", "zip4", "state", "city", "birth_state",
    "birth_country", "birth_city",
)  # fmt: skip


class ContactStep(Step):
    key = "contact_info"
    slug = "contact-info"
    by_default = True
    required_fields = (
        "email_address",
        "phone_number",
        "address1",
        "city",
        "zip",
        "state",
        "birth_state",
        "birth_country",
        "birth_city",
    )
    form_call = "get-form-fields-contact-info"
    save_call = "save-contact-info"
    picture = "contact_info"
    unsigned = frozenset({"email_address", "phone_number", "address1", "address2", "city", "zip4", "with_validation"})
    minutes = 2

    def title(self) -> str:
        return _("Contact Information")

    def asks(self, ctx: StepContext) -> str:
        return _("Address and phone. For ID cards and the receipt.")

    def card_title(self) -> str:
        return _("Contact Info")

    def lead(self, ctx: StepContext) -> str:
        return _("We use this for your ID cards, your receipt, and questions about your application.")

    def known(self, ctx: StepContext) -> Answers:
        quoted = {"zip": ctx.shopper.zip, "state": ctx.shopper.state, "city": str(ctx.facts.get("city", ""))}
        return {**quoted, **super().known(ctx)}

    def values(self, ctx: StepContext) -> Answers:
        known = self.known(ctx)
        merged = {**known, **ctx.drafts.get(self.key, {})}
        if merged["zip"] != known["zip"]:
            merged["zip4"] = ""  # it went with the other ZIP
        return {name: str(value) for name, value in merged.items()}

    def fields(self, ctx: StepContext) -> list[FieldDef]:
        return self.arranged(ctx, [*self._reach(ctx), *self._address(), *self._birth()], self.values(ctx))

    def _reach(self, ctx: StepContext) -> list[FieldDef]:
        return [
            FieldDef(
                field_name="email_address", type="email", label=_("Email"), autocomplete="email", input_mode="email",
                max_length=254, hint=str(WHOSE_EMAIL.get(ctx.shopper.eprocess, CLIENTS_OWN)),
            ),
            FieldDef(
                field_name="phone_number", type="phone", label=_("Contact number"), autocomplete="tel-national",
                input_mode="tel", max_length=14,
            ),
        ]  # fmt: skip

    def _address(self) -> list[FieldDef]:
        """``zip4`` comes with a ZIP+4, or from the Postal Service's check; nobody is asked for it."""
        return [*places.fields(_("Home address"), complete=True), FieldDef(field_name="zip4", type="hidden")]

    def _birth(self) -> list[FieldDef]:
        group = _("Place of birth")
        named = rules.options(
            (code, name if code == ABROAD else f"{name} ({code})") for code, name in birth_place_names().items()
        )
        return [
            FieldDef(field_name="birth_state", type="select", label=_("Birth state"), group=group, options=named),
            FieldDef(field_name="birth_country", label=_("Birth country"), group=group, max_length=60,
                     show_if={"field": "birth_state", "eq": ABROAD}),
            FieldDef(field_name="birth_city", label=_("Birth city"), group=group, max_length=60),
        ]  # fmt: skip

    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        found = Problems()
        clean = {name: rules.text(data, name) for name in _NAMES if self.shown(ctx, name)}
        if clean.get("birth_state", "").upper() != ABROAD:
            clean.pop("birth_country", None)
        for name, value in clean.items():
            if not value and self.must(ctx, name):
                found.add(name, texts.REQUIRED)
            rules.longest(found, value, name, _LENGTHS.get(name, 254))
        self._check_reach(ctx, clean, found)
        self._check_place(ctx, clean, found)
        found.stop()
        clean["with_validation"] = "1" if rules.text(data, "with_validation") == "1" else "0"
        return {name: value for name, value in clean.items() if value != ""}

    def _check_reach(self, ctx: StepContext, clean: Answers, found: Problems) -> None:
        if clean.get("email_address"):
            address = normal(clean["email_address"])
            if address is None:
                found.add("email_address", EMAIL_FORMAT)
            elif address.casefold() in ctx.parties.seller_emails:
                found.add("email_address", WHOSE_EMAIL[ctx.shopper.eprocess])
            clean["email_address"] = address or ""
        places.check_phone(clean, found, "phone_number")

    def _check_place(self, ctx: StepContext, clean: Answers, found: Problems) -> None:
        places.check_zip4(clean, found)
        places.check(clean, found)
        if clean.get("birth_state"):
            clean["birth_state"] = clean["birth_state"].upper()
            if not birth_place_name(clean["birth_state"]):
                found.add("birth_state", texts.CHOICE)
        if clean.get("state") in STATES and clean["state"] != ctx.shopper.state:
            found.add("zip", other_state(clean["state"], ctx.shopper.state))

    def missing(self, ctx: StepContext) -> int:
        """Also open again when the quote's ZIP was changed afterwards: prices stand for that one."""
        saved = ctx.answers(self.key)
        return super().missing(ctx) or int(bool(saved.get("zip")) and saved["zip"] != ctx.shopper.zip)

    def summary(self, ctx: StepContext) -> Summary:
        saved = ctx.answers(self.key)
        if not saved:
            return Summary()
        rows = [
            Row(label=_("Email"), value=saved.get("email_address", "")),
            Row(label=_("Phone"), value=show_phone(saved.get("phone_number", ""))),
            Row(label=_("Address"), value=places.line(saved)),
        ]
        birth = [
            Row(label=_("Birth state"), value=birth_place_name(saved.get("birth_state", ""))),
            Row(label=_("Birth country"), value=saved.get("birth_country", "")),
            Row(label=_("Birth city"), value=saved.get("birth_city", "")),
        ]
        kept = [one for one in rows if one.value]
        return Summary(rows=kept, details=[Block(rows=[*kept, *(one for one in birth if one.value)])])


def other_state(given: str, quoted: str) -> str:
    """What a person is told whose address is not in the state that was quoted."""
    return _(
        "This ZIP code is in %(given)s, and your plans were quoted for %(quoted)s. "
        "Change the ZIP code in your quote to see the plans and prices there."
    ) % {"given": state_name(given) or given, "quoted": state_name(quoted) or quoted}
