"""Nobody's rows are looked for here."""

from planfront.privacy.registry import declare_exempt

declare_exempt(
    "the operator's rules, which name nobody",
    "book.lifeevent",
    "book.ruleedition",
    "book.trial",
    "book.reason",
)
