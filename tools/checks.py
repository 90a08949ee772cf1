"""./run test: the checks of a change, in minutes; ./run test --all: every check. A summary, and one closing line."""

import argparse
import contextlib
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from planfront.cli import catalogues, environment, frontend
from planfront.cli.console import CliError, paint, say
from planfront.cli.paths import FRONTEND, ROOT, VENV, var_dir
from tools import journeys, migrated, postgres, runner, stopping
from tools.cluster import packages
from tools.main import command_line
from tools.runner import Check, Outcome, Runner

_FIRST = (
    *("packages", "migrated-sqlite", "build", "migrated-postgres"),
    *("selling-sqlite", "office-sqlite", "rooms-sqlite", "whole-sqlite", "journeys-sqlite"),
    *("tests-postgres", "drill", "cluster", "journeys-postgres", "bench", "vitest", "types", "tsc"),
)
_SHORT = "not at_length and not thorough"
_ON_POSTGRES = "(both_databases or pg) and not at_length and not postgres_at_length"
_BENCH = ("bench", "--short", "--database", "sqlite")
_SELLING = ("src/planfront/enrollment", "src/planfront/shopping")
_OFFICE = "src/planfront/backoffice"
"""A third of the rooms' tests each: three processes share them."""

_WHOLE = ("src/planfront_demo", "tests")
_OWN_RULES = ("tests/architecture", "tests/tools", "tests/benchmarks")
"""Tests of the whole that need no store: the rules of the sources, and the tools."""


def command(options: argparse.Namespace) -> int:
    started = time.monotonic()
    catalogues.compile_all()
    environment.keep_bytecode()
    logs = var_dir() / "checks"
    shutil.rmtree(logs, ignore_errors=True)
    with stopping.catching_stop_signals() as stop, stopping.scratch("planfront-test-") as scratch:
        short = not (options.all or options.only)
        wanted = _chosen(_ordered(python_checks(scratch, short=short) + frontend_checks(scratch, short=short)), options)
        with contextlib.ExitStack() as stack:
            services = _start_services(wanted, stack)
            wanted = [_with_services(check, services) for check in wanted]
            say(f"Running {len(wanted)} checks, {runner.slots()} at a time …")
            outcomes = Runner(logs, runner.slots(), runner.report).run(wanted, lambda: bool(stop))
    if stop.by is not None:
        say(f"Stopped by {stop.by.name}: {len(wanted) - len(outcomes)} checks did not end.")
        return stop.status
    return summary(outcomes, time.monotonic() - started, logs)


