"""A brand's recipe: how its home page is told. Colours and faces are the theme's; this says which hero, header, surface
and density it has, in which order its sections stand, and what its voice adds. It is part of the brand's look, with the
same drafts, versions and way back (``themes``)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from planfront.integrations.states import is_state

HEROES = {
    "folder": "Folder: a folder on a dark desk",
    "editorial": "Editorial: one big line above two columns",
    "face": "Face: a bright field with a curved edge",
    "card": "Card: an open sky above the questions",
}
HEADERS = {"bar": "Bar", "masthead": "Masthead: a double rule", "solid": "Solid: in the brand's colour"}
SURFACES = {
    "sheets": "Sheets: cards with a border",
    "rules": "Rules: rows between hairlines",
    "tiles": "Tiles: soft cards, price first",
    "paper": "Paper: cards on warm paper",
}
DENSITIES = {"regular": "Regular", "airy": "Airy", "quick": "Quick"}
SECTIONS = {
    "featured": "Featured plans",
    "groups": "Plan groups",
    "covers": "What plans cover",
    "help": "Help",
    "doors": "Doors to categories",
    "drawer": "Drawer: categories as folders",
    "statement": "Statement: a family's order, added up",
    "talk": "Talk: what is said before someone signs",
    "desk": "Desk: what is paid at the dentist's and eye doctor's",
    "passbook": "Passbook: a year, in and out",
    "board": "Board: rep, memberships and help",
}
_OWN_SECTIONS = ("featured", "groups", "covers", "help", "doors")
"""Of a brand without a recipe."""
_PRICED = frozenset({"statement", "talk", "desk", "passbook"})
"""Sections whose figures are those of one state."""
_HELPING = frozenset({"help", "talk", "board"})
REQUIRED = ("featured",)
COUNTS = {"3": "Three", "4": "Four"}
CHOICES = {
    "hero": HEROES,
    "header": HEADERS,
    "surface": SURFACES,
    "density": DENSITIES,
    "featured_count": COUNTS,
}
LENGTHS = {"line": 48, "lead": 140, "short": 90, "ask": 32}
"""Most characters of each text of the voice."""
JUDGEMENT = 140
"""Most characters of each half of a judgement."""
PARAGRAPH = 260
"""Most characters of each of the two paragraphs that the lead of an editorial hero may have."""
LANGUAGES = ("en", "es")
LABELS = {
    "hero": "Hero",
    "header": "Header",
    "surface": "Surface",
    "density": "Density",
    "featured_count": "How many featured plans",
    "sections": "Sections in their order",
    "from_place": "State of the from-prices",
    "person": "Person, by a rep's code",
    "line_en": "Line, English",
    "line_es": "Line, Spanish",
    "lead_en": "Lead, English",
    "lead_es": "Lead, Spanish",
    "short_en": "Short lead for phones, English",
    "short_es": "Short lead for phones, Spanish",
    "ask_en": "Title of the four questions, English",
    "ask_es": "Title of the four questions, Spanish",
    "judgements_en": "Judgements of featured plans, English",
    "judgements_es": "Judgements of featured plans, Spanish",
}
_JUDGEMENT = re.compile(r"(\d{1,9}):\s*([^|]+?)\s*\|\s*([^|]+?)")


@dataclass(frozen=True)
class Recipe:
    """``line`` is the display text of the hero, ``lead`` what stands below the heading, ``short`` what stands there on
    phones, and ``ask`` the title of the four questions, in English and Spanish ("" for the store's own);
    ``from_place`` is a state, "" for none. ``person``: code of the rep whom an editorial hero shows, "" for none.
    ``judgements``: a line for each plan, "1002: when to pick it | when not"."""

    hero: str = "folder"
    header: str = "bar"
    surface: str = "sheets"
    density: str = "regular"
    featured_count: str = "4"
    sections: tuple[str, ...] = field(default=_OWN_SECTIONS)
    from_place: str = ""
    person: str = ""
    line_en: str = ""
    line_es: str = ""
    lead_en: str = ""
    lead_es: str = ""
    short_en: str = ""
    short_es: str = ""
    ask_en: str = ""
    ask_es: str = ""
    judgements_en: str = ""
    judgements_es: str = ""

    def judgements(self) -> dict[int, dict[str, tuple[str, str]]]:
        """Return, by plan and language, when the brand recommends a plan and when it advises against it."""
        result: dict[int, dict[str, tuple[str, str]]] = {}
        for language in LANGUAGES:
            for line in getattr(self, f"judgements_{language}").splitlines():
                if match := _JUDGEMENT.fullmatch(line.strip()):
                    result.setdefault(int(match[1]), {})[language] = (match[2], match[3])
        return {plan_id: halves for plan_id, halves in result.items() if len(halves) == len(LANGUAGES)}

    def voice(self, text: str) -> dict[str, str]:
        """Return one text of the voice by language; empty where it is missing."""
        texts = {language: getattr(self, f"{text}_{language}") for language in LANGUAGES}
        return texts if all(texts.values()) else {}


_NAMES = frozenset(item.name for item in fields(Recipe))


def read(values: Mapping[str, Any]) -> Recipe:
    """Return a recipe from its stored values; missing ones are the store's own."""
    kept_values = {name: value for name, value in values.items() if name in _NAMES}
    if "sections" in kept_values:
        kept_values["sections"] = tuple(kept_values["sections"])
    return Recipe(**kept_values)


def write(recipe: Recipe) -> dict[str, Any]:
    """Return a recipe as it is stored in JSON."""
    return {**asdict(recipe), "sections": list(recipe.sections)}


def show(recipe: Recipe) -> dict[str, str]:
    """The values as people read them, by field."""
    labels = {name: choices.get(getattr(recipe, name), "") for name, choices in CHOICES.items()}
    sections = ", ".join(SECTIONS.get(name, name) for name in recipe.sections)
    return {**{name: str(getattr(recipe, name)) for name in LABELS}, **labels, "sections": sections}


def find_problems(recipe: Recipe) -> dict[str, str]:
    """Return the reasons why a recipe can't be used, by field."""
    result = {
        name: "Choose one of the list." for name, choices in CHOICES.items() if getattr(recipe, name) not in choices
    }
    if unknown := [name for name in recipe.sections if name not in SECTIONS]:
        result["sections"] = f"There is no section {unknown[0]}. Sections: {', '.join(SECTIONS)}."
    elif len(set(recipe.sections)) < len(recipe.sections):
        result["sections"] = "Each section stands once."
    elif missing := [name for name in REQUIRED if name not in recipe.sections]:
        result["sections"] = f"Every home page has the section {missing[0]}."
    elif not _HELPING & set(recipe.sections):
        result["sections"] = "Every home page has the section help; talk and board help, too."
    elif not recipe.from_place and (priced := [name for name in recipe.sections if name in _PRICED]):
        result["from_place"] = f"The section {priced[0]} needs a state for its prices."
    if recipe.from_place and not is_state(recipe.from_place):
        result["from_place"] = "Write a state as two letters, such as OH."
    for text, most in LENGTHS.items():
        result.update(_voice_problems(recipe, text, most))
    result.update(_judgement_problems(recipe))
    return result


def _judgement_problems(recipe: Recipe) -> dict[str, str]:
    result, plans = {}, {}
    for language in LANGUAGES:
        name = f"judgements_{language}"
        lines = [line.strip() for line in getattr(recipe, name).splitlines() if line.strip()]
        matches = [_JUDGEMENT.fullmatch(line) for line in lines]
        plans[name] = {match[1] for match in matches if match}
        halves = [half for match in matches if match for half in (match[2], match[3])]
        if not all(matches):
            result[name] = "Write a line for each plan: its number, a colon, when to pick it, a bar, and when not."
        elif any(len(half) > JUDGEMENT for half in halves):
            result[name] = f"At most {JUDGEMENT} characters on each side of the bar."
        elif any(map(str.isdigit, "".join(halves))):
            result[name] = "Leave numbers to the price engine."
    if not result and len(set(map(frozenset, plans.values()))) > 1:
        result = dict.fromkeys(plans, "Judge the same plans in both languages.")
    return result


_TWO = f"One or two paragraphs, with an empty line between them, of at most {PARAGRAPH} characters each."


def _two_paragraphs(text: str) -> bool:
    parts = text.split("\n\n")
    return len(parts) <= 2 and all(len(part) <= PARAGRAPH for part in parts)


def _voice_problems(recipe: Recipe, text: str, most: int) -> dict[str, str]:
    texts = {f"{text}_{language}": getattr(recipe, f"{text}_{language}") for language in LANGUAGES}
    if text == "lead" and recipe.hero == "editorial":
        result = {name: _TWO for name, value in texts.items() if not _two_paragraphs(value)}
    else:
        result = {name: f"At most {most} characters." for name, value in texts.items() if len(value) > most}
    if any(texts.values()):
        result |= {name: "Write it in both languages, or in neither." for name, value in texts.items() if not value}
    # A number in a text would be a price or a promise that nobody works out.
    result |= {
        name: "Leave numbers to the price engine." for name, value in texts.items() if any(map(str.isdigit, value))
    }
    return result
