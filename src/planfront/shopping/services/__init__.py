"""Changes to the shopper's profile, answers and cart. Upper rooms import from here."""

from planfront.shopping.services.answers import health_answers_save, yes_no_answers_save
from planfront.shopping.services.cart import cart_line_add, cart_line_remove, cart_pair_add
from planfront.shopping.services.checkout import cart_checkout, cart_replay
from planfront.shopping.services.filters import (
    dependents_store,
    filter_change,
    filter_for_member,
    filter_for_new_user,
    portal_change,
)
from planfront.shopping.services.given import answers_given
from planfront.shopping.services.listing import listing_note, saved_note
from planfront.shopping.services.moving import Move, cart_move, cart_move_back, cart_move_preview
from planfront.shopping.services.pruning import expired_before, plan_answers_clear, quotes_prune
from planfront.shopping.services.renewing import quote_renew
from planfront.shopping.services.repricing import Reprice, RepricedLine, cart_reprice
from planfront.shopping.services.riders import cart_riders_save
from planfront.shopping.services.state import (
    client_revoke,
    enrollment_lock,
    enrollment_mark_submitted,
    enrollment_mark_withdrawn,
    enrollment_touch,
    grant,
    hand_over_mark,
)

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
