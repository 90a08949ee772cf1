"""The kind "groups": groups with their classes, contributions, enrollment windows and administrators."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from planfront.accounts.selectors import account_at
from planfront.accounts.staff_actions import end_access
from planfront.audit.services import SYSTEM
from planfront.imports.errors import CanNotRollBack, Stale
from planfront.imports.registry import Issue, Json
from planfront.kernel.text.folding import comparison_key
from planfront.parties.catalog_names import CATALOG_NAMES
from planfront.parties.groups.models import (
    AgentGroup,
    Contribution,
    Group,
    GroupAdministrator,
    GroupClass,
    OpenEnrollment,
    PayPeriods,
)
from planfront.parties.groups.services import (
    MOST_ADMINISTRATORS,
    account_to_administer,
    add_administrator,
    can_administer,
    remove_administrator,
)
from planfront.parties.groups.terms import has_one_default
from planfront.parties.importers import cells
from planfront.parties.importers.cells import catalog_choice, choice, label_choice, several_of
from planfront.parties.importers.importer import Draft, PartyImporter
from planfront.parties.importers.parts import Cell, Form, Part, Texts, link


def _targets() -> Iterator[tuple[tuple[str, int | None], tuple[str, ...]]]:
    """The category and plan of a contribution."""
    for category, names in CATALOG_NAMES.require("categories")():
        yield (category, None), names
    for plan_id, names in CATALOG_NAMES.require("plans")():
        yield ("", plan_id), names


def _head() -> Part:
    periods = label_choice(PayPeriods.choices)
    columns = (
        Cell("Group code", ("code",), cells.CODE, "The Group Enrollment Code, in every row.", "HARBOR", True),
        Cell("Group name", ("name",), cells.TEXT, "Of a new group.", "Harbor Bakery", True),
        Cell("Phone", ("phone",), cells.PHONE, "Ten digits.", "614-555-0148"),
        Cell("Email", ("email",), cells.TEXT, "Gets the email about applications.", "hr@harbor.example"),
        Cell("Address", ("address1",), cells.TEXT, "Street and number.", "12 Quay St"),
        Cell("Address line 2", ("address2",), cells.TEXT, "Suite or floor."),
        Cell("City", ("city",), cells.TEXT, "", "Columbus"),
        Cell("State", ("state",), cells.STATE, "Two letters.", "OH"),
        Cell("ZIP code", ("zip",), cells.ZIP, "Five digits.", "43215"),
        Cell("SIC", ("sic",), cells.SIC, "Industry, four digits.", "2051"),
        Cell("Eligible employees", ("eligible_employees",), cells.WHOLE, "Group size for plans rated by it.", "42"),
        Cell("Pay periods", ("pay_periods",), periods, "Times a year that wages are paid: 52, 26, 24 or 12.", "26"),
        Cell("Pay day", ("pay_day",), cells.DAY, "Any pay day.", "01/08/2027"),
    )
    return Part("", "group", Group, (), columns)


def _classes() -> Part:
    plans, starts = several_of(catalog_choice("categories")), GroupClass.CoverageStart.choices
    waiting = ("waiting_count", "waiting_unit")
    first = "; ".join(f"{value}: {label[0].lower()}{label[1:]}" for value, label in starts) + "."
    columns = (
        Cell("Class", ("name",), cells.TEXT, "A row for each class, such as Full time.", "Full time", True),
        Cell("Class in Spanish", ("name_es",), cells.TEXT, "", "Tiempo completo"),
        Cell("Default class", ("is_default",), cells.YES_NO, "Yes for the class of people who are in no other.", "Yes"),
        Cell("May enroll", ("eligible",), cells.YES_NO, "Empty: Yes.", "Yes"),
        Cell("Least hours", ("min_hours",), cells.WHOLE, "A week. Empty: any.", "30"),
        Cell("Categories", ("categories",), plans, "Plans that may be bought. Empty: all.", "dental; vision"),
        Cell("Waiting period", waiting, cells.WAITING, "From the day of hire. Empty: none.", "30 days"),
        Cell("Coverage starts", ("waiting_start",), label_choice(starts), f"{first} Empty: first.", "first"),
        Cell("Days to enroll", ("enroll_days",), cells.WHOLE, "Of new hires. Empty: 31.", "31"),
    )
    return Part("classes", "class", GroupClass, ("Class",), columns, parent="group")


class _OfClass(Part):
    """Rows of one of the group's classes, or of all."""

    def rows(self, parties: Sequence[Any]) -> Iterator[tuple[int, Any]]:
        rows: Any = self.table._default_manager.filter(group__in=parties)
        return ((row.group_id, row) for row in rows.select_related("group_class").order_by("pk"))

    def columns(self, texts: Mapping[str, str], party: Any = None) -> dict[str, Any]:
        columns = super().columns(texts, party)
        name = columns.pop("group_class")
        if party is not None:
            columns["group_class"] = party.classes.get(name=name) if name else None
        return columns


