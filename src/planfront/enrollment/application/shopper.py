"""What this room needs of the shopper's quote and cart, in its own terms. The only module that talks to shopping."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from planfront.accounts.selectors import user_by_id
from planfront.brands import selectors as brands
from planfront.catalog.selectors import catalog
from planfront.catalog.wording import pick
from planfront.enrollment.forms.base import APPLICANT, Parties, Signer
from planfront.kernel.text.parse import show_date, show_phone
from planfront.parties.groups import selectors as groups
from planfront.parties.groups.shares import stored_share
from planfront.parties.reps import selectors as reps
from planfront.shopping import services
from planfront.shopping.access import CLIENT_GRANT
from planfront.shopping.access import Side as Side
from planfront.shopping.access import handed_over as handed_over
from planfront.shopping.cart import selectors
from planfront.shopping.cart.api import cart_for
from planfront.shopping.cart.lines import Cart, PricedLine
from planfront.shopping.cart.payment import deduction_from
from planfront.shopping.cart.schemas import Cart as CartOut
from planfront.shopping.pricing.explanation import fees_text
from planfront.shopping.pricing.sponsorship import first_pay_day
from planfront.shopping.quote.shopper import shopper_of as shopper_of
from planfront.shopping.sent_quotes import mail as quote_mail
from planfront.shopping.services import Reprice

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from planfront.accounts.models import VisitorSession
    from planfront.audit.services import Origin
    from planfront.catalog.snapshot import PlanView
    from planfront.kernel.http.request import ApiRequest
    from planfront.parties.groups.selectors import GroupFacts
    from planfront.parties.reps.selectors import AgentFacts
    from planfront.shopping.cart.selectors import CartRows
    from planfront.shopping.models import Quote

Words = dict[str, Any]


def parties_of(quote: Quote) -> Parties:
    """Names of the rep and the group, and whether the group demands an enroller code."""
    brand = quote.brand_id
    agent = reps.agent_by_id(brand, quote.agent_id) if quote.agent_id else None
    group = groups.group_by_id(brand, quote.group_id) if quote.group_id else None
    return Parties(
        brand_name=brands.brand_name(brand),
        agent_name=agent.name if agent else "",
        agent_code=agent.code if agent else "",
        seller_emails=_seller_emails(quote.eprocess, agent, group),
        group_name=group.name if group else "",
        group_code=group.code if group else "",
        enroller_code=bool(group and group.requires_enroller_code),
        employer=_employer(group) if group else {},
    )


def _seller_emails(eprocess: str, agent: AgentFacts | None, group: GroupFacts | None) -> frozenset[str]:
    addresses: list[str] = []
    if eprocess == "rep" and agent is not None:
        account = user_by_id(agent.user_id) if agent.user_id else None
        addresses = [agent.email, account.email if account else ""]
    elif eprocess == "group" and group is not None:
        addresses = [group.email, *(administrator.email for administrator in groups.administrators_of(group.id))]
    return frozenset(address.casefold() for address in addresses if address)


@dataclass(frozen=True)
class Asker:
    """Who asks about a signature: the side, who would sign there, and the session."""

    side: Side
    signer: Signer
    session_id: str


def signer_of(quote: Quote, side: Side, kind: str, user_id: int | None) -> Signer:
    """Who signs in a request: its rep or group administrator in their own name, else the applicant."""
    if side != "seller":
        return APPLICANT
    brand = quote.brand_id
    if kind == "rep" and (agent := reps.agent_of_user(brand, user_id)):
        return Signer("rep", agent.name, agent.code, account=user_id)
    group = groups.group_by_id(brand, quote.group_id) if quote.group_id else None
    account = user_by_id(user_id)
    if kind != "group" or group is None or account is None:
        return APPLICANT
    return Signer("group", account.name or group.name, group.code, group.name, account=user_id)


def _employer(group: groups.GroupFacts) -> dict[str, str]:
    names = ("name", "phone", "address1", "address2", "city", "state", "zip")
    return {name: value for name in names if (value := getattr(group, name))}


@dataclass(frozen=True)
class Seller:
    """Who is told of an enrollment: the name and address, and the language of the account. ``key`` tells several of one
    enrollment apart."""

    name: str
    email: str
    language: str
    key: str = ""


def sellers_of(quote: Quote) -> list[Seller]:
    """The rep, else the group, behind an enrollment."""
    brand = quote.brand_id
    agent = reps.agent_by_id(brand, quote.agent_id) if quote.agent_id else None
    if agent and agent.email:
        return [Seller(agent.name, agent.email, _language_of(agent.user_id))]
    group = groups.group_by_id(brand, quote.group_id) if quote.group_id else None
    recipients = groups.mail_recipients(group) if group else []
    return [Seller(item.name, item.email, item.language, item.key) for item in recipients]


def _language_of(user_id: int | None) -> str:
    account = user_by_id(user_id)
    return account.language if account else "en"


def site_url(brand_id: int) -> str:
    return brands.site_url(brand_id)


def saved_cart_facts(quote: Quote) -> dict[str, Any]:
    """Whom the quote covers and the lines of its cart, for the mail that brings a shopper back to them."""
    return quote_mail.saved_cart_facts(quote, selectors.load_cart(quote))


def has_plans(quote: Quote) -> bool:
    """Whether there is a plan in the cart."""
    return bool(selectors.cart_lines(quote))


def read_cart(quote: Quote) -> CartRows:
    """What the database has of the cart."""
    return selectors.read_cart(quote)


def cart_of(quote: Quote, rows: CartRows) -> Cart:
    """The cart of rows that were read. Lines that can't be sold any more stay in it; they count in no total."""
    return selectors.build_cart(quote, rows)


