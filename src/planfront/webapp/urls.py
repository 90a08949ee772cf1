"""The store's own URLs; every path that nothing else takes is a page."""

from __future__ import annotations

from django.urls import path, re_path

from planfront.brands.views import theme_css
from planfront.webapp import views

urlpatterns = [
    path("healthz", views.healthz),
    path("robots.txt", views.robots),
    path("favicon.ico", views.favicon),
    re_path(r"^theme\.(?P<digest>[0-9a-f]{12})\.css$", theme_css),
    re_path(r"^(?P<path>.*)$", views.index),
]