# The heading is that of the classes.
_CLASS = Cell("Class", ("group_class",), cells.TEXT, "")


def _contributions() -> Part:
    target, paid = ("category", "plan_id"), ("kind", "value")
    paid_for = "A category, or a plan's name, number or insurer's code. Empty: every plan."
    columns = (
        _CLASS,
        Cell("Contribution for", target, choice(_targets), paid_for, "dental"),
        Cell("Tier", ("tier",), cells.TIER, "Member, Member + Spouse, … Empty: every tier.", "Member"),
        Cell("Contribution", paid, cells.CONTRIBUTION, "Percentage, or dollars a month. A row for each.", "80%", True),
        Cell("At most", ("cap",), cells.DOLLARS, "Dollars a month.", "60.00"),
        Cell("Contribution from", ("eff_from",), cells.DAY, "For coverage from this day. Empty: always."),
        Cell("Contribution to", ("eff_to",), cells.DAY, "For coverage to this day. Empty: always."),
    )
    keys = ("Class", "Contribution for", "Tier", "Contribution from")
    faults = {"contribution_value": "Contribution", "contribution_days": "Contribution to"}
    return _OfClass("contributions", "contribution", Contribution, keys, columns, "group", faults, ("Class",))


def _windows() -> Part:
    columns = (
        _CLASS,
        Cell("Enrollment opens", ("opens_on",), cells.DAY, "First day of open enrollment.", "11/01/2027", True),
        Cell("Enrollment closes", ("closes_on",), cells.DAY, "Its last day.", "11/30/2027", True),
        Cell("First day covered", ("coverage_start",), cells.DAY, "Coverage bought in it starts then.", "01/01/2028"),
    )
    keys = ("Class", "Enrollment opens")
    faults = {"open_enrollment_days": "Enrollment closes", "open_enrollment_coverage": "First day covered"}
    return _OfClass("enrollment_windows", "open enrollment", OpenEnrollment, keys, columns, "group", faults, ("Class",))


_EMAIL, _NAME = "Administrator email", "Administrator name"


