"""What a group grants its people, on the group's page: classes, contributions, open enrollment."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest
from unfold.admin import StackedInline
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from planfront.backoffice.base import Rows
from planfront.backoffice.conditions import category_field, plan_field
from planfront.catalog.categories import Category
from planfront.sponsors.models import Contribution, Group, GroupClass, OpenEnrollment


class ClassForm(forms.ModelForm):  # type: ignore[type-arg]
    categories = forms.MultipleChoiceField(
        label="Categories",
        choices=Category.choices,
        required=False,
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        help_text="Of which categories plans may be bought. None ticked: of all.",
    )

    class Meta:
        model = GroupClass
        fields = (
            "order",
            "name",
            "name_es",
            "is_default",
            "eligible",
            "min_hours",
            "pay_periods",
            "waiting_count",
            "waiting_unit",
            "waiting_start",
            "enroll_days",
            "categories",
        )


def kept(formset: forms.BaseInlineFormSet) -> list[dict[str, Any]]:  # type: ignore[type-arg]
    """What the rows that stay say."""
    rows = [form.cleaned_data for form in formset.forms if hasattr(form, "cleaned_data")]
    return [row for row in rows if row and not row.get("DELETE")]


class ClassFormSet(forms.BaseInlineFormSet):  # type: ignore[type-arg]
    def clean(self) -> None:
        super().clean()
        if sum(bool(row.get("is_default")) for row in kept(self)) > 1:
            raise forms.ValidationError("A group has one default class.")


class ContributionFormSet(forms.BaseInlineFormSet):  # type: ignore[type-arg]
    def clean(self) -> None:
        """The table's own rule, among rows that come together."""
        super().clean()
        names = ("group_class", "plan_id", "category", "tier", "eff_from")
        keys = [tuple(row.get(name) or None for name in names) for row in kept(self)]
        if len(set(keys)) < len(keys):
            raise forms.ValidationError(
                "There are two contributions for the same class, plan, category and tier from the same day."
            )


class ClassRows(StackedInline):  # type: ignore[misc]
    model = GroupClass
    form = ClassForm
    formset = ClassFormSet
    fields = (
        ("name", "name_es"),
        ("is_default", "eligible"),
        ("min_hours", "pay_periods"),
        ("waiting_count", "waiting_unit"),
        ("waiting_start", "enroll_days"),
        "categories",
        "order",
    )
    extra = 0
    tab = True
    verbose_name, verbose_name_plural = "class", "Classes"


class OfOwnClass(Rows):
    """Rows that may be for one of the group's classes."""

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        self.own_classes = GroupClass.objects.filter(group=obj) if obj else GroupClass.objects.none()
        return super().get_formset(request, obj, **kwargs)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "group_class":
            kwargs |= {"queryset": self.own_classes, "empty_label": "Every class"}
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


class ContributionRows(OfOwnClass):
    model = Contribution
    formset = ContributionFormSet
    fields = ("group_class", "category", "plan_id", "tier", "kind", "value", "cap", "eff_from", "eff_to")
    verbose_name_plural = "Contributions"

    def get_formset(self, request: HttpRequest, obj: Group | None = None, **kwargs: Any) -> Any:
        """Plans are read once for all rows."""
        chosen = {"plan_id": plan_field(), "category": category_field()}
        kwargs["form"] = type("ContributionForm", (forms.ModelForm,), chosen)
        return super().get_formset(request, obj, **kwargs)


class WindowRows(OfOwnClass):
    model = OpenEnrollment
    fields = ("group_class", "opens_on", "closes_on", "coverage_start")
    verbose_name_plural = "Open enrollment"


INLINES = (ClassRows, ContributionRows, WindowRows)
