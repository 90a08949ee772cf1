"""The demo world is found by its entry point, and a store in production works without it."""

from types import SimpleNamespace

import pytest

from planfront.cli import demo_world, prepare
from planfront.cli.console import CliError
from planfront.cli.demo_world import DemoWorld


@pytest.fixture
def _unseeded(monkeypatch):
    monkeypatch.setattr(prepare, "migrate", lambda: 0)


@pytest.fixture
def without_package(monkeypatch):
    monkeypatch.setattr(demo_world, "entry_points", lambda group: [])


def env(*, production):
    return SimpleNamespace(production=production, demo_history=True)


def test_the_package_beside_the_product_is_the_demo_world():
    world = demo_world.load()
    assert isinstance(world, DemoWorld)
    assert world.seed.__module__ == "planfront_demo.seed"


@pytest.mark.usefixtures("_unseeded", "without_package")
def test_a_demo_without_the_package_says_what_is_missing():
    with pytest.raises(CliError, match=r"the package planfront_demo\b.*PLANFRONT_MODE=production"):
        prepare.database(env(production=False))


@pytest.mark.usefixtures("_unseeded", "without_package")
def test_production_does_not_ask_for_it():
    prepare.database(env(production=True), history=True)


@pytest.mark.usefixtures("_unseeded")
@pytest.mark.parametrize(("history", "wanted"), [(True, True), (False, False)])
def test_the_world_is_seeded_with_or_without_the_weeks_before(monkeypatch, history, wanted):
    calls = []
    world = DemoWorld(
        seed=lambda weeks, _tell: calls.append(weeks) or True, add_history=lambda: True, describe=lambda port: []
    )
    monkeypatch.setattr(demo_world, "load", lambda: world)
    prepare.database(env(production=False), history=history)
    assert calls == [wanted]
