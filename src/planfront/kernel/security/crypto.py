"""Field encryption: AES-256-GCM with key ids, bound to the row; keyed blind indexes for look-ups.

A stored value reads ``v1.<key id>.<base64 of nonce, ciphertext and tag>``. The additional data names model, field and
row, so a ciphertext copied to another row or column doesn't open. Nothing here ever returns ciphertext as data.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

VERSION = "v1"
LONGEST_KEY_ID = 31
_NONCE = 12


class CryptoError(Exception):
    """A value can't be opened: unknown key id, wrong row, or changed bytes. Holds no part of the value."""


@dataclass(frozen=True)
class Keyring:
    """Root keys by id. The first one encrypts; all of them decrypt."""

    current: str
    keys: dict[str, bytes]

    @classmethod
    def parse(cls, text: str) -> Keyring:
        """Read a keyring from ``kid:base64,kid:base64`` (32 bytes each, newest first). Raises CryptoError."""
        keys: dict[str, bytes] = {}
        for part in filter(None, (piece.strip() for piece in text.split(","))):
            kid, _, encoded = part.partition(":")
            try:
                key = base64.b64decode(encoded, validate=True)
            except ValueError:
                key = b""
            if not kid.isalnum() or len(kid) > LONGEST_KEY_ID or len(key) != 32 or kid in keys:
                raise CryptoError("FIELD_KEYS must be kid:base64 pairs of 32 bytes with distinct ids.")
            keys[kid] = key
        if not keys:
            raise CryptoError("FIELD_KEYS is empty.")
        return cls(next(iter(keys)), keys)


@lru_cache(maxsize=8)
def _parse(text: str) -> Keyring:
    return Keyring.parse(text)


def keyring() -> Keyring:
    return _parse(settings.FIELD_KEYS)


@lru_cache(maxsize=256)
def _derive(root: bytes, purpose: str) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose.encode()).derive(root)


def encrypt(plain: str, purpose: str, row: str) -> str:
    """``plain`` for storage. ``purpose`` is "app.Model.field", ``row`` the row's key."""
    ring = keyring()
    nonce = os.urandom(_NONCE)
    sealed = AESGCM(_derive(ring.keys[ring.current], purpose)).encrypt(
        nonce, plain.encode(), f"{purpose}:{row}".encode()
    )
    return f"{VERSION}.{ring.current}.{base64.b64encode(nonce + sealed).decode()}"


def decrypt(stored: str, purpose: str, row: str) -> str:
    """Return the text that ``encrypt`` sealed. Raises CryptoError; never returns the stored text."""
    version, _, rest = stored.partition(".")
    kid, _, encoded = rest.partition(".")
    root = keyring().keys.get(kid)
    if version != VERSION or root is None:
        raise CryptoError(f"{purpose}: sealed with an unknown key or version.")
    try:
        raw = base64.b64decode(encoded, validate=True)
        opened = AESGCM(_derive(root, purpose)).decrypt(raw[:_NONCE], raw[_NONCE:], f"{purpose}:{row}".encode())
    except (InvalidTag, ValueError):
        raise CryptoError(f"{purpose}: the sealed value doesn't open for this row.") from None
    return opened.decode()


def key_id(stored: str) -> str:
    """Return the key id of a stored value, "" for another text."""
    parts = stored.split(".", 2)
    return parts[1] if len(parts) == 3 and parts[0] == VERSION else ""


def blind_index(text: str, purpose: str) -> str:
    """Return ``<key id>.<32 hex characters>`` to look an encrypted value up by; keyed, so it can't be guessed offline.

    Made with the current key: look up with ``blind_indexes``, which finds what older keys indexed, too.
    """
    return blind_indexes(text, purpose)[0]


def blind_indexes(text: str, purpose: str) -> list[str]:
    """Return the index of ``text`` under every key of the ring, the current one's first."""
    return [f"{kid}.{_index(root, text, purpose)}" for kid, root in keyring().keys.items()]


def current_indexes(texts: Iterable[str], purpose: str) -> dict[str, str]:
    """Return the current index of each text, by its index under every key: what is stored may be under an older one."""
    return {index: indexes[0] for text in texts for indexes in [blind_indexes(text, purpose)] for index in indexes}


def _index(root: bytes, text: str, purpose: str) -> str:
    return hmac.new(_derive(root, f"index:{purpose}"), text.encode(), hashlib.sha256).hexdigest()[:32]


def keyed_hash(text: str, purpose: str) -> str:
    """Return 64 hex characters of a keyed hash, for codes and tokens that are only ever compared."""
    return hmac.new(_derive(settings.SECRET_KEY.encode(), f"hash:{purpose}"), text.encode(), hashlib.sha256).hexdigest()


def hash_content(content: Any) -> str:
    """Return a hash of values that JSON or text can hold, the same whatever the order of their keys."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()
