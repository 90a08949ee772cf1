"""Look of the back office: names, colors (the operator's teal), the side bar. Data only, read by settings."""

from __future__ import annotations

from typing import Any

from planfront.backoffice.navigation import NAVIGATION

_SHADES = {
    "50": "0.98 0.01",
    "100": "0.95 0.02",
    "200": "0.90 0.04",
    "300": "0.83 0.06",
    "400": "0.72 0.085",
    "500": "0.66 0.09",
    "600": "0.44 0.082",
    "700": "0.38 0.07",
    "800": "0.32 0.06",
    "900": "0.27 0.05",
    "950": "0.20 0.04",
}

UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Planfront back office",
    "SITE_HEADER": "Planfront",
    "SITE_SUBHEADER": "Back office",
    "SITE_SYMBOL": "folder_open",
    "SITE_URL": "/",
    "COLORS": {"primary": {shade: f"oklch({value} 192)" for shade, value in _SHADES.items()}},
    "STYLES": ["/static/backoffice/site.css", "/static/backoffice/nav.css", "/static/backoffice/idle.css"],
    "SCRIPTS": [
        "/static/backoffice/office.js",
        "/static/backoffice/labels.js",
        "/static/backoffice/idle.js",
        "/static/backoffice/open.js",
        "/static/backoffice/search.js",
        "/static/backoffice/typing.js",
    ],
    "SIDEBAR": {"navigation": NAVIGATION},
}
