"""The state machine over the step engine: a handful of stories in each run, many with PLANFRONT_STORIES."""

import os
from importlib import import_module

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from planfront.kernel.errors import NotFound
from tests.proofs.machine import EngineMachine

STORIES = int(os.environ.get("PLANFRONT_STORIES") or 0)


def tell(shop, stories):
    EngineMachine.shop = shop
    run_state_machine_as_test(
        EngineMachine,
        settings=settings(
            max_examples=stories,
            stateful_step_count=30 if STORIES else 12,
            derandomize=not STORIES,
            deadline=None,
            database=None,
            report_multiple_bugs=False,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.django_db
def test_no_order_of_doings_loses_what_was_acknowledged(shop):
    tell(shop, STORIES or 4)


def forgets(real):
    """A save that is acknowledged, and drops one answer."""
    return lambda opened, key, answers, origin: real(
        opened, key, {name: value for name, value in answers.items() if name != "birth_city"}, origin
    )


FAULTS = {
    "planfront.enrollment.services.store.write_answers": forgets,
    "planfront.enrollment.services.submission._check_signed": lambda _real: lambda _ctx: None,
    "planfront.enrollment.steps.dependent.quote_changes": lambda _real: lambda _ctx, _people: {},
    "planfront.enrollment.services.pricing.price_changed": lambda _real: lambda _found, _because: NotFound(),
    "planfront.enrollment.services.store.check_version": lambda _real: lambda *_arguments, **_named: None,
}


@pytest.mark.skipif(not STORIES, reason="PLANFRONT_STORIES says how many")
@pytest.mark.django_db
@pytest.mark.parametrize("place", FAULTS)
def test_the_stories_notice_a_planted_fault(shop, monkeypatch, place):
    room, _, name = place.rpartition(".")
    real = getattr(import_module(room), name)
    monkeypatch.setattr(place, FAULTS[place](real))
    with pytest.raises((AssertionError, KeyError)):
        tell(shop, 60)
