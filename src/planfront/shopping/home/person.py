"""The rep of a brand's recipe, as the home page shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planfront.brands import recipes
from planfront.kernel.text.parse import show_phone
from planfront.parties.landing import taglines
from planfront.parties.reps.selectors import agent_by_code
from planfront.shopping.home.schemas import HomePerson, TextByLanguage

if TYPE_CHECKING:
    from planfront.brands.models import Brand


def person_of(brand: Brand) -> HomePerson | None:
    """Return the rep of the brand's recipe; None without a picture, or once they don't work for the brand."""
    code = recipes.read(brand.recipe).person
    rep = agent_by_code(brand.pk, code) if code else None
    if rep is None or not rep.image:
        return None
    return HomePerson(
        name=rep.name,
        tagline=TextByLanguage(**taglines(rep)),
        phone=show_phone(rep.phone),
        image=rep.image,
        drawn=not rep.photographed,
    )
