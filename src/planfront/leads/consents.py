"""Consents given and taken back: every answer is a row with its words' version and time; none is changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_name
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.leads import selectors
from planfront.leads.models import (
    Consent,
    ConsentRevocation,
    How,
    Kind,
    Lead,
    LeadAnswer,
    LocationConsent,
    Purpose,
    RepEnquiry,
    telling,
)
from planfront.leads.person import list_same_person, load_person
from planfront.messaging.services import suppress_email

if TYPE_CHECKING:
    from planfront.brands.models import Brand

STALE = _("The text has changed. Please read it again.")


@dataclass(frozen=True)
class Where:
    """A browser's session and the page it was on. ``page`` is an address as the browser sent it."""

    session_id: UUID
    page: str = ""

    @property
    def shown_page(self) -> str:
        """Return the address without query and fragment: those may hold what people typed."""
        try:
            parts = urlsplit(self.page)
        except ValueError:
            return ""
        address = f"{parts.scheme}://{parts.netloc}{parts.path}" if parts.netloc else parts.path
        return "".join(ch for ch in address if ch.isprintable())[:200]


@dataclass(frozen=True)
class Agreed:
    """A ticked box: which text was read."""

    purpose: str
    version: int


@transaction.atomic
def keep_consents(
    brand: Brand, consents: Iterable[Agreed], where: Where, origin: Origin, contact: Lead | RepEnquiry
) -> None:
    """Store each ticked box once, with the words; once more after it was taken back. Call it with the contact locked.

    Raises FieldErrors when a text isn't the current one."""
    current, standing = selectors.consent_texts(brand.name), selectors.consents_standing(contact)
    for consent in consents:
        words = current.get(consent.purpose)
        if words is None or words.version != consent.version:
            raise FieldErrors([FieldError("consents", STALE)], STALE)
        if standing.get(consent.purpose, 0) >= consent.version:
            continue
        _add_consent(contact, consent, words.text, where.shown_page, origin)
        standing[consent.purpose] = consent.version


def write_told_consents(lead: Lead, purposes: Iterable[str], author: str, origin: Origin) -> None:
    """Store what a person told a rep in a conversation, in words that say so: no text was read, no box ticked. What
    they agreed to already isn't stored again; what they took back is, as of now."""
    told = {
        Purpose.PHONE: _("%(rep)s wrote down: this person said that we may call or text them."),
        Purpose.EMAIL: _("%(rep)s wrote down: this person said that we may email them."),
    }
    standing = selectors.consents_standing(lead)
    for purpose in purposes:
        if purpose in standing:
            continue
        text = str(told[Purpose(purpose)]) % {"rep": author}
        _add_consent(lead, Agreed(purpose, selectors.TOLD), text, "", origin)


def _add_consent(contact: Lead | RepEnquiry, agreed: Agreed, text: str, page: str, origin: Origin) -> None:
    Consent.objects.create(
        **_contact_field(contact),
        brand_id=contact.brand_id,
        purpose=agreed.purpose,
        version=agreed.version,
        text=text,
        page=page,
        ip=origin.ip,
        at=clock.now(),
    )
    _record_consent_event("consent.given", contact, agreed.purpose, agreed.version, origin)


@transaction.atomic
def revoke_consent(*, contact: Lead | RepEnquiry, purpose: str, how: str, origin: Origin) -> list[ConsentRevocation]:
    """Record that a person takes back what they agreed to, for every lead or enquiry of the same person. Who wants
    no more email gets no more quotes of the brand either. Asking again adds nothing. Gives the new records."""
    result = []
    for item in _same_person(contact, purpose):
        lock_name(f"consent:{item.pk}")
        standing = selectors.consents_standing(item).get(purpose)
        if standing is None and item.revocations.filter(purpose=purpose).exists():
            continue
        result.append(
            ConsentRevocation.objects.create(
                **_contact_field(item),
                brand_id=item.brand_id,
                purpose=purpose,
                version=standing or 0,
                how=how,
                at=clock.now(),
            )
        )
        _record_consent_event("consent.revoked", item, purpose, standing or 0, origin)
    if purpose == Purpose.EMAIL:
        for email in _emails(contact):
            suppress_email(brand_id=contact.brand_id, email=email)
    return result


