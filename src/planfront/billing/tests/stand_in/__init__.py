"""A small, strict stand-in of Stripe: its API as far as the store uses it, and a script with fields in frames of its
own origin. It declines, asks for the bank's check, forgets nothing of what it was sent, and can be away.

As a program (``python -m planfront.billing.tests.stand_in [CERTIFICATE KEY]``) it prints its address and serves until
its input ends.
"""

from planfront.billing.tests.stand_in.server import PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET, StandIn, event, serve

__all__ = ["PUBLISHABLE_KEY", "SECRET_KEY", "WEBHOOK_SECRET", "StandIn", "event", "serve"]
