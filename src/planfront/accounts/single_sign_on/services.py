"""Single sign-on of a brand: the way to its identity provider and back, for accounts that exist.

The provider stands in for the password alone: an account's second factor is asked for after it, as always.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from planfront.accounts import pacing
from planfront.accounts import services as accounts
from planfront.accounts.auth import Actor
from planfront.accounts.models import SignOnAttempt, SignOnIdentity, SingleSignOn
from planfront.accounts.party import party_of
from planfront.accounts.selectors import user_by_email, user_by_id
from planfront.accounts.single_sign_on import oidc
from planfront.accounts.staffing import works_at
from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_rows
from planfront.kernel.errors import BusinessError, NotFound
from planfront.kernel.security.crypto import keyed_hash

if TYPE_CHECKING:
    from planfront.accounts.models import User, VisitorSession

LIFE = timedelta(minutes=10)
SCOPE = "single-sign-on"


def provider_of(brand_id: int) -> SingleSignOn | None:
    """Return the brand's provider; None while single sign-on is off."""
    return SingleSignOn.objects.filter(brand_id=brand_id, active=True).first()


def _client(provider: SingleSignOn) -> oidc.Client:
    return oidc.Client(provider.issuer, provider.client_id, provider.client_secret)


def _unavailable_error(provider: SingleSignOn) -> BusinessError:
    message = _("We can't reach %(name)s right now. Sign in with your password, or try again later.")
    return BusinessError("ssoUnavailable", message % {"name": provider.name})


def begin(*, brand_id: int, session: VisitorSession, redirect_uri: str, origin: Origin) -> str:
    """Return the provider's address for this session. Raises NotFound, TooManyRequests, and BusinessError
    ``ssoUnavailable``."""
    provider = provider_of(brand_id)
    if provider is None:
        raise NotFound
    pacing.check_pace(SCOPE, str(session.pk), origin)
    state, nonce, verifier = (secrets.token_urlsafe(48) for _number in range(3))
    sealed: Any = {"nonce": nonce, "verifier": verifier}
    try:
        address = oidc.address_of_sign_in(
            _client(provider), redirect_uri=redirect_uri, state=state, nonce=nonce, verifier=verifier
        )
    except oidc.Unreachable as error:
        _record_failure(session, origin, "unreachable", str(error))
        raise _unavailable_error(provider) from None
    now = clock.now()
    SignOnAttempt.objects.filter(expires_at__lt=now).delete()
    SignOnAttempt.objects.create(
        provider=provider,
        session_id=session.pk,
        state_hash=keyed_hash(state, "sign-on-state"),
        sealed=sealed,
        redirect_uri=redirect_uri,
        expires_at=now + LIFE,
    )
    return address


def finish(
    *, brand_id: int, session: VisitorSession, state: str, code: str, origin: Origin, device: str
) -> accounts.Started:
    """Sign in who comes back with ``code``. Raises NotFound for a state that isn't this session's, or was used;
    BusinessError ``ssoUnavailable``, ``ssoRefused``, and those of a sign-in by password."""
    attempt = _take_attempt(brand_id, session, state)
    provider = attempt.provider
    try:
        person = oidc.person_of(
            _client(provider),
            redirect_uri=attempt.redirect_uri,
            code=code,
            nonce=attempt.sealed["nonce"],
            verifier=attempt.sealed["verifier"],
        )
    except oidc.Unreachable as error:
        _record_failure(session, origin, "unreachable", str(error))
        raise _unavailable_error(provider) from None
    except oidc.Untrusted as error:
        _record_failure(session, origin, "refused", str(error))
        message = _("%(name)s sent an answer that we can't trust. Please try again.") % {"name": provider.name}
        raise BusinessError("ssoRefused", message) from None
    user = _find_account(provider, person)
    if user is None:
        _record_failure(session, origin, "refused", "account")
        message = _("No account here can sign in with %(name)s. Ask the person who invited you, or use your password.")
        raise BusinessError("ssoRefused", message % {"name": provider.name})
    pacing.clear_pace(SCOPE, str(session.pk), origin)
    return accounts.enter(session=session, user=user, origin=origin, device=device)


def _record_failure(session: VisitorSession, origin: Origin, what: str, why: str) -> None:
    record(
        f"session.sign_on_{what}", origin=origin, subject_type="session", subject_id=session.pk, meta={"why": why[:40]}
    )


@transaction.atomic
def _take_attempt(brand_id: int, session: VisitorSession, state: str) -> SignOnAttempt:
    """Return the attempt that this session began, and end it."""
    rows = SignOnAttempt.objects.filter(
        state_hash=keyed_hash(state, "sign-on-state"),
        session_id=session.pk,
        provider__brand_id=brand_id,
        provider__active=True,
        expires_at__gt=clock.now(),
    )
    for row in lock_rows(rows):
        attempt = SignOnAttempt.objects.select_related("provider").get(pk=row.pk)
        # Read while it is there: sealed values are bound to the row's key.
        attempt.sealed  # noqa: B018
        SignOnAttempt.objects.filter(pk=row.pk).delete()
        return attempt
    raise NotFound(_("This took too long. Please sign in again."))


def _find_account(provider: SingleSignOn, person: oidc.Person) -> User | None:
    """Return the person's account: of this brand, of an allowed kind and domain, found by a verified address."""
    identity = SignOnIdentity.objects.filter(issuer=provider.issuer, subject=person.subject).first()
    if identity is not None:
        user = user_by_id(identity.user_id)
    else:
        user = user_by_email(person.email) if person.email and person.email_verified else None
    if user is None or not _may_sign_in(provider, user):
        return None
    if identity is None and not _link_identity(provider, person, user):
        return None
    return user


def _may_sign_in(provider: SingleSignOn, user: User) -> bool:
    domains = provider.domains()
    if user.role not in provider.roles or (domains and user.email.rpartition("@")[2] not in domains):
        return False
    if user.role == "staff":
        return works_at(user, provider.brand_id)
    party = party_of(provider.brand_id, Actor(user.role, user.pk))
    return any((party.agent_id, party.group_id, party.user_id))


def _link_identity(provider: SingleSignOn, person: oidc.Person, user: User) -> bool:
    """Link the provider's person to the account; False when another person is linked already."""
    try:
        with transaction.atomic():
            SignOnIdentity.objects.create(user=user, issuer=provider.issuer, subject=person.subject)
    except IntegrityError:
        return False
    return True
