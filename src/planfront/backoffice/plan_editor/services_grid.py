"""A grid of the plan's payments: a service a row, its networks side by side. It is a formset."""

from __future__ import annotations

from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from planfront.backoffice.lists.base import Rows
from planfront.backoffice.plan_editor.care_amounts import Amounts, BadAmount, read_amounts, write_amounts
from planfront.catalog.models import PlanBenefit

NETWORKS = {"in": "in network", "out": "out of network"}
_COLUMNS = {"copay": "copay_{}", "share": "coinsurance_{}", "allowance": "allowance_{}", "deductible": "deductible_{}"}


def amounts_of(benefit: PlanBenefit, network: str) -> Amounts:
    return Amounts(**{part: getattr(benefit, column.format(network)) for part, column in _COLUMNS.items()})


class AmountsField(forms.CharField):
    """A member's part in one network."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=120, widget=UnfoldAdminTextInputWidget(), **kwargs)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return read_amounts(text)
        except BadAmount as error:
            raise forms.ValidationError(str(error)) from None


class ServiceForm(forms.ModelForm):  # type: ignore[type-arg]
    """A service; the columns of a network are one typed field."""

    pays_in = AmountsField(label="Member pays in network")
    pays_out = AmountsField(label="Member pays out of network")

    class Meta:
        model = PlanBenefit
        fields = (
            "position",
            "name",
            "service",
            "audience",
            "waiting_months",
            "limit_quantity",
            "limit_unit",
            "covered",
            "conditional",
        )
        labels = {
            "name": "Care",
            "service": "Kind",
            "audience": "For",
            "waiting_months": "Starts after, in months",
            "limit_quantity": "At most",
            "limit_unit": "Per what, in what period",
            "conditional": "The texts say more",
            "position": "Place",
        }
        widgets = {
            "service": UnfoldAdminSelectWidget,
            "audience": UnfoldAdminSelectWidget,
            "waiting_months": UnfoldAdminTextInputWidget(attrs={"inputmode": "numeric"}),
            "limit_quantity": UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"}),
            "limit_unit": UnfoldAdminTextInputWidget(attrs={"placeholder": "Visit(s) per Year"}),
            "position": UnfoldAdminIntegerFieldWidget,
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for network in NETWORKS:
            self.initial[f"pays_{network}"] = write_amounts(amounts_of(self.instance, network))
        if self.instance.limit_quantity is not None:
            self.initial["limit_quantity"] = f"{self.instance.limit_quantity.normalize():f}"
        care = self.instance.name or "New kind of care"
        for name in ("name", "pays_in", "pays_out", "waiting_months"):
            self.fields[name].widget.attrs["aria-label"] = f"{care}: {self.fields[name].label}"

    @property
    def summary(self) -> str:
        """Return the summary of the folded details."""
        row = self.instance
        if row.pk is None:
            return "Kind, for whom, how often"
        limit = f"at most {row.limit_quantity.normalize():f} {row.limit_unit}" if row.limit_quantity is not None else ""
        parts = (
            row.get_service_display(),
            row.get_audience_display().lower(),
            limit.strip(),
            "" if row.covered else "not covered",
            "the texts say more" if row.conditional else "",
        )
        return ", ".join(filter(None, parts))

    def has_changed(self) -> bool:
        """Return whether anything was typed; an added row without content is none."""
        if self.instance.pk is None and not any(self.data.get(self.add_prefix(name)) for name in ("name", "pays_in")):
            return bool(self.data.get(self.add_prefix("pays_out")))
        return super().has_changed()

    def clean(self) -> dict[str, Any] | None:
        data = super().clean()
        for network in NETWORKS:
            amounts = self.cleaned_data.get(f"pays_{network}")
            if isinstance(amounts, Amounts):
                for part, column in _COLUMNS.items():
                    setattr(self.instance, column.format(network), getattr(amounts, part))
        return data


PLAN_ROWS = "Terms of the plan from now on; policies keep what was sold."


class ServiceRows(Rows):
    deletable = PLAN_ROWS
    model = PlanBenefit
    form = ServiceForm
    template = "backoffice/plans/services.html"
    hide_title = True
    verbose_name_plural = "Services"
    fields = (
        "name",
        "pays_in",
        "pays_out",
        "waiting_months",
        "service",
        "audience",
        "limit_quantity",
        "limit_unit",
        "covered",
        "conditional",
        "position",
    )

    # What whoever may only look reads in place of the typed fields.
    def pays_in(self, benefit: PlanBenefit) -> str:
        return write_amounts(amounts_of(benefit, "in"))

    def pays_out(self, benefit: PlanBenefit) -> str:
        return write_amounts(amounts_of(benefit, "out"))
