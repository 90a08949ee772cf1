"""Addresses below /backoffice/. planfront.config.urls loads them at the first request there."""

from __future__ import annotations

from planfront.backoffice.site import site

urlpatterns = site.get_urls()
