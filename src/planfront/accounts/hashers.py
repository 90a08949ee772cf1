"""The hashing of passwords."""

from __future__ import annotations

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2id with 32 MB in three passes by one thread: more than OWASP's least, about as long as a page takes, and
    what all threads of a web process can do at once (4 x 32 MB) fits in memory with it."""

    time_cost = 3
    memory_cost = 32 * 1024
    parallelism = 1
