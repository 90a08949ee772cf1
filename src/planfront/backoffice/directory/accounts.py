"""Accounts of all who sign in, with roles and brands of staff. Staff see those of their own brands."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from django import forms
from django.contrib import messages
from django.contrib.admin import SimpleListFilter
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from planfront.accounts.models import Role, SecondFactor, StaffBrand, User
from planfront.accounts.staff_actions import close_account, reopen_account, set_staff_brands
from planfront.backoffice.directory.account_actions import AccountHelp, Invites, send_invitation
from planfront.backoffice.lists.base import column, origin_of_staff
from planfront.backoffice.lists.cells import person_cell
from planfront.backoffice.lists.filters import brands_of
from planfront.backoffice.lists.private_search import PrivateSearch
from planfront.backoffice.scope import brand_ids
from planfront.brands.models import Brand
from planfront.members.models import Member
from planfront.parties.groups.models import GroupAdministrator
from planfront.parties.reps.models import Agent

_STAFF_FIELDS = ("staff_role", "all_brands", "brands")


def accounts_of(ids: frozenset[int]) -> Q:
    """Return accounts of the brands: reps, groups, members, and staff of these but not of all brands."""
    return (
        Q(pk__in=Agent.objects.filter(brands__in=ids, user__isnull=False).values("user"))
        | Q(pk__in=GroupAdministrator.objects.filter(group__brands__in=ids).values("user"))
        | Q(pk__in=Member.objects.filter(brand__in=ids, user__isnull=False).values("user"))
        | Q(pk__in=StaffBrand.objects.filter(brand_id__in=ids).values("user"), is_superuser=False, all_brands=False)
    )


class BrandOfAccount(SimpleListFilter):
    title = "brand"
    parameter_name = "brand"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(key), name) for key, name in brands_of(request)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        value = self.value()
        return queryset.filter(accounts_of(frozenset({int(value)}))) if value and value.isdigit() else queryset


class AccountForm(forms.ModelForm):  # type: ignore[type-arg]
    """Staff are added and given their work here; reps, groups and members are added on their own pages."""

    brands = forms.ModelMultipleChoiceField(
        Brand.objects.order_by("name"),
        required=False,
        label="Works for",
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
    )

    class Meta:
        model = User
        fields = ("email", "name", "language", "is_active", "is_superuser", "staff_role", "all_brands")

    staff: User
    ids: frozenset[int] | None

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        choice = self.fields.get("brands")
        if choice is None:
            return
        if self.ids is not None:
            cast(Any, choice).queryset = Brand.objects.filter(pk__in=self.ids).order_by("name")
        if self.instance.pk:
            choice.initial = [row.brand_id for row in self.instance.staff_brands.all()]

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).strip().lower()

    def clean(self) -> dict[str, Any]:
        result = super().clean() or {}
        work = {name: result.get(name) for name in _STAFF_FIELDS if name in self.fields}
        if "staff_role" not in work or result.get("is_superuser"):
            return result
        if work["staff_role"] and not (work.get("all_brands") or work.get("brands")):
            self.add_error("brands", "Choose at least one brand.")
        return result


class AccountPage(Invites, AccountHelp, PrivateSearch):
    form = AccountForm
    list_display = ("person", "role", "work", "works_for", "two_steps", "last_login", "is_active")
    instead_of_deleting = "The audit record names the account. Deactivate it instead."
    list_filter = ("role", "staff_role", BrandOfAccount, "is_active")
    merged_columns: ClassVar = {"person": ("email", "name")}
    search_fields = ("email", "name")
    find_by = "Find by email address or name"
    ordering = ("email",)
    actions = (
        "invite_to_sign_in",
        "invite_in_spanish",
        "send_password_link",
        "turn_off_second_factor",
        "end_sessions",
        "deactivate",
        "activate",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        on = SecondFactor.objects.filter(user=OuterRef("pk"), confirmed_at__isnull=False)
        rows: QuerySet[User] = super().get_queryset(request).annotate(second_factor=Exists(on))
        return rows.prefetch_related(Prefetch("staff_brands", _named_brands()))

    @column("Account", ordering="email")
    def person(self, row: User) -> str:
        return person_cell(row.name or row.email, row.email if row.name else "")

    def narrowed(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        ids = brand_ids(request)
        return rows if ids is None else rows.filter(accounts_of(ids))

    def is_shared(self) -> bool:
        return False

    def _has_rows_elsewhere(self, request: HttpRequest, own: QuerySet[Any]) -> bool:
        """Return whether the account has rows or work in brands that aren't the staff's."""
        others = frozenset(Brand.objects.exclude(pk__in=brand_ids(request) or ()).values_list("pk", flat=True))
        return own.filter(accounts_of(others)).exists()

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        fields = ["email", "name", "language"]
        if obj is None:
            fields += ["staff_role"]
        else:
            fields += ["role", "is_active", *(["staff_role"] if obj.role == Role.STAFF else [])]
        if obj is None or obj.role == Role.STAFF:
            # Where one works is nothing to choose for oneself; the list of accounts shows it.
            fields += [] if self._is_own(request, obj) else ["brands"]
            if brand_ids(request) is None:
                fields += ["all_brands", *(["is_superuser"] if cast(User, request.user).is_superuser else [])]
        return fields

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Protect staff's own permissions from themselves."""
        own = ("role", "is_active", "staff_role", "all_brands", "is_superuser")
        return own if self._is_own(request, obj) else ("role",)

    def _is_own(self, request: HttpRequest, obj: Any) -> bool:
        return obj is not None and obj.pk == cast(User, request.user).pk

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        fields = [
            get_field
            for get_field in self.get_fields(request, obj)
            if get_field not in self.get_readonly_fields(request, obj)
        ]
        form = super().get_form(request, obj, change, **{**kwargs, "fields": [f for f in fields if f != "brands"]})
        form.ids = brand_ids(request)
        if "brands" not in fields:
            form.base_fields.pop("brands", None)
        return form

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if not change:
            obj.role = Role.STAFF
            obj.set_unusable_password()
        obj.is_staff = obj.role == Role.STAFF and bool(obj.staff_role or obj.is_superuser)
        super().save_model(request, obj, form, change)
        if "brands" in form.cleaned_data:
            set_staff_brands(
                user=obj,
                brand_ids=[brand.pk for brand in form.cleaned_data["brands"]],
                origin=origin_of_staff(request),
            )
        if change and "is_active" in form.changed_data:
            (reopen_account if obj.is_active else close_account)(user=obj, origin=origin_of_staff(request))
        if not change:
            send_invitation(request, obj)
            messages.success(request, f"An invitation to {obj} is on its way.")

    @column("Staff role", ordering="staff_role")
    def work(self, user: User) -> str:
        if user.is_superuser:
            return "Everything"
        return user.get_staff_role_display() if user.role == Role.STAFF else "-"

    @column("Works for")
    def works_for(self, user: User) -> str:
        if user.role != Role.STAFF:
            return "-"
        if user.is_superuser or user.all_brands:
            return "All brands"
        return ", ".join(cast(Any, row).brand_name for row in user.staff_brands.all()) or "-"

    @column("Two steps", label={"On": "success", "Off": "info"})
    def two_steps(self, user: Any) -> str:
        return "On" if user.second_factor else "Off"


def _named_brands() -> QuerySet[StaffBrand]:
    name = Brand.objects.filter(pk=OuterRef("brand_id")).values("name")
    return StaffBrand.objects.annotate(brand_name=Subquery(name)).order_by("brand_name")


PAGES = ((User, AccountPage),)
