"""The demo world, for tests of answers."""

from planfront.demo.tests.conftest import _seeded, world  # noqa: F401
