"""Stripe as the card gateway (``CARD_GATEWAY=stripe``).

The card is typed into Stripe's own fields and becomes a PaymentMethod of a Customer, by a SetupIntent that the browser
confirms; charges are off-session PaymentIntents. Stripe's library builds the requests and reads the answers. They leave
through the store's own ``SERVICE``, which also repeats a request without an answer: each change has an idempotency key,
the same each time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeVar
from urllib.parse import urlsplit

import stripe
from django.conf import settings
from django.utils.translation import gettext as _

from planfront.integrations.cards import (
    CardEvent,
    CardFacts,
    Charge,
    HostedFields,
    Payment,
    PaymentState,
    Refused,
    Remedy,
    Setup,
    SetupState,
    WrongSignature,
)
from planfront.integrations.ports import Adapter, Trial, Unavailable
from planfront.kernel.outgoing import calls as outgoing
from planfront.kernel.outgoing.service import Http, Service

T = TypeVar("T")
API, SCRIPT = "https://api.stripe.com", "https://js.stripe.com/v3/"
SERVICE = Service(
    "card.stripe",
    url=lambda: (settings.ENV.stripe_api or API).rstrip("/"),
    per_hour=lambda: settings.ENV.stripe_per_hour,
    at_once=16,
)
# Stripe's script, its fields, and a bank's check inside of them.
_SCRIPTS = ("https://js.stripe.com", "https://*.js.stripe.com")
_FRAMES = (*_SCRIPTS, "https://hooks.stripe.com")
_CONNECTS = (API,)
TOLERANCE = 300  # seconds that a webhook may be old
_CHARGE_SECONDS = 30.0  # the bank decides, and no person waits
_CONFLICT = 409  # a request with this key is under way
_ANSWERS = (200, 400, 402, 403, 404, _CONFLICT)
"""Statuses that concern the request. Any other means trouble at Stripe, or with the secret key."""
_CURRENCY = "usd"
_KEY = "planfront_key"
_BRANDS = {
    "visa": "Visa",
    "mastercard": "Mastercard",
    "amex": "American Express",
    "discover": "Discover",
    "diners": "Diners Club",
    "jcb": "JCB",
    "unionpay": "UnionPay",
}
# Stripe's reasons for a decline, as the codes of integrations.cards.
_DECLINES = {
    "insufficient_funds": "funds",
    "withdrawal_count_limit_exceeded": "funds",
    "expired_card": "expired",
    "invalid_expiry_month": "expired",
    "invalid_expiry_year": "expired",
    "incorrect_cvc": "code",
    "invalid_cvc": "code",
    "processing_error": "later",
    "issuer_not_available": "later",
    "try_again_later": "later",
    "reenter_transaction": "later",
    "authentication_required": "bank",
    "authentication_not_handled": "bank",
    "setup_intent_authentication_failure": "bank",
    "payment_intent_authentication_failure": "bank",
}
_REMEDIES = {
    Remedy.LATER: (
        *("insufficient_funds", "withdrawal_count_limit_exceeded", "card_velocity_exceeded", "approve_with_id"),
        *("processing_error", "issuer_not_available", "try_again_later", "reenter_transaction", "generic_decline"),
        *("do_not_honor", "no_action_taken"),
    ),
    Remedy.CARD: (
        *("expired_card", "lost_card", "stolen_card", "pickup_card", "restricted_card", "card_not_supported"),
        *("incorrect_number", "invalid_number", "invalid_account", "new_account_information_available"),
        *("revocation_of_all_authorizations", "revocation_of_authorization", "stop_payment_order"),
        *("currency_not_supported", "transaction_not_allowed", "not_permitted", "incorrect_cvc", "invalid_cvc"),
    ),
    Remedy.CUSTOMER: ("authentication_required", "call_issuer", "security_violation"),
    Remedy.STAFF: ("fraudulent", "merchant_blacklist"),
}
_REMEDY_OF = {code: remedy for remedy, codes in _REMEDIES.items() for code in codes}
_NOT_ON_STATEMENTS = re.compile(r"[^A-Za-z0-9 .,&-]")


class _Client(stripe.HTTPClient):
    """Stripe's requests, by the store's way out. Nothing is said of the machine that they come from."""

    name = "planfront"

    def __init__(self, http: Http) -> None:
        super().__init__()
        self._http = http

    def request(
        self, method: str, url: str, headers: Mapping[str, str] | None, post_data: Any = None, **_more: Any
    ) -> tuple[Any, int, Mapping[str, str]]:
        sent = {name: value for name, value in (headers or {}).items() if name != "X-Stripe-Client-User-Agent"}
        reply = self._http.send(method.upper(), url.removeprefix(SERVICE.url()), headers=sent, content=post_data)
        reply.require(*_ANSWERS)
        return reply.body, reply.status, reply.headers

    def close(self) -> None:
        pass


class StripeGateway:
    name = "stripe"

    def __init__(self, *, secret_key: str, publishable_key: str, webhook_secret: str, api: str, script: str) -> None:
        self._secret_key, self._webhook_secret = secret_key, webhook_secret
        stripe.enable_telemetry = False
        self.hosted: HostedFields | None = _fields(publishable_key, api, script)

    def _ask(self, call: Callable[[Any], T], seconds: float | None = None) -> T:
        """Return Stripe's answer. ``call`` gets the client's ``v1``, and may be repeated: each change has an
        idempotency key.

        Raises Unavailable, Refused, CardError.
        """
        try:
            return self._answer(call, seconds)
        except outgoing.Unanswered:
            raise Unavailable from None

    def _answer(self, call: Callable[[Any], T], seconds: float | None = None) -> T:
        """Return Stripe's answer as ``_ask`` does, but raise Unanswered in place of Unavailable."""

        def exchange(http: Http) -> T:
            client = stripe.StripeClient(
                self._secret_key,
                http_client=_Client(http),
                max_network_retries=0,
                base_addresses={"api": SERVICE.url()},
            )
            try:
                return call(client.v1)
            except stripe.APIError as error:
                if error.http_status == _CONFLICT:
                    raise
                raise outgoing.Unanswered("malformed") from None

        try:
            return SERVICE.ask(exchange, again=True, seconds=seconds)
        except stripe.CardError:
            raise
        except stripe.APIError:  # the same is under way already
            raise outgoing.Unanswered(f"status {_CONFLICT}") from None
        except stripe.StripeError as error:
            raise Refused(error.code or type(error).__name__) from None

    def begin_setup(self, *, key: str, customer: str, about: str, back: str) -> Setup:
        def begin(api: Any) -> Setup:
            customer_id = customer
            if not customer_id:
                params: Any = {"metadata": {"planfront_enrollment": about}}
                customer_id = api.customers.create(params, {"idempotency_key": f"{key}-customer"}).id
            params = {
                "customer": customer_id,
                "usage": "off_session",
                "payment_method_types": ["card"],
                "metadata": {"planfront_enrollment": about},
            }
            return _setup(api, api.setup_intents.create(params, {"idempotency_key": f"{key}-setup"}))

        return self._ask(begin)

    def read_setup(self, reference: str) -> Setup:
        return self._ask(lambda api: _setup(api, api.setup_intents.retrieve(reference)))

    def charge(self, charge: Charge) -> Payment:
        params: Any = {
            "amount": _cents(charge.amount),
            "currency": _CURRENCY,
            "customer": charge.customer,
            "payment_method": charge.token,
            "payment_method_types": ["card"],
            "confirm": True,
            "off_session": True,
            "metadata": {_KEY: charge.key},
        }
        if charge.about:
            params["description"] = charge.about
        if suffix := _NOT_ON_STATEMENTS.sub("", charge.statement).strip()[:22]:
            params["statement_descriptor_suffix"] = suffix
        try:
            return self._ask(
                lambda api: _payment(api.payment_intents.create(params, {"idempotency_key": charge.key})),
                _CHARGE_SECONDS,
            )
        except stripe.CardError as error:
            return _declined(error.error)

    def refund(self, *, charge: str, amount: Decimal, key: str) -> Payment:
        params: Any = {"payment_intent": charge, "amount": _cents(amount), "metadata": {_KEY: key}}
        return self._ask(lambda api: _refund(api.refunds.create(params, {"idempotency_key": key})), _CHARGE_SECONDS)

    def find_charge(self, charge: Charge, since: datetime) -> Payment | None:
        params: Any = {"customer": charge.customer, "created": {"gte": int(since.timestamp())}, "limit": 100}

        def search(api: Any) -> Payment | None:
            intents = api.payment_intents.list(params).data
            return next((_payment(intent) for intent in intents if _has_key(intent, charge.key)), None)

        return self._ask(search)

    def find_refund(self, *, charge: str, key: str) -> Payment | None:
        params: Any = {"payment_intent": charge, "limit": 100}

        def search(api: Any) -> Payment | None:
            refunds = api.refunds.list(params).data
            return next((_refund(refund) for refund in refunds if _has_key(refund, key)), None)

        return self._ask(search)

    def delete_customer(self, customer: str) -> None:
        try:
            self._ask(lambda api: api.customers.delete(customer).deleted)
        except Refused as error:
            if error.code != "resource_missing":
                raise

    def read_event(self, body: bytes, headers: Mapping[str, str]) -> CardEvent:
        try:
            stripe.WebhookSignature.verify_header(
                body, headers.get("Stripe-Signature"), self._webhook_secret, TOLERANCE
            )
            event = json.loads(body)
            kind, subject = str(event["type"]), event["data"]["object"]
            setup = str(subject["id"]) if subject.get("object") == "setup_intent" else ""
            return CardEvent(str(event["id"]), kind, setup)
        except stripe.SignatureVerificationError as error:
            raise WrongSignature("too old" if "tolerance" in str(error) else "not signed") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise WrongSignature("not an event") from None

    def is_live(self) -> bool:
        """Return True when this key charges real cards. Raises Unanswered, Refused."""
        return bool(self._answer(lambda api: api.balance.retrieve().livemode))


