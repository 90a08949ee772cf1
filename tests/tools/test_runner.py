"""Checks wait for those that they need."""

import os
from pathlib import Path

from tools import runner


def test_a_check_whose_predecessor_failed_is_not_run_and_counts_as_failed(tmp_path: Path):
    def check(key: str, code: str, *after: str) -> runner.Check:
        return runner.Check(key, key, ["sh", "-c", code], {"PATH": os.environ["PATH"]}, tmp_path, after)

    checks = [check("good", "exit 0"), check("bad", "exit 7"), check("later", "exit 0", "bad")]
    seen = []
    result = runner.Runner(tmp_path / "logs", 2, lambda outcome, log: seen.append(outcome.check.key)).run(checks)
    assert [(item.check.key, item.failed, item.note) for item in result] == [
        ("good", 0, ""),
        ("bad", 1, "exit status 7"),
        ("later", 1, "not run: bad failed"),
    ]
    assert sorted(seen) == ["bad", "good", "later"]