def python_checks(scratch: Path, *, short: bool = False) -> list[Check]:
    """Return the checks of the Python side. ``short``: without the tests that are marked `thorough`."""
    env = environment.for_child(PLANFRONT_VAR=str(scratch / "var"))
    env.pop("DATABASE_URL", None)
    bin_ = VENV / "bin"
    file = journeys.migrated_file(scratch)

    def check(key: str, title: str, *argv: str) -> Check:
        return Check(key, title, argv, env, ROOT)

    def tests(key: str, title: str, *folders: str) -> Check:
        junit = scratch / f"{key}.xml"
        argv = (str(bin_ / "pytest"), f"--junitxml={junit}", "-p", "no:cacheprovider", *folders)
        copied = {**env, migrated.SQLITE: str(file)}
        return replace(check(key, title, *argv), junit=junit, env=copied, after=("migrated-sqlite",))

    def on_sqlite(key: str, title: str, *folders: str) -> Check:
        return tests(key, title, *(("-m", _SHORT) if short else ()), *folders)

    def on_postgres(key: str, title: str, *folders: str) -> Check:
        check = tests(key, title, "-m", _ON_POSTGRES, *folders)
        env_ = {**check.env, migrated.TEST_DATABASE: "test_planfront"}
        return replace(check, env=env_, in_short=False, needs_postgres=True, after=("migrated-postgres",))

    manage = environment.planfront("manage")
    return [
        check("types", "types (mypy)", str(bin_ / "mypy")),
        check("lint", "lint (ruff)", str(bin_ / "ruff"), "check", "."),
        check("format", "format (ruff)", str(bin_ / "ruff"), "format", "--check", "."),
        check("layers", "layers (import-linter)", str(bin_ / "lint-imports")),
        check("migrations", "migrations", *manage, "makemigrations", "--check", "--dry-run"),
        replace(
            check("migrated-sqlite", "empty SQLite database (migrate)", *manage, "migrate", "--verbosity=0"),
            env={**env, "DATABASE_URL": f"sqlite:///{file}"},
        ),
        replace(
            check("migrated-postgres", "empty PostgreSQL database (migrate)", *manage, "migrate", "--verbosity=0"),
            in_short=False,
            needs_postgres=True,
        ),
        replace(check("supply", "known weaknesses and licenses", *command_line("supply", "check")), in_short=False),
        check("openapi", "OpenAPI snapshot", *command_line("openapi", "--check")),
        on_sqlite("selling-sqlite", "tests of enrollment and shopping on SQLite (pytest)", *_SELLING),
        on_sqlite("office-sqlite", "tests of the back office on SQLite (pytest)", _OFFICE),
        on_sqlite(
            "rooms-sqlite",
            "tests of the other rooms on SQLite (pytest)",
            "src/planfront",
            *_except([*_SELLING, _OFFICE]),
        ),
        on_sqlite("whole-sqlite", "tests of the whole on SQLite (pytest)", *(_OWN_RULES if short else _WHOLE)),
        on_postgres(
            "tests-postgres",
            "tests on PostgreSQL (pytest)",
            "src/planfront",
            "src/planfront_demo",
            "tests",
            *_except(["tests/kills", "tests/cluster"]),
        ),
        replace(
            check("bench", "calls beside a plain floor (bench)", *command_line(*_BENCH)),
            env={**env, **journeys.world(scratch)},
            in_short=False,
            after=("build", journeys.MIGRATED["sqlite"]),
        ),
        _drill(
            tests("drill", "backups on PostgreSQL while people enroll (pytest)", "tests/kills/test_backup.py"), scratch
        ),
        _full_disk(tests("disk", "a store whose disk is full (pytest)", "tests/kills/test_full_disk.py"), scratch),
        _cluster(tests("cluster", "several nodes, whose primary dies (pytest)", "tests/cluster"), scratch),
    ]


def _except(folders: Sequence[str]) -> list[str]:
    return [f"--ignore={folder}" for folder in folders]


def _drill(check: Check, scratch: Path) -> Check:
    """A real store on a copy of the journeys' world."""
    env = {**check.env, "PLANFRONT_KILLS": "1", "PLANFRONT_KILLS_ON": "postgres", **journeys.world(scratch)}
    return replace(check, env=env, in_short=False, needs_postgres=True, after=("build", journeys.MIGRATED["postgres"]))


def _full_disk(check: Check, scratch: Path) -> Check:
    """SQLite, whose files lie on the full disk; ./run prove does it on PostgreSQL as well."""
    env = {**check.env, "PLANFRONT_KILLS": "1", "PLANFRONT_KILLS_ON": "sqlite", **journeys.world(scratch)}
    return replace(check, env=env, in_short=False, after=("build", journeys.MIGRATED["sqlite"]))


def _cluster(check: Check, scratch: Path) -> Check:
    """The small form; where its programs can't be had, the tests are skipped."""
    env = {**check.env, "PLANFRONT_CLUSTER": "4", **journeys.world(scratch)}
    return replace(check, env=env, in_short=False, needs_postgres=True, after=("build", journeys.MIGRATED["postgres"]))


def frontend_checks(scratch: Path, *, short: bool = False) -> list[Check]:
    """Return the checks of the frontend and the journeys through both."""
    env = frontend.node_env()
    packages = ("packages",)

    def check(key: str, title: str, *argv: str, after: Sequence[str] = packages) -> Check:
        return Check(key, title, argv, env, FRONTEND, after)

    def ours(key: str, title: str, *argv: str, after: Sequence[str] = packages) -> Check:
        child = {**env, **environment.for_child(), "PATH": env["PATH"]}
        return Check(key, title, command_line(*argv), child, ROOT, after)

    junit = scratch / "vitest.xml"
    vitest = ("run", "--reporter=default", "--reporter=junit", f"--outputFile.junit={junit}")
    return [
        ours("packages", "frontend packages (npm ci)", "frontend", "packages", after=()),
        ours("build", "frontend build (vite)", "frontend", "build"),
        *journeys.checks(scratch, env, short=short),
        check("budget", "bundle budget", "npm", "run", "--silent", "budget", after=("build",)),
        ours("client", "types of the API (openapi-ts)", "frontend", "client"),
        check("tsc", "types (tsc)", *frontend.tool("tsc"), "--noEmit", after=("client",)),
        replace(check("vitest", "tests (vitest)", *frontend.tool("vitest"), *vitest), junit=junit),
        check("biome", "lint and format (biome, tokens)", "npm", "run", "--silent", "lint"),
        ours("messages", "message catalogues (lingui)", "frontend", "messages-drift"),
    ]


