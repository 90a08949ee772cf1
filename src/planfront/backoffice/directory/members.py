"""Members with their coverage and family. Numbers are masked; lists show nothing sensitive."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, ClassVar
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.admin import SimpleListFilter
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from planfront.backoffice.directory.account_actions import Invites
from planfront.backoffice.directory.person_story import describe_later, is_about_case, show_person
from planfront.backoffice.lists.base import ReadOnlyRows, Rows, column, origin_of_staff, rows_to_delete
from planfront.backoffice.lists.cells import coverage_text, monthly_cell, person_cell, policy_link, two_lines
from planfront.backoffice.lists.days import DayField
from planfront.backoffice.lists.filters import ByState, by_choice, by_code
from planfront.backoffice.lists.panels import Button, Panel
from planfront.backoffice.lists.private_search import PrivateSearch
from planfront.backoffice.phone_field import PhoneForm
from planfront.coverage.models import Policy
from planfront.coverage.people import covered_relatives, open_policies
from planfront.coverage.person_changes import list_policies_by_other_facts
from planfront.coverage.selectors import (
    CoverageStanding,
    annotate_coverage,
    filter_by_coverage,
)
from planfront.coverage.timeline import SELF, Kind
from planfront.enrollment.forms import places
from planfront.enrollment.forms.base import Problems
from planfront.integrations import zips
from planfront.integrations.states import MAIL_PLACES, STATES, Purpose
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_name
from planfront.kernel.text import texts
from planfront.members.duplicates.search import LIKENESS, find_duplicates, waiting_pairs
from planfront.members.models import DuplicateMember, MaritalStatus, Member, Relative, RosterChange
from planfront.members.name_search import FEW, few_with, forms_of, numbered
from planfront.members.pay import PERIODS, Pay, pay_problem, yearly_pay
from planfront.members.person_facts import MAILING, MEMBER_FACTS
from planfront.members.person_history import FactCause, FactChange, record_changes, show_today, stored_facts, to_stored
from planfront.members.selectors import members_awaiting_proof
from planfront.parties.groups.models import GroupClass

_MARITAL = (("", "Unknown"), *MaritalStatus.choices)
_WRONG = "wrong"
_LONGEST_KEY = 19
RECORD = "record"
"""In the address of the form: without it, a member's page is the case file."""
_SEALED = ("before", "after", "roster__table", "roster__corrections", "roster__outcomes")


def _stays_for(object_id: str) -> int | None:
    """Return the record into which a merged one went, however many merges later."""
    key = int(object_id) if object_id.isascii() and object_id.isdecimal() and len(object_id) < _LONGEST_KEY else None
    last, following = None, key
    while following is not None:
        following = Member.objects.filter(pk=following).values_list("merged_into", flat=True).first()
        last = following or last
    return last


def _is_case(request: HttpRequest) -> bool:
    """Return whether a request is about the case file, not the form of the record."""
    if request.method == "POST":
        return is_about_case(request)
    return RECORD not in request.GET and "_popup" not in request.GET


class PolicyRows(ReadOnlyRows):
    model = Policy
    verbose_name_plural = "Policies"
    hide_title = True
    fields = readonly_fields = ("policy", "price", "effective_date", "end_date", "state")

    @column("Policy")
    def policy(self, policy: Policy) -> str:
        href = reverse("admin:coverage_policy_change", args=[policy.pk])
        return two_lines(policy.plan_name, policy_link(policy.number, href))

    @column("Price")
    def price(self, policy: Policy) -> str:
        return monthly_cell(policy.monthly)

    @column("State")
    def state(self, policy: Policy) -> str:
        return str(policy.state.label)


class CoverageFilter(SimpleListFilter):
    title = "coverage"
    parameter_name = "coverage"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(standing.value, str(standing.label)) for standing in CoverageStanding]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Member]) -> QuerySet[Member]:
        chosen = self.value()
        if chosen not in CoverageStanding.values:
            return queryset
        return filter_by_coverage(queryset, CoverageStanding(chosen), clock.today())


