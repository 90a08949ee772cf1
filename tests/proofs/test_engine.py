"""The state machine over the step engine: a handful of stories in each run, many with PLANFRONT_STORIES.

Whether the stories would notice is tried as well: with a fault planted in the engine a story has to fail.
"""

import os

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.errors import FlakyFailure
from hypothesis.stateful import run_state_machine_as_test

from planfront.enrollment.application import context, listed_people, store
from planfront.enrollment.handover import services as handover
from planfront.enrollment.models import Section
from planfront.enrollment.returning import resume
from planfront.enrollment.saving import dependents, pricing, tabs
from planfront.enrollment.steps import registry
from planfront.enrollment.submission import submit
from planfront.kernel.errors import NotFound
from planfront.shopping.quoting import services as quoting
from tests.proofs.handed import EngineMachine

pytestmark = pytest.mark.both_databases

STORIES = int(os.environ.get("PLANFRONT_STORIES") or 0)


def tell(people, stories):
    EngineMachine.shop, EngineMachine.starts = people, {}
    run_state_machine_as_test(
        EngineMachine,
        settings=settings(
            max_examples=stories,
            stateful_step_count=20 if STORIES else 8,
            derandomize=not STORIES,
            deadline=None,
            database=None,
            report_multiple_bugs=False,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.django_db
def test_no_order_of_doings_loses_what_was_acknowledged(people):
    tell(people, STORIES or 3)


def forgetting(key, *, answers=False):
    """A wrapper that forgets a tab, or only what was typed into it, when the real thing was done."""

    def wrapped(real):
        def done(*arguments, **named):
            result = real(*arguments, **named)
            for row in Section.objects.filter(key=key):
                row.draft = {}
                row.answers, row.saved_at = ({}, None) if answers else (row.answers, row.saved_at)
                row.save()
            return result

        return done

    return wrapped


def drops_an_answer(real):
    return lambda opened, key, answers, origin: real(
        opened, key, {name: value for name, value in answers.items() if name != "birth_city"}, origin
    )


def passes_open_tabs(_real):
    """Next leads to the tab after the saved one, whatever is open before it or right after it."""

    def following(ctx, step):
        after = [tab for tab in registry.STEPS if tab.required(ctx) and registry.is_before(step, tab)]
        return after[1] if len(after) > 1 else registry.REVIEW

    return following


def does_at_once(real):
    """What a seller saves after the hand-over is written without the client's yes."""

    def done(opened, step, answers, origin, **named):
        result = real(opened, step, answers, origin, **named)
        store.write_answers(opened, step.key, answers, origin)
        return result

    return done


def gives(value):
    """Whatever it is asked, the answer is this."""
    return lambda _real: lambda *_arguments, **_named: value


FAULTS = {
    "a save drops an answer": (store, "write_answers", drops_an_answer),
    "a tab is forgotten with another tier": (
        quoting,
        "change_quote",
        forgetting("billing_info", answers=True),
    ),
    "Next passes a required tab": (registry, "following", passes_open_tabs),
    "the review is offered with a tab open": (submit, "_check_complete", gives(None)),
    "a code that is used drops what was typed": (resume, "_open_by_code", forgetting("contact_info")),
    "an older window writes over a newer one": (store, "check_version", gives(None)),
    "who leaves the list is forgotten": (dependents, "_left_out", gives([])),
    "submitted without a signature that holds": (submit, "_check_signed", gives(None)),
    "the quote doesn't follow the list": (dependents, "quote_changes", gives({})),
    "another price isn't asked about": (pricing, "price_changed", gives(NotFound())),
    "submitted over a change that waits": (submit, "_check_decided", gives(None)),
    "a proposal needs no yes": (tabs, "propose", does_at_once),
    "a hand-over that ends drops what was proposed": (handover, "_return_proposals", gives(None)),
    "who is on record of a member is forgotten": (listed_people, "dependents_on_record", gives(())),
    "the number on record of a member is forgotten": (context, "prefill_of", gives({})),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_planted_where_the_engine_has_a_function(fault):
    module, name, _planted = FAULTS[fault]
    assert callable(getattr(module, name))


@pytest.mark.skipif(not STORIES, reason="PLANFRONT_STORIES says how many")
@pytest.mark.django_db
@pytest.mark.parametrize("fault", FAULTS)
def test_the_stories_notice_a_planted_fault(people, monkeypatch, fault):
    module, name, planted = FAULTS[fault]
    monkeypatch.setattr(module, name, planted(getattr(module, name)))
    with pytest.raises((AssertionError, KeyError, RuntimeError, StopIteration, FlakyFailure)):
        tell(people, STORIES)
