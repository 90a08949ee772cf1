"""Mails of this room. Words and layout are in messaging; the facts come from here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.utils import translation
from django.utils.translation import get_language

from planfront.brands import selectors as brands
from planfront.enrollment.application import parties
from planfront.kernel import clock
from planfront.messaging.services import queue_email
from planfront.sales import selectors as policies
from planfront.shopping.cart import selectors as carts
from planfront.shopping.cart.payment import deduction_from
from planfront.shopping.sent_quotes import mail as quote_mail

if TYPE_CHECKING:
    from planfront.enrollment.models import HandOver, ResumeCode
    from planfront.sales.models import Confirmation
    from planfront.shopping.models import Quote


def _language() -> str:
    return get_language() or "en"


def key_of_code_mail(row: ResumeCode) -> str:
    return f"resume:{row.id}"


def queue_code_mail(
    quote: Quote,
    row: ResumeCode,
    code: str,
    to: str,
    link: str,
    *,
    saved_cart: bool = False,
    needs: Sequence[str] = (),
) -> None:
    """Mail the code that brings a person back: to the application, with the ``needs`` it will ask for, or to plans and
    prices, which are in the mail then."""
    context: dict[str, Any] = {"code": code, "link": link, "expires_on": clock.show_day(row.expires_at)}
    if saved_cart:
        context |= quote_mail.saved_cart_facts(quote, carts.load_cart(quote))
    elif needs:
        context["needs"] = list(needs)
    queue_email(
        brand=quote.brand,
        kind="saved_cart" if saved_cart else "resume_code",
        to=to,
        context=context,
        dedupe_key=key_of_code_mail(row),
        language=_language(),
    )


def queue_signing_code(quote: Quote, to: str, code: str, key: str) -> None:
    """The code that who signs answers with. ``key`` tells one code from the next."""
    queue_email(
        brand=quote.brand,
        kind="signing_code",
        to=to,
        context={"code": code},
        dedupe_key=f"signing-code:{key}",
        language=_language(),
    )


def queue_hand_over_mail(quote: Quote, row: ResumeCode, live: HandOver, name: str, code: str) -> None:
    """The application to its client, with the code that opens it."""
    queue_email(
        brand=quote.brand,
        kind="hand_over",
        to=live.email,
        context={
            "name": name,
            "sender": live.sender_name,
            "code": code,
            "link": f"{client_link(quote)}#{code}",
            "expires_on": clock.show_day(row.expires_at),
            "message": live.message,
            "pays": deduction_from(quote, carts.load_cart(quote)) is None,
        },
        dedupe_key=f"hand-over:{row.id}",
        language=_language(),
    )


def queue_change_mail(quote: Quote, live: HandOver, name: str, window: str) -> None:
    """Tell the client that a change waits. One mail for each ``window``."""
    queue_email(
        brand=quote.brand,
        kind="hand_over_change",
        to=live.email,
        context={"name": name, "sender": live.sender_name, "link": client_link(quote)},
        dedupe_key=f"hand-over-change:{live.id}:{window}",
        language=_language(),
    )


def queue_returned_mail(quote: Quote, live: HandOver, client: str) -> None:
    """Tell the rep or the group administrator that the client returned the application."""
    for seller in parties.sellers_of(quote):
        queue_email(
            brand=quote.brand,
            kind="hand_over_returned",
            to=seller.email,
            context={
                "name": seller.name,
                "client_name": client,
                "link": f"{brands.site_url(quote.brand_id)}/enrollments",
            },
            dedupe_key=f"hand-over-returned:{live.id}{_apart(seller)}",
            language=seller.language,
        )


def client_link(quote: Quote) -> str:
    """Return the page where a client enters the code and the address; the link alone opens nothing.

    A mail with a code has it after the #, where neither servers nor other sites see it.
    """
    return f"{brands.site_url(quote.brand_id)}/continue-enrollment?for=client"


def queue_receipts(quote: Quote, confirmation: Confirmation) -> None:
    """The receipt of a new confirmation, to the client in the language of the submission, and to the rep or the group
    administrator in that of their account."""
    receipt = policies.build_receipt(confirmation)
    if receipt["email"]:
        queue_email(
            brand=quote.brand,
            kind="receipt_client",
            to=receipt["email"],
            context={
                **_statement(receipt),
                "name": receipt["name"],
                "payment": policies.payment_sentence(confirmation),
                "link": f"{brands.site_url(quote.brand_id)}/coverage",
            },
            dedupe_key=f"receipt:{confirmation.id}:client",
            language=_language(),
            is_first=True,
        )
    for seller in parties.sellers_of(quote):
        with translation.override(seller.language):
            text = policies.build_receipt(confirmation, for_seller=True)
            pay = text["share"].from_pay if text["share"] else None
            statement = {**_statement(text), "share": pay.text if pay else ""}
        queue_email(
            brand=quote.brand,
            kind="receipt_rep",
            to=seller.email,
            context={**statement, "name": seller.name, "client_name": receipt["member_name"]},
            dedupe_key=f"receipt:{confirmation.id}:seller{_apart(seller)}",
            language=seller.language,
            is_first=True,
        )


def _apart(seller: parties.Seller) -> str:
    return f":{seller.key}" if seller.key else ""


def _statement(receipt: dict[str, Any]) -> dict[str, Any]:
    """The lines as people pay them: a fee of the first month only has its amount as its price."""
    return {
        "lines": tuple(
            {
                "name": line["name"],
                "price": _amount(line),
                "note": line["note"],
                "share": line["share"].text if line["share"] else "",
            }
            for line in receipt["lines"]
        ),
        "initial_month_cost": receipt["initial_month_cost"],
        "recurring_month_cost": receipt["recurring_month_cost"],
        "effective_date": receipt["effective_date"],
        "confirmation_number": receipt["confirmation_number"],
        "pending": tuple({"plan": mail["plan"], "text": mail["text"]} for mail in receipt["pending"]),
    }


def _amount(line: dict[str, Any]) -> str:
    once = line["price"] == "0.00" and line["one_time"] != "0.00"
    return str(line["one_time"] if once else line["price"])
