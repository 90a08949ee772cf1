"""What happened to one policy, to be shown: its changes, its versions by number, and what was in force when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import zip_longest

from planfront.coverage.ledger import read_version
from planfront.coverage.models import Change, CoveredPerson, Policy, RepAssignment, Version
from planfront.coverage.models.record import WITHDRAWAL
from planfront.coverage.timeline import Terms
from planfront.coverage.timeline import Version as Row

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class NumberedVersion:
    """A version and its place among those of the policy, from 1 on, in the order in which they were recorded. Versions
    are only added, so a number keeps its meaning."""

    number: int
    row: Row

    @property
    def terms(self) -> Terms | None:
        return self.row.terms


@dataclass(frozen=True)
class VersionPeriod:
    """Days on which one version holds; ``last`` None: without an end."""

    first: date
    last: date | None
    version: NumberedVersion


@dataclass(frozen=True)
class PolicyHistory:
    """A policy with its changes and versions, each in the order in which they were recorded. ``withdrawn``: when
    changes were taken back, by their ids as text."""

    policy: Policy
    changes: Sequence[Change] = ()
    versions: Sequence[NumberedVersion] = ()
    people: Sequence[CoveredPerson] = ()
    reps: Sequence[RepAssignment] = ()
    withdrawn: dict[str, datetime] = field(default_factory=dict)

    def change_of(self, version: NumberedVersion) -> Change | None:
        return next((change for change in self.changes if str(change.pk) == version.row.change_id), None)

    def find(self, day: date, known: datetime | None = None) -> NumberedVersion | None:
        """The version that says what is in force on a day, as known at an instant (None: by now)."""
        reached = [version for version in _known(self.versions, known) if version.row.effective <= day]
        return max(reached, key=_rank, default=None)

    def periods(self, known: datetime | None = None) -> list[VersionPeriod]:
        """What holds when, as known at an instant, by day. Days on which nothing is in force have their own."""
        days = sorted({version.row.effective for version in _known(self.versions, known)})
        result = []
        for first, after in zip_longest(days, days[1:]):
            version = self.find(first, known)
            if version is not None:
                result.append(VersionPeriod(first, after - _DAY if after else None, version))
        return result


def _known(versions: Sequence[NumberedVersion], known: datetime | None) -> list[NumberedVersion]:
    return [version for version in versions if known is None or version.row.recorded <= known]


def _rank(version: NumberedVersion) -> tuple[date, datetime]:
    return version.row.effective, version.row.recorded


def load_history(policy: Policy) -> PolicyHistory:
    """In four queries, however much happened: changes, versions, people, reps."""
    changes = list(
        Change.objects.filter(policy=policy).select_related("event", "reason").order_by("recorded", "effective", "id")
    )
    rows = Version.objects.filter(policy=policy).order_by("recorded", "id")
    return PolicyHistory(
        policy,
        changes,
        [NumberedVersion(number, read_version(row)) for number, row in enumerate(rows, 1)],
        list(CoveredPerson.objects.filter(policy=policy).select_related("relative").order_by("effective_date", "id")),
        list(RepAssignment.objects.filter(policy=policy).select_related("agent").order_by("effective_date", "id")),
        {str(row.withdraws_id): row.recorded for row in changes if row.kind == WITHDRAWAL and row.withdraws_id},
    )