def _ordered(checks: Sequence[Check]) -> list[Check]:
    """Put the checks that others wait for or that take longest first, so that no processor idles at the end."""
    ranks = {key: rank for rank, key in enumerate(_FIRST)}
    return sorted(checks, key=lambda check: ranks.get(check.key, len(ranks)))


def _chosen(checks: Sequence[Check], options: argparse.Namespace) -> list[Check]:
    by_key = {check.key: check for check in checks}
    if options.only:
        keys = set(options.only.split(","))
        if unknown := keys - by_key.keys():
            raise CliError(f"No such check: {', '.join(unknown)}. There are: {', '.join(by_key)}.")
        while more := {need for key in keys for need in by_key[key].after} - keys:
            keys |= more
        return [check for check in checks if check.key in keys]
    return [check for check in checks if options.all or check.in_short]


@dataclass(frozen=True)
class _Services:
    postgres_url: str = ""
    chromium: str = ""


def _start_services(checks: Sequence[Check], stack: contextlib.ExitStack) -> _Services:
    """Return what the checks need of this machine. Raise CliError with what is missing, all at once."""
    missing, url, chromium = list[str](), "", ""
    if any(check.needs_chromium for check in checks):
        try:
            chromium = journeys.ensure_chromium()
        except CliError as error:
            missing.append(str(error))
    if any(check.needs_postgres for check in checks):
        try:
            url = stack.enter_context(postgres.temporary_cluster())
        except CliError as error:
            missing.append(str(error))
    if missing:
        raise CliError("\n".join(missing))
    if any(check.key == "cluster" for check in checks) and packages.can_be_had():
        packages.find()
    return _Services(url, chromium)


def _with_services(check: Check, services: _Services) -> Check:
    if check.key in {"migrated-postgres", "tests-postgres"}:
        env = {**check.env, "DATABASE_URL": services.postgres_url, migrated.POSTGRES: postgres.ROLE}
        return replace(check, env=env)
    named = {"PLANFRONT_TRIAL_POSTGRES": services.postgres_url, "CHROMIUM": services.chromium}
    return replace(check, env={**check.env, **{name: value for name, value in named.items() if value}})


def summary(outcomes: Sequence[Outcome], seconds: float, logs: Path) -> int:
    """Print the table and, as the last line alone, the sums; return the exit status."""
    say()
    say(f"{'check':<44} {'time':>8} {'cpu':>8}  {'passed':>6} {'failed':>6} {'skipped':>7}")
    for outcome in outcomes:
        counts = f"{outcome.passed:>6} {outcome.failed:>6} {outcome.skipped:>7}"
        times = f"{outcome.seconds:>6.1f} s {outcome.cpu:>6.1f} s"
        line = f"{outcome.check.title:<44} {times}  {counts}  {outcome.note}".rstrip()
        say(line if outcome.ok else paint(line, "red"))
    for outcome in outcomes:
        if outcome.failures:
            say(f"\nFailed in {outcome.check.title}:")
            runner.explain(outcome)
    failed = sum(outcome.failed for outcome in outcomes)
    shown = logs.relative_to(ROOT) if logs.is_relative_to(ROOT) else logs
    cpu = sum(outcome.cpu for outcome in outcomes)
    say(f"All checks in {seconds:.0f} s, {cpu:.0f} s of processor time. Their full output is in {shown}.")
    say(f"{sum(outcome.passed for outcome in outcomes)} passed, {failed} failed")
    return 1 if failed else 0
