"""Reading groups and portals. Rooms above get frozen facts; every look-up is inside one brand, active rows only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_language

from planfront.brands.selectors import setting, setting_id
from planfront.kernel.security.crypto import keyed_hash
from planfront.kernel.security.ids import normalize_code
from planfront.parties.groups.models import (
    Contribution,
    Group,
    GroupAdministrator,
    GroupClass,
    OpenEnrollment,
    Portal,
)
from planfront.parties.groups.terms import DUES, ONE_TIME, ClassTerm, ContributionTerm, GroupTerms, Waiting, Window
from planfront.parties.party import Directory, PartyFacts, party_facts

ENROLLER_CODE = "enroller-code"


@dataclass(frozen=True, kw_only=True)
class GroupFacts(PartyFacts):
    """A group."""

    about: str
    address1: str
    address2: str
    city: str
    state: str
    zip: str
    sic: str
    requires_enroller_code: bool
    flags: dict[str, Any]

    def flag(self, name: str) -> bool:
        return self.flags.get(name) is True


@dataclass(frozen=True)
class PortalFacts:
    id: int
    code: str
    name: str
    groups_only: bool = False


def _facts(row: Group) -> GroupFacts:
    return GroupFacts(
        **party_facts(row),
        about=row.about,
        address1=row.address1,
        address2=row.address2,
        city=row.city,
        state=row.state,
        zip=row.zip,
        sic=row.sic,
        requires_enroller_code=row.requires_enroller_code,
        flags=row.flags,
    )


GROUPS = Directory(Group, _facts)
group_by_id = GROUPS.by_id
group_by_code = GROUPS.by_code


def portal_facts(row: Portal) -> PortalFacts:
    """A portal, by its name in the reader's language."""
    name = (row.name_es if get_language() == "es" else "") or row.name
    return PortalFacts(row.pk, row.code, name, row.groups_only)


def group_names(group_ids: Iterable[int]) -> dict[int, str]:
    """Names of groups by id."""
    return dict(Group.objects.filter(pk__in=list(group_ids)).values_list("pk", "name"))


def groups_named(word: str) -> list[int]:
    """Ids of the groups with a word in their name."""
    return list(Group.objects.filter(name__icontains=word).values_list("pk", flat=True)[:500])


def benefit_store(brand_id: int) -> GroupFacts | None:
    """The group of the brand's member benefit store, where it has one."""
    return GROUPS.first(brand_id, flags__member_benefit_store=True)


def group_of_user(brand_id: int, user_id: int | None) -> GroupFacts | None:
    """The group whose administrator signs in with this account."""
    return GROUPS.first(brand_id, administrators__user_id=user_id) if user_id else None


def administrator_accounts() -> list[tuple[int, int]]:
    """Return the brand and the account of every group administrator, once for each brand of the group."""
    rows = GroupAdministrator.objects.filter(group__active=True, user__is_active=True, group__brands__isnull=False)
    return list(rows.order_by().values_list("group__brands", "user_id"))


@dataclass(frozen=True)
class AdministratorFacts:
    """An administrator of a group. ``ready``: active, and has chosen a password."""

    id: int
    user_id: int
    name: str
    email: str
    language: str
    receives_mail: bool
    since: datetime
    active: bool
    ready: bool


def administrators_of(group_id: int) -> list[AdministratorFacts]:
    """The group's administrators, the first one first."""
    rows = GroupAdministrator.objects.filter(group_id=group_id).select_related("user")
    return [
        AdministratorFacts(
            id=row.pk,
            user_id=row.user_id,
            name=row.user.name,
            email=row.user.email,
            language=row.user.language,
            receives_mail=row.receives_mail,
            since=row.since,
            active=row.user.is_active,
            ready=row.user.is_active and row.user.has_usable_password(),
        )
        for row in rows
    ]


@dataclass(frozen=True)
class Recipient:
    """A recipient of a group's mail. ``key`` tells recipients apart: "" for the group's own address."""

    name: str
    email: str
    language: str
    key: str = ""


