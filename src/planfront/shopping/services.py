"""Changes to the shopper's profile, answers and cart. Upper rooms import from here."""

from planfront.shopping.cart.checkout import cart_checkout, cart_replay
from planfront.shopping.cart.repricing import Reprice, RepricedLine, cart_reprice
from planfront.shopping.cart.riders import cart_riders_save
from planfront.shopping.cart.services import cart_line_add, cart_line_remove, cart_pair_add
from planfront.shopping.cart.tier_switch import Move, cart_move, cart_move_back, cart_move_preview
from planfront.shopping.questions.kept_answers import answers_given
from planfront.shopping.questions.services import health_answers_save, yes_no_answers_save
from planfront.shopping.quote.pruning import expired_before, plan_answers_clear, quotes_prune
from planfront.shopping.quote.renewal import quote_renew
from planfront.shopping.quote.services import (
    dependents_store,
    filter_change,
    filter_for_member,
    filter_for_new_user,
    portal_change,
)
from planfront.shopping.quote.state import (
    client_revoke,
    enrollment_lock,
    enrollment_mark_submitted,
    enrollment_mark_withdrawn,
    enrollment_touch,
    grant,
    hand_over_mark,
)
from planfront.shopping.worklists.index import listing_note, saved_note

__all__ = [
    "Move",
    "Reprice",
    "RepricedLine",
    "answers_given",
    "cart_checkout",
    "cart_line_add",
    "cart_line_remove",
    "cart_move",
    "cart_move_back",
    "cart_move_preview",
    "cart_pair_add",
    "cart_replay",
    "cart_reprice",
    "cart_riders_save",
    "client_revoke",
    "dependents_store",
    "enrollment_lock",
    "enrollment_mark_submitted",
    "enrollment_mark_withdrawn",
    "enrollment_touch",
    "expired_before",
    "filter_change",
    "filter_for_member",
    "filter_for_new_user",
    "grant",
    "hand_over_mark",
    "health_answers_save",
    "listing_note",
    "plan_answers_clear",
    "portal_change",
    "quote_renew",
    "quotes_prune",
    "saved_note",
    "yes_no_answers_save",
]
