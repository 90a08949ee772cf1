"""What must be true before the store can be served: a migrated database with the demo world, compiled texts."""

import argparse
import importlib
import time
from collections.abc import Callable

from planfront.cli import catalogues, environment
from planfront.cli.console import CliError, say
from planfront.config.env import Env


def command(_options: argparse.Namespace) -> int:
    database(environment.load())
    return 0


def database(env: Env) -> None:
    """Bring the database up to date; seed the demo world into an empty one (never in production)."""
    catalogues.compile_all()
    environment.setup_django()
    from django.core.management import call_command
    from django.db import OperationalError

    _check_adapters()
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as error:
        raise CliError(f"The database can't be used: {str(error).strip()}") from error
    if not env.production:
        _seed()


def _check_adapters() -> None:
    """Raises CliError when an adapter of an outside service isn't there, or lacks a setting."""
    problems: Callable[[], list[str]] = importlib.import_module("planfront.integrations.ports").problems
    if lines := problems():
        raise CliError("\n".join([*lines, "The settings are listed in docs/operations.md."]))


def _seed() -> None:
    started = time.monotonic()
    seed: Callable[[], bool] = importlib.import_module("planfront.demo.seed").seed_if_empty
    if seed():
        say(f"Seeded the demo world in {time.monotonic() - started:.1f} s.")


def demo_lines(port: int) -> list[str]:
    """Return what a person needs to try the demo: addresses, sign-ins, a code to resume with."""
    lines: Callable[[int], list[str]] = importlib.import_module("planfront.demo.notes").lines
    return lines(port)
