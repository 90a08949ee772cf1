"""Preparations before the store can be served: a migrated database with the demo world, compiled texts."""

import argparse
import importlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from planfront.cli import catalogues, demo_world, environment
from planfront.cli.console import CliError, say
from planfront.cli.progress import MigrationProgress
from planfront.config.env import ROLE_TIMEOUTS, Env

_SHOWN_STEPS = 3
_MIGRATING, _PAUSE = 0x706C616E66726F6E, 0.2


def command(options: argparse.Namespace) -> int:
    env = environment.load()
    database(env)
    if options.history and not env.production:
        _add_history()
    return 0


def database(env: Env, *, history: bool = False) -> None:
    """Bring the database up to date, and seed the demo world into an empty one (never in production).

    ``history``: with the events of the weeks before, unless DEMO_HISTORY=0.
    """
    migrate()
    if not env.production:
        _seed(history=history and env.demo_history)


def migrate(*, role_timeouts: bool = False) -> int:
    """Bring the database's tables up to date. Returns how many migrations ran. One process at a time does it.

    ``role_timeouts``: also make the time limits defaults of the database's role, since a pooler passes none on.
    """
    _load()
    from django.core.management import call_command
    from django.db import OperationalError

    try:
        with _alone():
            missing = _missing_migrations()
            if missing:
                call_command("migrate", interactive=False, stdout=MigrationProgress(missing), no_color=True)
            if role_timeouts:
                _set_role_timeouts()
    except OperationalError as error:
        raise CliError(f"The database can't be used: {str(error).strip()}") from error
    return missing


def find_locking_migrations() -> list[str]:
    """Return the faults of the migrations to come, a line each. SQLite has one writer anyway, and none."""
    _load()
    from django.db import OperationalError, connection

    from planfront.cli import migration_check

    if connection.vendor != "postgresql":
        return []
    try:
        return migration_check.check(connection)
    except OperationalError as error:
        raise CliError(f"The database can't be used: {str(error).strip()}") from error


def require_migrated() -> None:
    """Raise CliError for a database that is older than the program. A newer one will do."""
    _load()
    from django.db import OperationalError, connections

    try:
        missing = _missing_migrations()
    except OperationalError as error:
        raise CliError(f"The database can't be used: {str(error).strip()}") from error
    finally:
        connections.close_all()
    if missing:
        raise CliError(
            f"The database is older than this program ({missing} migrations are missing). First: ./run migrate"
        )


def _load() -> None:
    catalogues.compile_all()
    environment.setup_django()
    _check_adapters()


def _missing_migrations() -> int:
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


@contextmanager
def _alone() -> Iterator[None]:
    """Wait until no other process migrates the same database. SQLite has one writer anyway."""
    from django.db import connection

    if connection.vendor != "postgresql":
        yield
        return
    waiting = connection.copy()  # a lock of a transaction of its own, for as long as the migrations take
    try:
        waiting.set_autocommit(False)
        with waiting.cursor() as cursor:
            while True:
                cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_MIGRATING])
                if cursor.fetchone()[0]:
                    break
                time.sleep(_PAUSE)
        yield
    finally:
        waiting.close()


def _set_role_timeouts() -> None:
    from django.db import connection

    if connection.vendor != "postgresql":
        return
    database = connection.ops.quote_name(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        for name, value in ROLE_TIMEOUTS.items():
            cursor.execute(f"ALTER ROLE CURRENT_USER IN DATABASE {database} SET {name} = {value}")


def _check_adapters() -> None:
    """Raise CliError when an adapter of an outside service isn't there, or lacks a setting."""
    problems: Callable[[], list[str]] = importlib.import_module("planfront.integrations.ports").problems
    if lines := problems():
        raise CliError("\n".join([*lines, "The settings are listed in docs/operations.md."]))


def _seed(*, history: bool) -> None:
    started = time.monotonic()
    if demo_world.load().seed(history, say):
        weeks = " and its last twelve weeks" if history else ""
        say(f"Seeded the demo world{weeks} in {time.monotonic() - started:.1f} s.")


def _add_history() -> None:
    started = time.monotonic()
    added = demo_world.load().add_history()
    say(f"Added the last twelve weeks in {time.monotonic() - started:.1f} s." if added else "The history is there.")


def opening_lines(env: Env) -> list[str]:
    """Return the address of a store in production, and the next three steps until people can buy in it."""
    _load()
    from django.db import connections

    from planfront.brands.selectors import host_url, public_brands, site_url
    from planfront.shopping.opening import next_steps

    try:
        stores = [f"  {brand.name:<15} {site_url(brand.pk)}" for brand in public_brands()]
        steps = next_steps()
    finally:
        connections.close_all()
    office = [f"  {'Back office':<15} {host_url(env.backoffice_host)}/backoffice/"] if env.backoffice_host else []
    listed = [f"  {number}. {step}" for number, step in enumerate(steps[:_SHOWN_STEPS], start=1)]
    return [
        f"Listening on {env.host}:{env.port}.",
        *(["Addresses:", *stores, *office] if stores or office else []),
        *(["No one can buy here yet. Next:", *listed] if listed else []),
    ]


def demo_lines(port: int) -> list[str]:
    """Return what a person needs to try the demo: addresses, sign-ins, a code to resume with."""
    return demo_world.load().describe(port)
