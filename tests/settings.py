"""The store's settings, but for what would make its tests slow or hide what went wrong. pytest uses them."""

from planfront.config.settings import *  # noqa: F403
from planfront.config.settings import DATABASES

# A test sees the exception itself, not the 500 that people get for it.
RAISE_API_FAULTS = True
# Tests that write rows of brands themselves set it to 0 (the fixture ``brands_not_held``).
BRANDS_HELD_SECONDS = 3600.0
# Tests that move the day set it to True; the others ask no table what day it is.
SIMULATED_DAY = False
# Hashes that are slow on purpose would take most of the time of a sign-in.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# No test asks for static files, which WhiteNoise would look for at each start.
WHITENOISE_USE_FINDERS = False

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # The tests' database lives in memory, where there is no write-ahead log.
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA synchronous=OFF;"
