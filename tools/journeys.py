"""Playwright journeys in Chromium, each database with a server of its own (see trial.py)."""

import argparse
import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from planfront.cli import debian, environment, frontend
from planfront.cli.console import CliError
from planfront.cli.paths import FRONTEND
from planfront.cli.process import die_with_parent
from tools import migrated, postgres, stopping
from tools.runner import Check

_WINDOWLESS = "chromium-headless-shell"
"""Debian's Chromium without what a person sees of it: the pages are the same, for three quarters of the work."""
_BROWSERS = (_WINDOWLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_SECOND_TRY = ("--retries=1", "--trace=on-first-retry")
_WORKERS = {"sqlite": 2, "postgres": 1}  # three journeys in four are SQLite's alone
_DATABASES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}
MIGRATED = {"sqlite": "migrated-sqlite", "postgres": "migrated-postgres"}
"""The checks that make the databases which worlds begin with."""


def checks(scratch: Path, env: Mapping[str, str], *, short: bool = False) -> list[Check]:
    """Return one check per database; both use the world seeded once into `scratch`. ``short``: only the main ways
    through the store, on SQLite."""
    return [_check(key, name, scratch, env, short=short) for key, name in _DATABASES.items()]


def _check(key: str, name: str, scratch: Path, env: Mapping[str, str], *, short: bool) -> Check:
    junit = scratch / f"journeys-{key}.xml"
    variables = {
        **_colourless(env),
        **world(scratch),
        "PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(junit),
        "PLAYWRIGHT_JUNIT_INCLUDE_RETRIES": "1",
    }
    workers = f"--workers={_WORKERS[key]}"
    argv = [*_playwright(), f"--project={key}", workers, "--reporter=list,junit", *_SECOND_TRY]
    if short:
        argv.append("--grep=@main")
    title = f"journeys on {name} (Playwright)"
    after = ("build", MIGRATED[key])
    return Check(
        f"journeys-{key}",
        title,
        argv,
        variables,
        FRONTEND,
        after,
        junit,
        in_short=key == "sqlite",
        needs_postgres=key == "postgres",
        needs_chromium=True,
    )


def migrated_file(scratch: Path) -> Path:
    return scratch / "migrated.sqlite3"


def world(scratch: Path) -> dict[str, str]:
    """Return where stores of the checks have their common world, and the databases which that begins with."""
    return {
        "PLANFRONT_TRIAL_CACHE": str(scratch / "trial"),
        migrated.SQLITE: str(migrated_file(scratch)),
        migrated.POSTGRES: postgres.ROLE,
    }


def command(options: argparse.Namespace) -> int:
    """./run e2e: journeys with Playwright's own arguments, on the database of --project or on both."""
    frontend.build_if_stale()
    environment.keep_bytecode()
    arguments = list(options.arguments)
    if not any(argument.startswith("--project") for argument in arguments):
        arguments.append("--project=sqlite")
    with contextlib.ExitStack() as stack:
        stop = stack.enter_context(stopping.catching_stop_signals())
        scratch = stack.enter_context(stopping.scratch("planfront-e2e-"))
        env = {**_colourless(frontend.node_env()), "CHROMIUM": ensure_chromium()}
        env["PLANFRONT_TRIAL_CACHE"] = str(scratch / "trial")
        if "--project=postgres" in arguments:
            env["PLANFRONT_TRIAL_POSTGRES"] = stack.enter_context(postgres.temporary_cluster())
        return _until_stopped([*_playwright(), *arguments], env, stop)


def run_at_length(database: str, env: Mapping[str, str]) -> int:
    """Run every journey of a database, those of each run and those that repeat them; return the exit status."""
    child = {**_colourless(frontend.node_env()), **env, "CHROMIUM": ensure_chromium()}
    argv = [*_playwright(), f"--project={database}-at-length", f"--workers={_WORKERS[database]}", *_SECOND_TRY]
    return subprocess.run(argv, cwd=FRONTEND, env=child, check=False).returncode


def _until_stopped(command: Sequence[str], env: Mapping[str, str], stop: stopping.Stop) -> int:
    process = subprocess.Popen(command, cwd=FRONTEND, env=env, preexec_fn=die_with_parent())
    while (status := process.poll()) is None:
        if stop:
            process.terminate()
            return stop.status
        time.sleep(0.1)
    return status


def ensure_chromium() -> str:
    """Return the path of Chromium, installed if it must be (CHROMIUM names another one)."""
    if value := os.environ.get("CHROMIUM"):
        return value
    if not shutil.which(_WINDOWLESS) and debian.has_package(_WINDOWLESS):
        with contextlib.suppress(CliError):  # the whole browser does, too
            debian.install([_WINDOWLESS, "fonts-liberation"], why="Chromium's shell for journeys is missing")
    if result := _installed():
        return result
    debian.install(["chromium", "fonts-liberation"], why="Chromium is missing")
    if result := _installed():
        return result
    raise CliError("Chromium is needed for the browser journeys: install it, or set CHROMIUM to its path.")


def _installed() -> str | None:
    return next((path for name in _BROWSERS if (path := shutil.which(name))), None)


def _colourless(env: Mapping[str, str]) -> dict[str, str]:
    """Playwright sets FORCE_COLOR for its workers, and Node then warns about NO_COLOR."""
    return {**{name: value for name, value in env.items() if name != "NO_COLOR"}, "FORCE_COLOR": "0"}


def _playwright() -> list[str]:
    return [*frontend.tool("playwright"), "test"]