def _setup(api: Any, intent: Any) -> Setup:
    customer = _id(intent.customer)
    facts: dict[str, Any] = {
        "reference": intent.id,
        "customer": customer,
        "secret": intent.client_secret or "",
    }
    if intent.status == "succeeded":
        method = api.payment_methods.retrieve(_id(intent.payment_method))
        return Setup(state=SetupState.KEPT, card=_card(method, customer), **facts)
    if intent.status in {"requires_action", "processing"}:
        return Setup(state=SetupState.CHECK, **facts)
    if intent.status == "canceled":
        return Setup(state=SetupState.OVER, **facts)
    error = _get_field(intent, "last_setup_error")
    if not error:
        return Setup(state=SetupState.OPEN, **facts)
    method = _get_field(error, "payment_method")
    failed_card = _card(method, customer) if _get_field(method, "card") else None
    return Setup(state=SetupState.DECLINED, code=_decline(error), card=failed_card, **facts)


def _fields(key: str, api: str, script: str) -> HostedFields:
    """Return Stripe's own addresses, or those of a stand-in (STRIPE_API_URL, STRIPE_SCRIPT_URL)."""
    if not script:
        return HostedFields(SCRIPT, key, scripts=_SCRIPTS, frames=_FRAMES, connects=_CONNECTS)
    origins = tuple(
        dict.fromkeys(f"{part.scheme}://{part.netloc}" for part in map(urlsplit, (script, api)) if part.netloc)
    )
    return HostedFields(script, key, scripts=origins[:1], frames=origins, connects=origins)


