"""Nobody's rows are looked for here."""

from planfront.privacy.registry import declare_exempt

declare_exempt(
    "files of rates, plans, places and banks",
    "imports.importrun",
    "imports.importissue",
    "imports.stagedchange",
)
