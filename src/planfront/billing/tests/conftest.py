"""Stripe's stand-in as the card gateway."""

from dataclasses import replace

import pytest
from django.conf import settings
from django.test import override_settings

from planfront.billing.tests.stand_in import PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET, serve


def stripe_env(stand_in):
    """The settings of an operator who has Stripe, at the stand-in's address."""
    return replace(
        settings.ENV,
        stripe_secret_key=SECRET_KEY,
        stripe_publishable_key=PUBLISHABLE_KEY,
        stripe_webhook_secret=WEBHOOK_SECRET,
        stripe_api=stand_in.address,
        stripe_script=f"{stand_in.address}/v3/",
    )


@pytest.fixture
def stripe():
    with (
        serve() as stand_in,
        override_settings(ADAPTERS={"card": "stripe"}, CARDS_OFFERED=True, ENV=stripe_env(stand_in)),
    ):
        yield stand_in
