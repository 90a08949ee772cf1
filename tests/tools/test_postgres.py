"""Throw-away PostgreSQL servers."""

from pathlib import Path

import pytest

from tools import postgres


def test_a_temporary_cluster_can_be_reached_and_is_gone_afterwards():
    if not postgres._installed():
        pytest.skip("no PostgreSQL on this machine")
    import psycopg

    with postgres.temporary_cluster() as url:
        with psycopg.connect(url) as connection:
            assert connection.execute("SELECT current_user").fetchone() == ("planfront",)
        folder = Path(url.partition("host=")[2])
        assert folder.exists()
    assert not folder.exists()
