"""Employer Information: where the applicant works, and on what terms.

``holiday_policy`` is stored as a comma-separated list of the ticked policies, as the form's value is.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.enrollment.steps import places, rules
from planfront.enrollment.steps.base import Answers, Block, FieldDef, Problems, Row, Step, StepContext, Summary
from planfront.enrollment.steps.checking import Check
from planfront.kernel import texts
from planfront.kernel.parse import show_date, show_phone

# The reference list behind each choice.
LISTS = {
    "average_work_week": "average_work_week",
    "compensation_type": "compensation_types",
    "employment_status": "employment_status",
    "emp_vac_policy": "vacation_policy",
    "emp_barg_unit": "bargaining_unit",
    "holiday_policy": "holiday_policy",
}
# Asked together or not at all.
DETAILS = ("emp_industry", "emp_num_employed", "emp_vac_policy", "emp_barg_unit")
_LENGTHS = {
    "name": 100, "address1": 80, "address2": 80, "city": 60, "occupation": 80, "emp_industry": 80,
    "emp_num_employed": 7,
}  # fmt: skip
_TYPED = ("name", "phone", "address1", "address2", "zip", "state", "city", "occupation")
_NOT_IN_NAMES = "<>{}[]|\\^~=*"
_SOME_HOLIDAY = gettext_lazy("Select at least one holiday policy")
_CHOSEN = ("average_work_week", "compensation_type", "employment_status")


class EmployerStep(Step):
    key = "employer_info"
    slug = "employer-info"
    required_fields = (
        "name",
        "phone",
        "address1",
        "city",
        "zip",
        "state",
        "average_work_week",
        "employment_start_date",
        "occupation",
        "compensation_type",
        "employment_status",
    )
    form_call = "get-form-fields-employer-info"
    save_call = "save-employer-info"
    picture = "employer_info"
    plan_option = "Employer tab"
    unsigned = frozenset({"phone", "address1", "address2", "city", "state", "zip", "zip4", "with_validation"})
    minutes = 2

    def title(self) -> str:
        return _("Employer Information")

    def asks(self, ctx: StepContext) -> str:
        return _("Workplace, hours and pay. Some plans depend on them.")

    def card_title(self) -> str:
        return _("Employer Info")

    def lead(self, ctx: StepContext) -> str:
        return _("Some of your plans depend on where you work and how much.")

    def shown(self, ctx: StepContext, name: str) -> bool:
        """Details and holidays are asked only where they are required."""
        if name in DETAILS:
            return any(ctx.requirements.flag(self.key, one, "required") for one in DETAILS)
        if name == "holiday_policy":
            return ctx.requirements.flag(self.key, name, "required")
        return super().shown(ctx, name)

    def must(self, ctx: StepContext, name: str) -> bool:
        return self.shown(ctx, name) if name in DETAILS else super().must(ctx, name)

    def fields(self, ctx: StepContext) -> list[FieldDef]:
        values = {**ctx.prefill.get(self.key, {}), **ctx.answers(self.key), **ctx.drafts.get(self.key, {})}
        place = places.fields(_("Address of the employer"), complete=False)
        listed = [*self._employer(), *place, *self._job(ctx), *self._details(ctx)]
        return self.arranged(ctx, listed, values)

    def _employer(self) -> list[FieldDef]:
        return [
            FieldDef(field_name="name", label=_("Employer name"), autocomplete="organization", max_length=100),
            FieldDef(field_name="phone", type="phone", label=_("Contact number"), autocomplete="off",
                     input_mode="tel", max_length=14),
        ]  # fmt: skip

    def _job(self, ctx: StepContext) -> list[FieldDef]:
        group = _("Your job")
        return [
            self._choice(ctx, "average_work_week", _("Average work week"), group),
            FieldDef(field_name="employment_start_date", type="date", label=_("Employment start date"),
                     max_length=10, group=group),
            FieldDef(field_name="occupation", label=_("Occupation"), autocomplete="organization-title", max_length=80,
                     group=group),
            self._choice(ctx, "compensation_type", _("Compensation type"), group),
            self._choice(ctx, "employment_status", _("Employment status"), group),
        ]  # fmt: skip

    def _details(self, ctx: StepContext) -> list[FieldDef]:
        group, holidays = _("About the employer"), _("Holiday policy")
        return [
            FieldDef(field_name="emp_industry", label=_("Employer industry"), max_length=80, group=group),
            FieldDef(field_name="emp_num_employed", type="number", max_length=7, input_mode="numeric", group=group,
                     label=_("Number of employees (count yourself as 1)")),
            self._choice(ctx, "emp_vac_policy", _("Vacation policy"), group),
            self._choice(ctx, "emp_barg_unit", _("Bargaining unit"), group),
            FieldDef(field_name="holiday_policy", type="checkboxes", label=holidays, group=holidays,
                     options=rules.options(self._listed(ctx, "holiday_policy"))),
        ]  # fmt: skip

    def _choice(self, ctx: StepContext, name: str, label: str, group: str) -> FieldDef:
        return FieldDef(
            field_name=name, type="select", label=label, group=group, options=rules.options(self._listed(ctx, name))
        )

    def _listed(self, ctx: StepContext, name: str) -> list[tuple[str, str]]:
        return [(one["value"], one["name"]) for one in ctx.facts.get("lists", {}).get(LISTS[name], ())]

    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        found = Problems()
        asked = [name for name in (*_TYPED, *_CHOSEN, *DETAILS) if self.shown(ctx, name)]
        clean: Answers = {name: rules.text(data, name) for name in asked}
        clean["employment_start_date"] = self._start(ctx, data, found)
        clean["holiday_policy"] = self._holidays(ctx, data, found)
        for name, value in clean.items():
            if not value and self.must(ctx, name) and name != "holiday_policy":
                found.add(name, texts.REQUIRED)
            rules.longest(found, value, name, _LENGTHS.get(name, 254))
        self._check_employer(ctx, clean, found)
        found.stop()
        clean["with_validation"] = "1" if rules.text(data, "with_validation") == "1" else "0"
        return {name: value for name, value in clean.items() if value != ""}

    def _start(self, ctx: StepContext, data: Mapping[str, Any], found: Problems) -> str:
        name = "employment_start_date"
        if not self.shown(ctx, name):
            return ""
        start = rules.past_date(found, data, name, ctx.today, optional=not self.must(ctx, name))
        return show_date(start)

    def _holidays(self, ctx: StepContext, data: Mapping[str, Any], found: Problems) -> str:
        if not self.shown(ctx, "holiday_policy"):
            return ""
        known = [value for value, _label in self._listed(ctx, "holiday_policy")]
        given = [one.strip() for one in str(data.get("holiday_policy") or "").split(",") if one.strip()]
        if any(one not in known for one in given):
            found.add("holiday_policy", texts.CHOICE)
        elif not given:
            found.add("holiday_policy", _SOME_HOLIDAY)
        return ",".join(one for one in known if one in given)

    def _check_employer(self, ctx: StepContext, clean: Answers, found: Problems) -> None:
        places.check_phone(clean, found, "phone")
        places.check(clean, found)
        for name in LISTS:
            allowed = [value for value, _label in self._listed(ctx, name)]
            if name != "holiday_policy" and clean.get(name) and clean[name] not in allowed:
                found.add(name, texts.CHOICE)
        if clean.get("name") and not any(ch.isalnum() for ch in clean["name"]):
            found.add("name", _("Invalid employer information"))
        for name, listed in self.checks(ctx).items():
            found.check(name, clean.get(name, ""), listed, clean)

    def checks(self, ctx: StepContext) -> Mapping[str, list[Check]]:
        born = ctx.shopper.dob + timedelta(days=1)
        return {
            "name": _name_rules(),
            "employment_start_date": [
                rules.not_before_birth(born),
                rules.not_future(ctx.today),
            ],
            "emp_num_employed": [
                Check(kind="at_least", value="1", message=_("Enter a whole number of 1 or more.")),
            ],
            "employment_status": [
                Check(kind="not", value=value, message=_("You cannot proceed with retired employer"))
                for value in self._flagged(ctx, "employment_status", "refused")
            ],
            "average_work_week": self._hours(ctx),
            "holiday_policy": [Check(kind="required", message=str(_SOME_HOLIDAY))],
        }

    def _flagged(self, ctx: StepContext, name: str, flag: str) -> list[str]:
        listed = ctx.facts.get("lists", {}).get(LISTS[name], ())
        return [one["value"] for one in listed if one.get(flag)]

    def _hours(self, ctx: StepContext) -> list[Check]:
        """Prices and what can be bought stand for the hours of the quote: another work week can't go with them."""
        quoted = ctx.shopper.working_hours
        if quoted is None:
            return []
        words = _("Your quote says %(hours)s hours a week. Choose the same here, or change the hours in your quote.")
        return [
            Check(kind="not", value=one["value"], message=words % {"hours": quoted})
            for one in ctx.facts.get("lists", {}).get(LISTS["average_work_week"], ())
            if not one.get("least", 0) <= quoted <= one.get("most", quoted)
        ]

    def summary(self, ctx: StepContext) -> Summary:
        saved = ctx.answers(self.key)
        if not saved:
            return Summary()
        rows = _rows([
            (_("Employer"), saved.get("name", "")),
            (_("Occupation"), saved.get("occupation", "")),
            (_("Employed since"), saved.get("employment_start_date", "")),
        ])  # fmt: skip
        more = _rows([
            (_("Phone"), show_phone(saved.get("phone", ""))),
            (_("Address"), places.line(saved)),
            *((self._label(name), self._shown_choice(ctx, name, saved)) for name in (*_CHOSEN, *DETAILS)),
            (_("Holiday policy"), self._shown_choice(ctx, "holiday_policy", saved)),
        ])  # fmt: skip
        return Summary(rows=rows, details=[Block(rows=[*rows, *more])])

    def _label(self, name: str) -> str:
        return {
            "average_work_week": _("Average work week"), "compensation_type": _("Compensation type"),
            "employment_status": _("Employment status"), "emp_industry": _("Employer industry"),
            "emp_num_employed": _("Number of employees"), "emp_vac_policy": _("Vacation policy"),
            "emp_barg_unit": _("Bargaining unit"),
        }[name]  # fmt: skip

    def _shown_choice(self, ctx: StepContext, name: str, saved: Mapping[str, Any]) -> str:
        value = str(saved.get(name, ""))
        if name not in LISTS:
            return value
        labels = dict(self._listed(ctx, name))
        return ", ".join(labels.get(one, one) for one in value.split(",") if one)


def _name_rules() -> list[Check]:
    """At least two signs, and none that no company's name has."""
    bad, signs = _("Invalid employer information"), " ".join(_NOT_IN_NAMES)
    return [
        Check(kind="min_length", value="2", message=f"{bad}: {_('use at least 2 characters.')}"),
        Check(kind="without", value=_NOT_IN_NAMES, message=f"{bad}: {_('leave out %(signs)s') % {'signs': signs}}"),
    ]


def _rows(pairs: list[tuple[str, Any]]) -> list[Row]:
    return [Row(label=label, value=str(value)) for label, value in pairs if value]