def _same_person(contact: Lead | RepEnquiry, purpose: str) -> list[Lead] | list[RepEnquiry]:
    if isinstance(contact, Lead):
        reached_by = load_person(contact).contacts.get(purpose, "")
        same = list_same_person(contact.brand_id, {purpose: reached_by}) if reached_by else []
        others = [facts.lead for facts in same if facts.lead_id != contact.pk]
        return sorted([contact, *others], key=lambda lead: lead.pk)
    return list(RepEnquiry.objects.filter(brand=contact.brand_id, contact_hash=contact.contact_hash).order_by("pk"))


def _emails(contact: Lead | RepEnquiry) -> list[str]:
    if isinstance(contact, RepEnquiry):
        return [str(contact.email)]
    return [str(row.answer) for row in LeadAnswer.objects.filter(telling(Kind.EMAIL), lead=contact)]


def _contact_field(contact: Lead | RepEnquiry) -> dict[str, Any]:
    return {"lead": contact} if isinstance(contact, Lead) else {"enquiry": contact}


def _record_consent_event(action: str, contact: Lead | RepEnquiry, purpose: str, version: int, origin: Origin) -> None:
    kind = "lead" if isinstance(contact, Lead) else "rep_enquiry"
    meta = {"purpose": purpose, "version": version}
    record(action, origin=origin, subject_type=kind, subject_id=contact.pk, meta=meta)


@dataclass(frozen=True)
class Place:
    """The device, rep and group for which the location banner was shown."""

    device_id: str
    agent_id: int | None
    group_id: int | None


@transaction.atomic
def decide_location(*, brand: Brand, place: Place, allowed: bool, where: Where, origin: Origin) -> LocationConsent:
    """Keep whether a device allows that its location is stored. The last answer counts; one that says the same as the
    last, of the same words, adds nothing."""
    words = selectors.consent_texts(brand.name).get(Purpose.LOCATION)
    version = words.version if words else 0
    lock_name(f"location:{where.session_id}:{place.device_id}")
    last = selectors.location_answer(where.session_id, place.device_id)
    if last is not None and (last.allowed, last.version) == (allowed, version):
        return last
    row = LocationConsent.objects.create(
        brand=brand,
        session_id=where.session_id,
        device_id=place.device_id,
        agent_id=place.agent_id,
        group_id=place.group_id,
        allowed=allowed,
        version=version,
        text=words.text if words else "",
        page=where.shown_page,
        ip=origin.ip,
        how=How.SITE,
        at=clock.now(),
    )
    _location_noted(row, origin)
    return row


@transaction.atomic
def revoke_location(*, row: LocationConsent, how: str, origin: Origin) -> LocationConsent | None:
    """Record for a visitor that a device's location may not be stored any more. None when its last answer was no."""
    lock_name(f"location:{row.session_id}:{row.device_id}")
    last = selectors.location_answer(row.session_id, row.device_id) if row.session_id else row
    if last is None or not last.allowed:
        return None
    consent = LocationConsent.objects.create(
        brand_id=last.brand_id,
        session_id=last.session_id,
        device_id=last.device_id,
        agent_id=last.agent_id,
        group_id=last.group_id,
        allowed=False,
        version=last.version,
        text=last.text,
        page="",
        ip=origin.ip,
        how=how,
        at=clock.now(),
    )
    _location_noted(consent, origin)
    return consent


def _location_noted(row: LocationConsent, origin: Origin) -> None:
    action = "location.allowed" if row.allowed else "location.refused"
    record(action, origin=origin, subject_type="location_consent", subject_id=row.pk, meta={"version": row.version})
