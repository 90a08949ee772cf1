"""Top-level URLs: the API, the back office, then the store's pages (which take every other path)."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from planfront.api.root import api
from planfront.backoffice.site import site
from planfront.webapp.views import index

urlpatterns: list[URLPattern | URLResolver] = [
    path("", index),  # the API's router has a page of its own at "/"; the store's home comes first
    path("", api.urls),
    path("backoffice/", site.urls),
    path("", include("planfront.webapp.urls")),
]
handler500 = "planfront.webapp.failures.server_error"
