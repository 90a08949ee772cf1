"""The store's own URLs; every path that nothing else takes is a page."""

from __future__ import annotations

from django.urls import path, re_path

from planfront.billing.webhooks import card_webhook
from planfront.brands.views import drawn_picture, preview_css, theme_css
from planfront.shopping.sent_quotes.quote_link import unsubscribe_from_quotes
from planfront.today.daily_email import stop_by_link
from planfront.webapp import art, crawlers, films, media, pictures, probes, views
from planfront.webapp.legal import legal_page
from planfront.webapp.unsubscribe import unsubscribe

urlpatterns = [
    path("healthz", probes.healthz),
    path("readyz", probes.readyz),
    path("metrics", probes.metrics),
    path("robots.txt", crawlers.robots),
    path("sitemap.xml", crawlers.sitemap),
    path("site.webmanifest", crawlers.webmanifest),
    path("favicon.ico", views.favicon),
    re_path(r"^theme\.(?P<digest>[0-9a-f]{12})\.css$", theme_css),
    path("theme.preview.css", preview_css),
    re_path(r"^static/art/brand/drawn/(?P<digest>[0-9a-f]{12})/(?P<name>[a-z.-]{1,24})$", drawn_picture),
    re_path(r"^legal/(?P<key>[a-z-]{1,20})$", legal_page),
    path("media/documents/<int:document_id>/<str:name>", media.document),
    path("media/videos/<int:video_id>/transcript.txt", films.transcript),
    re_path(r"^media/videos/(?P<folder>[0-9a-z-]{1,40})/(?P<name>[0-9a-z_.-]{1,80})$", films.film),
    re_path(r"^media/art/(?P<digest>[0-9a-f]{12})/(?P<name>[a-z0-9_./-]{1,120})\.svg$", art.picture),
    re_path(r"^media/brand/(?P<folder>[0-9a-f]{1,40})/(?P<name>[0-9a-z_.-]{1,80})$", pictures.picture),
    re_path(r"^media/carrier/(?P<folder>[0-9a-f]{1,40})/(?P<name>[0-9a-z_.-]{1,80})$", pictures.logo),
    re_path(r"^media/plans/(?P<plan_id>[0-9]{1,9})/summary/(?P<lang>en|es)$", media.summary),
    re_path(r"^webhooks/card/(?P<gateway>[a-z0-9_-]{1,40})$", card_webhook),
    re_path(r"^quote/(?P<token>[\w-]{1,100})/unsubscribe$", unsubscribe, {"stop": unsubscribe_from_quotes}),
    re_path(r"^daily-email/(?P<token>[\w.-]{1,200})/unsubscribe$", unsubscribe, {"stop": stop_by_link}),
    re_path(r"^(?P<path>(?s:.*))\Z", views.index, name="page"),
]
