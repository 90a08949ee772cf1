"""./run test --quick leaves out what passed on the very same files."""

import pytest

from tools import passed
from tools.runner import Check, Outcome


@pytest.fixture
def check(tmp_path, monkeypatch):
    """A check of a folder under git that makes a file."""
    monkeypatch.setattr(passed, "ROOT", tmp_path)
    passed.subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "page.ts").write_text("one")
    file = tmp_path / "made"
    file.write_text("a database")
    return Check("build", "build", ("make",), {}, tmp_path, inputs=("sources",), makes=file)


def run_on(check, folder, failed=0):
    passed.remember([Outcome(check, 1.0, 1 - failed, failed)], folder)


def keys(checks):
    return [check.key for check in checks]


def test_a_check_that_passed_on_the_same_files_is_left_out_and_what_it_made_is_there(check, tmp_path):
    later = Check("budget", "budget", ("count",), {}, tmp_path, after=("build",))
    run_on(check, tmp_path / "passed")
    check.makes.unlink()
    to_run, unchanged = passed.without_unchanged([check, later], tmp_path / "passed")
    assert (keys(to_run), keys(unchanged)) == (["budget"], ["build"])
    assert list(to_run[0].after) == []
    assert check.makes.read_text() == "a database"


@pytest.mark.parametrize("change", ["edited", "added", "deleted", "another command"])
def test_any_change_of_its_files_or_command_runs_it_again(check, tmp_path, change):
    run_on(check, tmp_path / "passed")
    page = tmp_path / "sources" / "page.ts"
    if change == "edited":
        page.write_text("two")
    elif change == "added":
        page.with_name("new.ts").write_text("one")
    elif change == "deleted":
        page.unlink()
    else:
        check = passed.replace(check, argv=("make", "all"))
    assert keys(passed.without_unchanged([check], tmp_path / "passed")[0]) == ["build"]


def test_a_check_that_failed_since_or_names_no_files_runs_again(check, tmp_path):
    run_on(check, tmp_path / "passed")
    run_on(check, tmp_path / "passed", failed=1)
    assert keys(passed.without_unchanged([check], tmp_path / "passed")[0]) == ["build"]
    unnamed = passed.replace(check, inputs=())
    run_on(unnamed, tmp_path / "passed")
    assert keys(passed.without_unchanged([unnamed], tmp_path / "passed")[0]) == ["build"]