def cart_shown(request: ApiRequest, quote: Quote) -> CartOut:
    """The cart as its own call answers it."""
    return cart_for(request, quote)


def pays_themselves(quote: Quote) -> bool:
    """Whether the person is charged, and not the group, which takes their share from pay."""
    return deduction_from(quote, selectors.load_cart(quote)) is None


def share_kept(quote: Quote, cart: Cart) -> Words:
    """Who pays how much of the cart a month, as a receipt keeps it, with the first pay day of the coverage where it is
    known; {} where the group pays nothing."""
    if cart.share is None or cart.effective_date is None:
        return {}
    first_on = show_date(first_pay_day(quote, cart.effective_date))
    return {**stored_share(cart.sponsor, cart.share), "first_on": first_on}


def sold_texts(quote: Quote, cart: CartRows) -> list[tuple[dict[str, Words], Words]]:
    """Of each line of the cart, in the order of ``cart_of``'s: what it is called in every language of the store, and
    what its member card says, {} for fees."""
    views = catalog(quote.brand_id).plans
    result: list[dict[str, Words]] = []
    lines: Sequence[PricedLine] = ()
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            lines = selectors.build_cart(quote, cart).lines
            fees = [_fees_text(line, lines, _view(line, views)) for line in lines]
        result = result or [{} for _line in lines]
        for words, line, included in zip(result, lines, fees, strict=True):
            riders = {rider.code: rider.name for rider in line.riders}
            words[code] = {"name": line.plan_name, "note": line.note, "riders": riders, "fees": included}
    return [(words, _card(line, _view(line, views))) for words, line in zip(result, lines, strict=True)]


def _view(line: PricedLine, views: Mapping[int, PlanView]) -> PlanView | None:
    return None if line.is_fee else views.get(line.plan_id)


def _fees_text(line: PricedLine, lines: Sequence[PricedLine], view: PlanView | None) -> str:
    """Which monthly fees are shown in the price of a plan; "" for none, and for fees."""
    fees = [(fee.code, fee.price) for fee in lines if fee.is_fee and fee.plan_id == line.plan_id and fee.price]
    return fees_text(view, fees)


def _card(line: PricedLine, view: PlanView | None) -> Words:
    """Facts of a plan are about its usual level; a card of another one names the level."""
    if view is None:
        return {}
    usual = not line.option or line.option == view.default_option.code
    facts = {code: list(pick(view.i18n, "facts", view.facts, code)) for code, _name in settings.LANGUAGES}
    if not usual:
        facts = {code: _level_facts(view, line.option, code) for code, _name in settings.LANGUAGES}
    return {"carrier": view.carrier_name, "phone": show_phone(view.carrier_phone), "facts": facts}


