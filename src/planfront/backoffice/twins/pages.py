"""Possible duplicate members: two records that may be one person's, side by side, merged with a preview, and taken "
"apart again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from planfront.backoffice.lists.base import ReadOnlyPage, column, origin_of_staff
from planfront.backoffice.lists.filters import DateRange, by_brand
from planfront.backoffice.twins.side_by_side import compare_members, members_of
from planfront.kernel.errors import AppError
from planfront.members.duplicates.merging import (
    LONGEST,
    OPEN_STATES,
    SHORTEST,
    MergeDiffers,
    MergeRefused,
    Preview,
    keep_apart,
    merge,
    preview_merge,
)
from planfront.members.duplicates.search import EMAIL, NAME, PHONE
from planfront.members.duplicates.undoing import preview_undo, undo_merge
from planfront.members.models import DuplicateMember, DuplicateState, Member, MergeRecord

CHANGE = "members.change_duplicatemember"
_ALIKE = {NAME: "name", EMAIL: "email", PHONE: "phone"}
_TONES = {
    DuplicateState.WAITING: "warn",
    DuplicateState.UNDONE: "warn",
    DuplicateState.MERGED: "good",
    DuplicateState.APART: "good",
}
_SALT = "planfront.twins"
_MERGED = Q(first__merged_into__isnull=False) | Q(second__merged_into__isnull=False)


def alike_words(pair: DuplicateMember) -> str:
    """Return what matches besides the birth date, as in "same name and phone"."""
    words = [_ALIKE[key] for key in pair.matched if key in _ALIKE]
    return "same " + " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


class TwinPage(ReadOnlyPage):
    """Pairs that wait come first. Of a record that was merged elsewhere nothing waits."""

    brand_path = "brand_id"
    list_display = ("names", "alike", "shown_brand", "found_at", "shown_state")
    list_filter = ("state", by_brand("brand_id"), ("found_at", DateRange))
    list_select_related = ("brand", "first", "second")
    no_search = "A short list; members are found in their own."
    ordering = ("-state", "-found_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[DuplicateMember]:
        rows: QuerySet[DuplicateMember] = super().get_queryset(request)
        return (
            rows.exclude(_MERGED, state=DuplicateState.WAITING)
            .select_related(*self.list_select_related)
            .defer("reason")
        )

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the pair in place of a form."""
        pair = self.get_object(request, object_id)
        if pair is None:
            raise Http404
        return self._show(request, pair)

    @method_decorator(never_cache)
    def _show(self, request: HttpRequest, pair: DuplicateMember) -> HttpResponse:
        result: dict[str, Any] = {}
        if request.method == "POST":
            work = _DO.get(request.POST.get("do", ""))
            if work is None or not request.user.has_perm(CHANGE):
                raise PermissionDenied
            result = work(request, pair)
            if not result:
                return HttpResponseRedirect(_address(pair))
        context = {**self.admin_site.each_context(request), "opts": self.opts}
        return TemplateResponse(request, "backoffice/twins/pair.html", {**context, **_page(request, pair), **result})

    @column("Records")
    def names(self, row: DuplicateMember) -> str:
        return f"{row.first.name} ({row.first_id}) and {row.second.name} ({row.second_id})"

    @column("What matches")
    def alike(self, row: DuplicateMember) -> str:
        return alike_words(row).capitalize()

    @column("Brand", ordering="brand__name")
    def shown_brand(self, row: DuplicateMember) -> str:
        return row.brand.name

    @column("State", ordering="state", label={"Waiting": "warning", "Merged": "success", "Two people": "success"})
    def shown_state(self, row: DuplicateMember) -> str:
        return str(row.get_state_display())


def _address(pair: DuplicateMember) -> str:
    return reverse("admin:members_duplicatemember_change", args=[pair.pk])


