"""Actions that staff may begin from the search, by their rights."""

from __future__ import annotations

from django.contrib.admin import AdminSite
from django.db.models import Model
from django.http import HttpRequest

from planfront.backoffice.search.hits import Action, address_of
from planfront.brands.models import Brand
from planfront.catalog.models import Plan
from planfront.imports.models import ImportRun
from planfront.members.models import Member, RosterImport
from planfront.parties.groups.models import Group
from planfront.parties.reps.models import Agent
from planfront.privacy.models import PrivacyRequest

MOST_ACTIONS = 6
_BEGUN: tuple[tuple[str, type[Model]], ...] = (
    ("Add a member", Member),
    ("Add a plan", Plan),
    ("Upload rates, banks or ZIP codes", ImportRun),
    ("Upload a roster", RosterImport),
    ("Add a rep", Agent),
    ("Add a group", Group),
    ("Open a brand", Brand),
    ("Record a privacy request", PrivacyRequest),
)


def list_actions(site: AdminSite, request: HttpRequest, words: str) -> list[Action]:
    """Return the actions with these words in their label, all without words, that the reader may begin."""
    text = words.strip().lower()
    return [
        Action(label, address_of(model, "add"), model)
        for label, model in _BEGUN
        if text in label.lower() and site.get_model_admin(model).has_add_permission(request)
    ]
