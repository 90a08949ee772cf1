"""Signing in by password takes the same effort whether or not the address belongs to an account."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.hashers import get_hashers, identify_hasher
from django.http import HttpRequest

from planfront.accounts.models import User


def _algorithm(encoded: str) -> str:
    """Return the algorithm that the check of a stored hash used. Django hashes once for an account that has no
    password."""
    try:
        return str(identify_hasher(encoded).algorithm)
    except ValueError:
        return str(get_hashers()[0].algorithm)


def work_as_for_everybody(password: str, done: str) -> None:
    """Hash the password once by each algorithm that accounts here have, but for the one that was just used.

    Accounts from before the present algorithm keep their hash until they sign in; while there are any, a refusal costs
    one of each, whatever the account.
    """
    preferred, *older = get_hashers()
    for hasher in older:
        used = User.objects.filter(password__startswith=f"{hasher.algorithm}$").exists()
        if used and hasher.algorithm != done:
            hasher.encode(password, hasher.salt())
    if done != preferred.algorithm:
        preferred.encode(password, preferred.salt())


def find_by_password(email: str, password: str) -> User | None:
    """Return the account, also a closed one, that an address and a password belong to."""
    user = User.objects.filter(email=email).first()
    if user is not None and user.check_password(password):
        return user
    work_as_for_everybody(password, "" if user is None else _algorithm(user.password))
    return None


class ConstantTimeBackend(ModelBackend):
    """Django's backend, whose refusals all cost the same."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **named: Any
    ) -> User | None:
        email = str(username if username is not None else named.get("email", ""))
        if password is None:
            return None
        user = find_by_password(email, password)
        return user if user is not None and self.user_can_authenticate(user) else None
