"""The calls of this room, subject by subject, in the order of the documentation."""

from ninja import Router

from planfront.shopping.cart.api import router as cart
from planfront.shopping.home.api import router as home
from planfront.shopping.pricing.api import router as plans
from planfront.shopping.questions.api import router as questions
from planfront.shopping.quote.api import bootstrap
from planfront.shopping.quote.api import router as quote
from planfront.shopping.sent_quotes.api import router as sent_quotes

__all__ = ["bootstrap", "router"]

router = Router()
for subject in (quote, cart, plans, home, questions, sent_quotes):
    router.add_router("", subject)
