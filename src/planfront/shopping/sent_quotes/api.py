"""Quotes by mail: preview, the link that opens one, and the link that stops them. Sending is save-enrollment."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Annotated, cast
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from ninja import Query, Router

from planfront.accounts.acts import Act, does, may_do
from planfront.audit.list_files import make_list_file
from planfront.audit.services import origin_of
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, NotFound
from planfront.kernel.files.handed_out import FileKind, Need
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import ListFile, Token
from planfront.parties.reps.assigning import reps_to_take
from planfront.parties.schemas import AssignedItems, RepChoices
from planfront.shopping.access import access_quote
from planfront.shopping.cart.selectors import cart_lines
from planfront.shopping.quote.sender import sender_of
from planfront.shopping.sent_quotes import assigning, client_page, questions, quote_link, schemas
from planfront.shopping.sent_quotes import mail as quote_mail
from planfront.shopping.sent_quotes import selectors as sent_quotes
from planfront.shopping.sent_quotes import services as quotes
from planfront.shopping.worklists.owner import access_desk

if TYPE_CHECKING:
    from planfront.accounts.models import VisitorSession
    from planfront.shopping.models import SentQuote

router = Router(tags=["cart"])
QUOTE = FileKind(
    "quote",
    gettext_lazy("A quote"),
    gettext_lazy("The quote that was sent, with plans and prices."),
    Need.DAILY,
    forms=("pdf",),
    readers=gettext_lazy("Anyone with the link in its email"),
    calls=("quote_document",),
)


@router.get(
    "/get-quote-preview-content",
    response=responses(schemas.QuotePreview, business=True),
    operation_id="get_quote_preview_content",
)
def get_quote_preview_content(
    request: ApiRequest,
    enrollment_id: Annotated[Token, Query()],
    email: Annotated[str, Query(max_length=254)] = "",
    name: Annotated[str, Query(max_length=254)] = "",
    message: Annotated[str, Query(max_length=5000)] = "",
    tab: Annotated[str, Query(max_length=40)] = "cart_info",
    type: Annotated[str, Query(max_length=40)] = "preview",  # noqa: A002
) -> Answer:
    """The quote's email as one HTML element, everything typed escaped in it. For the cart's rep or group administrator.
    errorCodes: quotationError, emptyCart, or the refusal of a plan that can't be sold any more."""
    quote = access_quote(request, enrollment_id)
    sender = sender_of(request)
    if sender is None:
        raise NotFound
    to = quotes.check_addressee(name=name, email=email, message=message)
    return ok({"content": quotes.preview_quote(quote=quote, sender=sender, to=to)})


@router.post("/open-quote", response=responses(schemas.OpenedQuote, business=True), operation_id="open_quote")
@does(Act.SHOP)
def open_quote(request: ApiRequest, body: schemas.QuoteToken) -> Answer:
    """Open the quote of an email's link as this session's own cart, at today's prices. errorCode: quoteExpired, with
    who sent it."""
    session = cast("VisitorSession", request.visitor)
    try:
        opened = quote_link.open_quote(
            brand_id=request.brand.id, token=body.token, session=session, origin=origin_of(request)
        )
    except quote_link.QuoteExpired as expired:
        raise BusinessError(
            "quoteExpired",
            _("This quote has expired."),
            client_page.expired_out(
                expired.sent_quote, questions.own_questions(expired.sent_quote, session)
            ).model_dump(),
        ) from None
    quote, sent_quote = opened.quote, opened.sent_quote
    newer = sent_quotes.newer_quote(sent_quote)
    return ok(
        {
            "enrollment_id": quote.public_id,
            "saved_tab": "cart_info",
            "href": "/cart",
            "others": {
                "group_id": quote.group_id,
                "platform_group_id": quote.portal_id,
                "agent_id": quote.agent_id,
                "open_type": quote.open_type,
                "type": quote.enroll_type,
                "eprocess": quote.eprocess,
            },
            "sender_name": sent_quote.sender_name,
            "sender": client_page.sender_out(sent_quote),
            "message": sent_quote.message,
            "covered": quote_mail.describe_people(quote),
            "newer_on": clock.show_day(newer.sent_at) if newer else "",
            "sent_on": clock.show_day(sent_quote.sent_at),
            "expires_on": clock.show_day(sent_quote.expires_at),
            "has_document": quote_link.has_document(sent_quote),
            "plans": client_page.quoted_plans(sent_quote, opened.reprice, cart_lines(quote)),
            "totals": client_page.totals_of(opened.reprice),
            "questions": client_page.asked_out(questions.own_questions(sent_quote, session)),
            "moved": opened.reprice.changed,
            "reprice": opened.reprice.wire(),
        }
    )


