"""Which adapter answers at a port, and what is said when it can't."""

import pytest

from planfront.config.env import EnvError, load
from planfront.integrations import phones, ports
from planfront.integrations.ports import Adapter


def refuse(number):
    return phones.PhoneCheck(number, number != "6145550148")


NEEDY = Adapter(refuse, title="Needy", missing=lambda: ["NEEDY_KEY", "NEEDY_SECRET"])
NAMED = __name__


@pytest.fixture(autouse=True)
def _looked_up_anew():
    ports.forget_adapters()
    yield
    ports.forget_adapters()


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """An installed package with two adapters, as pip leaves it."""
    folder = tmp_path / "acme_phone-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-phone\nVersion: 1.0\n")
    names = {"acme": f"{NAMED}:refuse", "needy": f"{NAMED}:NEEDY", "gone": "acme_gone:check"}
    lines = [f"phone.{name} = {place}" for name, place in names.items()]
    (folder / "entry_points.txt").write_text("\n".join(["[planfront.adapters]", *lines]))
    monkeypatch.syspath_prepend(str(tmp_path))


def test_the_embedded_adapter_answers_without_a_word_from_the_operator(settings):
    settings.ADAPTERS = {}
    assert ports.adapter("phone") is phones.embedded
    assert ports.is_embedded("phone")
    assert ports.problems() == []
    with pytest.raises(KeyError):
        ports.adapter("fax")


@pytest.mark.django_db
@pytest.mark.parametrize("named", [f"{NAMED}.refuse", "acme"])
def test_a_dotted_path_or_the_name_of_an_installed_adapter_replaces_it(settings, installed, named):
    settings.ADAPTERS = {"phone": named}
    assert not phones.check("(614) 555-0148").valid
    assert phones.check("(614) 555-0149").valid
    assert ports.problems() == []


def test_an_adapter_says_which_settings_it_lacks(settings, installed):
    settings.ADAPTERS = {"phone": "needy"}
    assert ports.title_of("phone") == "Needy"
    assert ports.problems() == ["PHONE_CHECK=needy needs NEEDY_KEY and NEEDY_SECRET."]


@pytest.mark.parametrize(
    ("named", "words"),
    [
        (
            "acmee",
            "PHONE_CHECK=acmee is no adapter that is there: embedded, numverify, acme, gone, needy, or a dotted path.",
        ),
        ("gone", "PHONE_CHECK=gone can't be loaded (No module named 'acme_gone')."),
        ("nowhere.check", "PHONE_CHECK=nowhere.check can't be loaded (No module named 'nowhere')."),
    ],
)
def test_an_adapter_that_is_not_there_is_named_in_one_line(settings, installed, named, words):
    settings.ADAPTERS = {"phone": named}
    assert ports.problems() == [words]


def test_the_environment_takes_names_and_dotted_paths_only():
    assert load({"ADDRESS_CHECK": "acme", "EMAIL_CHECK": "acme.checks.check"}).address_check == "acme"
    assert load({}).phone_check == "embedded"
    for wrong in ("https://acme.example", "Acme", "acme.", "two words", ".acme"):
        with pytest.raises(EnvError, match="PHONE_CHECK"):
            load({"PHONE_CHECK": wrong})
