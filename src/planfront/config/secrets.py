"""Secrets of one installation: Django's key and the field-encryption keys.

In demo mode both are made on the first start and kept in ``var/`` with mode 0600. Production must be given its own.
"""

from __future__ import annotations

import base64
import os
import secrets
from pathlib import Path

from planfront.config.env import Env, EnvError


def _read_or_create(path: Path, make: str) -> str:
    """Return the contents of ``path``, written with ``make`` when absent. Safe when two processes start at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="utf-8").strip()
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(make)
    return make


def new_field_key(kid: str) -> str:
    """Return ``kid:base64`` of a fresh 256-bit key, the form FIELD_KEYS takes (comma separated, newest first)."""
    return f"{kid}:{base64.b64encode(secrets.token_bytes(32)).decode()}"


_SHORTEST = 32
"""Characters of a SECRET_KEY; fewer could be found out from one signed token."""


def secret_key(env: Env) -> str:
    if env.production and 0 < len(env.secret_key or "") < _SHORTEST:
        raise EnvError(f"SECRET_KEY must have {_SHORTEST} characters or more in production.")
    if env.secret_key:
        return env.secret_key
    if env.production:
        raise EnvError("SECRET_KEY (or SECRET_KEY_FILE) is required in production.")
    return _read_or_create(env.var_dir / "keys" / "secret", secrets.token_urlsafe(48))


def field_keys(env: Env) -> str:
    if env.field_keys:
        return env.field_keys
    if env.production:
        raise EnvError("FIELD_KEYS (or FIELD_KEYS_FILE) is required in production.")
    return _read_or_create(env.var_dir / "keys" / "fields", new_field_key("k1"))
