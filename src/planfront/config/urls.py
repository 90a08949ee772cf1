"""Top-level URLs: the API, the back office, then the store's pages (which take every other path)."""

from __future__ import annotations

from importlib import import_module

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from planfront.api.root import api

urlpatterns: list[URLPattern | URLResolver] = [path("", api.urls)]
if "planfront.backoffice" in settings.ROOMS:
    site = import_module("planfront.backoffice.site").site
    urlpatterns.append(path("backoffice/", site.urls))
if "planfront.webapp" in settings.ROOMS:
    # The API router has a page of its own at "/"; the store's home comes first.
    urlpatterns.insert(0, path("", import_module("planfront.webapp.views").index))
    urlpatterns.append(path("", include("planfront.webapp.urls")))
    handler500 = "planfront.webapp.failures.server_error"
