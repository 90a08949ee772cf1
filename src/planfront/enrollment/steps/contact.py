"""Contact Information: how to reach the client, and where they live."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.enrollment.steps import rules
from planfront.enrollment.steps.base import Answers, Block, FieldDef, Problems, Row, Step, StepContext, Summary
from planfront.integrations.emails import normal
from planfront.integrations.states import STATES
from planfront.kernel import texts
from planfront.kernel.parse import show_phone, us_phone, zip5

EMAIL_FORMAT = gettext_lazy("Email is not in correct format")
_LENGTHS = {"address1": 80, "address2": 80, "city": 60, "birth_city": 60}
_NAMES = (
    "email_address", "phone_number", "address1", "address2", "zip", "state", "city", "birth_state", "birth_city",
)  # fmt: skip


class ContactStep(Step):
    key = "contact_info"
    slug = "contact-info"
    order = 1

    def title(self) -> str:
        return _("Contact Information")

    def card_title(self) -> str:
        return _("Contact Info")

    def lead(self, ctx: StepContext) -> str:
        return _("We use this for your ID cards, your receipt, and questions about your application.")

    def _shown(self, ctx: StepContext, name: str) -> bool:
        return not ctx.requirements.flag(self.key, name, "hidden")

    def _must(self, ctx: StepContext, name: str) -> bool:
        return self._shown(ctx, name) and ctx.requirements.flag(self.key, name, "required")

    def values(self, ctx: StepContext) -> Answers:
        base = {"zip": ctx.shopper.zip, "state": ctx.shopper.state, "city": ctx.facts.get("city", "")}
        merged = {**base, **ctx.prefill.get(self.key, {}), **ctx.answers(self.key), **ctx.drafts.get(self.key, {})}
        return {name: str(value) for name, value in merged.items()}

    def fields(self, ctx: StepContext) -> list[FieldDef]:
        values = self.values(ctx)
        made = [*self._reach(), *self._address(), *self._birth()]
        return [
            one.model_copy(
                update={
                    "value": values.get(one.field_name, ""),
                    "required": self._must(ctx, one.field_name),
                    "read_only": ctx.requirements.flag(self.key, one.field_name, "read_only"),
                    "order": index,
                }
            )
            for index, one in enumerate(made)
            if self._shown(ctx, one.field_name)
        ]

    def _reach(self) -> list[FieldDef]:
        return [
            FieldDef(
                field_name="email_address", type="email", label=_("Email"), autocomplete="email", input_mode="email",
                max_length=254, hint=_("Must be the client's email, not the rep's."),
            ),
            FieldDef(
                field_name="phone_number", type="phone", label=_("Contact number"), autocomplete="tel-national",
                input_mode="tel", max_length=14,
            ),
        ]  # fmt: skip

    def _address(self) -> list[FieldDef]:
        group = _("Home address")
        states = rules.options((code, code) for code in STATES)
        return [
            FieldDef(field_name="address1", label=_("Street Address 1"), autocomplete="address-line1",
                     max_length=80, group=group),
            FieldDef(field_name="address2", label=_("Street Address 2"), autocomplete="address-line2",
                     max_length=80, group=group),
            FieldDef(field_name="zip", type="zip", label=_("Zip"), autocomplete="postal-code",
                     input_mode="numeric", max_length=5, group=group, width="small"),
            FieldDef(field_name="state", type="state", label=_("State"), autocomplete="address-level1",
                     max_length=2, group=group, options=states, width="small", hint=_("State filled in")),
            FieldDef(field_name="city", label=_("City"), autocomplete="address-level2", max_length=60, group=group),
            FieldDef(field_name="with_validation", type="checkbox", label=_("USPS Address Validation"), group=group,
                     hint=_("We check the address with the Postal Service and suggest the standard form.")),
        ]  # fmt: skip

    def _birth(self) -> list[FieldDef]:
        group = _("Place of birth")
        named = rules.options((code, f"{name} ({code})") for code, name in STATES.items())
        return [
            FieldDef(field_name="birth_state", type="select", label=_("Birth state"), group=group, options=named),
            FieldDef(field_name="birth_city", label=_("Birth city"), group=group, max_length=60),
        ]  # fmt: skip

    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        found = Problems()
        clean = {name: rules.text(data, name) for name in _NAMES if self._shown(ctx, name)}
        for name, value in clean.items():
            if not value and self._must(ctx, name):
                found.add(name, texts.REQUIRED)
            rules.longest(found, value, name, _LENGTHS.get(name, 254))
        self._check_reach(clean, found)
        self._check_place(ctx, clean, found)
        found.stop()
        clean["with_validation"] = "1" if rules.text(data, "with_validation") == "1" else "0"
        return {name: value for name, value in clean.items() if value != ""}

    def _check_reach(self, clean: Answers, found: Problems) -> None:
        if clean.get("email_address"):
            address = normal(clean["email_address"])
            if address is None:
                found.add("email_address", EMAIL_FORMAT)
            clean["email_address"] = address or ""
        if clean.get("phone_number"):
            number = us_phone(clean["phone_number"])
            if number is None:
                found.add("phone_number", texts.PHONE)
            clean["phone_number"] = number or ""

    def _check_place(self, ctx: StepContext, clean: Answers, found: Problems) -> None:
        if clean.get("zip"):
            code = zip5(clean["zip"])
            if code is None:
                found.add("zip", texts.ZIP_WIZARD)
            clean["zip"] = code or ""
        for name in ("state", "birth_state"):
            if clean.get(name):
                clean[name] = clean[name].upper()
                if clean[name] not in STATES:
                    found.add(name, texts.CHOICE)
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
            Row(label=_("Address"), value=address_line(saved)),
        ]
        birth = [
            Row(label=_("Birth state"), value=STATES.get(saved.get("birth_state", ""), "")),
            Row(label=_("Birth city"), value=saved.get("birth_city", "")),
        ]
        kept = [one for one in rows if one.value]
        return Summary(rows=kept, details=[Block(rows=[*kept, *(one for one in birth if one.value)])])


def address_line(saved: Mapping[str, Any]) -> str:
    """``88 Lindenhall Ave, Unit 3B, Columbus, OH 43215``."""
    street = [rules.text(saved, "address1"), rules.text(saved, "address2"), rules.text(saved, "city")]
    place = " ".join(part for part in (rules.text(saved, "state"), rules.text(saved, "zip")) if part)
    return ", ".join(part for part in (*street, place) if part)


def other_state(given: str, quoted: str) -> str:
    """What a person is told whose address is not in the state that was quoted."""
    return _(
        "This ZIP code is in %(given)s, and your plans were quoted for %(quoted)s. "
        "Change the ZIP code in your quote to see the plans and prices there."
    ) % {"given": STATES.get(given, given), "quoted": STATES.get(quoted, quoted)}
