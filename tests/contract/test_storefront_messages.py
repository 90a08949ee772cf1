"""Every message of the table comes up, word for word, in both languages, and stands in the sources."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tests.contract.messages import SAID, SHOWN

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "frontend"
# Codes of the specification that a table without them would miss.
CODES = {
    "enrollmentIdError",
    "salaryError",
    "hourError",
    "stateError",
    "tierError",
    "ageError",
    "metError",
    "smokerError",
    "planAgeError",
    "portalError",
    "newQuestionsError",
    "changePid",
    "blackout",
    "alreadyActive",
    "decline",
}


def texts_of(answer) -> dict[str, set[str]]:
    """Texts of an answer by the field, the errorCode or "message" that they stand under."""
    body = answer.json()
    result = {"message": {body["message"]}}
    if isinstance(body["data"], list):
        for item in body["data"]:
            result.setdefault(item["target_element"], set()).add(item["error_message"])
    if "errorCode" in body:
        result[body["errorCode"]] = {body["message"]}
    return result


def name(row) -> str:
    return f"{row.at}: {row.text}"[:60]


@pytest.mark.django_db
@pytest.mark.parametrize("row", SAID, ids=name)
def test_the_server_says_it_in_both_languages(world, make_client, row):
    english = texts_of(row.way(make_client("localhost")))
    assert row.at in english, english
    assert row.text in english[row.at]
    client = make_client("localhost")
    client.headers = {"Accept-Language": "es"}
    spanish = texts_of(row.way(client))
    assert all(spanish[row.at])
    assert len(spanish[row.at]) == len(english[row.at])
    assert not spanish[row.at] & english[row.at]


@cache
def server_texts() -> frozenset[str]:
    """Every text constant of the server, without its tests."""
    result: set[str] = set()
    for path in (ROOT / "src/planfront").rglob("*.py"):
        if "tests" in path.parts:
            continue
        nodes = ast.walk(ast.parse(path.read_text()))
        result |= {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return frozenset(result)


@cache
def page_texts() -> dict[str, str]:
    """The pages' texts with their Spanish."""
    result: dict[str, str] = {}
    for path in (FRONTEND / "src/locales/es").glob("*.po"):
        with path.open("rb") as file:
            result |= {str(item.id): str(item.string) for item in read_po(file) if item.id}
    return result


@pytest.mark.parametrize("row", [row for row in SAID if row.template is not None], ids=name)
def test_the_server_has_it_in_its_sources(row):
    assert (row.template or row.text) in server_texts()


@pytest.mark.parametrize("row", SHOWN, ids=lambda row: f"{row.test.rsplit('/')[-1]}: {row.text}")
def test_a_page_says_it_in_both_languages_and_a_test_brings_it_up(row):
    assert page_texts()[row.text] not in ("", row.text)
    brought_up = (FRONTEND / row.test).read_text()
    assert row.text.split(" {")[0] in brought_up


def test_the_table_has_every_code():
    assert {row.at for row in SAID} >= CODES
