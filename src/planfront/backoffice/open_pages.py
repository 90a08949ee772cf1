"""Notices of a page about colleagues who have it open, or saved it meanwhile. The page asks now and then.

Nobody is locked out. Forms themselves refuse a save over a newer one, where they can.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from datetime import datetime
from typing import cast

from django.contrib.admin.utils import unquote
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.views.decorators.http import require_POST

from planfront.accounts.models import OpenPage, User
from planfront.accounts.open_pages import load_others, note_left, note_open
from planfront.accounts.selectors import user_names
from planfront.audit.selectors import list_events_of
from planfront.kernel import clock

_SALT = "backoffice.open-page"
_NAMED = 3
_LATEST_EVENTS = 20
# What leaves a record as it was, by the last word of the event.
_LOOKS = frozenset({"opened", "document_opened", "looked", "exported"})


@dataclass(frozen=True)
class EditorPage:
    """A page that changes one record; ``subject_type`` and ``subject_id`` name it in the audit record."""

    name: str
    subject_type: str
    subject_id: str


def page_of(request: HttpRequest) -> EditorPage | None:
    """Return the record that the requested page edits; None where it edits none."""
    match = request.resolver_match
    if match is None:
        return None
    name = match.url_name or ""
    if name.endswith("_change") and "object_id" in match.kwargs:
        app, _, model = name.removesuffix("_change").rpartition("_")
        key = unquote(match.kwargs["object_id"])
        return EditorPage(f"{app}.{model}:{key}"[:160], model, key)
    if "brand_id" in match.kwargs:
        key = str(match.kwargs["brand_id"])
        return EditorPage(f"brands.brand:{key} {request.path}"[:160], "brand", key)
    return None


def sign_page(page: EditorPage) -> str:
    """Return the page's signed name. Only someone who was shown a page may learn who else has it open."""
    return signing.dumps(astuple(page), salt=_SALT)


@require_POST
def open_page_view(request: HttpRequest) -> HttpResponse:
    """Note that the page is open, or was left. Answer with others who have it open or saved it after ``mark``."""
    try:
        page = EditorPage(*signing.loads(request.POST.get("page", ""), salt=_SALT))
        mark = _read_mark(request.POST.get("mark", ""))
    except (signing.BadSignature, ValueError):
        return HttpResponseBadRequest("This isn't a page that was shown.")
    user = cast(User, request.user)
    if request.POST.get("left"):
        note_left(user=user, page=page.name)
        return HttpResponse(status=204)
    note_open(user=user, page=page.name, changing=bool(request.POST.get("changing")))
    others = load_others(page.name, user)
    names = user_names([other.user_id for other in others[:_NAMED]])
    sentences = [_say_other(other, names[other.user_id]) for other in others[:_NAMED]]
    if len(others) > _NAMED:
        more = len(others) - _NAMED
        sentences.append("1 more person has it open." if more == 1 else f"{more} more people have it open.")
    return JsonResponse({"others": sentences, "saved": _say_saved(page, user, mark), "mark": mark.isoformat()})


def _read_mark(text: str) -> datetime:
    """Return since when the page has been open, by default now. Raise ValueError for an unreadable one."""
    mark = datetime.fromisoformat(text) if text else clock.now()
    if mark.tzinfo is None:
        raise ValueError(text)
    return mark


def _say_other(other: OpenPage, name: str) -> str:
    since = clock.show_hour(other.since)
    if other.changing:
        return f"{name} is making changes here that aren't saved yet (page open since {since})."
    return f"{name} has had this page open since {since}."


def _say_saved(page: EditorPage, user: User, mark: datetime) -> str:
    for event in list_events_of(page.subject_type, page.subject_id, most=_LATEST_EVENTS):
        if event.at <= mark:
            return ""
        changed = event.actor_kind == "staff" and event.action.rpartition(".")[2] not in _LOOKS
        if changed and event.actor_id != user.pk:
            name = user_names([event.actor_id]).get(event.actor_id or 0, "Someone else")
            return f"{name} changed this at {clock.show_hour(event.at)}."
    return ""