def _page(request: HttpRequest, pair: DuplicateMember) -> dict[str, Any]:
    members = members_of(pair)
    merges = list(pair.merges.select_related("merged_by", "undone_by"))
    standing = next((row for row in merges if row.undone_at is None), None)
    may = request.user.has_perm(CHANGE)
    facts = [] if standing else compare_members(members)
    page: dict[str, Any] = {
        "title": "Possible duplicate members",
        "subtitle": f"{pair.first_id} and {pair.second_id}",
        "pair": pair,
        "alike": alike_words(pair),
        "members": members,
        "tone": _TONES[DuplicateState(pair.state)],
        "may": may,
        "open": pair.state in OPEN_STATES,
        "merges": merges,
        "standing": standing,
        "undo": preview_undo(standing) if standing else None,
        "facts": [fact for fact in facts if fact.one or fact.other],
        "neither": ", ".join(fact.label.lower() for fact in facts if not (fact.one or fact.other)),
        "usual": _preferred_record(members).pk,
        "shortest": SHORTEST,
        "longest": LONGEST,
        "links": request.user.has_perm("members.view_member"),
    }
    chosen = request.GET.get("stays", "")
    if page["open"] and chosen in {str(member.pk) for member in members}:
        page |= _merge_sheet(preview_merge(pair, int(chosen)))
    return page


def _preferred_record(members: Sequence[Member]) -> Member:
    """Return the record to keep by default: the active one, one with a used account, with a group, the older one."""
    return max(
        members,
        key=lambda row: (
            row.active,
            bool(row.user and row.user.has_usable_password()),
            row.user is not None,
            row.group_id is not None,
            -row.pk,
        ),
    )


def _merge_sheet(preview: Preview) -> dict[str, Any]:
    return {
        "preview": preview,
        "usual": preview.stays.pk,
        "seen": signing.dumps(preview.sentences, salt=_SALT, compress=True),
    }


def _merge_pair(request: HttpRequest, pair: DuplicateMember) -> dict[str, Any]:
    """Merge the pair. Where it differs from the preview by now, nothing is done and both are shown."""
    stays = request.POST.get("stays", "")
    if stays not in (str(pair.first_id), str(pair.second_id)):
        raise PermissionDenied
    try:
        merge(
            pair_id=pair.pk,
            stays_id=int(stays),
            digest=request.POST.get("digest", ""),
            confirmed=request.POST.get("confirmed") == "1",
            origin=origin_of_staff(request, pair.brand_id),
        )
    except MergeDiffers as differs:
        return {**_merge_sheet(differs.preview), "was": _open_seen(request), "moved": True}
    except MergeRefused as refused:
        return {**_merge_sheet(preview_merge(pair, int(stays))), "refused": refused.reasons}
    except AppError as error:
        messages.error(request, str(error.message))
        return {}
    messages.success(request, "The records are merged. This page undoes it.")
    return {}


def _open_seen(request: HttpRequest) -> list[str]:
    try:
        read: Any = signing.loads(request.POST.get("seen", ""), salt=_SALT)
    except signing.BadSignature:
        return []
    return [str(line) for line in read]


def _keep_apart(request: HttpRequest, pair: DuplicateMember) -> dict[str, Any]:
    reason = request.POST.get("reason", "").strip()
    if not SHORTEST <= len(reason) <= LONGEST:
        return {"reason": reason, "wrong": f"Say why they are two people, in {SHORTEST} to {LONGEST} characters."}
    try:
        keep_apart(pair_id=pair.pk, reason=reason, origin=origin_of_staff(request, pair.brand_id))
    except AppError as error:
        messages.error(request, str(error.message))
        return {}
    messages.success(request, "They're two people. You won't be asked again.")
    return {}


def _undo_merge(request: HttpRequest, pair: DuplicateMember) -> dict[str, Any]:
    merge_record = MergeRecord.objects.filter(pair=pair, undone_at=None).first()
    if merge_record is None:
        messages.error(request, "This was undone in the meantime.")
        return {}
    try:
        undo_merge(record_id=merge_record.pk, origin=origin_of_staff(request, pair.brand_id))
    except MergeRefused:
        return {"refused_undo": True}
    except AppError as error:
        messages.error(request, str(error.message))
        return {}
    messages.success(request, "The merge is undone. Both records are as they were.")
    return {}


_DO = {"merge": _merge_pair, "apart": _keep_apart, "undo": _undo_merge}
PAGES = ((DuplicateMember, TwinPage),)
