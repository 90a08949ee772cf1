"""System checks run before the first migration of a new installation."""

from django.core.checks import run_checks


def test_checks_need_no_database():
    assert run_checks() == []
