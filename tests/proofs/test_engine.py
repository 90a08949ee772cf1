"""The state machine over the step engine: a handful of stories in each run, many with PLANFRONT_STORIES.

Whether the stories would notice is tried as well: with a fault planted in the engine a story has to fail.
"""

import os
from dataclasses import replace
from importlib import import_module

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from planfront.enrollment.models import Section
from planfront.kernel.errors import NotFound
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


def does_at_once(real):
    """What a seller saves after the hand-over is written without the client's yes."""

    def done(opened, step, answers, origin, **named):
        result = real(opened, step, answers, origin, **named)
        import_module("planfront.enrollment.application.store").write_answers(opened, step.key, answers, origin)
        return result

    return done


def gives(value):
    """Whatever it is asked, the answer is this."""
    return lambda _real: lambda *_arguments, **_named: value


ROOM = "planfront.enrollment"
FAULTS = {
    "a save drops an answer": ("services.store.write_answers", drops_an_answer),
    "a tab is forgotten with another tier": (
        "planfront.shopping.quoting.services.change_quote",
        forgetting("billing_info", answers=True),
    ),
    "Next passes a required tab": (
        "steps.registry.following",
        lambda real: lambda states, step: real([replace(state, missing=0) for state in states], step),
    ),
    "the review is offered with a tab open": ("services.submission._check_complete", gives(None)),
    "a code that is used drops what was typed": ("services.resume._open", forgetting("contact_info")),
    "an older window writes over a newer one": ("services.store.check_version", gives(None)),
    "who leaves the list is forgotten": (
        "services.dependents._people",
        lambda real: lambda ctx, data: (*real(ctx, data)[:1], [], real(ctx, data)[2]),
    ),
    "submitted without a signature that holds": ("services.submission._check_signed", gives(None)),
    "the quote doesn't follow the list": ("services.dependents.quote_changes", gives({})),
    "another price isn't asked about": ("services.pricing.price_changed", gives(NotFound())),
    "submitted over a change that waits": ("services.submission._check_decided", gives(None)),
    "a proposal needs no yes": ("services.saves.propose", does_at_once),
    "a hand-over that ends drops what was proposed": ("services.handover._proposals_return", gives(None)),
    "who is on record of a member is forgotten": ("context.relatives_of", gives([])),
    "the number on record of a member is forgotten": ("context.prefill_of", gives({})),
}


@pytest.mark.skipif(not STORIES, reason="PLANFRONT_STORIES says how many")
@pytest.mark.django_db
@pytest.mark.parametrize("fault", FAULTS)
def test_the_stories_notice_a_planted_fault(people, monkeypatch, fault):
    path, planted = FAULTS[fault]
    place = path if path.startswith("planfront.") else f"{ROOM}.{path}"
    room, _, name = place.rpartition(".")
    monkeypatch.setattr(place, planted(getattr(import_module(room), name)))
    with pytest.raises((AssertionError, KeyError, RuntimeError, StopIteration)):
        tell(people, STORIES)
