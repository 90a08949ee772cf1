"""The demo world, for tests of answers."""

from planfront_demo.tests.conftest import _seeded, world  # noqa: F401
