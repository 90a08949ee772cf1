"""The side bar: what staff do (work, shop, house), in words; each word opens its first page and folds out the others.

Data only, read by settings. An address outside the admin's own stands as it is.
"""

from __future__ import annotations

from typing import Any


def _page(title: str, place: str) -> dict[str, Any]:
    """Return a page of the side bar. ``place`` is a table as ``app.model``, or a name below ``/backoffice/``."""
    return {"title": title, "link": f"/backoffice/{place.replace('.', '/')}/"}


def _entry(word: str, icon: str, *pages: dict[str, Any]) -> dict[str, Any]:
    return {"title": word, "icon": icon, "link": pages[0]["link"], "items": list(pages)}


FIRST = (
    {"title": "Home", "icon": "home", "link": "/backoffice/", "items": []},
    {"title": "Waiting for me", "icon": "inbox", "link": "/backoffice/#waiting", "active": False, "items": []},
    _entry("Dashboard", "monitoring", _page("Dashboard", "dashboard")),
)
WORK = (
    _entry(
        "Enrollments",
        "assignment",
        _page("Enrollments", "enrollment.application"),
        _page("Quotes", "shopping.sentquote"),
        _page("Underwriting cases", "sales.underwritingcase"),
        _page("Possible duplicates", "enrollment.possibleduplicate"),
        _page("Beneficiaries without a number", "enrollment.outstandingnumber"),
        _page("Confirmations", "sales.confirmation"),
        _page("Signatures", "enrollment.signatureevidence"),
        _page("Signed documents", "enrollment.signeddocument"),
    ),
    _entry(
        "Policies",
        "policy",
        _page("Policies", "coverage.policy"),
        _page("Pending changes", "coverage.reportedchange"),
        _page("Letters", "letters.letter"),
        _page("Print files", "letters.printfile"),
    ),
    _entry(
        "People",
        "group",
        _page("Members", "members.member"),
        _page("Dependents without a number", "members.relative"),
        _page("Possible duplicate members", "members.duplicatemember"),
        _page("Rosters", "members.rosterimport"),
        _page("Accounts", "accounts.user"),
        _page("Privacy requests", "privacy.privacyrequest"),
    ),
    _entry(
        "Leads",
        "forum",
        _page("Leads", "leads.lead"),
        _page("Rep inquiries", "leads.repenquiry"),
        _page("Consents", "leads.consent"),
        _page("Withdrawn consents", "leads.consentrevocation"),
        _page("Location consents", "leads.locationconsent"),
    ),
    _entry(
        "Renewals",
        "autorenew",
        _page("Renewals", "coverage.renewalrun"),
        _page("Policies in renewals", "coverage.renewalitem"),
    ),
)
SHOP = (
    _entry(
        "Plans",
        "folder",
        _page("Plans", "catalog.plan"),
        _page("Insurers", "catalog.carrier"),
        _page("Provider networks", "catalog.providernetwork"),
        _page("Questionnaires", "catalog.planquestionset"),
    ),
    _entry(
        "Rates",
        "table_chart",
        _page("Rate tables", "rating.ratetable"),
        _page("Imports", "imports.importrun"),
    ),
    _entry(
        "Brands",
        "storefront",
        _page("Brands", "brands.brand"),
        _page("Domains", "brands.domain"),
        _page("Pictures", "brands.asset"),
        _page("Front page texts", "brands.marketingblock"),
        _page("Legal texts", "brands.legaltext"),
        _page("How-to videos", "brands.video"),
        _page("Single sign-on", "accounts.singlesignon"),
    ),
    _entry(
        "Reps and groups",
        "business_center",
        _page("Reps", "parties.agent"),
        _page("Groups", "parties.group"),
        _page("Portals", "parties.portal"),
    ),
    _entry(
        "Questions and texts",
        "edit_note",
        _page("Requirement profiles", "enrollment.requirementprofile"),
        _page("Agreement texts", "enrollment.agreementtext"),
        _page("Clients' own signatures", "enrollment.clientsignature"),
        _page("Verification questions", "enrollment.verificationquestion"),
        _page("Letter texts", "letters.lettertext"),
        _page("Chat questions", "leads.assistantquestion"),
        _page("Consent texts", "leads.consenttext"),
    ),
    _entry(
        "Money",
        "payments",
        _page("Payment rules", "billing.paymentrule"),
        _page("Bill dates", "billing.billdate"),
        _page("Banks", "integrations.bankrouting"),
    ),
    _entry(
        "Life events",
        "event_available",
        _page("Life events", "coverage.lifeevent"),
        _page("Reasons", "coverage.reason"),
    ),
)
SYSTEM = (
    _entry(
        "System status",
        "monitor_heart",
        _page("System status", "health"),
        _page("First steps", "first-steps"),
        _page("Outside services", "outside"),
        _page("Jobs", "django_tasks_database.dbtaskresult"),
    ),
    _entry("Email", "outgoing_mail", _page("Emails", "messaging.outboundemail")),
    _entry(
        "Audit log",
        "list_alt",
        _page("Audit events", "audit.auditevent"),
        _page("Opened records", "audit.openedrecord"),
    ),
    _entry(
        "Tables",
        "list",
        _page("Reference items", "members.referenceitem"),
        _page("ZIP counties", "integrations.zipcounty"),
    ),
    _entry("Files", "download", _page("Files", "files")),
    _entry("Clock", "schedule", _page("Clock", "clock")),
    _entry("Help", "help", _page("Help", "help")),
)
NAVIGATION: list[dict[str, Any]] = [
    {"items": list(FIRST)},
    {"title": "Work", "items": list(WORK)},
    {"title": "Shop", "items": list(SHOP)},
    {"title": "System", "items": list(SYSTEM)},
]


def place_of(label: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Return the side bar's entry and page of a table (``app.model``)."""
    return _PLACES.get(label)


_PLACES = {
    ".".join(page["link"].strip("/").split("/")[1:]): (entry, page)
    for group in NAVIGATION
    for entry in group["items"]
    for page in entry["items"]
}
