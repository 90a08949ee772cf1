"""The providers setting is typed by hand: a mistake in it must not take the store down."""

import json

import pytest

from planfront.brands.services import settings_save
from planfront.webapp.bootstrap import block

pytestmark = pytest.mark.django_db
GOOD = {"type": "dental", "name": "Halden Select", "url": "https://networks.example/halden"}


@pytest.mark.parametrize("text", ["", "not json", "5", '"text"', "[1, null]", '{"type": "dental"}', '[{"name": "x"}]'])
def test_a_malformed_setting_shows_no_providers(brand, text):
    settings_save(brand=brand, values={"providers": text})
    assert block(brand, None)["providers"] == []


def test_whole_entries_are_shown(brand):
    settings_save(brand=brand, values={"providers": json.dumps([GOOD, {"name": "half"}])})
    assert block(brand, None)["providers"] == [GOOD]