@router.post(
    "/ask-about-quote",
    response=responses(schemas.QuestionAsked, business=True),
    operation_id="ask_about_quote",
)
@does(Act.SHOP)
def ask_about_quote(request: ApiRequest, body: schemas.QuoteQuestionBody) -> Answer:
    """Ask who sent a quote, also an expired one. It goes to them by email. Five in an hour for a quote. errorCodes:
    senderGone, tooManyQuestions."""
    session = cast("VisitorSession", request.visitor)
    question = questions.ask_about_quote(
        brand_id=request.brand.id,
        token=body.token,
        plan_id=body.plan_id,
        text=body.question,
        session=session,
        origin=origin_of(request),
    )
    return ok({"questions": client_page.asked_out(questions.own_questions(question.quote, session))}, _("Sent"))


@router.post("/quote-document", response=responses(schemas.QuoteDocument), operation_id="quote_document")
@does(Act.READ)
def quote_document(request: ApiRequest, body: schemas.QuoteToken) -> Answer:
    """The PDF of an email's link. Limited to 20 in 15 minutes."""
    document = quote_link.quote_document(brand_id=request.brand.id, token=body.token, origin=origin_of(request))
    return ok({"name": document.name, "content": base64.b64encode(document.content).decode()})


@router.post("/unsubscribe-quotes", response=responses(schemas.Unsubscribed), operation_id="unsubscribe_quotes")
@does(Act.OWN)
def unsubscribe_quotes(request: ApiRequest, body: schemas.QuoteToken) -> Answer:
    """Stop the brand's quote email to the address that a link was sent to. Needs no sign-in."""
    email = quote_link.unsubscribe_from_quotes(brand_id=request.brand.id, token=body.token, origin=origin_of(request))
    return ok({"email": email}, _("We'll no longer send quotes to this address."))


@router.get("/get-sent-quotes", response=responses(schemas.SentQuotes), operation_id="get_sent_quotes")
def get_sent_quotes(request: ApiRequest, query: Annotated[schemas.SentQuotesQuery, Query()]) -> Answer:
    """The quotes that the signed-in rep or group administrator sent, and what became of them."""
    page = sent_quotes.quote_page(access_desk(request), query.wanted(), query.quote_id)
    link, counts = quotes.link_to_quote(request.brand.id, ""), sent_quotes.question_counts(row.pk for row in page.rows)
    items = (schemas.SentQuoteItem.build(row, f"{link}{row.token}", counts.get(row.pk, (0, 0))) for row in page.rows)
    may_act, may_answer = may_do(request.actor, Act.CLIENTS), may_do(request.actor, Act.ANSWERS)
    return ok(schemas.SentQuotes.cut_to(page.cut, items, may_act=may_act, may_answer=may_answer))


@router.get("/export-sent-quotes", response=responses(ListFile, business=True), operation_id="export_sent_quotes")
@does(Act.READ)
def export_sent_quotes(request: ApiRequest, query: Annotated[schemas.SentQuotesQuery, Query()]) -> Answer:
    """Return the quotes that ``get-sent-quotes`` finds, all of them, as a CSV file. errorCode: listTooLong."""
    desk = access_desk(request)
    return ok(
        make_list_file(
            kind=schemas.QUOTES,
            keys=sent_quotes.quote_keys(desk, query.wanted(), query.quote_id),
            lines_of=lambda keys: map(schemas.quote_line, sent_quotes.load_quotes(keys)),
            filters=query.model_fields_set - {"page", "per_page"},
            origin=origin_of(request),
        )
    )