def mail_recipients(group: GroupFacts) -> list[Recipient]:
    """Return the group's own address, in the language of whose it is, else of its first administrator; and the
    administrators who want its mail, each in their own."""
    people = [administrator for administrator in administrators_of(group.id) if administrator.active]
    own = next((person for person in people if person.email == group.email.lower()), next(iter(people), None))
    text = [Recipient(group.name, group.email, own.language if own else "en")] if group.email else []
    copied = (person for person in people if person.receives_mail and person.email != group.email.lower())
    return [*text, *(Recipient(item.name or group.name, item.email, item.language, str(item.id)) for item in copied)]


def deciding_recipients(group: GroupFacts) -> list[Recipient]:
    """Return who learns that something waits for the group: those who get its mail, else every administrator."""
    if recipients := mail_recipients(group):
        return recipients
    people = (administrator for administrator in administrators_of(group.id) if administrator.active)
    return [Recipient(item.name or group.name, item.email, item.language, str(item.id)) for item in people]


def administers_group(group_id: int, user_id: int | None) -> bool:
    """Return whether the account administers the group and the group is active."""
    if user_id is None:
        return False
    return GroupAdministrator.objects.filter(group_id=group_id, user_id=user_id, group__active=True).exists()


def is_administrator(user_id: int) -> bool:
    """Return whether the account administers any group."""
    return GroupAdministrator.objects.filter(user_id=user_id).exists()


def groups_of_agent(brand_id: int, agent_id: int) -> list[GroupFacts]:
    """Return the groups a rep serves, by name."""
    rows = GROUPS.rows(brand_id).filter(agent_links__agent_id=agent_id).order_by("name", "id")
    return [_facts(row) for row in rows]


def is_open_store(brand_id: int, group: GroupFacts) -> bool:
    """Return whether the group is a store for everyone: the brand's default group or its member benefit store. Its
    people are clients of the reps on their records; a rep who serves it sells there and sees nobody else's."""
    return group.id == setting_id(brand_id, "default_group_id") or group.flag("member_benefit_store")


def groups_looked_after(brand_id: int, agent_id: int) -> list[GroupFacts]:
    """Return the groups whose people a rep looks after: employers that the rep serves."""
    return [group for group in groups_of_agent(brand_id, agent_id) if not is_open_store(brand_id, group)]


def class_names(group_id: int) -> dict[int, tuple[str, ...]]:
    """Return the names of the group's classes by id: the English one, and the Spanish one where there is one."""
    rows = GroupClass.objects.filter(group_id=group_id).values_list("pk", "name", "name_es")
    return {key: tuple(filter(None, (name, spanish))) for key, name, spanish in rows}


def name_class(class_id: int | None) -> str:
    """Return the English name of a group's class; "" for none."""
    row = GroupClass.objects.filter(pk=class_id).first() if class_id is not None else None
    return row.name if row else ""


def terms_of(group: Group) -> GroupTerms:
    """Return what the group grants its people. Takes three queries."""
    return terms_by_group([group])[group.pk]


def terms_by_group(groups: Iterable[Group]) -> dict[int, GroupTerms]:
    """Return what groups grant their people. Takes three queries."""
    listed = list(groups)
    classes, contributions, windows = (
        _rows_by_group(rows.filter(group__in=listed))
        for rows in (GroupClass.objects.all(), Contribution.objects.all(), OpenEnrollment.objects.all())
    )
    return {
        group.pk: GroupTerms(
            group_id=group.pk,
            name=group.name,
            pay_periods=group.pay_periods,
            pay_day=group.pay_day,
            classes=tuple(map(_class, classes[group.pk])),
            default_id=next((row.pk for row in classes[group.pk] if row.is_default), None),
            contributions=tuple(map(_contribution, contributions[group.pk])),
            windows=tuple(map(_window, windows[group.pk])),
            pays=fees_paid_by(group),
        )
        for group in listed
    }


def fees_paid_by(group: Group) -> frozenset[str]:
    """Return which fees beside premiums a group pays for its people from now on."""
    return frozenset(fee for fee, flag in ((DUES, "pays_dues"), (ONE_TIME, "pays_one_time")) if group.flags.get(flag))


