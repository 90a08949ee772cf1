"""Numbers of open tasks beside the side bar's pages: only those the reader should do."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.core.cache import cache
from django.http import HttpRequest

from planfront.backoffice.lists.paging import add_counts
from planfront.backoffice.today.waiting import Waiting, load_waiting

KEPT = 60
"""Seconds."""


def count_waiting(request: HttpRequest, site: AdminSite) -> dict[str, int]:
    """Return the number of open tasks by the address of their list; below "" all of them.

    It is up to a minute old, but for what the reader did meanwhile.
    """
    key = _counts_key(request)
    counts: dict[str, int] | None = cache.get(key)
    if counts is None:
        counts = keep_counts(request, load_waiting(request, site))
    return counts


def keep_counts(request: HttpRequest, waiting: Waiting) -> dict[str, int]:
    by_list: dict[str, list[int]] = {}
    for task in waiting.tasks:
        by_list.setdefault(task.listed, []).append(task.count)
    counts = {"": waiting.mine, **{listed: add_counts(counts) for listed, counts in by_list.items()}}
    cache.set(_counts_key(request), counts, KEPT)
    return counts


def forget_counts(request: HttpRequest) -> None:
    cache.delete(_counts_key(request))


def _counts_key(request: HttpRequest) -> str:
    return f"office-waiting:{request.user.pk}"


def put_counts(groups: list[dict[str, Any]], counts: dict[str, int]) -> None:
    """Add the number of open tasks to each page, and their sum to its entry."""
    for entry in (item for group in groups for item in group["items"]):
        if entry["link"].endswith("#waiting"):
            entry["many"] = counts.get("", 0)
            continue
        for page in entry["items"]:
            page["many"] = counts.get(page["link"], 0)
        links = {entry["link"], *(page["link"] for page in entry["items"])}
        entry["many"] = add_counts([counts[link] for link in links if link in counts])
