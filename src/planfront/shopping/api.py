"""The calls of this room, subject by subject, in the order of the documentation."""

from ninja import Router

from planfront.shopping.cart.api import router as cart
from planfront.shopping.fit.api import router as fit
from planfront.shopping.home.api import router as home
from planfront.shopping.plans.api import router as plans
from planfront.shopping.questions.api import router as questions
from planfront.shopping.quoting.api import bootstrap
from planfront.shopping.quoting.api import router as quote
from planfront.shopping.sent_quotes.api import router as sent_quotes
from planfront.shopping.year.api import router as year

__all__ = ["bootstrap", "router"]

router = Router()
for subject in (quote, cart, plans, year, fit, home, questions, sent_quotes):
    router.add_router("", subject)
