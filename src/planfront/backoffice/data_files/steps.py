"""Steps of an import: their permissions, and the question before each."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.http import HttpRequest

from planfront.accounts.models import User
from planfront.backoffice.data_files.uploads import Step
from planfront.imports.models import OPEN, ImportRun, State

APPROVE, UPLOAD = "imports.approve_importrun", "imports.add_importrun"


STEPS = {
    step.name: step
    for step in (
        Step(
            "approve",
            "Approve",
            "Approve this import?",
            "You confirm that you have looked at what it changes. It goes live on the day you choose.",
            (State.STAGED,),
            APPROVE,
            second_person=True,
            done="Approved.",
        ),
        Step(
            "go-live",
            "Go live now",
            "Take this import live now?",
            "It goes live right away instead of on the chosen day.",
            (State.APPROVED,),
            APPROVE,
            second_person=True,
            done="This import is live.",
        ),
        Step(
            "roll-back",
            "Roll back",
            "Roll this import back?",
            "The previous data comes back. Carts whose price changes are stopped at checkout and show the old "
            "and the new price. Policies that were sold keep their price.",
            (State.LIVE,),
            APPROVE,
            danger=True,
            second_person=True,
            done="Rolled back. The previous data is in force again.",
        ),
        Step(
            "discard",
            "Discard",
            "Discard this import?",
            "The file and everything read from it are deleted. Live data stays the same.",
            OPEN,
            UPLOAD,
            danger=True,
            done="Discarded.",
        ),
    )
}


def is_own(request: HttpRequest, run: ImportRun) -> bool:
    """Return whether the signed-in person uploaded the file."""
    return run.uploaded_by_id == cast(User, request.user).pk


def list_steps(request: HttpRequest, run: ImportRun) -> list[Step]:
    """Return the steps of a run that this person may take."""
    allowed: Callable[[Step], bool] = lambda step: (  # noqa: E731
        run.state in step.states
        and request.user.has_perm(step.permission)
        and not (step.second_person and is_own(request, run))
    )
    return [step for step in STEPS.values() if allowed(step)]
