"""The back office at /backoffice/: staff only. Named in INSTALLED_APPS, so nothing here imports models."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from django.apps import AppConfig
from django.utils.functional import SimpleLazyObject

if TYPE_CHECKING:
    from django.contrib.admin import AdminSite


class BackofficeConfig(AppConfig):
    name = "planfront.backoffice"
    label = "backoffice"


def _build() -> AdminSite:
    built: AdminSite = import_module("planfront.backoffice.registry").build()
    return built


# Built on first use: by then every room's models are loaded.
site = cast("AdminSite", SimpleLazyObject(_build))
