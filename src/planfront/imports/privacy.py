"""Nobody's rows are looked for here."""

from planfront.privacy.registry import exempt

exempt(
    "files of rates, plans, places and banks",
    "imports.importrun",
    "imports.importissue",
    "imports.stagedchange",
)
