"""How the back office looks: names, colours (the operator's petrol) and the side bar. Data only, read by settings."""

from __future__ import annotations

from typing import Any


def _entry(title: str, icon: str, model: str) -> dict[str, Any]:
    app, _, name = model.partition(".")
    return {"title": title, "icon": icon, "link": f"/backoffice/{app}/{name}/"}


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
    "STYLES": ["/static/backoffice/site.css", "/static/backoffice/idle.css"],
    "SCRIPTS": [
        "/static/backoffice/office.js",
        "/static/backoffice/labels.js",
        "/static/backoffice/idle.js",
        "/static/backoffice/search.js",
        "/static/backoffice/typing.js",
    ],
    "SIDEBAR": {
        "navigation": [
            {
                "items": [
                    {"title": "Today", "icon": "home", "link": "/backoffice/"},
                    {"title": "Dashboard", "icon": "monitoring", "link": "/backoffice/dashboard/"},
                ]
            },
            {
                "title": "Stores",
                "items": [
                    _entry("Brands", "palette", "brands.brand"),
                    _entry("Domains", "dns", "brands.domain"),
                    _entry("Pictures", "image", "brands.asset"),
                    _entry("Front page texts", "article", "brands.marketingblock"),
                    _entry("Legal texts", "gavel", "brands.legaltext"),
                    _entry("How-to videos", "movie", "brands.video"),
                    _entry("Reps", "badge", "producers.agent"),
                    _entry("Groups", "apartment", "sponsors.group"),
                    _entry("Portals", "door_open", "sponsors.portal"),
                ],
            },
            {
                "title": "Catalog",
                "items": [
                    _entry("Carriers", "shield", "catalog.carrier"),
                    _entry("Plans", "folder", "catalog.plan"),
                    _entry("Provider networks", "local_hospital", "catalog.providernetwork"),
                    _entry("Questionnaires", "quiz", "catalog.planquestionset"),
                    _entry("Life events", "event_available", "book.lifeevent"),
                    _entry("Reasons", "label", "book.reason"),
                ],
            },
            {
                "title": "Rates and imports",
                "items": [
                    _entry("Imports", "upload_file", "imports.importrun"),
                    _entry("Rate tables", "table_chart", "rating.ratetable"),
                ],
            },
            {
                "title": "People",
                "items": [
                    _entry("Members", "group", "members.member"),
                    _entry("Likely twins", "join_inner", "members.twinpair"),
                    _entry("Rosters", "upload_file", "members.rosterimport"),
                    _entry("Accounts", "person", "accounts.user"),
                    _entry("Single sign-on", "key", "people.singlesignon"),
                    _entry("Privacy requests", "shield_person", "privacy.privacyrequest"),
                ],
            },
            {
                "title": "Leads",
                "items": [
                    _entry("Leads", "forum", "leads.lead"),
                    _entry("Rep enquiries", "person_add", "leads.repenquiry"),
                    _entry("Chat questions", "account_tree", "leads.assistantquestion"),
                    _entry("Consent texts", "gavel", "leads.consenttext"),
                    _entry("Consents", "how_to_reg", "leads.consent"),
                    _entry("Withdrawn consents", "person_off", "leads.consentrevocation"),
                    _entry("Location consents", "location_on", "leads.locationconsent"),
                ],
            },
            {
                "title": "Applications",
                "items": [
                    _entry("Quotes", "request_quote", "shopping.sentquote"),
                    _entry("Enrollments", "assignment", "enrollment.application"),
                    _entry("Possible duplicates", "content_copy", "enrollment.possibleduplicate"),
                    _entry("Numbers that follow", "pin", "enrollment.outstandingnumber"),
                    _entry("Signatures", "signature", "enrollment.signatureevidence"),
                    _entry("Signed documents", "contract", "enrollment.signeddocument"),
                    _entry("Confirmations", "verified", "policies.confirmation"),
                    _entry("Policies", "policy", "book.policy"),
                    _entry("Changes that wait", "how_to_reg", "policies.heldchange"),
                    _entry("Renewals", "autorenew", "book.renewalrun"),
                    _entry("Policies in renewals", "event_repeat", "book.renewalitem"),
                    _entry("Letters", "mail", "letters.letter"),
                    _entry("Print files", "print", "letters.printfile"),
                    _entry("Words of letters", "edit_note", "letters.lettertext"),
                    _entry("Underwriting cases", "rule_settings", "policies.underwritingcase"),
                    _entry("Requirement profiles", "rule", "enrollment.requirementprofile"),
                    _entry("Agreement texts", "gavel", "enrollment.agreementtext"),
                    _entry("Clients' own signatures", "draw", "enrollment.clientsignature"),
                    _entry("Verification questions", "password", "enrollment.verificationquestion"),
                    _entry("Payment rules", "payments", "billing.paymentrule"),
                    _entry("Bill dates", "event", "billing.billdate"),
                ],
            },
            {
                "title": "Operations",
                "items": [
                    {"title": "Is all well?", "icon": "monitor_heart", "link": "/backoffice/health/"},
                    {"title": "Outside services", "icon": "hub", "link": "/backoffice/outside/"},
                    {"title": "Clock", "icon": "schedule", "link": "/backoffice/clock/"},
                    _entry("Outbox", "outgoing_mail", "messaging.outboundemail"),
                    _entry("Jobs", "schedule", "django_tasks_database.dbtaskresult"),
                    _entry("Audit record", "history", "audit.auditevent"),
                    _entry("Opened records", "visibility", "audit.openedrecord"),
                ],
            },
            {
                "title": "Tables",
                "items": [
                    _entry("Reference items", "list", "members.referenceitem"),
                    _entry("Banks", "account_balance", "integrations.bankrouting"),
                    _entry("ZIP counties", "map", "integrations.zipcounty"),
                ],
            },
        ],
    },
}


def place_of(label: str) -> tuple[str, str] | None:
    """Group and entry of a table (``app.model``) in the side bar."""
    return _PLACES.get(label)


_PLACES = {
    ".".join(entry["link"].strip("/").split("/")[1:]): (group["title"], entry["title"])
    for group in UNFOLD["SIDEBAR"]["navigation"]
    for entry in group["items"]
    if "title" in group
}
