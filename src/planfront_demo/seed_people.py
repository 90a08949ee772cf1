"""Writes brands, portals, reps, groups, members and accounts of the demo."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal

from django.contrib.auth.hashers import make_password

from planfront.accounts.models import Role, User
from planfront.accounts.staff_actions import set_staff_brands
from planfront.audit.services import SYSTEM
from planfront.billing.models import PaymentRule
from planfront.brands.marketing import write_start
from planfront.brands.models import Brand
from planfront.brands.services import create_brand, save_settings
from planfront.enrollment.terms.text_versions import replace_shipped, save_agreement_text
from planfront.integrations.banks import Bank
from planfront.integrations.services import load_banks, load_zip_counties, save_counties
from planfront.integrations.zips import Place
from planfront.members.duplicates.search import find_duplicates
from planfront.members.models import Member
from planfront.members.services import add_relative, create_member
from planfront.parties.groups.models import Group, Portal
from planfront.parties.groups.services import create_group, create_portal, link_agent_to_group, set_enroller_code
from planfront.parties.reps.models import Agent, License, Referral
from planfront.parties.reps.services import create_agent
from planfront.rating.models import AreaMap
from planfront_demo.content import CONTENT, front_page
from planfront_demo.people import FULL_STORES, PAYMENTS, PEOPLE, MemberSeed
from planfront_demo.places import PLACES


@dataclass
class World:
    """The rows written so far, by the keys of the data."""

    today: date
    brands: dict[str, Brand] = field(default_factory=dict)
    portals: dict[str, Portal] = field(default_factory=dict)
    reps: dict[int, Agent] = field(default_factory=dict)
    groups: dict[int, Group] = field(default_factory=dict)
    users: dict[str, User] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    password: str = ""

    def brands_of(self, keys: tuple[str, ...]) -> list[Brand]:
        return [self.brands[key] for key in keys]

    def user(self, email: str, name: str, role: str, **flags: bool | str) -> User:
        """Create an account with the demo password, hashed once for all of them."""
        self.password = self.password or make_password(PEOPLE.password)
        user = User.objects.create(email=email, name=name, role=role, password=self.password, **flags)
        self.users[email] = user
        return user


def seed_people(world: World) -> None:
    _brands(world)
    _staff(world)
    _portals(world)
    _reps(world)
    _groups(world)
    _settings(world)
    _places_and_banks()


def _brands(world: World) -> None:
    texts = front_page()
    for row in PEOPLE.brands:
        fields = row.fields | {"display_tracking": Decimal(row.fields["display_tracking"]), "logo_key": row.key}
        hosts = [row.host, "127.0.0.1"] if row.host == "localhost" else [row.host]
        world.brands[row.key] = create_brand(
            id=row.id, key=row.key, name=row.name, hosts=hosts, flags=row.flags, recipe=row.recipe, **fields
        )
        write_start(brand=world.brands[row.key], texts=texts)
        _describe_association(world.brands[row.key])


def _describe_association(brand: Brand) -> None:
    """Let applicants agree to what the brand says of its association."""
    text = replace_shipped(key="association", brand_id=brand.pk)
    text.body, text.i18n["es"]["body"] = CONTENT.association.en, CONTENT.association.es
    text.active = True
    save_agreement_text(text=text)


def _staff(world: World) -> None:
    for row in (PEOPLE.admin, PEOPLE.approver):
        world.user(row.email, row.name, Role.STAFF, is_staff=True, is_superuser=True)
    for row in PEOPLE.brand_staff:
        user = world.user(row.email, row.name, Role.STAFF, is_staff=True, staff_role=row.role)
        set_staff_brands(user=user, brand_ids=[world.brands[row.brand].pk], origin=SYSTEM)


def _portals(world: World) -> None:
    everywhere = list(world.brands.values())
    for order, row in enumerate(PEOPLE.portals, start=1):
        world.portals[row.key] = create_portal(
            id=row.id,
            code=row.code,
            name=row.name,
            name_es=row.name_es,
            brands=everywhere,
            order=order,
            groups_only=row.groups_only,
        )


def _reps(world: World) -> None:
    for row in PEOPLE.reps:
        name = f"{row.first_name} {row.last_name}"
        user = world.user(row.sign_in, name, Role.REP) if row.sign_in else None
        rep = create_agent(
            id=row.id,
            code=row.code,
            first_name=row.first_name,
            last_name=row.last_name,
            email=row.email,
            phone=row.phone,
            brands=world.brands_of(row.brands),
            user=user,
            **row.fields,
        )
        world.reps[row.id] = rep
        License.objects.bulk_create(
            License(
                agent=rep,
                state=state,
                number=f"{state}-{row.id:06}",
                expires_on=world.today + timedelta(days=row.ending[state]) if state in row.ending else None,
            )
            for state in (*row.states, *row.ending)
        )
    for key in FULL_STORES:
        Referral.objects.create(code=f"jordan-{key}", brand=world.brands[key], agent=world.reps[11])


def _groups(world: World) -> None:
    for row in PEOPLE.groups:
        user = world.user(row.sign_in, row.name, Role.GROUP) if row.sign_in else None
        group = create_group(
            id=row.id, code=row.code, name=row.name, brands=world.brands_of(row.brands), user=user, **row.fields
        )
        group.portals.set(world.portals[key] for key in row.portals)
        if row.enroller_code:
            set_enroller_code(group=group, code=row.enroller_code)
        for rep in row.reps:
            link_agent_to_group(agent_id=rep, group=group)
        world.groups[row.id] = group
    PaymentRule.objects.create(group_id=PAYMENTS.list_billed, method="list")


def _settings(world: World) -> None:
    for row in PEOPLE.brands:
        brand = world.brands[row.key]
        values = {
            "default_group_id": str(PEOPLE.default_group),
            "default_portal_id": str(world.portals["individual"].pk),
            "footer_plan_id": "1002",
            "postal_address": row.postal_address,
        }
        if brand.flag("memberships"):
            values["elevate_portal_id"] = str(world.portals["association"].pk)
            values["external_sites"] = "elevate"
        save_settings(brand=brand, values=values | row.settings)


def _places_and_banks() -> None:
    load_banks(banks=[Bank(*bank.model_dump().values()) for bank in PLACES.banks])
    save_counties(counties={fips: (row.state, row.name) for fips, row in PLACES.counties.items()})
    AreaMap.objects.bulk_create(
        AreaMap(scheme="cms", state=row.state, county_fips=fips, area=row.area, eff_from=date(2014, 1, 1))
        for fips, row in PLACES.counties.items()
    )
    for zip_code, shared in PLACES.shared_zips.items():
        rows = {fips: PLACES.counties[fips] for fips in shared.counties}
        places = [Place(row.state, row.name, shared.city, fips) for fips, row in rows.items()]
        load_zip_counties(zip_code=zip_code, places=places)


def seed_members(world: World) -> None:
    """Write members and their relatives. Plans come first, as coverage copies their names."""
    for row in PEOPLE.members:
        name = f"{row.first_name} {row.last_name}"
        user = world.user(row.email, name, Role.MEMBER, language=row.language) if row.sign_in else None
        member = create_member(
            id=row.id,
            ssn=row.ssn,
            brand=world.brands[row.brand],
            user=user,
            group=world.groups.get(row.group or 0),
            agent=world.reps.get(row.rep or 0),
            portal=_portal(world, row),
            first_name=row.first_name,
            last_name=row.last_name,
            birth_date=row.birth_date,
            gender=row.gender,
            email=row.email,
            phone=row.phone,
            address1=row.address1,
            city=row.city,
            state=row.state,
            zip=row.zip,
            is_smoker=row.smoker,
            marital_status=row.marital_status,
            enrolled_here=row.enrolled_here,
        )
        world.members[row.id] = member
        for person in row.relatives:
            add_relative(
                member=member,
                kind=person.kind,
                relationship=person.relationship,
                first_name=person.first_name,
                last_name=person.last_name,
                birth_date=person.birth_date,
                gender=person.gender,
                ssn=person.ssn,
                percentage=person.share,
            )
    for brand in world.brands.values():
        find_duplicates(brand.pk, [member for member in world.members.values() if member.brand_id == brand.pk])


def _portal(world: World, row: MemberSeed) -> Portal:
    """Return the first portal of the member's group."""
    keys = next((group.portals for group in PEOPLE.groups if group.id == row.group), ("individual",))
    return world.portals[keys[0]]


def first_of_month(today: date, months: int) -> date:
    """Return the first day of the month ``months`` away."""
    count = today.year * 12 + today.month - 1 + months
    return date(count // 12, count % 12 + 1, 1)
