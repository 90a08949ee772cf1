"""Addresses that are shown to say which one is meant, not to be read."""

from __future__ import annotations


def masked_email(email: str) -> str:
    """Return the address mostly hidden: ``jordan@lee.example`` as ``j•••@l•••.example``."""
    local, _at, domain = email.partition("@")
    name, dot, top = domain.rpartition(".")
    return f"{local[:1]}•••@{name[:1]}•••{dot}{top}"
