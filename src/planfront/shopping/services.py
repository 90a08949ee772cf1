"""Changes to the shopper's profile, answers and cart. Upper rooms import from here."""

from planfront.shopping.cart.checkout import checkout_cart, replay_cart
from planfront.shopping.cart.repricing import Reprice, RepricedLine, reprice_cart
from planfront.shopping.cart.riders import save_cart_riders
from planfront.shopping.cart.services import add_cart_line, add_cart_pair, remove_cart_line
from planfront.shopping.cart.tier_switch import Move, preview_tier_switch, switch_tier, undo_tier_switch
from planfront.shopping.questions.kept_answers import list_plan_answers
from planfront.shopping.questions.services import save_health_answers, save_yes_no_answers
from planfront.shopping.quote.pruning import clear_plan_answers, expired_before, prune_quotes
from planfront.shopping.quote.renewal import renew_quote
from planfront.shopping.quote.services import (
    change_portal,
    change_quote,
    start_member_quote,
    start_quote,
    store_dependents,
)
from planfront.shopping.quote.state import (
    grant,
    lock_quote,
    mark_handed_over,
    mark_quote_submitted,
    mark_quote_withdrawn,
    revoke_client,
    touch_quote,
)
from planfront.shopping.worklists.index import note_changed, note_name, note_saved

__all__ = [
    "Move",
    "Reprice",
    "RepricedLine",
    "add_cart_line",
    "add_cart_pair",
    "change_portal",
    "change_quote",
    "checkout_cart",
    "clear_plan_answers",
    "expired_before",
    "grant",
    "list_plan_answers",
    "lock_quote",
    "mark_handed_over",
    "mark_quote_submitted",
    "mark_quote_withdrawn",
    "note_changed",
    "note_name",
    "note_saved",
    "preview_tier_switch",
    "prune_quotes",
    "remove_cart_line",
    "renew_quote",
    "replay_cart",
    "reprice_cart",
    "revoke_client",
    "save_cart_riders",
    "save_health_answers",
    "save_yes_no_answers",
    "start_member_quote",
    "start_quote",
    "store_dependents",
    "switch_tier",
    "touch_quote",
    "undo_tier_switch",
]