def _id(value: Any) -> str:
    """Return the id of a reference that may be expanded."""
    return "" if value is None else value if isinstance(value, str) else str(value.id)


def _get_field(value: Any, name: str) -> Any:
    """Return the value of a name in an object of Stripe's library; None without one."""
    return getattr(value, name, None)


def _card(method: Any, customer: str) -> CardFacts:
    card = method.card
    return CardFacts(
        method.id,
        _BRANDS.get(card.brand, "") or str(card.brand or "").title()[:20],
        card.last4,
        card.exp_month,
        card.exp_year,
        customer=customer,
        gateway=StripeGateway.name,
    )


def _decline_code(error: Any) -> str:
    """Return Stripe's most exact code for a decline."""
    return str(_get_field(error, "decline_code") or _get_field(error, "code") or "")


def _decline(error: Any) -> str:
    return _DECLINES.get(str(_get_field(error, "code") or ""), "") or _DECLINES.get(_decline_code(error), "declined")


def _declined(error: Any, reference: str = "") -> Payment:
    word = _decline_code(error)
    if _get_field(error, "code") == "authentication_required":
        word = "authentication_required"
    return Payment(
        reference or str(_get_field(_get_field(error, "payment_intent"), "id") or ""),
        PaymentState.DECLINED,
        word or "declined",
        _REMEDY_OF.get(word, Remedy.CARD),
    )


