"""Run many commands at once within a number of slots, keep their output in files, and count their tests."""

import os
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from planfront.cli.console import paint, say
from planfront.cli.process import die_with_parent, signal_group
from tools import junit
from tools.junit import Failure

TAIL = 100
NAMED = 10


@dataclass(frozen=True)
class Check:
    """One command. `after` names checks that must have passed; `junit` is the report its tests are counted from.

    `in_short` says whether it belongs to ./run test, too, or to ./run test --all alone. `needs_postgres` and
    `needs_chromium` name what a machine must have for it.
    """

    key: str
    title: str
    argv: Sequence[str]
    env: Mapping[str, str]
    cwd: Path
    after: Sequence[str] = ()
    junit: Path | None = None
    in_short: bool = True
    needs_postgres: bool = False
    needs_chromium: bool = False


@dataclass(frozen=True)
class Outcome:
    check: Check
    seconds: float
    passed: int
    failed: int
    skipped: int = 0
    note: str = ""
    cpu: float = 0.0
    failures: Sequence[Failure] = ()
    flaky: Sequence[str] = ()

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
        self._end(outcome_of(job.check, status, seconds, cpu))
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


def outcome_of(check: Check, status: int, seconds: float = 0.0, cpu: float = 0.0) -> Outcome:
    """Count the tests of a command that has ended; a check without a report counts as one test.

    A failed command always has at least one failure, whatever its report says, and a failed test fails the check.
    """
    result = junit.read(check.junit)
    passed = result.passed if check.junit is not None else int(status == 0)
    failed = max(len(result.failures), int(status != 0))
    notes = [f"exit status {status}"] if status else []
    if result.flaky:
        notes.append(f"{len(result.flaky)} flaky: {'; '.join(result.flaky)}")
    return Outcome(
        check,
        seconds,
        passed,
        failed,
        result.skipped,
        ", ".join(notes),
        cpu,
        tuple(result.failures),
        tuple(result.flaky),
    )


def report(outcome: Outcome, log: Path) -> None:
    """Print one line per check; of one that failed, which tests and why, then the end of its output."""
    mark = paint("ok  ", "green") if outcome.ok else paint("FAIL", "red", "bold")
    tests = f"{outcome.passed} passed" if outcome.check.junit else ""
    if not outcome.ok:
        tests = f"{outcome.failed} failed, {tests or outcome.note}"
    if outcome.flaky:
        tests += f", {len(outcome.flaky)} only at the second try: {'; '.join(outcome.flaky)}"
    say(f"{mark} {outcome.check.title:<44} {outcome.seconds:6.1f} s  {tests}".rstrip())
    if outcome.ok:
        return
    explain(outcome)
    if log.exists() and not outcome.note.startswith("not run"):
        for line in log.read_text(errors="replace").splitlines()[-TAIL:]:
            say(f"     | {line}")


def explain(outcome: Outcome) -> None:
    """Print the failed tests of a check with the few lines that say why."""
    for failure in outcome.failures[:NAMED]:
        say(f"     {paint('✘', 'red')} {failure.name}")
        for line in failure.lines:
            say(f"         {line}")
    if len(outcome.failures) > NAMED:
        say(f"     … and {len(outcome.failures) - NAMED} more")


def slots() -> int:
    """One more than processors: the journeys wait for their pages for a third of the time."""
    return max(2, os.cpu_count() or 2) + 1
