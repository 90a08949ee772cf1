"""Starting and changing quotes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction

from planfront.audit.services import Origin, record
from planfront.catalog.selectors import catalog
from planfront.integrations import zips
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_name
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.text import texts
from planfront.kernel.text.words import words_of
from planfront.shopping.cart.repricing import Reprice, price_cart
from planfront.shopping.cart.selectors import premier_in_cart
from planfront.shopping.models import EnrollType, EProcess, Quote, Status
from planfront.shopping.quote import fields as quote_fields
from planfront.shopping.quote.fields import Problem, Reader
from planfront.shopping.quote.parties import PartyIds
from planfront.shopping.quote.places import locate
from planfront.shopping.quote.portals import require_portal, with_portal
from planfront.shopping.quote.state import LIFE, lock_quote, touch_quote
from planfront.shopping.worklists.index import write_name_words

if TYPE_CHECKING:
    from planfront.accounts.models import VisitorSession
    from planfront.members.selectors import MemberFacts

# The same form sent twice within this time is one quote.
_SAME_QUOTE = timedelta(minutes=10)


@dataclass(frozen=True)
class Changed:
    """The changed columns of a quote, and the moves in its cart."""

    quote: Quote
    fields: tuple[str, ...]
    reprice: Reprice


def read_basics(raw: Mapping[str, str], brand_id: int) -> dict[str, Any]:
    """Return columns from zip, county, dob, gender and tier. Raises FieldErrors with every problem, or
    ``countyRequired``."""
    reader = Reader(clock.today())
    reader.take("zip", raw["zip"], quote_fields.zip_info)
    for name in ("dob", "gender", "tier"):
        reader.take(name, raw[name], quote_fields.PARSERS[name][1])
    values = reader.done()
    info: zips.ZipInfo = values.pop("zip")
    return {**values, **locate(info, raw.get("county", ""), reader.today, brand_id).columns()}


def own_process(columns: Mapping[str, Any], origin: Origin) -> dict[str, str]:
    """Return the correction of a claimed ``eprocess``: only a signed-in rep or group administrator enrolls as one.

    It decides who verifies the application. A visitor of a rep's or group's page is an applicant, whatever the page
    says.
    """
    claimed = columns.get("eprocess")
    if claimed in {EProcess.REP, EProcess.GROUP} and origin.kind not in {claimed, "staff"}:
        return {"eprocess": EProcess.APPLICANT}
    return {}


@transaction.atomic
def start_quote(
    *,
    brand_id: int,
    session: VisitorSession | None,
    raw: Mapping[str, str],
    parties: PartyIds,
    origin: Origin,
    fresh: bool = False,
) -> Quote:
    """Start a quote. The same form sent again within ten minutes gives the same quote while nothing was done with it.

    Ten minutes, since a rep's next client may give the same answers; ``fresh`` where it is known to be another client.
    Raises FieldErrors for a portal that the group
    doesn't use; without one, the quote gets the group's only portal or the brand's own.
    """
    require_portal(brand_id, parties)
    parties = parties if parties.portal_id is not None else with_portal(brand_id, parties)
    columns = read_basics(raw, brand_id)
    reader = Reader(clock.today())
    default = EnrollType.NEW_GROUP_MEMBER if parties.group_id else EnrollType.NEW_MEMBER
    reader.take("type", raw.get("type") or default, quote_fields.enroll_type, column="enroll_type")
    for name in ("eprocess", "open_type", "is_smoker", "annual_incode", "working_hours"):
        if raw.get(name):
            column, parse = quote_fields.PARSERS[name]
            reader.take(name, raw[name], parse, column=column)
    columns |= reader.done()
    columns |= {"referral": raw.get("referral", "")[:60], **vars(parties)} | own_process(columns, origin)
    return _create_quote(brand_id, session, columns, origin, fresh=fresh)


@transaction.atomic
def start_member_quote(
    *,
    brand_id: int,
    session: VisitorSession,
    member: MemberFacts,
    raw: Mapping[str, str],
    parties: PartyIds,
    origin: Origin,
) -> Quote:
    """Start a quote for a member from what is on record. Raises FieldErrors for the tier or a bad record."""
    reader = Reader(clock.today())
    reader.take("tier", raw.get("tier", ""), quote_fields.chosen_tier)
    for name in ("eprocess", "open_type"):
        if raw.get(name):
            reader.take(name, raw[name], quote_fields.PARSERS[name][1])
    columns = reader.done()
    info = quote_fields.zip_info(member.zip, reader)
    if isinstance(info, Problem):
        raise FieldErrors.single("zip", info.text)
    columns |= locate(info, raw.get("county") or member.county, reader.today, brand_id).columns()
    columns |= {
        "dob": member.birth_date,
        "gender": member.gender,
        "tobacco": member.is_smoker,
        "income": member.annual_salary or None,
        "hours": int(member.weekly_hours or 0) or None,
        "member_id": member.id,
        "policy_id": (raw.get("policy_id") or member.policy_id)[:40],
        "enroll_type": EnrollType.EXISTING_MEMBER,
        **vars(parties),
        **own_process(columns, origin),
    }
    quote = _create_quote(brand_id, session, columns, origin)
    write_name_words(quote, words_of(member.first_name, member.middle_name, member.last_name))
    return quote


def _create_quote(
    brand_id: int, session: VisitorSession | None, columns: dict[str, Any], origin: Origin, *, fresh: bool = False
) -> Quote:
    now = clock.now()
    if session is not None and not fresh and (match := _find_same(brand_id, session, columns, now)):
        return match
    quote = Quote.objects.create(
        brand_id=brand_id, session=session, created_at=now, updated_at=now, expires_at=now + LIFE, **columns
    )
    record(
        "quote.started",
        origin=origin,
        subject_type="enrollment",
        subject_id=quote.pk,
        fields=columns,
        meta={"tier": quote.tier, "state": quote.state},
    )
    return quote


def _find_same(brand_id: int, session: VisitorSession, columns: dict[str, Any], now: datetime) -> Quote | None:
    """Return the quote that the same form gave within the last ten minutes, while nothing was done with it."""
    lock_name(f"quote:{session.pk}")
    same = Quote.objects.filter(
        brand_id=brand_id,
        session=session,
        status=Status.DRAFT,
        created_at__gt=now - _SAME_QUOTE,
        version=1,
        **columns,
    )
    return same.order_by("-created_at").first()


def read_changes(quote: Quote, raw: Mapping[str, str]) -> dict[str, Any]:
    """Return columns from the non-empty fields. Raises FieldErrors with every problem, or ``countyRequired``."""
    reader = Reader(clock.today())
    for name, (column, parse) in quote_fields.PARSERS.items():
        if raw.get(name, "").strip():
            reader.take(name, raw[name], parse, column=column)
    code, county = raw.get("zip", "").strip(), raw.get("county", "").strip()
    if code or county:
        reader.take("zip", code or quote.zip, quote_fields.zip_info)
    values = reader.done()
    info: zips.ZipInfo | None = values.pop("zip", None)
    if info is not None and not (info.zip == quote.zip and not county):
        values |= locate(info, county, reader.today, quote.brand_id).columns()
    tier, count = values.get("tier", quote.tier), values.get("children")
    quote_fields.check_children(tier, count)
    if tier == "IC" and count not in (None, 1) and premier_in_cart(quote):
        raise FieldErrors.single("no_of_children", quote_fields.ONE_CHILD)
    return values


@transaction.atomic
def change_quote(
    *,
    quote: Quote,
    raw: Mapping[str, str],
    parties: PartyIds | None = None,
    origin: Origin,
) -> Changed:
    """Change the non-empty fields and reprice the cart. Sending the same again changes nothing.

    Another group or rep without a portal keeps the quote's portal where they use it. Raises FieldErrors, also for a
    portal that they don't use.
    """
    locked = lock_quote(enrollment_id=quote.pk)
    values = read_changes(locked, raw)
    values |= own_process(values, origin)
    if parties is not None:
        values |= _party_values(locked, parties)
    return apply_changes(locked, values, origin)


def _party_values(locked: Quote, sent: PartyIds) -> dict[str, Any]:
    """Return columns of the parties that a call names; the portal follows the group."""
    columns: dict[str, Any] = {name: value for name, value in vars(sent).items() if value is not None}
    if not columns:
        return {}
    all_parties = replace(PartyIds(locked.agent_id, locked.group_id, locked.portal_id), **columns)
    if sent.portal_id is not None:
        require_portal(locked.brand_id, all_parties)
    else:
        all_parties = with_portal(locked.brand_id, all_parties)
    columns["portal_id"] = all_parties.portal_id
    if sent.group_id is not None and locked.enroll_type == EnrollType.NEW_MEMBER:
        columns["enroll_type"] = EnrollType.NEW_GROUP_MEMBER
    return columns


def apply_changes(locked: Quote, values: Mapping[str, Any], origin: Origin) -> Changed:
    """Write changed columns of a locked quote, reprice its cart, and record it.

    Another tier, or a spouse's birth date, takes back the answer that there is no spouse to cover.
    """
    other = values.get("tier", locked.tier) != locked.tier or "spouse_dob" in values
    if other and locked.spouse_covered is not None:
        values = {**values, "spouse_covered": None}
    changed = [name for name, value in values.items() if getattr(locked, name) != value]
    if not changed:
        return Changed(locked, (), Reprice.nothing())
    for name in changed:
        setattr(locked, name, values[name])
    locked.checked_out_at = None
    touch_quote(quote=locked, fields=[*changed, "checked_out_at"])
    repriced = price_cart(locked)
    repriced.write()
    record("quote.changed", origin=origin, subject_type="enrollment", subject_id=locked.pk, fields=changed)
    return Changed(locked, tuple(changed), repriced.reprice)


@transaction.atomic
def change_portal(*, quote: Quote, parties: PartyIds, direct: bool = False, origin: Origin) -> Changed:
    """Choose portal and group. ``direct`` takes a new client whom a rep enrolls out of the group again.

    Raises FieldErrors 'Please choose a platform', also for a portal that the group doesn't use.
    """
    if parties.portal_id is None:
        raise FieldErrors.single("platform_group_id", quote_fields.CHOOSE_PLATFORM)
    locked = lock_quote(enrollment_id=quote.pk)
    if direct and parties.group_id is None and origin.kind == "rep" and locked.member_id is None:
        require_portal(locked.brand_id, replace(parties, agent_id=locked.agent_id))
        values: dict[str, Any] = {
            "portal_id": parties.portal_id,
            "group_id": None,
            "enroll_type": EnrollType.NEW_MEMBER,
        }
        return apply_changes(locked, values, origin)
    return apply_changes(locked, _party_values(locked, parties), origin)


@transaction.atomic
def store_dependents(
    *, quote: Quote, plan_id: int | None, dep_dob: str, no_of_children: str, origin: Origin
) -> Changed:
    """Save the spouse's birth date and the number of children that the tier needs."""
    locked = lock_quote(enrollment_id=quote.pk)
    reader = Reader(clock.today())
    if dep_dob.strip():
        reader.take("dep_dob", dep_dob, quote_fields.birth_date, column="spouse_dob")
    if no_of_children.strip():
        reader.take("no_of_children", no_of_children, quote_fields.children, column="children")
    values = reader.done()
    _require_dependents(locked, values)
    quote_fields.check_children(locked.tier, values.get("children"))
    view = catalog(locked.brand_id).plans.get(plan_id) if plan_id else None
    count = values.get("children")
    premier = (view is not None and view.is_premier) or premier_in_cart(locked)
    if premier and locked.tier == "IC" and count not in (None, 1):
        raise FieldErrors.single("no_of_children", quote_fields.ONE_CHILD)
    return apply_changes(locked, values, origin)


def _require_dependents(locked: Quote, values: Mapping[str, Any]) -> None:
    """Raise FieldErrors when nothing that the tier needs was sent. A family may have one of them on record."""
    needed = {"IS": ("dep_dob",), "IC": ("no_of_children",), "IF": ("dep_dob", "no_of_children")}
    columns = {"dep_dob": "spouse_dob", "no_of_children": "children"}
    names = needed.get(locked.tier, ())
    if names and not any(columns[name] in values for name in names):
        raise FieldErrors(FieldError(name, texts.REQUIRED) for name in names)