def _payment(intent: Any) -> Payment:
    if intent.status == "succeeded":
        return Payment(intent.id, PaymentState.DONE)
    if intent.status == "processing":
        return Payment(intent.id, PaymentState.PENDING)
    if intent.status == "requires_action":
        return Payment(intent.id, PaymentState.DECLINED, "authentication_required", Remedy.CUSTOMER)
    return _declined(_get_field(intent, "last_payment_error"), intent.id)


def _refund(refund: Any) -> Payment:
    if refund.status == "succeeded":
        return Payment(refund.id, PaymentState.DONE)
    if refund.status in {"pending", "requires_action"}:
        return Payment(refund.id, PaymentState.PENDING)
    return Payment(
        refund.id, PaymentState.DECLINED, str(_get_field(refund, "failure_reason") or "failed"), Remedy.STAFF
    )


def _has_key(payment: Any, key: str) -> bool:
    return bool(_get_field(payment.metadata, _KEY) == key)


def _cents(amount: Decimal) -> int:
    """Return an amount in cents. Raises ValueError for anything but a positive amount in whole cents."""
    cents = amount * 100
    if cents <= 0 or cents != cents.to_integral_value():
        raise ValueError("a positive amount in whole cents")
    return int(cents)


def missing() -> list[str]:
    """Return the names of settings that aren't set."""
    env = settings.ENV
    needed = {
        "STRIPE_SECRET_KEY": env.stripe_secret_key,
        "STRIPE_PUBLISHABLE_KEY": env.stripe_publishable_key,
        "STRIPE_WEBHOOK_SECRET": env.stripe_webhook_secret,
    }
    return [name for name, value in needed.items() if not value]


def gateway() -> StripeGateway:
    env = settings.ENV
    return _gateway(
        env.stripe_secret_key or "",
        env.stripe_publishable_key,
        env.stripe_webhook_secret or "",
        env.stripe_api,
        env.stripe_script,
    )


@lru_cache(maxsize=4)
def _gateway(secret_key: str, publishable_key: str, webhook_secret: str, api: str, script: str) -> StripeGateway:
    return StripeGateway(
        secret_key=secret_key, publishable_key=publishable_key, webhook_secret=webhook_secret, api=api, script=script
    )


def try_it(_typed: Mapping[str, str]) -> Trial:
    """Ask Stripe whether it knows the key. Nothing is charged."""
    try:
        is_live = gateway().is_live()
    except Refused as error:
        return Trial(False, _("Stripe rejected the key (%(code)s).") % {"code": error.code})
    mode = _("Stripe is responding, in live mode.") if is_live else _("Stripe is responding, in test mode.")
    return Trial(True, mode)


ADAPTER = Adapter(gateway, title="Stripe", missing=missing, service=SERVICE, try_it=try_it)
