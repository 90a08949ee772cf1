"""The state machine over the step engine: a handful of stories in each run, many with PLANFRONT_STORIES."""

import os

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.proofs.machine import EngineMachine

STORIES = int(os.environ.get("PLANFRONT_STORIES") or 0)


@pytest.mark.django_db
def test_no_order_of_doings_loses_what_was_acknowledged(shop):
    EngineMachine.shop = shop
    run_state_machine_as_test(
        EngineMachine,
        settings=settings(
            max_examples=STORIES or 4,
            stateful_step_count=30 if STORIES else 12,
            derandomize=not STORIES,
            deadline=None,
            database=None,
            report_multiple_bugs=False,
            phases=[Phase.generate, Phase.shrink] if STORIES else [Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
