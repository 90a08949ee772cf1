"""A visit that previews of a store show: a made-up shopper's quote with plans in the cart, ready for the application.

Session and quote are marked as SAMPLE: only a preview's frame gets the session, figures and lists leave the quote out,
nothing is written to the audit record, and both are gone after a day.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.db import transaction
from django.db.models import Count

from planfront.accounts import services as accounts
from planfront.accounts import tokens
from planfront.accounts.models import VisitorSession
from planfront.audit.services import SAMPLE, Origin
from planfront.brands import selectors as brands
from planfront.brands.models import Brand
from planfront.catalog.selectors import catalog
from planfront.kernel import clock
from planfront.kernel.errors import AppError
from planfront.kernel.text.parse import us_date
from planfront.shopping.cart.checkout import checkout_cart, effective_choices
from planfront.shopping.cart.services import add_cart_line
from planfront.shopping.models import CartLine, Quote, Status
from planfront.shopping.plans import listing
from planfront.shopping.pricing.availability import views_of
from planfront.shopping.pricing.pricer import make_pricer
from planfront.shopping.quote.parties import PartyIds
from planfront.shopping.quoting.services import start_quote

_SHOPPER = {"zip": "43215", "dob": "03/09/1984", "gender": "1", "tier": "IO", "referral": SAMPLE}
_PLANS = 2
_LIFE, _LEFT = timedelta(hours=24), timedelta(hours=12)


def sample_visit(brand: Brand) -> tuple[str, str]:
    """Return the token and ``enrollment_id`` of the brand's sample visit; "" where there is no quote for the
    shopper."""
    with transaction.atomic():
        session = _sample_session(brand)
        quote = _sample_quote(brand, session, Origin("visitor", brand_id=brand.pk, sample=True))
    return tokens.issue(session), quote.public_id if quote else ""


def _sample_session(brand: Brand) -> VisitorSession:
    lasting = VisitorSession.objects.filter(
        brand_id=brand.pk, device=SAMPLE, user=None, bound=False, expires_at__gt=clock.now() + _LEFT
    )
    if match := lasting.order_by("-created_at").first():
        return match
    session = accounts.start_session(brand_id=brand.pk, cookie="", bound=False).session
    session.device, session.expires_at = SAMPLE, clock.now() + _LIFE
    session.save(update_fields=["device", "expires_at"])
    return session


def _sample_quote(brand: Brand, session: VisitorSession, origin: Origin) -> Quote | None:
    own = Quote.objects.filter(session=session, status=Status.DRAFT, expires_at__gt=clock.now() + _LEFT)
    if match := own.annotate(carted=Count("lines")).order_by("-carted", "-created_at").first():
        return match
    quote = _start_sample_quote(brand, session, _SHOPPER, origin)
    if quote is None:
        return None
    _fill_cart(quote, origin)
    return _extend_quote(quote)


def sample_quote(brand: Brand, shopper: Mapping[str, str]) -> tuple[str, str]:
    """Return the token and ``enrollment_id`` of a quote with these answers and an empty cart; raise AppError for
    refused ones."""
    origin = Origin("visitor", brand_id=brand.pk, sample=True)
    with transaction.atomic():
        session = _sample_session(brand)
        answers = {**_SHOPPER, **shopper}
        own = Quote.objects.filter(
            session=session,
            zip=answers["zip"],
            dob=us_date(answers["dob"]) or clock.today(),
            tier=answers["tier"],
            lines=None,
        )
        match = own.filter(status=Status.DRAFT, expires_at__gt=clock.now() + _LEFT).order_by("-created_at").first()
        quote = match or _extend_quote(
            start_quote(brand_id=brand.pk, session=session, raw=answers, parties=_default_parties(brand), origin=origin)
        )
    return tokens.issue(session), quote.public_id


def _default_parties(brand: Brand) -> PartyIds:
    return PartyIds(
        group_id=brands.setting_id(brand.pk, "default_group_id"),
        portal_id=brands.setting_id(brand.pk, "default_portal_id"),
    )


def _start_sample_quote(brand: Brand, session: VisitorSession, raw: Mapping[str, str], origin: Origin) -> Quote | None:
    try:
        return start_quote(brand_id=brand.pk, session=session, raw=raw, parties=_default_parties(brand), origin=origin)
    except AppError:
        return None


def _extend_quote(quote: Quote) -> Quote:
    quote.refresh_from_db()
    quote.expires_at = clock.now() + _LIFE
    quote.save(update_fields=["expires_at"])
    return quote


def _fill_cart(quote: Quote, origin: Origin) -> None:
    for plan_price in listing.price_store_plans(quote, make_pricer(quote)):
        plan_id = plan_price.view.id
        if CartLine.objects.filter(enrollment=quote).count() >= _PLANS:
            break
        try:
            card = listing.pricing_detail(quote, plan_id, explain=False).plans[0]
            with transaction.atomic():
                add_cart_line(quote=quote, plan_id=plan_id, pricing_id=card.plan_pricing_id, origin=origin)
        except (AppError, IndexError):
            continue
    lines = list(CartLine.objects.filter(enrollment=quote))
    if not lines:
        return
    quote.refresh_from_db()
    if days := effective_choices(quote, views_of(lines, catalog(quote.brand_id))):
        checkout_cart(quote=quote, effective_date=f"{days[0]:%m/%d/%Y}", accept_price=True, origin=origin)
