"""The result of a save."""

from __future__ import annotations

from dataclasses import dataclass

from planfront.enrollment.application.store import OpenDraft
from planfront.enrollment.forms.base import Step
from planfront.enrollment.steps import registry
from planfront.integrations.addresses import Address


@dataclass(frozen=True)
class SaveResult:
    """The application's version, the tab to go to, and what the person should be told. ``opened``: the application as
    it is after the save, for what the next page shows. ``suggestion``: an address to take instead of what was saved."""

    version: int
    next_tab: str
    next_href: str
    notices: tuple[str, ...] = ()
    opened: OpenDraft | None = None
    suggestion: Address | None = None


def save_result(opened: OpenDraft, step: Step, notices: tuple[str, ...] = ()) -> SaveResult:
    """After a write: where to go from ``step``."""
    opened.refresh()
    target = registry.following(opened.ctx, step)
    return SaveResult(opened.application.version, target.key, registry.href(target), notices, opened)
