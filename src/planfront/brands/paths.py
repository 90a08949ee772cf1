"""First segments of the store's own paths. A landing URL can't take one of these names."""

from __future__ import annotations

STORE = frozenset(
    {
        "home",
        "help",
        "agent-home",
        "member-home",
        "group-home",
        "cart",
        "plans",
        "plan",
        "compare",
        "plan-fit",
        "provider-list",
        "referrals",
        "agent-select-member",
        "group-select-member",
        "landing-config-error",
        "enrollment",
        "enrollments",
        "continue-enrollment",
        "quotes",
        "leads",
        "book-of-business",
        "coverage",
        "direct-continue",
        "confirmation",
        "PlanQuestionView",
        "sign-in",
        "account",
        "quote",
        "verify",
        "daily-email",
    }
)
KIT = "__kit"
RESERVED = STORE | {
    *("404", KIT, "api", "static", "media", "backoffice", "admin", "legal"),
    *("healthz", "readyz", "metrics", "robots.txt", "sitemap.xml", "site.webmanifest", "favicon.ico"),
}
