"""Personal Information: who applies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.enrollment.steps import rules
from planfront.enrollment.steps.base import Answers, Block, FieldDef, Problems, Row, Step, StepContext, Summary
from planfront.enrollment.steps.checking import Check
from planfront.enrollment.steps.health_form import yes_no
from planfront.kernel.parse import show_date, us_date

MARITAL = (
    ("0", gettext_lazy("Single")),
    ("1", gettext_lazy("Married")),
    ("2", gettext_lazy("Divorced")),
    ("3", gettext_lazy("Widowed")),
)
PRIOR = (
    ("0", gettext_lazy("No prior Health Coverage")),
    ("1", gettext_lazy("Have had Insurance Carrier")),
)
_MEASURES = ("weight", "height_feet", "height_inch")
_PRIOR_SHOWN = {"field": "prior_coverage_flag", "eq": "1"}
REPLACES = "replaces_coverage"
"""Whether life insurance in force is replaced: asked where a profile requires it, as states demand."""
_REPLACED = {"replaced_carrier_name": 80, "replaced_policy_number": 40}
_REPLACED_SHOWN = {"field": REPLACES, "eq": "1"}


def code_accepted(ctx: StepContext) -> bool:
    """Whether an enroller's code was accepted, for the group the enrollment has now."""
    return ctx.answers("enroller_code").get("group_id") == (ctx.shopper.group_id or 0)


