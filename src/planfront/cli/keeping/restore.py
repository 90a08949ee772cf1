"""./run restore FOLDER: a backup into the place that PLANFRONT_VAR and DATABASE_URL name, checked before and after."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from planfront.cli import environment, manage
from planfront.cli.claim import Claim
from planfront.cli.console import CliError, complain, say
from planfront.cli.keeping import archive, databases, keys
from planfront.cli.keeping.backup import FOLDERS
from planfront.cli.keeping.databases import DatabaseCopy
from planfront.cli.keeping.manifest import Manifest
from planfront.cli.keeping.state import State
from planfront.config import env as config
from planfront.config.env import Env
from planfront.kernel.observing import backup_note

_ARRIVING, _LEAVING = "restoring", "replaced"


def command(options: argparse.Namespace) -> int:
    """Restore, compare the rows with the manifest, then check signatures and documents as ./run verify does."""
    folder = Path(options.folder).absolute()
    environment.go_past_the_pooler()
    try:
        env = config.load()
    except config.EnvError as error:
        raise CliError(f"{error}\nThe settings are listed in docs/operations.md.") from error
    manifest, copy = Manifest.read(folder), databases.copy_of(env.database)
    _check_fits(manifest, copy)
    manifest.check_parts(folder)
    claim = Claim(env.var_dir)
    claim.take(env.port)  # a running server would go on with the removed files
    try:
        _check_place(env, copy, replace=options.replace)
        _bring_keys(env, manifest, options)
        environment.setup_django()
        _check_migrations(manifest)
        try:
            _restore(env, copy, folder)
        except OSError as error:
            raise CliError(f"The backup could not be restored: {error.strerror or error}.") from None
    finally:
        claim.release()
    problems = _check_result(manifest, copy, options)
    if not problems:
        _note_restored(folder)
    return problems


def _note_restored(folder: Path) -> None:
    try:
        backup_note.note_restored(folder)
    except OSError as error:
        say(f"{folder} can't be marked as restored: {error.strerror or error}.")


def _restore(env: Env, copy: DatabaseCopy, folder: Path) -> None:
    """Unpack beside what is there, load the database, and only then change places."""
    arriving = {part: env.var_dir / f"{part}.{_ARRIVING}" for part in FOLDERS}
    try:
        for part, target in arriving.items():
            archive.unpack(folder / f"{part}.tar", target)
        copy.load(folder / copy.file)
        for part, target in arriving.items():
            place, leaving = env.var_dir / part, env.var_dir / f"{part}.{_LEAVING}"
            shutil.rmtree(leaving, ignore_errors=True)
            if place.exists():
                place.rename(leaving)
            target.rename(place)
            shutil.rmtree(leaving, ignore_errors=True)
    finally:
        for target in arriving.values():
            shutil.rmtree(target, ignore_errors=True)


def _check_fits(manifest: Manifest, copy: DatabaseCopy) -> None:
    if manifest.engine != copy.engine:
        raise CliError(f"This is a backup of {manifest.engine}, and DATABASE_URL names {copy.engine}.")
    if missing := {copy.file, *(f"{part}.tar" for part in FOLDERS)} - {part.file for part in manifest.parts}:
        raise CliError(f"The backup lacks {', '.join(sorted(missing))}.")


def _check_place(env: Env, copy: DatabaseCopy, *, replace: bool) -> None:
    if replace:
        return
    full = [str(env.var_dir / part) for part in FOLDERS if any((env.var_dir / part).glob("*"))]
    if not copy.is_empty():
        full.insert(0, "the database")
    if full:
        raise CliError(
            f"There is something in {', '.join(full)} already. Restore into an empty place "
            "(PLANFRONT_VAR, DATABASE_URL), or say --replace to lose what is there."
        )


def _bring_keys(env: Env, manifest: Manifest, options: argparse.Namespace) -> None:
    """Check that the backup's keys are there. Those of --keys are put into the data folder."""
    have = keys.of_installation(env)
    brought = keys.read(_keys_folder(options)) if options.keys else None
    if brought is not None and brought != have:
        if env.secret_key or env.field_keys:
            raise CliError("SECRET_KEY and FIELD_KEYS are set from outside: set them to the backup's, without --keys.")
        if have is not None and not options.replace:
            raise CliError(f"{env.var_dir / 'keys'} has other keys already; --replace would lose them.")
    chosen = brought or have
    if chosen is None:
        raise CliError("The backup can't be read without its keys: name their folder by --keys, or set FIELD_KEYS.")
    marks = chosen.marks()
    if unlike := [name for name, mark in manifest.keys.items() if name != "SECRET_KEY" and marks.get(name) != mark]:
        raise CliError(f"These are not the keys of this backup: {', '.join(unlike)} is missing or another one.")
    if marks["SECRET_KEY"] != manifest.keys.get("SECRET_KEY", marks["SECRET_KEY"]):
        say("SECRET_KEY is not the one of the backup: sign-ins and links that were signed with it end.")
    if brought is not None and brought != have:
        brought.write(env.var_dir / "keys")


def _keys_folder(options: argparse.Namespace) -> Path:
    """Return the folder that --keys names, or in it the one that ./run backup --keys made beside this backup."""
    folder = Path(options.keys)
    own = folder / keys.folder_name(Path(options.folder).absolute().name)
    return own if own.is_dir() else folder


def _check_migrations(manifest: Manifest) -> None:
    from django.db.migrations.loader import MigrationLoader

    current = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    replaced = {name for name in manifest.migrations if name not in current}
    if replaced:
        names = ", ".join(sorted(replaced)[:5])
        raise CliError(f"The backup is of a newer version ({manifest.planfront}): {names} is not known here.")


def _check_result(manifest: Manifest, copy: DatabaseCopy, options: argparse.Namespace) -> int:
    expected = State(manifest.engine_version, manifest.migrations, manifest.tables)
    now = copy.state()
    differences = now.differences(expected)
    for line in differences:
        complain(line)
    say(f"Restored {sum(now.tables.values())} rows in {len(now.tables)} tables, as of {manifest.made_at}.")
    _migrate_if_older()
    faults = manage.verify(argparse.Namespace(head=options.head))
    return 1 if differences or faults else 0


def _migrate_if_older() -> None:
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        say(f"The backup is of an older version: {len(plan)} migrations follow.")
        call_command("migrate", interactive=False, verbosity=0)
