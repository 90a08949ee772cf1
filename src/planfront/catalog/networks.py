"""Provider networks, for the Providers page and the plans' pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import BigIntegerField, Max, Q, QuerySet

from planfront.catalog.models import ProviderNetwork
from planfront.catalog.wording import language, pick
from planfront.kernel.database.prepared import Param, Prepared


@dataclass(frozen=True)
class Network:
    """One network: ``type`` is dental or vision, ``url`` its own search page, ``note`` a line about it."""

    type: str
    name: str
    url: str
    note: str


@dataclass(frozen=True)
class ListedNetwork:
    """A network as the Providers page lists it, ``name`` and ``note`` by language: a shopper may choose another one
    than the page was drawn in.
    """

    type: str
    name: dict[str, str]
    url: str
    note: dict[str, str]


def brand_networks(brand_id: int) -> list[ListedNetwork]:
    """The networks of a brand's Providers page: dental first, in the operator's order."""
    return [
        ListedNetwork(row.kind, _by_language(row, "name"), row.search_url, _by_language(row, "note"))
        for row in _of_brand(brand_id)
    ]


def networks_changed(brand_id: int) -> datetime | None:
    """Return when the newest of a brand's networks changed; None when it lists none."""
    newest: datetime | None = _of_brand(brand_id).order_by().aggregate(newest=Max("updated_at"))["newest"]
    return newest


def plan_networks(plan_id: int, brand_id: int) -> list[Network]:
    """The networks whose providers take the plan, as far as the brand shows them."""
    return _build_networks(_OF_PLAN.rows(plan=plan_id, brand=brand_id))


def _of_brand(brand_id: int | Param) -> QuerySet[ProviderNetwork]:
    rows = ProviderNetwork.objects.filter(Q(brands=None) | Q(brands=brand_id), active=True)
    return rows.order_by("kind", "sort_order", "name")


_OF_PLAN = Prepared(lambda: _of_brand(Param("brand", BigIntegerField())).filter(plans=Param("plan", BigIntegerField())))


def _by_language(row: ProviderNetwork, field: str) -> dict[str, str]:
    text: str = getattr(row, field)
    return {code: pick(row.i18n, field, text, code) for code, _name in settings.LANGUAGES} if text else {}


def _build_networks(rows: Iterable[ProviderNetwork]) -> list[Network]:
    lang = language()
    return [
        Network(
            row.kind, pick(row.i18n, "name", row.name, lang), row.search_url, pick(row.i18n, "note", row.note, lang)
        )
        for row in rows
    ]
