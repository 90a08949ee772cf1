"""What ./run bench refuses, before it measures anything, and how it reads what another run wrote."""

import json

import pytest

from benchmarks import command
from benchmarks.figures import Figure, Measured
from benchmarks.works import PARTS
from tools.main import main, parse


def refusal(capsys, *arguments: str) -> str:
    assert main(["bench", *arguments]) == 1
    text: str = capsys.readouterr().err.strip()
    return text


def test_work_that_is_not_measured_is_refused_with_what_there_is(capsys):
    assert refusal(capsys, "--only", "cart,moon") == f"Nothing is measured as moon. There are: {', '.join(PARTS)}."


def test_a_room_without_a_bench_is_refused_with_those_that_have(capsys):
    text = refusal(capsys, "moon")
    assert text.startswith("No bench in: moon. There are: backoffice, browser, coverage,")


def test_short_and_long_exclude_each_other(capsys):
    assert refusal(capsys, "--short", "--long") == "--short and --long exclude each other."


def test_what_is_neither_a_file_nor_a_commit_is_refused(capsys):
    assert refusal(capsys, "--compare", "no-such-commit") == "no-such-commit is neither a file nor a commit."


@pytest.mark.parametrize(
    "text", ["", "[]", '{"format": 1}', '{"format": 1, "commit": "", "short": false, "databases": 3}']
)
def test_a_file_of_something_else_is_refused(capsys, tmp_path, text):
    file = tmp_path / "other.json"
    file.write_text(text)
    assert refusal(capsys, "--compare", str(file)) == f"{file} isn't what ./run bench --json writes."


def test_a_file_of_another_format_is_refused(capsys, tmp_path):
    file = tmp_path / "other.json"
    file.write_text('{"format": 0}')
    assert refusal(capsys, "--compare", str(file)) == f"{file} is of another format than this ./run bench writes."


def test_parts_are_chosen_by_name_or_by_a_work_in_them():
    assert command.chosen_parts("cart, listing-300,listing") == ["cart", "listing"]
    assert command.chosen_parts("") == list(PARTS)


def test_what_a_run_writes_is_what_another_one_reads(tmp_path):
    report = command.Report("abc1234+", True, {"sqlite": Measured({"cart": Figure(3.0, 12.0, 4.0, (3.0,))})})
    file = tmp_path / "report.json"
    file.write_text(json.dumps(report.as_json()))
    assert command.read(file) == report


def test_the_table_is_asked_for_without_a_name_and_a_room_by_its_name():
    assert parse(["bench"]).names == []
    assert parse(["bench", "coverage", "--database", "sqlite"]).names == ["coverage"]