class MemberForm(PhoneForm):
    email = forms.EmailField(
        required=False, help_text="Needed to sign in and to get emails.", widget=UnfoldAdminTextInputWidget()
    )
    state = forms.ChoiceField(choices=[("", "---"), *STATES.items()], required=False, widget=UnfoldAdminSelectWidget())
    mailing_state = forms.ChoiceField(
        label="State", choices=[("", "---"), *MAIL_PLACES.items()], required=False, widget=UnfoldAdminSelectWidget()
    )
    marital_status = forms.TypedChoiceField(
        choices=_MARITAL, required=False, empty_value=None, coerce=int, widget=UnfoldAdminSelectWidget()
    )

    salary_period = forms.ChoiceField(
        label="Salary is for",
        choices=[("", "---"), *((period, words) for period, words in PERIODS.items())],
        required=False,
        help_text="Hourly or monthly pay is saved as an annual salary.",
        widget=UnfoldAdminSelectWidget(),
    )

    facts_are = forms.ChoiceField(
        label="What you change about the person",
        choices=[("", "Is different from now on, such as a name after a marriage"), (_WRONG, "Was wrong on record")],
        required=False,
        widget=UnfoldAdminSelectWidget(),
    )
    facts_since = DayField(label="Different since", required=False, help_text="Leave empty for today.")

    class Meta:
        model = Member
        fields = (
            "brand",
            "group",
            "group_class",
            "agent",
            "portal",
            "employee_number",
            "hired_on",
            "left_on",
            "weekly_hours",
            "annual_salary",
            "first_name",
            "middle_name",
            "last_name",
            "suffix",
            "birth_date",
            "gender",
            "email",
            "phone",
            "address1",
            "address2",
            "city",
            "state",
            "zip",
            "county",
            *MAILING,
            "marital_status",
            "is_smoker",
            "user",
            "active",
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "group_class" in self.fields:
            own = GroupClass.objects.filter(group_id=self.instance.group_id or 0)
            self.fields["group_class"].queryset = own  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Drop the class with its group, and refuse what only a change of coverage may change."""
        data: dict[str, Any] = super().clean() or {}
        if {"zip", "state"} & set(self.changed_data):
            self._check_home(data)
        if self.instance.pk:
            self._check_place(data)
            if "birth_date" in self.changed_data:
                _check_birth_date(self, self.instance.pk, SELF)
            self._check_rated_facts(data)
        since = data.get("facts_since")
        if since is not None and since > clock.today():
            self.add_error("facts_since", "Enter a day up to today.")
        hired, left = data.get("hired_on"), data.get("left_on")
        if hired and left and left < hired:
            self.add_error("left_on", "Enter a day on or after the hire date.")
        own, group = data.get("group_class"), data.get("group")
        if own is not None and own.group_id != (group.pk if group else None):
            data["group_class"] = None
        self._clean_salary(data)
        if set(MAILING) & set(self.changed_data):
            self._check_mailing(data)
        return data

    def _check_mailing(self, data: dict[str, Any]) -> None:
        """Ask for a whole mailing address, by the rule of the application, or for none."""
        typed = {name: data.get(name, "") for name in MAILING}
        if not any(typed.values()):
            return
        problems = Problems()
        for name in MAILING:
            if not typed[name] and name != "mailing_address2":
                problems.add(name, texts.REQUIRED)
        places.check_zip(typed, zips.states_of, problems, kind="mailing_")
        self._add_problems(problems)

    def _check_home(self, data: dict[str, Any]) -> None:
        """Refuse a home outside of the states, or in another than its ZIP code."""
        problems = Problems()
        places.check_zip(data, zips.states_of, problems, Purpose.HOME)
        self._add_problems(problems)

    def _add_problems(self, problems: Problems) -> None:
        for name in problems.items.keys() - self.errors.keys():
            self.add_error(name, str(problems.items[name].error_message))

    def _clean_salary(self, data: dict[str, Any]) -> None:
        """Convert pay to a year's, by the rule of rosters; ask where that isn't possible."""
        salary, period = data.get("annual_salary"), data.get("salary_period", "")
        if salary is None or not (period or "annual_salary" in self.changed_data):
            return
        pay, hours = Pay(salary, period), data.get("weekly_hours")
        name, question = pay_problem(pay, hours)
        if question:
            self.add_error(name, question)
        else:
            data["annual_salary"] = yearly_pay(pay, hours)

    def _check_rated_facts(self, data: dict[str, Any]) -> None:
        """Refuse another fact that a policy is priced or sold by: changed there, it reprices it from its own day on."""
        for name in sorted({"is_smoker", "gender", "annual_salary", "weekly_hours"} & set(self.changed_data)):
            if name in self.errors:
                continue
            policies = list_policies_by_other_facts({self.instance.pk: {name: data[name]}})
            if not policies:
                continue
            address = reverse("admin:policy_to", args=[policies[0].pk, Kind.FACTS.value])
            text = (
                "{} depends on this. Change it there, so the price follows from the right day. "
                '<a href="{}" class="underline">Change it on the policy</a>'
            )
            self.add_error(name, forms.ValidationError(format_html(text, _list_policies(policies), address)))

    def _check_place(self, data: dict[str, Any]) -> None:
        """Refuse a new ZIP or state while a policy is rated for another: the move reprices it, from its own day on."""
        if not {"zip", "state"} & set(self.changed_data) or {"zip", "state"} & set(self.errors):
            return
        home = {self.instance.pk: (data["state"], data["zip"])}
        elsewhere = open_policies(home).rated_elsewhere(home)
        if not elsewhere:
            return
        place = urlencode({"zip": data["zip"], "state": data["state"]})
        text = (
            "{} is priced for {} {}. Report the move first, so the price follows from the right day; "
            'then save the new address here. <a href="{}?{}" class="underline">Report the move</a>'
        )
        policy = elsewhere[0]
        self.add_error(
            "zip",
            forms.ValidationError(
                format_html(
                    text,
                    _list_policies(elsewhere),
                    policy.rated_state,
                    policy.rated_zip,
                    reverse("admin:policy_to", args=[policy.pk, Kind.PLACE.value]),
                    place,
                )
            ),
        )


def _check_birth_date(form: forms.BaseForm, member_id: int, key: str) -> None:
    """Refuse another birth date of somebody covered: policies have it, too, so it is corrected there."""
    if covered := list(open_policies([member_id]).covering(key)):
        address = reverse("admin:policy_to", args=[covered[0].pk, Kind.CORRECTION.value])
        text = (
            "{} covers this person by this birth date. Correct it there, so the policy follows. "
            '<a href="{}" class="underline">Correct the birth date</a>'
        )
        form.add_error("birth_date", forms.ValidationError(format_html(text, _list_policies(covered), address)))


def _list_policies(policies: Sequence[Policy]) -> str:
    return ", ".join(f"{policy.plan_name} ({policy.number})" for policy in policies)


def _columns_of(form: Any) -> set[str]:
    """Return the columns that a form changes."""
    return {"group_class_id" if name == "group_class" else name for name in form.changed_data}


def _keep_history(
    request: HttpRequest, row: Member | Relative, form: Any, way: str = "", since: date | None = None
) -> None:
    """Keep what becomes different of a person whose row is about to be saved."""
    rows: Any = type(row)._default_manager
    before = stored_facts(rows.get(pk=row.pk))
    columns = _columns_of(form)
    after = {name: to_stored(getattr(row, name)) for name in columns if name in before}
    cause = FactCause("staff", origin_of_staff(request), effective=since, is_correction=way == _WRONG)
    record_changes([FactChange(row, before, after)], cause)


class RelativeForm(forms.ModelForm):  # type: ignore[type-arg]
    """A member of the family, whose birth date may be what a policy is priced by."""

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if "birth_date" in self.changed_data:
            _check_birth_date(self, self.instance.member_id, str(self.instance.pk))
        return data


class RelativeFormSet(forms.BaseInlineFormSet):  # type: ignore[type-arg]
    def clean(self) -> None:
        """Keep whom a policy names on record."""
        gone = {row.pk: row for row in rows_to_delete(self)}
        pairs = covered_relatives(gone)
        covered = next((row for key, row in gone.items() if any(relative == key for relative, _policy in pairs)), None)
        if covered is not None:
            policies = [policy for relative, policy in pairs if relative == covered.pk]
            numbers = ", ".join(sorted(Policy.objects.filter(pk__in=policies).values_list("number", flat=True)))
            name = f"{covered.first_name} {covered.last_name}".strip()
            raise forms.ValidationError(
                f"{name} is or was covered by {numbers} and stays on record. Remove the person on the policy's "
                "page instead."
            )
        super().clean()


class RelativeRows(Rows):
    """Family and beneficiaries. Their numbers are sealed; a missing one is added on a page of its own."""

    deletable = "Typed by mistake: never covered by a policy."
    model = Relative
    form = RelativeForm
    formset = RelativeFormSet
    fields = (
        "kind",
        "relationship",
        "first_name",
        "middle_name",
        "last_name",
        "suffix",
        "birth_date",
        "gender",
        "percentage",
        "shown_number",
    )
    readonly_fields = ("shown_number",)
    verbose_name_plural = "Family and beneficiaries"

    @column("Social Security Number")
    def shown_number(self, row: Relative) -> str:
        if row.ssn:
            return f"Ending {row.ssn[-4:]}"
        if row.kind != Relative.Kind.DEPENDENT or not row.member.active:
            return "–"
        return format_html(
            '<a class="underline" href="{}">Add the number</a>', reverse("admin:relative_number", args=[row.pk])
        )


class RosterRows(Rows):
    """Changes that rosters made to the member."""

    model = RosterChange
    fields = readonly_fields = ("shown_roster", "shown_at", "effect", "row", "shown_fields", "kept")
    verbose_name_plural = "Rosters"
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        queryset: QuerySet[Any] = super().get_queryset(request)
        return queryset.exclude(roster__applied_at=None).select_related("roster").defer(*_SEALED)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @column("Roster")
    def shown_roster(self, change: RosterChange) -> str:
        return change.roster.file_name

    @column("Applied")
    def shown_at(self, change: RosterChange) -> Any:
        return change.roster.applied_at

    @column("Fields")
    def shown_fields(self, change: RosterChange) -> str:
        return ", ".join(change.fields)


class MemberPage(Invites, PrivateSearch):
    instead_of_deleting = (
        "Members stay on record with their coverage, applications and payments. End the coverage on its policy's page; "
        "merge a second record of the same person under Possible duplicate members; erase a person's data with a "
        "privacy request."
    )
    brand_path = "brand"
    form = MemberForm
    list_display = ("person", "brand", "group", "state", "shown_coverage", "active")
    merged_columns: ClassVar = {"person": ("id", "first_name", "last_name")}
    list_filter = (
        "brand",
        by_code("group code", "group", "group__code"),
        ByState,
        CoverageFilter,
        "active",
        by_choice("proof of death", "proof", ("asked", "Proof of a death is asked for"), members_awaiting_proof),
    )
    list_select_related = ("brand", "group")
    search_fields = ("=id", "last_name", "first_name", "=email", "=phone", "=employee_number")
    find_by = "Find by number, name, email, phone"
    autocomplete_fields = ("group", "agent", "user")
    readonly_fields = ("shown_ssn",)
    inlines = (PolicyRows, RelativeRows, RosterRows)
    fieldsets = (
        (
            None,
            {
                "fields": (
                    ("first_name", "last_name"),
                    ("middle_name", "suffix"),
                    ("birth_date", "gender"),
                    ("marital_status", "is_smoker"),
                    ("shown_ssn",),
                    ("email", "phone"),
                    ("user", "active"),
                    ("facts_are", "facts_since"),
                )
            },
        ),
        ("Address", {"classes": ("tab",), "fields": (("address1", "address2"), ("city", "state"), ("zip", "county"))}),
        (
            "Mailing address",
            {
                "classes": ("tab",),
                "description": "Where letters go. Leave empty to use the home address.",
                "fields": (
                    ("mailing_address1", "mailing_address2"),
                    ("mailing_city", "mailing_state"),
                    ("mailing_zip",),
                ),
            },
        ),
        (
            "Belongs to",
            {
                "classes": ("tab",),
                "fields": (
                    ("brand", "portal"),
                    ("group", "group_class"),
                    ("agent", "employee_number"),
                    ("hired_on", "left_on"),
                    ("annual_salary", "salary_period"),
                    ("weekly_hours",),
                ),
            },
        ),
    )

    def narrow_by_index(self, word: str) -> Any:
        """Return ids of members that a word finds by a name or an exact field; None when many have such a name."""
        matches = few_with(forms_of(word), names_only="@" not in word)
        if matches is None:
            return None
        exact = [Member.objects.filter(numbered(word))]
        if word.isascii() and word.isdecimal():
            exact.append(Member.objects.filter(phone=word))
            if len(word) < _LONGEST_KEY:
                exact.append(Member.objects.filter(pk=int(word)))
        return matches.union(*(rows.order_by().values_list("pk", flat=True)[: FEW + 1] for rows in exact))

    def title_of(self, row: Member) -> str:
        return row.name

    @column("Member", ordering="last_name")
    def person(self, row: Member) -> str:
        return person_cell(row.name, f"Member {row.pk}")

    def save_model(self, request: HttpRequest, obj: Member, form: Any, change: bool) -> None:
        """Save the member; one who may be on record already becomes a pair to settle."""
        lock_name(f"twins:{obj.brand_id}:{obj.birth_date}")
        if change:
            _keep_history(request, obj, form, form.cleaned_data["facts_are"], form.cleaned_data["facts_since"])
        super().save_model(request, obj, form, change)
        if change:
            show_today(obj, _columns_of(form) & set(MEMBER_FACTS))
        if not change or not LIKENESS.isdisjoint(form.changed_data):
            find_duplicates(obj.brand_id, [obj])

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Save the family with its history."""
        for row_form in formset.initial_forms if formset.model is Relative else ():
            if row_form.has_changed() and row_form not in formset.deleted_forms:
                _keep_history(request, row_form.instance, row_form)
        super().save_formset(request, form, formset, change)

    def response_add(self, request: HttpRequest, obj: Member, post_url_continue: str | None = None) -> HttpResponse:
        """Answer after adding; warn at once if the member may be on record already."""
        if "_continue" not in request.POST:  # the page itself says so
            self._name_twins(request, str(obj.pk))
        answer: HttpResponse = super().response_add(request, obj, post_url_continue)
        return answer

    def response_change(self, request: HttpRequest, obj: Member) -> HttpResponse:
        answer: HttpResponse = super().response_change(request, obj)
        return answer

    def response_post_save_change(self, request: HttpRequest, obj: Member) -> HttpResponse:
        """Show the case file, which warns of a likely twin."""
        return HttpResponseRedirect(reverse("admin:members_member_change", args=[obj.pk]))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Member]:
        return annotate_coverage(super().get_queryset(request).filter(merged_into=None), clock.today())

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect from a merged record to the remaining one; warn of a likely duplicate."""
        stays = _stays_for(object_id)
        if stays is not None and self.get_object(request, str(stays)) is not None:
            messages.info(request, f"Record {object_id} was merged into this one.")
            return HttpResponseRedirect(reverse("admin:members_member_change", args=[stays]))
        member = self.get_object(request, object_id) if _is_case(request) else None
        if member is not None and self.has_view_permission(request, member):
            self._name_twins(request, object_id)
            context = {**self.admin_site.each_context(request), "opts": self.opts}
            return show_person(request, member, self.admin_site, context)
        if request.method == "GET":
            self._name_twins(request, object_id)
        page: HttpResponse = super().change_view(request, object_id, form_url, extra_context)
        return page

    def form_panel(self, request: HttpRequest, row: Member) -> Panel:
        """Say what is planned to be different later, and lead to the person's history."""
        address = reverse("admin:members_member_change", args=[row.pk])
        return Panel(text=describe_later(row), buttons=(Button("Case file", address, is_main=False),))

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the case file, which has the history in place of the log of edits."""
        query = f"?{request.GET.urlencode()}" if request.GET else ""
        return HttpResponseRedirect(f"{reverse('admin:members_member_change', args=[object_id])}{query}#history")

    def _name_twins(self, request: HttpRequest, object_id: str) -> None:
        page = self.admin_site.get_model_admin(DuplicateMember)
        if (
            not object_id.isascii()
            or not object_id.isdecimal()
            or len(object_id) > 18
            or not page.has_view_permission(request)
        ):
            return
        if not self.get_queryset(request).filter(pk=object_id).exists():
            return
        for pair, other in waiting_pairs(int(object_id)):
            href = reverse("admin:members_duplicatemember_change", args=[pair.pk])
            text = 'This may be the same person as {} ({}). <a href="{}" class="underline">Compare the two</a>'
            messages.warning(request, format_html(text, other.name, other.pk, href))

    @column("Coverage", label={CoverageStanding.ACTIVE.label: "success", CoverageStanding.ENDED.label: "danger"})
    def shown_coverage(self, member: Any) -> str:
        return coverage_text(member.coverage_standing, member.coverage_starts)

    @column("Social Security Number")
    def shown_ssn(self, member: Member) -> str:
        return f"Ending {member.ssn_last4}" if member.ssn_last4 else "None on record"


PAGES = ((Member, MemberPage),)
