"""Top-level URLs: the API, the back office, then the store's pages (which take every other path)."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path
from django.urls.resolvers import RoutePattern

from planfront.api.root import api
from planfront.webapp.views import index

# Named, not imported: its pages are loaded when the first one is asked for.
back_office = URLResolver(
    RoutePattern("backoffice/", is_endpoint=False), "planfront.backoffice.urls", app_name="admin", namespace="admin"
)
urlpatterns: list[URLPattern | URLResolver] = [
    path("", index, name="page"),  # the API's router has a page of its own at "/"; the store's home comes first
    path("", api.urls),
    back_office,
    path("", include("planfront.webapp.urls")),
]
handler403 = "planfront.backoffice.refused.permission_denied"
handler500 = "planfront.webapp.failures.server_error"
