"""Commands that hand over to Django management commands."""

import argparse
import sys
from collections.abc import Sequence

from planfront.cli import environment
from planfront.cli.claim import Claim
from planfront.cli.console import CliError, complain, say
from planfront.config import secrets
from planfront.config.env import Env


def command(options: argparse.Namespace) -> int:
    return _django(options.arguments)


def rekey(options: argparse.Namespace) -> int:
    """Seal and index every value with the newest key; can be stopped and run again."""
    env = environment.load()
    claim = Claim(env.var_dir)
    if options.new_key:
        claim.take(env.port)  # a running server would not know the new key
        say(f"New key {_prepend_key(env)} is now the current one.")
    environment.setup_django()
    from planfront.kernel.security import rekey as kernel

    changed = kernel.rekey()
    renewed = kernel.reindex(everything=options.all_indexes)
    remaining = kernel.count_remaining()
    claim.release()
    say(f"Re-encrypted {changed} values and renewed {renewed} indexes with the current key.")
    _say_needs()
    say("The older keys can go." if remaining == 0 else f"{remaining} values still need an older key: keep it.")
    return 0 if remaining == 0 else 1


def _say_needs() -> bool:
    """Print what each key is still needed for. Returns True when values are lost because their key is missing."""
    from planfront.kernel.security.crypto import keyring
    from planfront.kernel.security.rekey import count_by_key

    numbers = count_by_key()
    for key in list(keyring().keys)[1:]:
        for name, number in numbers.get(key, {}).items():
            say(f"Key {key} is needed for {number} of {name}. They are lost without it.")
    for name, number in numbers.get("", {}).items():
        complain(f"{name}: {number} were made with a key that is not in FIELD_KEYS.")
    return "" in numbers


def verify(options: argparse.Namespace) -> int:
    """Check signatures, signed documents and that no value's key is gone; 1 when something is wrong."""
    environment.load()
    environment.setup_django()
    from planfront.enrollment.signing.chain import check_all

    report = check_all(anchors=frozenset(options.head))
    say(
        f"{report.signatures} signatures, {report.documents} signed documents, {report.applications} submitted "
        f"applications; {report.waiting} documents are still being made."
    )
    for what, value in report.heads.items():
        say(f"Newest {what} record: {value}")
    for fault in report.faults:
        complain(f"{fault.what} {fault.key}: {fault.reason}")
    if not report.faults:
        say("Everything is as it was signed.")
    lost = _say_needs()
    return 1 if report.faults or lost else 0


def _prepend_key(env: Env) -> str:
    """Put a fresh key first in var/keys/fields; the older ones stay, to read what they sealed."""
    if env.field_keys:
        raise CliError("FIELD_KEYS is set from outside: put the new key first there, then `./run rekey`.")
    path = env.var_dir / "keys" / "fields"
    older = path.read_text(encoding="utf-8").strip()
    name = f"k{len(older.split(',')) + 1}"
    draft = path.with_suffix(".new")
    draft.touch(mode=0o600)
    draft.write_text(f"{secrets.new_field_key(name)},{older}", encoding="utf-8")
    draft.replace(path)
    return name


def _as_module(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with the command's name as its module is called: open-brand is open_brand."""
    return [name.replace("-", "_") if n == 0 and not name.startswith("-") else name for n, name in enumerate(arguments)]


def _django(arguments: Sequence[str]) -> int:
    environment.load()
    environment.setup_django()
    from django.core.management import CommandError, execute_from_command_line

    try:
        execute_from_command_line(["./run manage", *_as_module(arguments)])
    except CommandError as error:
        raise CliError(str(error)) from error
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
    sys.stdout.flush()
    return 0
