"""Kinds of searched records, in the order of the results."""

from __future__ import annotations

from planfront.backoffice.search import messages, parties, people, sold
from planfront.backoffice.search.hits import Kind

KINDS = {
    kind.key: kind
    for kind in (
        Kind("people", "People", "person", (people.MEMBERS, people.RELATIVES)),
        Kind("policies", "Policies", "policy", (sold.POLICIES,)),
        Kind("enrollments", "Enrollments", "assignment", (sold.ENROLLMENTS,)),
        Kind("quotes", "Quotes", "request_quote", (sold.QUOTES,)),
        Kind("reps", "Reps", "badge", (parties.REPS,)),
        Kind("groups", "Groups", "apartment", (parties.GROUPS,)),
        Kind("codes", "Codes", "link", parties.CODES),
        Kind("stores", "Stores", "storefront", (parties.BRANDS, parties.PORTALS)),
        Kind("plans", "Plans", "folder", (parties.PLANS,)),
        Kind("accounts", "Accounts", "key", (people.ACCOUNTS,)),
        Kind("mail", "Email", "outgoing_mail", (messages.MAILS, messages.LETTERS)),
    )
}
# Pages whose rows are listed when they were viewed recently.
PAGES = {
    source.model._meta.label_lower: source
    for source in (
        people.MEMBERS,
        sold.POLICIES,
        sold.ENROLLMENTS,
        sold.QUOTES,
        parties.REPS,
        parties.GROUPS,
        parties.BRANDS,
        parties.PORTALS,
        parties.PLANS,
        people.ACCOUNTS,
        messages.MAILS,
        messages.LETTERS,
    )
}