class _Administrators(Part):
    """Accounts that wait for an invitation. An account that is here keeps its name."""

    def rows(self, parties: Sequence[Any]) -> Iterator[tuple[int, Any]]:
        rows = GroupAdministrator.objects.filter(group__in=parties).select_related("user").order_by("pk")
        return ((row.group_id, row) for row in rows)

    def texts(self, row: Any) -> Texts:
        return {_EMAIL: row.user.email, _NAME: row.user.name}

    def blank(self) -> Texts:
        return {_EMAIL: "", _NAME: ""}

    def adjust(self, texts: Texts) -> Texts:
        user = account_at(texts.get(_EMAIL, ""))
        return {**texts, _NAME: user.name} if user else texts

    def faults_of(self, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        try:
            validate_email(texts[_EMAIL])
        except ValidationError as error:
            yield _EMAIL, " ".join(error.messages)

    def add(self, party: Any, texts: Mapping[str, str]) -> None:
        about = {"email": texts[_EMAIL], "name": texts[_NAME], "language": "en"}
        user = account_to_administer(group_id=party.pk, origin=SYSTEM, **about)
        if user is None:
            raise Stale
        add_administrator(group_id=party.pk, user_id=user.pk, receives_mail=False, origin=SYSTEM)

    def remove(self, row: Any) -> None:
        if row.user.has_usable_password():
            raise CanNotRollBack(_("%s administers the group by now.") % row.user.email)
        remove_administrator(group_id=row.group_id, administrator_id=row.pk, by=None, origin=SYSTEM)
        end_access(user_id=row.user_id, origin=SYSTEM)


def _administrators() -> Part:
    columns = (
        Cell(_EMAIL, (), cells.EMAIL, "A row for each. Invite them later on the group's page.", "kim@harbor.example"),
        Cell(_NAME, (), cells.NAME, "Of a new account.", "Kim Ortega"),
    )
    return _Administrators("administrators", "administrator", GroupAdministrator, (_EMAIL,), columns)


class Groups(PartyImporter):
    kind = "groups"
    title = "Groups"
    text = (
        "Groups with classes, contributions, open enrollment, and administrators, as CSV or XLSX. A group with more "
        "than one class or contribution has more than one row; repeat the group's code and the class, and leave the "
        "other cells empty. Semicolons separate names in one cell. Empty cells keep what's on record. Nothing is "
        "removed. Administrators aren't invited; invite them from the group's page when you're ready."
    )
    table = Group
    sums = ("Eligible employees",)

    def form(self) -> Form:
        brand, portal = (Group.brands.through, "group", "brand"), (Group.portals.through, "group", "portal")
        links = (
            link("Brands", "Keys or names. A new group needs one.", brand, ("key", "name"), "larkspur", required=True),
            link("Portals", "Codes or names. Empty: those open to all.", portal, ("code", "name")),
            link("Rep codes", "Reps who serve the group.", (AgentGroup, "group", "agent"), ("code",), "R4410; R4411"),
        )
        return Form(_head(), links, (_classes(), _contributions(), _windows(), _administrators()))

    def check_all(self, drafts: Mapping[str, Draft]) -> Iterator[Issue]:
        """Each account administers one group."""
        groups: dict[str, str] = {}
        for code, draft in drafts.items():
            for (part, key), (source, _rows) in draft.rows.items():
                if part == "administrators" and key[0] and groups.setdefault(key[0], code) != code:
                    message = _("This person administers %s. Use another address here.") % groups[key[0]]
                    yield source.issue("otherGroup", message, _EMAIL)

    def check(self, before: Json | None, after: Json, draft: Draft) -> Iterator[Issue]:
        rows = {key: source for key, (source, _rows) in draft.rows.items()}
        names: dict[str, str] = {}
        for texts in after["classes"]:
            name = texts["Class"]
            if names.setdefault(comparison_key(name), name) != name:
                message = _("Write the class as %s, or call it something else.") % names[comparison_key(name)]
                yield rows.get(("classes", (name,)), draft.first).issue("spelling", message, "Class")
        defaults = [texts["Class"] for texts in after["classes"] if texts["Default class"] == "Yes"]
        if not has_one_default(texts["Default class"] == "Yes" for texts in after["classes"]):
            source = rows.get(("classes", (defaults[-1],)), draft.first)
            yield source.issue("defaults", _("A group has one default class: %s.") % defaults[0], "Default class")
        yield from self._check_administrators(before, after, draft)

    def _check_administrators(self, before: Json | None, after: Json, draft: Draft) -> Iterator[Issue]:
        people = after["administrators"]
        group = Group.objects.filter(code=after[""]["Group code"]).first() if before else None
        for texts in people[len(before["administrators"]) if before else 0 :]:
            if not can_administer(texts[_EMAIL], group.pk if group else None):
                source, _rows = draft.rows["administrators", (texts[_EMAIL],)]
                yield source.issue("otherAccount", _("This address can't be invited. Please use another one."), _EMAIL)
        if len(people) > MOST_ADMINISTRATORS:
            message = _("A group has at most %(most)s administrators.") % {"most": MOST_ADMINISTRATORS}
            yield draft.first.issue("tooMany", message, _EMAIL)
