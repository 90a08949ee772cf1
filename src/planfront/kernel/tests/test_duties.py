"""Recurring work: each duty names a function that exists."""

from importlib import import_module

import pytest

from planfront.kernel.jobs.duties import DUTIES


@pytest.mark.parametrize("function", [duty.function for duty in DUTIES])
def test_every_duty_names_a_function_that_exists(function):
    module, _, name = function.partition(":")
    assert callable(getattr(import_module(module), name))
