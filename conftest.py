"""The fixtures of `tests.fixtures` serve the tests of every package."""

pytest_plugins = ["tests.fixtures"]
