"""Every spelling of an amount or a whole number that is typed or pasted, for the server as for the browser."""

import json
from pathlib import Path

import pytest

from planfront.kernel.text.parse import dollars, plain_number

CASES = json.loads((Path(__file__).parents[4] / "frontend/src/lib/typedNumbers.cases.json").read_text())


@pytest.mark.parametrize(("text", "amount"), CASES["dollars"])
def test_amounts_are_read(text, amount):
    read = dollars(text)
    assert (None if read is None else f"{read:.2f}") == amount


@pytest.mark.parametrize(("text", "unit", "number"), CASES["numbers"])
def test_whole_numbers_are_read_with_the_unit_of_their_field(text, unit, number):
    assert plain_number(text, unit) == number
