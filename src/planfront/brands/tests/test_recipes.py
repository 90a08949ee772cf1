from dataclasses import replace

import pytest

from planfront.audit.services import SYSTEM
from planfront.brands import recipes, themes
from planfront.brands.models import Brand
from planfront.brands.recipes import Recipe
from planfront.kernel.errors import FieldErrors


@pytest.mark.parametrize(
    ("values", "refused"),
    [
        ({"hero": "billboard"}, {"hero": "Choose one of the list."}),
        ({"sections": ("featured", "help", "news")}, {"sections": "There is no section news."}),
        ({"sections": ("featured", "help", "featured")}, {"sections": "Each section stands once."}),
        ({"sections": ("featured",)}, {"sections": "Every home page has the section help;"}),
        ({"from_place": "ZZ"}, {"from_place": "Write a state as two letters, such as OH."}),
        ({"lead_en": "x" * 141, "lead_es": "x"}, {"lead_en": "At most 140 characters."}),
        ({"hero": "editorial", "lead_en": "x" * 261, "lead_es": "x"}, {"lead_en": "One or two paragraphs"}),
        ({"line_en": "We listen."}, {"line_es": "Write it in both languages, or in neither."}),
        ({"line_en": "x" * 49, "line_es": "x"}, {"line_en": "At most 48 characters."}),
        ({"judgements_en": "1002: You like your dentist."}, {"judgements_en": "Write a line for each plan"}),
        ({"judgements_en": "1002: A | B"}, dict.fromkeys(("judgements_en", "judgements_es"), "Judge the same plans")),
        ({"judgements_en": "1002: A | " + "x" * 141}, {"judgements_en": "At most 140 characters"}),
        ({"judgements_en": "1002: A | After 6 months"}, {"judgements_en": "Leave numbers to the price engine."}),
        ({"ask_en": "Plans from $9.95", "ask_es": "Planes"}, {"ask_en": "Leave numbers to the price engine."}),
    ],
)
def test_a_recipe_that_would_break_the_page_is_refused(values, refused):
    problems = recipes.find_problems(replace(Recipe(), **values))
    assert set(problems) == set(refused)
    assert all(problems[name].startswith(message) for name, message in refused.items())


def test_the_store_s_own_recipe_is_one_that_can_be_used():
    assert recipes.find_problems(Recipe()) == {}
    assert recipes.read(recipes.write(Recipe())) == Recipe()


def test_a_judgement_is_read_by_plan_and_language():
    recipe = replace(Recipe(), judgements_en="1002: You stay. | You go.\n\n7: A|B", judgements_es="1002: Sí. | No.")
    assert recipe.judgements() == {1002: {"en": ("You stay.", "You go."), "es": ("Sí.", "No.")}}


@pytest.mark.django_db
def test_a_recipe_is_published_and_rolled_back_with_the_look(brand):
    recipe = recipes.write(replace(Recipe(), hero="editorial", sections=("help", "featured")))
    values = {**themes.values_of(brand), "recipe": recipe}
    themes.save_draft(brand=brand, values=values, origin=SYSTEM)
    assert Brand.objects.get().recipe == {}
    themes.publish(brand=brand, origin=SYSTEM)
    assert Brand.objects.get().recipe == recipe
    newest = themes.list_versions(brand)[0]
    assert [change.label for change in newest.changes] == ["Hero", "Sections in their order"]
    themes.roll_back(brand=brand, number=1, origin=SYSTEM)
    assert recipes.read(Brand.objects.get().recipe) == Recipe()


@pytest.mark.django_db
def test_a_draft_with_a_recipe_that_would_break_the_page_is_not_kept(brand):
    values = {**themes.values_of(brand), "recipe": recipes.write(replace(Recipe(), sections=("help",)))}
    with pytest.raises(FieldErrors) as refused:
        themes.save_draft(brand=brand, values=values, origin=SYSTEM)
    assert refused.value.errors[0].target_element == "sections"