def _level_facts(view: PlanView, code: str, language: str) -> list[Mapping[str, str]]:
    """What a plan says of one of its levels."""
    option = next((option for option in view.options if option.code == code), None)
    if option is None:
        return []
    with translation.override(language):
        labels = (_("Your option"), _("With it"))
    words = (pick(option.i18n, "label", option.label, language), pick(option.i18n, "detail", option.detail, language))
    return [{"label": label, "value": value} for label, value in zip(labels, words, strict=True) if value]


def plan_answers(quote: Quote) -> list[dict[str, Any]]:
    """The answers to the plans' own questions, each beside its question."""
    return services.list_plan_answers(quote)


def lock(quote: Quote) -> Quote:
    """Locked until the transaction ends. Raises Conflict when it was submitted."""
    return services.lock_quote(enrollment_id=quote.pk)


def reprice(quote: Quote, changes: dict[str, Any]) -> Reprice:
    """What ``changes`` would do to the cart. Writes nothing."""
    return services.reprice_cart(quote=quote, changes=changes, apply=False)


def apply_changes(quote: Quote, changes: dict[str, Any]) -> Reprice:
    """Change the quote and the prices in the cart."""
    return services.reprice_cart(quote=quote, changes=changes, apply=True)


def preview_tier_switch(quote: Quote, columns: dict[str, Any]) -> services.Move:
    """What other columns of the quote do to the cart, plans that leave it included. Writes nothing."""
    return services.preview_tier_switch(quote=quote, columns=columns)


def switch_tier(quote: Quote, columns: dict[str, Any], leaves: list[int], origin: Origin) -> list[dict[str, Any]]:
    """Change the quote, and the cart with it; what left the cart comes back for ``move_back``."""
    return services.switch_tier(quote=quote, columns=columns, leaves=leaves, origin=origin)


def undo_tier_switch(quote: Quote, columns: dict[str, Any], dropped: list[dict[str, Any]], origin: Origin) -> None:
    services.undo_tier_switch(quote=quote, columns=columns, dropped=dropped, origin=origin)


def replay(locked: Quote, cart: CartRows) -> tuple[str, Reprice]:
    """Why the cart can't be bought as it stands, beside its prices ("" when it can), and what it costs today."""
    stop, result = services.replay_cart(locked, cart)
    return str(stop.message) if stop else "", result


def mark_submitted(quote: Quote, stage: str) -> None:
    """Nothing of a locked enrollment changes any more; lists show it at its new stage."""
    services.mark_quote_submitted(quote=quote, stage=stage)


def mark_withdrawn(quote: Quote) -> None:
    services.mark_quote_withdrawn(quote=quote)


def keep_alive(quote: Quote) -> None:
    """Put the expiry of a locked enrollment off, so that it outlives the code that leads to it."""
    services.touch_quote(quote=quote)


def note_changed(enrollment_id: UUID, *, stage: str | None = None) -> None:
    """Tell the lists that the application was changed, and its stage."""
    services.note_changed(enrollment_id=enrollment_id, stage=stage)


def note_name(quote: Quote, name: str) -> None:
    """Tell the lists the person's new name."""
    services.note_name(quote=quote, name=name)


def note_saved(enrollment_id: UUID) -> None:
    """Tell the lists that a mailed code opens the draft."""
    services.note_saved(enrollment_id=enrollment_id)


def grant(quote: Quote, session: VisitorSession, via: str) -> None:
    services.grant(quote=quote, session=session, via=via)


def grant_client(quote: Quote, session: VisitorSession) -> None:
    """The session is the client's from now on."""
    services.grant(quote=quote, session=session, via=CLIENT_GRANT)


def revoke_client(quote: Quote) -> None:
    services.revoke_client(quote=quote)


def hand_over_mark(quote: Quote, at: datetime | None) -> None:
    """Note on a locked enrollment since when its client has it; None: nobody waits for the client."""
    services.mark_handed_over(quote=quote, at=at)
