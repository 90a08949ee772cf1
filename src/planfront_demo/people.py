"""Brands, portals, reps, groups, members and accounts of the demo. Every person and company is invented."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from planfront_demo.read import Seed, read


class BrandSeed(Seed):
    """``settings`` of the site, among them other sites of the operator."""

    id: int
    key: str
    name: str
    host: str
    policy_prefix: str
    postal_address: str
    fields: dict[str, Any]
    flags: dict[str, bool] = {}
    recipe: dict[str, Any] = {}
    settings: dict[str, str] = {}


class PortalSeed(Seed):
    id: int
    key: str
    code: str
    name: str
    name_es: str
    groups_only: bool = False


class RepSeed(Seed):
    id: int
    code: str
    first_name: str
    last_name: str
    email: str
    phone: str
    brands: tuple[str, ...]
    sign_in: str = ""
    fields: dict[str, Any] = {}
    states: tuple[str, ...]
    ending: dict[str, int] = {}
    """Days until the license of a state expires, from the day of seeding."""


class GroupSeed(Seed):
    id: int
    code: str
    name: str
    brands: tuple[str, ...]
    portals: tuple[str, ...] = ("group",)
    sign_in: str = ""
    enroller_code: str = ""
    reps: tuple[int, ...] = (11,)
    fields: dict[str, Any] = {}


class CoverageSeed(Seed):
    """Coverage of a plan, in force unless it has ended."""

    plan: int
    months_ago: int = 10
    ended_months_ago: int | None = None


class RelativeSeed(Seed):
    """A dependent or beneficiary on record. ``share``: per cent of a beneficiary."""

    kind: str
    relationship: str
    first_name: str
    last_name: str
    birth_date: date
    gender: int
    ssn: str
    share: int | None = None


class MemberSeed(Seed):
    """A member. ``relatives`` are on the lists of the next enrollment. ``language``: of letters and mails to somebody
    who signs in."""

    id: int
    brand: str = "planfront"
    first_name: str
    last_name: str
    birth_date: date
    gender: int
    email: str
    phone: str
    address1: str
    city: str
    state: str
    zip: str
    ssn: str
    coverages: tuple[CoverageSeed, ...] = ()
    relatives: tuple[RelativeSeed, ...] = ()
    group: int | None = None
    rep: int | None = 11
    sign_in: bool = False
    language: str = "en"
    smoker: bool | None = None
    marital_status: int = 0
    enrolled_here: bool = False


class StaffSeed(Seed):
    """A person of the staff: of one brand in a role, or of the whole installation."""

    email: str
    name: str
    role: str = ""
    brand: str = ""


class SignIn(Seed):
    email: str
    who: str


class People(Seed):
    """``approver`` is the second person that rate tables need; ``sign_ins`` are printed when the store starts."""

    password: str
    brands: tuple[BrandSeed, ...]
    portals: tuple[PortalSeed, ...]
    reps: tuple[RepSeed, ...]
    groups: tuple[GroupSeed, ...]
    default_group: int
    members: tuple[MemberSeed, ...]
    admin: StaffSeed
    approver: StaffSeed
    brand_staff: tuple[StaffSeed, ...]
    sign_ins: tuple[SignIn, ...]


class ClassSeed(Seed):
    name: str
    name_es: str
    is_default: bool = False
    eligible: bool = True
    min_hours: int | None = None
    waiting_count: int = 0
    waiting_start: str
    pay_periods: int | None = None
    pay_day: date | None = None


class ContributionSeed(Seed):
    """``group_class`` "" is every class, ``tier`` "" every tier."""

    plan_id: int
    kind: str
    value: Decimal
    group_class: str = ""
    tier: str = ""
    cap: Decimal | None = None


class GroupTerms(Seed):
    """The terms that a group grants its people. Days are counted from the day of seeding. ``by_payroll``: plans the
    group pays for; a cart with one of them is paid by list bill. ``in_class``: members who are not in the default
    class."""

    group: int
    pay_periods: int
    pay_day: date
    classes: tuple[ClassSeed, ...]
    contributions: tuple[ContributionSeed, ...]
    by_payroll: tuple[int, ...]
    in_class: dict[int, str]
    hired_days_ago: dict[int, int]
    opened_days_ago: int
    months_to_coverage: int


class Payments(Seed):
    """Payment of enrollments. ``by_card``: brands that accept cards, with what the statement says. ``accounts_only``:
    the plan of an insurer that draws from bank accounts only. ``payer`` paid from ``bank`` and with ``card`` before."""

    by_card: dict[str, str]
    accounts_only: int
    by_group: dict[int, str]
    list_billed: int
    payer: int
    card_number: str
    bank: dict[str, str]
    card: dict[str, str]


PEOPLE = read("people", People)
GROUP_TERMS = read("group_terms", GroupTerms)
PAYMENTS = read("payments", Payments)
EVERY_BRAND = tuple(brand.key for brand in PEOPLE.brands)
FULL_STORES = tuple(brand.key for brand in PEOPLE.brands if not brand.flags.get("dental_vision_only"))
"""Brands that sell more than dental and vision."""
