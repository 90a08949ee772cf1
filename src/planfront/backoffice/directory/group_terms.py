"""Terms of a group on its page: classes, contributions, open enrollment."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import StackedInline
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from planfront.backoffice.lists.base import Deletable, Rows, rows_to_delete
from planfront.backoffice.lists.conditions import category_field, plan_field, text_choice
from planfront.backoffice.scope import ScopedChoices
from planfront.catalog.categories import Category
from planfront.members.models import Member
from planfront.parties.groups.models import Contribution, Group, GroupClass, OpenEnrollment
from planfront.parties.groups.terms import TIERS, has_one_default


class ClassForm(forms.ModelForm):  # type: ignore[type-arg]
    categories = forms.MultipleChoiceField(
        label="Categories",
        choices=Category.choices,
        required=False,
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        help_text="The categories whose plans people can buy. Check none to allow all.",
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
            "pay_day",
            "waiting_count",
            "waiting_unit",
            "waiting_start",
            "enroll_days",
            "categories",
        )


def remaining_rows(formset: forms.BaseInlineFormSet) -> list[dict[str, Any]]:  # type: ignore[type-arg]
    """Return the data of the rows that aren't deleted."""
    rows = [form.cleaned_data for form in formset.forms if hasattr(form, "cleaned_data")]
    return [row for row in rows if row and not row.get("DELETE")]


class ClassFormSet(forms.BaseInlineFormSet):  # type: ignore[type-arg]
    def clean(self) -> None:
        for row in rows_to_delete(self):
            if people := Member.objects.filter(group_class=row.pk).count():
                words = f"First move the people in the class “{row.name}” to another one: {people} on record."
                raise forms.ValidationError(words)
        super().clean()
        if not has_one_default(bool(row.get("is_default")) for row in remaining_rows(self)):
            raise forms.ValidationError("A group can have only one default class.")


class ContributionForm(forms.ModelForm):  # type: ignore[type-arg]
    """The table's rules again, said at the field: a tall row shows no other errors."""

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        begins, ends = data.get("eff_from"), data.get("eff_to")
        if data.get("kind") == Contribution.Kind.PERCENT and (data.get("value") or 0) > 100:
            self.add_error("value", "At most 100 percent.")
        if data.get("plan_id") and data.get("category"):
            self.add_error("category", "Choose a plan or a category, not both.")
        if begins and ends and ends < begins:
            self.add_error("eff_to", "It can't end before it begins.")
        return data


class ContributionFormSet(forms.BaseInlineFormSet):  # type: ignore[type-arg]
    def clean(self) -> None:
        """The table's own rule, among rows that come together."""
        super().clean()
        names = ("group_class", "plan_id", "category", "tier", "eff_from")
        keys = [tuple(row.get(name) or None for name in names) for row in remaining_rows(self)]
        if len(set(keys)) < len(keys):
            raise forms.ValidationError(
                "There are two contributions for the same class, plan, category and tier from the same day. Remove one."
            )


_TERMS = "Terms of the group from now on; policies keep what was agreed until its administrator uses new ones."


class TallRows(Deletable, ScopedChoices, StackedInline):  # type: ignore[misc]
    """Rows of a child table with more fields than a line has room for."""

    extra = 0
    tab = True
    collapsible = True


class ClassRows(TallRows):
    deletable = "A class without people in it."
    model = GroupClass
    form = ClassForm
    formset = ClassFormSet
    fields = (
        ("name", "name_es"),
        ("is_default", "eligible"),
        ("pay_periods", "pay_day"),
        "min_hours",
        ("waiting_count", "waiting_unit"),
        ("waiting_start", "enroll_days"),
        "categories",
        "order",
    )
    verbose_name, verbose_name_plural = "class", "Classes"


class OfOwnClass:
    """Mixed into rows that may be for one of the group's classes."""

    def get_formset(self: Any, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        self.own_classes = GroupClass.objects.filter(group=obj) if obj else GroupClass.objects.none()
        return super().get_formset(request, obj, **kwargs)  # type: ignore[misc]

    def formfield_for_foreignkey(self: Any, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "group_class":
            kwargs |= {"queryset": self.own_classes, "empty_label": "Every class"}
        return super().formfield_for_foreignkey(db_field, request, **kwargs)  # type: ignore[misc]


class ContributionRows(OfOwnClass, TallRows):
    deletable = _TERMS
    model = Contribution
    formset = ContributionFormSet
    fields = (
        ("plan_id", "category"),
        ("group_class", "tier"),
        ("kind", "value"),
        "cap",
        ("eff_from", "eff_to"),
    )
    verbose_name_plural = "Contributions"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Contribution]:
        contributions: QuerySet[Contribution] = super().get_queryset(request)
        return contributions.select_related("group_class")

    def get_formset(self, request: HttpRequest, obj: Group | None = None, **kwargs: Any) -> Any:
        """Plans are read once for all rows."""
        tiers = text_choice("Tier", TIERS)
        chosen = {"plan_id": plan_field(), "category": category_field(), "tier": tiers}
        kwargs["form"] = type("ContributionForm", (ContributionForm,), chosen)
        return super().get_formset(request, obj, **kwargs)


class WindowRows(OfOwnClass, Rows):
    deletable = _TERMS
    model = OpenEnrollment
    fields = ("group_class", "opens_on", "closes_on", "coverage_start")
    verbose_name_plural = "Open enrollment"


INLINES = (ClassRows, ContributionRows, WindowRows)
