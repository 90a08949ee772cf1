"""PlanItems as JSON, made once for each edition of the catalog: what depends on the shopper is filled in."""

from __future__ import annotations

from dataclasses import dataclass, field

from planfront.catalog import revision
from planfront.catalog.categories import Category
from planfront.catalog.highlights import Costs, highlights, plan_costs
from planfront.catalog.schemas import UNPRICED, Highlights, ItemForm, item_form
from planfront.catalog.snapshot import Catalog, PlanView
from planfront.catalog.wording import language
from planfront.kernel.memory import caches
from planfront.kernel.memory.memo import Memo


def category_labels() -> dict[str, str]:
    return {key: str(label) for key, label in Category.choices}


@dataclass(frozen=True)
class Items:
    """The items of plans in one language. Shared between requests."""

    lang: str
    labels: dict[str, str]
    costs: Costs
    forms: dict[int, ItemForm] = field(default_factory=dict)

    def form(self, view: PlanView) -> ItemForm:
        form = self.forms.get(view.id)
        if form is None:
            form = self.forms[view.id] = item_form(view, self.lang, self.labels, self.highlights(view))
        return form

    def draft_form(self, view: PlanView) -> ItemForm:
        """The form of a plan as it isn't kept, for one answer."""
        return item_form(view, self.lang, self.labels, self.highlights(view))

    def unpriced(self, view: PlanView) -> bytes:
        """The item before anything is known of the shopper."""
        return self.form(view).fill(*UNPRICED)

    def highlights(self, view: PlanView) -> Highlights | None:
        return highlights(view, self.costs)


_EDITIONS_HELD = 6
_items = Memo(_EDITIONS_HELD)
caches.CLEAR_CACHE.connect(_items.clear, key=__name__)


def items_of(catalog: Catalog) -> Items:
    """The items of a catalog's plans, as their costs are now, in the active language."""
    texts, lang = revision.read(catalog.brand_id).texts, language()
    key = (catalog.edition.plans, texts, lang)
    return _items.get(key, lambda: Items(lang, category_labels(), plan_costs(catalog, texts)))