@router.post("/resend-quote", response=responses(schemas.QuoteSent, business=True), operation_id="resend_quote")
@does(Act.CLIENTS)
def resend_quote(request: ApiRequest, body: schemas.QuoteId) -> Answer:
    """Send one's own quote again, as it was. Three times in an hour. errorCodes: quotationError, quoteGone."""
    row = sent_quotes.quote_of(access_desk(request), body.quote_id)
    if row is None:
        raise NotFound
    sent = quotes.resend_quote(quote_id=row.pk, origin=origin_of(request))
    return ok(
        {"email": sent.recipient_email, "sends": sent.sends},
        _("Quote Successfully Sent to %(email)s") % {"email": sent.recipient_email},
    )


def _access_quotes(request: ApiRequest, keys: schemas.QuoteIds) -> list[SentQuote]:
    """Return one's own quotes, oldest first. Raises NotFound where one of them isn't."""
    rows = sent_quotes.quotes_of(access_desk(request), keys.quote_ids)
    if len(rows) < len(set(keys.quote_ids)):
        raise NotFound
    return rows


@router.get("/get-quote-reps", response=responses(RepChoices), operation_id="get_quote_reps")
def get_quote_reps(request: ApiRequest, query: Annotated[schemas.QuoteIds, Query()]) -> Answer:
    """Return the reps who may take one's own quotes, each at least one: those of the brand who may sell where the
    client lives."""
    rows = _access_quotes(request, query)
    return ok(RepChoices.build(reps_to_take(request.brand.id, assigning.clients_of(rows))))


@router.post("/assign-quotes", response=responses(AssignedItems), operation_id="assign_quotes")
@does(Act.CLIENTS)
def assign_quotes(request: ApiRequest, body: schemas.QuotesToAssign) -> Answer:
    """Assign one's own quotes to another rep, with their carts. Those that stay are named with the reason."""
    rows = _access_quotes(request, body)
    refused = assigning.assign_quotes(request.brand.id, rows, agent_id=body.agent_id, origin=origin_of(request))
    return ok(AssignedItems.build(len(rows), refused))


@router.post("/resend-quotes", response=responses(schemas.QuotesSent), operation_id="resend_quotes")
@does(Act.CLIENTS)
def resend_quotes(request: ApiRequest, body: schemas.QuoteIds) -> Answer:
    """Send several of one's own quotes again, as they were. Those that can't be sent again are named with the
    reason; each can be sent three times in an hour."""
    rows = _access_quotes(request, body)
    refused = quotes.resend_quotes(rows, origin=origin_of(request))
    return ok(
        schemas.QuotesSent(
            sent=len(rows) - len(refused),
            not_sent=[
                schemas.QuoteNotSent(quote_id=row.pk, name=row.recipient_name, reason=reason) for row, reason in refused
            ],
        )
    )


@router.get("/get-quote-questions", response=responses(schemas.QuoteQuestions), operation_id="get_quote_questions")
def get_quote_questions(request: ApiRequest, quote_id: Annotated[UUID, Query()]) -> Answer:
    """Return the questions about one's own quote, with the answers."""
    rows = questions.questions_of(access_desk(request), quote_id)
    return ok({"questions": client_page.questions_out(rows)})


@router.post(
    "/answer-quote-question",
    response=responses(schemas.QuoteQuestions),
    operation_id="answer_quote_question",
)
@does(Act.ANSWERS)
def answer_quote_question(request: ApiRequest, body: schemas.QuestionAnswerBody) -> Answer:
    """Answer a question about one's own quote: by email to whom the quote went, and beside the question on its page.
    Gives all questions about the quote. 409 when it is answered already."""
    owner = access_desk(request)
    answered = questions.answer_question(
        owner=owner,
        question_id=body.question_id,
        text=body.answer,
        by_mail=body.by_mail,
        origin=origin_of(request),
    )
    rows = questions.questions_of(owner, answered.quote_id)
    return ok({"questions": client_page.questions_out(rows)}, _("Sent") if answered.answer else _("Saved"))