class PersonalStep(Step):
    key = "primary_info"
    slug = "personal-info"
    by_default = True
    form_call = "get-form-fields-personal-info"
    save_call = "save-personal-info"
    sensitive = frozenset({"ssn"})
    minutes = 2

    def title(self) -> str:
        return _("Personal Information")

    def asks(self, ctx: StepContext) -> str:
        return _("Name, number, marital status. To know who is insured.")

    def card_title(self) -> str:
        return _("Personal Info")

    def lead(self, ctx: StepContext) -> str:
        return _("Tell us about the person who is applying.")

    def fields(self, ctx: StepContext) -> list[FieldDef]:
        values = self._values(ctx)
        listed = [*self._names(ctx, values), *self._facts(ctx, values), *self._more(ctx, values)]
        checks = self.checks(ctx)
        return [
            one.model_copy(update={"order": index, "checks": checks.get(one.field_name, [])})
            for index, one in enumerate(listed)
        ]

    def checks(self, ctx: StepContext) -> Mapping[str, list[Check]]:
        dated = [rules.not_before_birth(ctx.shopper.dob), rules.not_future(ctx.today)]
        return {"prior_effective_date": dated, "prior_term_date": dated}

    def _values(self, ctx: StepContext) -> Answers:
        saved = ctx.answers(self.key)
        values = {**ctx.prefill.get(self.key, {}), **saved, **ctx.drafts.get(self.key, {})}
        values["birthdate"], values["gender"] = show_date(ctx.shopper.dob), str(ctx.shopper.gender)
        values["ssn"] = rules.ending(str(self.known(ctx).get("ssn") or ""))
        return {name: str(value) for name, value in values.items()}

    def _asked(self, ctx: StepContext) -> dict[str, bool]:
        return {name: ctx.requirements.flag(self.key, name, "required") for name in _MEASURES}

    def _asks_replacement(self, ctx: StepContext) -> bool:
        return ctx.requirements.flag(self.key, REPLACES, "required")

    def _names(self, ctx: StepContext, values: Answers) -> list[FieldDef]:
        def one(name: str, label: str, complete: str, required: bool = True) -> FieldDef:
            return FieldDef(
                field_name=name, type="name", label=label, value=values.get(name, ""), required=required,
                autocomplete=complete, max_length=rules.NAME_LENGTH,
            )  # fmt: skip

        fields = [
            one("first_name", _("First name"), "given-name"),
            one("middle_name", _("Middle name"), "additional-name", required=False),
            one("last_name", _("Last name"), "family-name"),
        ]
        if ctx.parties.enroller_code or ctx.shopper.eprocess == "rep":
            fields.insert(0, self._enroller_code(ctx))
        return fields

    def _enroller_code(self, ctx: StepContext) -> FieldDef:
        accepted = code_accepted(ctx)
        return FieldDef(
            field_name="enrollerCode", type="enroller_code", label=_("Enroller code"),
            required=ctx.parties.enroller_code and not accepted, max_length=40,
            hint=_("Code accepted.") if accepted else _("Your enroller gives you this code."),
            value="accepted" if accepted else "",
        )  # fmt: skip

    def _facts(self, ctx: StepContext, values: Answers) -> list[FieldDef]:
        quoted = _("This comes from your quote. Change it there.")
        return [
            FieldDef(
                field_name="birthdate", type="date", label=_("Date of birth"), value=values["birthdate"],
                required=True, read_only=True, hint=quoted, autocomplete="bday", max_length=10,
            ),
            FieldDef(
                field_name="gender", type="radio", label=_("Gender"), value=values["gender"], required=True,
                read_only=True, options=rules.options(rules.GENDERS), hint=quoted,
            ),
            FieldDef(
                field_name="marital_status", type="select", label=_("Marital status"), required=True,
                value=values.get("marital_status", ""), options=rules.options(MARITAL),
            ),
            FieldDef(
                field_name="ssn", type="ssn", label=_("Social Security Number"), value=values["ssn"],
                required=True, sensitive=True, input_mode="numeric", autocomplete="off", max_length=11,
                hint=_("Carriers need it to issue coverage. We encrypt it and show only the last four digits."),
            ),
            *rules.measure_fields(values, self._asked(ctx), _("Height and weight")),
        ]  # fmt: skip

    def _more(self, ctx: StepContext, values: Answers) -> list[FieldDef]:
        listed = ctx.facts.get("ethnic", ())
        other = [one["value"] for one in listed if one.get("needs_text")]
        prior = _("Prior coverage")
        return [
            FieldDef(
                field_name="ethnic_category", type="select", label=_("Ethnic group"),
                value=values.get("ethnic_category", ""), group=_("About you"),
                options=rules.options((one["value"], one["name"]) for one in listed),
            ),
            FieldDef(
                field_name="ethnic_category_other_type", label=_("Please tell us your ethnic group"), required=True,
                value=values.get("ethnic_category_other_type", ""), group=_("About you"), max_length=60,
                show_if={"field": "ethnic_category", "in": other},
            ),
            FieldDef(
                field_name="prior_coverage_flag", type="radio", label=_("Prior health coverage"), group=prior,
                value=values.get("prior_coverage_flag") or "0", options=rules.options(PRIOR),
            ),
            FieldDef(
                field_name="prior_carrier_name", label=_("Carrier name"), group=prior, required=True,
                value=values.get("prior_carrier_name", ""), max_length=80, show_if=_PRIOR_SHOWN,
            ),
            FieldDef(
                field_name="prior_effective_date", type="date", label=_("Effective date"), group=prior,
                required=True, value=values.get("prior_effective_date", ""), show_if=_PRIOR_SHOWN, max_length=10,
            ),
            FieldDef(
                field_name="prior_term_date", type="date", label=_("Date of termination"), group=prior,
                value=values.get("prior_term_date", ""), show_if=_PRIOR_SHOWN, max_length=10,
                hint=_("Leave this empty if the coverage goes on."),
            ),
            *self._replacement(ctx, values),
        ]  # fmt: skip

    def _replacement(self, ctx: StepContext, values: Answers) -> list[FieldDef]:
        if not self._asks_replacement(ctx):
            return []
        group = _("Life insurance you have")
        fields = [
            FieldDef(
                field_name=REPLACES, type="radio", required=True, group=group, options=rules.options(yes_no()),
                label=_("Will this coverage replace life insurance or an annuity that is in force now?"),
                hint=_("Your state asks this of everybody. Keep what you have until the new coverage begins."),
            ),
            FieldDef(
                field_name="replaced_carrier_name", label=_("Insurer of what is replaced"), required=True, group=group,
                max_length=_REPLACED["replaced_carrier_name"], show_if=_REPLACED_SHOWN,
            ),
            FieldDef(
                field_name="replaced_policy_number", label=_("Policy number of what is replaced"), required=True,
                group=group, max_length=_REPLACED["replaced_policy_number"], show_if=_REPLACED_SHOWN,
            ),
        ]  # fmt: skip
        return [one.model_copy(update={"value": values.get(one.field_name, "")}) for one in fields]

    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        found = Problems()
        clean: Answers = {
            "first_name": rules.name(found, data, "first_name", rules.FIRST_NAME),
            "middle_name": rules.name(found, data, "middle_name", rules.MIDDLE_NAME, optional=True),
            "last_name": rules.name(found, data, "last_name", rules.LAST_NAME),
            "marital_status": rules.choice(found, data, "marital_status", [value for value, _l in MARITAL]),
            "ssn": rules.ssn(found, data),
            "birthdate": show_date(ctx.shopper.dob),
            "gender": str(ctx.shopper.gender),
        }
        self._check_quoted(ctx, data, found)
        self._check_code(ctx, found)
        clean.update(rules.body_measures(found, data, self._asked(ctx)))
        clean.update(self._ethnic(ctx, data, found))
        clean.update(self._prior(ctx, data, found))
        clean.update(self._replaced(ctx, data, found))
        found.stop()
        return {name: value for name, value in clean.items() if value != ""}

    def _check_quoted(self, ctx: StepContext, data: Mapping[str, Any], found: Problems) -> None:
        born = rules.text(data, "birthdate")
        if born and us_date(born) != ctx.shopper.dob:
            found.add("birthdate", rules.FIXED)
        gender = rules.text(data, "gender")
        if gender and gender != str(ctx.shopper.gender):
            found.add("gender", rules.FIXED)

    def _check_code(self, ctx: StepContext, found: Problems) -> None:
        if ctx.parties.enroller_code and not code_accepted(ctx):
            found.add("enrollerCode", _("Enroller code is required"))

    def _ethnic(self, ctx: StepContext, data: Mapping[str, Any], found: Problems) -> Answers:
        listed = {str(one["value"]): one for one in ctx.facts.get("ethnic", ())}
        value = rules.choice(found, data, "ethnic_category", list(listed), optional=True)
        if not listed.get(value, {}).get("needs_text"):
            return {"ethnic_category": value}
        other = rules.longest(
            found, rules.required(found, data, "ethnic_category_other_type"), "ethnic_category_other_type", 60
        )
        return {"ethnic_category": value, "ethnic_category_other_type": other}

    def _prior(self, ctx: StepContext, data: Mapping[str, Any], found: Problems) -> Answers:
        flag = rules.choice(found, data, "prior_coverage_flag", ["0", "1"], optional=True) or "0"
        if flag != "1":
            return {"prior_coverage_flag": flag}
        carrier = rules.required(found, data, "prior_carrier_name")
        start = rules.past_date(found, data, "prior_effective_date", ctx.today)
        end = rules.past_date(found, data, "prior_term_date", ctx.today, optional=True)
        for name, day in (("prior_effective_date", start), ("prior_term_date", end)):
            found.check(name, show_date(day), self.checks(ctx)[name], data)
        if start and end and end < start:
            found.add("prior_term_date", _("The date of termination can't be before the effective date."))
        return {
            "prior_coverage_flag": flag,
            "prior_carrier_name": rules.longest(found, carrier, "prior_carrier_name", 80),
            "prior_effective_date": show_date(start),
            "prior_term_date": show_date(end),
        }

    def _replaced(self, ctx: StepContext, data: Mapping[str, Any], found: Problems) -> Answers:
        if not self._asks_replacement(ctx):
            return {}
        flag = rules.choice(found, data, REPLACES, ["0", "1"])
        if flag != "1":
            return {REPLACES: flag}
        told = {
            name: rules.longest(found, rules.required(found, data, name), name, most)
            for name, most in _REPLACED.items()
        }
        return {REPLACES: flag, **told}

    def summary(self, ctx: StepContext) -> Summary:
        saved = ctx.answers(self.key)
        if not saved:
            return Summary()
        rows = [
            Row(label=_("Name"), value=rules.full_name(saved)),
            Row(label=_("Born"), value=show_date(ctx.shopper.dob)),
            Row(label=_("SSN"), value=rules.ending(str(saved.get("ssn", "")))),
            Row(label=_("Marital status"), value=rules.label_of(MARITAL, saved.get("marital_status"))),
        ]
        return Summary(rows=rows, details=[Block(rows=[*rows, *self._detail_rows(ctx, saved)])])

    def _detail_rows(self, ctx: StepContext, saved: Answers) -> list[Row]:
        ethnic = next(
            (one["name"] for one in ctx.facts.get("ethnic", ()) if str(one["value"]) == saved.get("ethnic_category")),
            "",
        )
        pairs = [
            (_("Gender"), rules.label_of(rules.GENDERS, ctx.shopper.gender)),
            (_("Weight (lbs)"), saved.get("weight", "")),
            (_("Height"), rules.height(saved)),
            (_("Ethnic group"), saved.get("ethnic_category_other_type") or str(ethnic)),
            (_("Prior coverage"), rules.label_of(PRIOR, saved.get("prior_coverage_flag"))),
            (_("Carrier name"), saved.get("prior_carrier_name", "")),
            (_("Effective date"), saved.get("prior_effective_date", "")),
            (_("Date of termination"), saved.get("prior_term_date", "")),
            (_("Replaces life insurance"), rules.label_of(yes_no(), saved.get(REPLACES))),
            (_("Insurer of what is replaced"), saved.get("replaced_carrier_name", "")),
            (_("Policy number of what is replaced"), saved.get("replaced_policy_number", "")),
        ]
        return [Row(label=label, value=str(value)) for label, value in pairs if value]