def _rows_by_group(rows: QuerySet[Any]) -> dict[int, list[Any]]:
    by_group: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        by_group[row.group_id].append(row)
    return by_group


def terms_of_ids(group_ids: Iterable[int]) -> dict[int, GroupTerms]:
    """Return what groups grant their people. Takes four queries, none without groups."""
    keys = set(group_ids)
    return terms_by_group(Group.objects.filter(pk__in=keys)) if keys else {}


def terms_of_id(group_id: int) -> GroupTerms:
    """Return what a group grants its people. Takes four queries."""
    return terms_of(Group.objects.get(pk=group_id))


def _class(row: GroupClass) -> ClassTerm:
    return ClassTerm(
        id=row.pk,
        name=row.name,
        name_es=row.name_es,
        eligible=row.eligible,
        min_hours=row.min_hours,
        categories=frozenset(row.categories),
        waiting=Waiting(row.waiting_count, row.waiting_unit, row.waiting_start),
        enroll_days=row.enroll_days,
        pay_periods=row.pay_periods,
        pay_day=row.pay_day,
    )


def _contribution(row: Contribution) -> ContributionTerm:
    return ContributionTerm(
        id=row.pk,
        kind=row.kind,
        value=row.value,
        cap=row.cap,
        class_id=row.group_class_id,
        plan_id=row.plan_id,
        category=row.category,
        tier=row.tier,
        eff_from=row.eff_from,
        eff_to=row.eff_to,
    )


def _window(row: OpenEnrollment) -> Window:
    return Window(row.opens_on, row.closes_on, row.coverage_start, row.group_class_id)


def _portals(brand_id: int) -> QuerySet[Portal]:
    return Portal.objects.filter(brands=brand_id, active=True)


def portal_by_id(brand_id: int, portal_id: int) -> PortalFacts | None:
    row = _portals(brand_id).filter(pk=portal_id).first()
    return portal_facts(row) if row else None


def portals_for(
    brand_id: int, agent_id: int | None = None, group_id: int | None = None, *, before_group: bool = False
) -> list[PortalFacts]:
    """Portals to choose from: those open to all and the rep's own; a group with portals of its own has only these.

    Those for groups only are left out while there is no group, unless one is chosen next (``before_group``).
    """
    if group_id is not None:
        own = list(_portals(brand_id).filter(groups=group_id))
        if own:
            return [portal_facts(row) for row in own]
    rule = Q(open_to_all=True)
    if agent_id is not None:
        rule |= Q(agents=agent_id)
    rows = _portals(brand_id).filter(rule).distinct()
    if group_id is None and not before_group:
        rows = rows.filter(groups_only=False)
    return [portal_facts(row) for row in rows]


def site_portals(brand_id: int) -> set[int]:
    """Portals of the sites that link to a brand's store: their visitors use them, whatever their group."""
    sites = {name.strip() for name in setting(brand_id, "external_sites").split(",")} | {"elevate"}
    result = (setting_id(brand_id, f"{name}_portal_id") for name in sites if name)
    return {portal_id for portal_id in result if portal_id is not None}


def portals_by_group(brand_id: int, agent_id: int, group_ids: Collection[int]) -> dict[int, list[int]]:
    """Ids of the portals to choose from in each of a rep's groups. Two queries."""
    links = _portals(brand_id).filter(groups__in=group_ids).values_list("groups", "pk")
    own: dict[int, list[int]] = {}
    for group_id, portal_id in links:
        own.setdefault(group_id, []).append(portal_id)
    other = [portal.id for portal in portals_for(brand_id, agent_id, before_group=True)]
    return {group_id: own.get(group_id, other) for group_id in group_ids}


def enroller_code_hash(group_id: int, code: str) -> str:
    return keyed_hash(f"{group_id}:{normalize_code(code)}", ENROLLER_CODE)


def enroller_code_matches(group_id: int, code: str) -> bool:
    """Is this the group's enroller code? True for any code when the group needs none."""
    row = Group.objects.filter(pk=group_id).only("requires_enroller_code", "enroller_code_hash").first()
    if row is None or not row.requires_enroller_code:
        return True
    return constant_time_compare(row.enroller_code_hash, enroller_code_hash(group_id, code))
