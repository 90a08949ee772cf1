"""The settings of this process, as planfront.config.env parses them, and environments for children."""

import os
import sys
from collections.abc import Mapping

from planfront.cli.console import CliError
from planfront.cli.paths import SOURCE, VENV
from planfront.config import env as config
from planfront.config import secrets


def load() -> config.Env:
    """Parse the environment and make the keys; a mistake in it becomes a CliError."""
    try:
        env = config.load()
        secrets.secret_key(env)
        secrets.field_keys(env)
    except config.EnvError as error:
        raise CliError(f"{error}\nThe settings are listed in docs/operations.md.") from error
    return env


def go_past_the_pooler() -> None:
    """Use DATABASE_DIRECT_URL in this process, where it is set: dumps and changes of the schema need a session."""
    direct = config.read("DATABASE_DIRECT_URL", os.environ)
    if direct:
        os.environ.update(DATABASE_URL=direct, DATABASE_POOLER="none")
        for name in ("DATABASE_URL_FILE", "DATABASE_DIRECT_URL", "DATABASE_DIRECT_URL_FILE", "DATABASE_REPLICA_URLS"):
            os.environ.pop(name, None)


def for_child(**extra: str) -> dict[str, str]:
    """Return the environment for a Python child: our source, our .venv first, unbuffered output.

    Other folders of PYTHONPATH stay, since adapters may be there. PROMETHEUS_MULTIPROC_DIR goes: prometheus_client
    would map files there, and a full disk would then end the process.
    """
    paths = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path not in {"", str(SOURCE)}]
    inherited = {name: value for name, value in os.environ.items() if name.upper() != "PROMETHEUS_MULTIPROC_DIR"}
    return {
        **inherited,
        "PYTHONPATH": os.pathsep.join([str(SOURCE), *paths]),
        "PYTHONUNBUFFERED": "1",
        "DJANGO_SETTINGS_MODULE": "planfront.config.settings",
        "PATH": f"{VENV / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}",
        **extra,
    }


def keep_bytecode() -> None:
    """Let children keep compiled modules: the checks start hundreds of processes, each some seconds slower without."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def planfront(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "planfront", *arguments]


def setup_django(extra: Mapping[str, str] | None = None) -> None:
    """Load Django in this process."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "planfront.config.settings")
    os.environ.update(extra or {})
    import django

    django.setup()
