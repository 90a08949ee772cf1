"""Run many commands at once within a number of slots, keep their output in files, and count their tests."""

import os
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from defusedxml import ElementTree

from planfront.cli.children import die_with_parent, signal_group
from planfront.cli.console import paint, say

TAIL = 150


@dataclass(frozen=True)
class Check:
    """One command. `after` names checks that must have passed; `junit` is the report its tests are counted from."""

    key: str
    title: str
    argv: Sequence[str]
    env: Mapping[str, str]
    cwd: Path
    after: Sequence[str] = ()
    junit: Path | None = None
    quick: bool = True


@dataclass(frozen=True)
class Outcome:
    check: Check
    seconds: float
    passed: int
    failed: int
    skipped: int = 0
    note: str = ""
    cpu: float = 0.0

    @property
    def ok(self) -> bool:
        return self.failed == 0


@dataclass
class _Job:
    check: Check
    process: "subprocess.Popen[bytes]"
    log: Path
    started: float = field(default_factory=time.monotonic)


class Runner:
    """Start checks in order as slots and their predecessors allow; report each as it ends.

    When `stop` comes true, the checks that run are killed, and those that have ended are returned.
    """

    def __init__(self, logs: Path, slots: int, report: Callable[[Outcome, Path], None]) -> None:
        self.logs, self.slots, self.report = logs, slots, report
        self.outcomes: dict[str, Outcome] = {}

    def run(self, checks: Sequence[Check], stop: Callable[[], bool] = bool) -> list[Outcome]:
        self.logs.mkdir(parents=True, exist_ok=True)
        waiting, jobs = list(checks), list[_Job]()
        try:
            while (waiting or jobs) and not stop():
                waiting = self._start_what_can(waiting, jobs)
                jobs = [job for job in jobs if not self._finished(job)]
                time.sleep(0.05)
        finally:
            for job in jobs:
                signal_group(job.process, signal.SIGKILL)
        return [self.outcomes[check.key] for check in checks if check.key in self.outcomes]

    def _start_what_can(self, waiting: Sequence[Check], jobs: list[_Job]) -> list[Check]:
        left = []
        for check in waiting:
            unmet = [key for key in check.after if key not in self.outcomes]
            broken = [key for key in check.after if key in self.outcomes and not self.outcomes[key].ok]
            if broken:
                self._end(Outcome(check, 0.0, 0, 1, note=f"not run: {', '.join(broken)} failed"))
            elif unmet or len(jobs) >= self.slots:
                left.append(check)
            else:
                jobs.append(self._start(check))
        return left

    def _start(self, check: Check) -> _Job:
        if check.junit is not None:
            check.junit.unlink(missing_ok=True)
        log = self._log(check)
        with log.open("wb") as output:
            process = subprocess.Popen(
                list(check.argv),
                cwd=check.cwd,
                env=dict(check.env),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=die_with_parent(),
            )
        return _Job(check, process, log)

    def _finished(self, job: _Job) -> bool:
        before = _cpu_of_children()
        status = job.process.poll()
        if status is None:
            return False
        cpu = _cpu_of_children() - before
        signal_group(job.process, signal.SIGKILL)
        seconds = time.monotonic() - job.started
        passed, failed, skipped = count(job.check.junit, succeeded=status == 0)
        note = "" if status == 0 else f"exit status {status}"
        self._end(Outcome(job.check, seconds, passed, failed, skipped, note, cpu))
        return True

    def _end(self, outcome: Outcome) -> None:
        self.outcomes[outcome.check.key] = outcome
        self.report(outcome, self._log(outcome.check))

    def _log(self, check: Check) -> Path:
        return self.logs / f"{check.key}.log"


def _cpu_of_children() -> float:
    """Return the processor time of the children that have ended; it grows when one is waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def count(junit: Path | None, *, succeeded: bool) -> tuple[int, int, int]:
    """Return (passed, failed, skipped) of a JUnit report; a check without one counts as one test.

    A failed command always has at least one failure, whatever its report says.
    """
    passed = failed = skipped = 0
    if junit is not None and junit.exists():
        for suite in ElementTree.fromstring(junit.read_bytes()).iter("testsuite"):
            bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            idle = int(suite.get("skipped", 0))
            passed += int(suite.get("tests", 0)) - bad - idle
            failed, skipped = failed + bad, skipped + idle
    elif succeeded:
        passed = 1
    if not succeeded:
        failed = max(failed, 1)
    return passed, failed, skipped


def report(outcome: Outcome, log: Path) -> None:
    """Print one line per check, and the end of its output when it failed."""
    mark = paint("ok  ", "green") if outcome.ok else paint("FAIL", "red", "bold")
    tests = f"{outcome.passed} passed" if outcome.check.junit else ""
    if not outcome.ok:
        tests = f"{outcome.failed} failed, {tests or outcome.note}"
    say(f"{mark} {outcome.check.title:<44} {outcome.seconds:6.1f} s  {tests}")
    if not outcome.ok and log.exists() and not outcome.note.startswith("not run"):
        for line in log.read_text(errors="replace").splitlines()[-TAIL:]:
            say(f"     | {line}")


def slots() -> int:
    """One more than processors: the journeys wait for their pages for a third of the time."""
    return max(2, os.cpu_count() or 2) + 1
