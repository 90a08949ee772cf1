"""The data of the demo world: a mistake in a file is named with its place."""

import re
from decimal import Decimal

import pytest

from planfront.catalog.start import Text
from planfront_demo import read
from planfront_demo.plans import BY_ID, PLANS, Block, PlanSeed, Rates, Words
from planfront_demo.read import DATA, DataError, Seed


class Card(Seed):
    title: Words
    price: Decimal = Decimal(0)
    zip: str = ""


class Cards(Seed):
    cards: tuple[Card, ...]


@pytest.fixture
def cards(tmp_path, monkeypatch):
    """Reads a text as the file cards.yaml."""
    (tmp_path / "parts.yaml").write_text("hello: {en: Hello, es: Hola}\n")
    monkeypatch.setattr(read, "DATA", tmp_path)
    monkeypatch.setattr(read, "_shared_parts", lambda: read._load("parts"))

    def cards(text):
        (tmp_path / "cards.yaml").write_text(text)
        return read.read("cards", Cards).cards

    return cards


def test_texts_numbers_and_parts_are_read(cards):
    first, second = cards(
        "parts:\n  bye: {en: Bye, es: =adios}\n  adios: Adiós\n"
        "cards:\n  - {title: =hello, price: 29.30, zip: 07001}\n  - {title: =bye, zip: 7}\n"
    )
    assert (first.title, str(first.price), first.zip) == (Text("Hello", "Hola"), "29.30", "07001")
    assert (second.title, second.zip) == (Text("Bye", "Adiós"), "7")


def test_words_that_yaml_takes_for_something_else_stay_words(cards):
    listed = cards("cards: [{title: No}, {title: 2026-01-02}, {title: 1e5}]")
    assert [card.title for card in listed] == ["No", "2026-01-02", "1e5"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cards: [{title: Hello, prize: 5}]", r"cards\.yaml: cards\.0\.prize: Extra inputs are not permitted"),
        ("cards: [{price: 5}]", r"cards\.yaml: cards\.0\.title: Field required"),
        ("cards: [{title: Hello, price: cheap}]", r"cards\.0\.price: Input should be a valid decimal"),
        ("cards: [{title: {en: Hello}}]", r"cards\.0\.title\.Text\.es: Field required"),
        ("cards: [{title: =heloo}]", r"cards\.cards\.0\.title: there is no part 'heloo'"),
        ("cards: []\ncards: []", r"cards\.yaml: 'cards' is there twice"),
        ("cards: [", r"cards\.yaml: while parsing"),
        ("- 5", r"cards\.yaml: must be a mapping"),
    ],
)
def test_a_mistake_is_named_with_file_and_place(cards, text, message):
    with pytest.raises(DataError, match=message):
        cards(text)


def test_every_part_is_used():
    files = {path: path.read_text() for path in DATA.rglob("*.yaml")}
    everywhere = " ".join(files.values())
    for path, text in files.items():
        raw = read._load(path.relative_to(DATA).with_suffix("").as_posix())
        shared = path.name == "parts.yaml"
        names = raw if shared else raw.get("parts", {})
        unused = [name for name in names if not re.search(rf"={name}\b", everywhere if shared else text)]
        assert unused == [], path


def test_ranges_of_ages_and_children_become_cells():
    block = Block.model_validate({"option": "L1", "tobacco": False, "ages": {"18-24": "1.50", "70+": "9"}})
    cells = [(cell.option, cell.tobacco, cell.age_lo, cell.age_hi, cell.rate) for cell in block.cells()]
    assert cells == [("L1", False, 18, 24, Decimal("1.50")), ("L1", False, 70, None, Decimal(9))]
    block = Block.model_validate({"tier": "IC", "children": {"1": "78.60", "3+": "112.70"}})
    cells = [(cell.tier, cell.kids_lo, cell.kids_hi, cell.rate) for cell in block.cells()]
    assert cells == [("IC", 1, 1, Decimal("78.60")), ("IC", 3, None, Decimal("112.70"))]


def test_ranges_of_zips_are_counted_out():
    zips = list(BY_ID[1008].zips())
    assert (len(zips), zips[0], zips[-1]) == (204, ("NY", "10001"), ("FL", "33146"))


def test_an_area_weighs_as_much_as_the_table_says():
    rates = Rates.model_validate({"method": "TIER", "areas": "0.5", "table": [{"tiers": {"IO": "1"}}]})
    assert {factor.key: factor.factor for factor in rates.factors}["AK"] == Decimal("1.142")
    assert rates.settings == {"method": "TIER", "area_scheme": "state"}


def test_a_plan_with_an_unknown_questionnaire_is_refused():
    with pytest.raises(ValueError, match="must be one of life-statements"):
        PlanSeed.model_validate(PLANS[0].model_dump() | {"questionnaires": ["life-story"]})
