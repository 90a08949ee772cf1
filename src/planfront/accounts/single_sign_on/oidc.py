"""The protocol of OpenID Connect: authorization code with PKCE, and an ID token whose signature is checked.

Authlib builds and sends the requests and checks the claims, joserfc the signature. All that one step of a sign-in asks
of a provider takes 3 seconds at most, and a slow provider has few calls at once (kernel.outgoing.calls). No redirect is
followed, and no private address reached.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import OAuth2Client
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from planfront.kernel import clock
from planfront.kernel.outgoing import calls as outgoing
from planfront.kernel.outgoing import http as outgoing_http

_LEEWAY = 60
_ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "ES512", "EdDSA"]


T = TypeVar("T")


class Unreachable(Exception):
    """The provider doesn't answer, or not as one."""


class Untrusted(Exception):
    """The provider's answer proves nothing; the text is a word for the audit record."""


@dataclass(frozen=True)
class Client:
    """This store as the provider knows it."""

    issuer: str
    client_id: str
    client_secret: str


@dataclass(frozen=True)
class Person:
    subject: str
    email: str
    email_verified: bool


def _ask_provider(issuer: str, task: Callable[[], T]) -> T:
    """Make all calls of one step within one deadline. Raises Unreachable, Untrusted."""
    try:
        return outgoing.attempt(task, peer=issuer)
    except outgoing.Unanswered as error:
        raise Unreachable(str(error)) from None


def discover(issuer: str) -> Mapping[str, Any]:
    """Return the provider's settings. Raises Unreachable."""
    return _ask_provider(issuer, lambda: _discover(issuer))


def _discover(issuer: str) -> Mapping[str, Any]:
    result = _read(f"{issuer.rstrip('/')}/.well-known/openid-configuration")
    if result.get("issuer") != issuer:
        raise Unreachable("issuer")
    for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
        if not outgoing_http.is_safe(str(result.get(name, ""))):
            raise Unreachable(name)
    return result


def _read(address: str) -> Mapping[str, Any]:
    try:
        answer = outgoing_http.get(address)
        result = answer.json() if answer.status_code == 200 else None
    except (ValueError, RecursionError) as error:
        raise Unreachable(type(error).__name__) from None
    if not isinstance(result, dict):
        raise Unreachable("answer")
    return result


def _oauth2(client: Client, redirect_uri: str) -> Any:
    return OAuth2Client(
        client.client_id,
        client.client_secret or None,
        scope="openid email",
        redirect_uri=redirect_uri,
        code_challenge_method="S256",
        token_endpoint_auth_method="client_secret_basic" if client.client_secret else "none",
        transport=outgoing_http.Transport(),
        trust_env=False,
    )


def address_of_sign_in(client: Client, *, redirect_uri: str, state: str, nonce: str, verifier: str) -> str:
    """Return the address that the browser goes to. Raises Unreachable."""
    provider = discover(client.issuer)
    with _oauth2(client, redirect_uri) as oauth2:
        address, _state = oauth2.create_authorization_url(
            provider["authorization_endpoint"], state=state, code_verifier=verifier, nonce=nonce
        )
    return str(address)


def person_of(client: Client, *, redirect_uri: str, code: str, nonce: str, verifier: str) -> Person:
    """Return the person who signed in, from the code that the browser brought back. Raises Unreachable, Untrusted."""

    def ask() -> Mapping[str, Any]:
        provider = _discover(client.issuer)
        token = _fetch_token(client, provider["token_endpoint"], redirect_uri, code, verifier)
        return _check_token(client, provider["jwks_uri"], token, nonce)

    claims = _ask_provider(client.issuer, ask)
    return Person(
        subject=str(claims["sub"]),
        email=str(claims.get("email") or "").strip().lower(),
        # Some providers write the word instead of the value.
        email_verified=claims.get("email_verified") in (True, "true"),
    )


def _fetch_token(client: Client, address: str, redirect_uri: str, code: str, verifier: str) -> Mapping[str, Any]:
    try:
        with _oauth2(client, redirect_uri) as oauth2:
            token: Mapping[str, Any] = oauth2.fetch_token(
                address, grant_type="authorization_code", code=code, code_verifier=verifier
            )
    except AuthlibBaseError as error:
        raise Untrusted(str(error.error)[:40] or "code") from None
    except (ValueError, outgoing_http.StatusError) as error:
        raise Unreachable(type(error).__name__) from None
    return token


def _check_token(client: Client, keys: str, token: Mapping[str, Any], nonce: str) -> Mapping[str, Any]:
    try:
        result = KeySet.import_key_set(_read(keys))  # type: ignore[arg-type]
        signed = jwt.decode(str(token.get("id_token") or ""), result, algorithms=_ALGORITHMS)
        claims = CodeIDToken(
            signed.claims,
            signed.header,
            {"iss": {"essential": True, "value": client.issuer}, "aud": {"essential": True, "value": client.client_id}},
            {"nonce": nonce, "client_id": client.client_id, "access_token": token.get("access_token")},
        )
        claims.validate(now=int(clock.now().timestamp()), leeway=_LEEWAY)
    except (JoseError, AuthlibBaseError) as error:
        claim = getattr(error, "claim", None) or getattr(error, "claim_name", None)
        raise Untrusted(str(claim or error.error)[:40]) from None
    except (ValueError, KeyError, TypeError) as error:
        raise Untrusted(type(error).__name__) from None
    return dict(claims)
