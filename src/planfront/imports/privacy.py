"""No one's rows are looked for here."""

from planfront.privacy.registry import declare_exempt

declare_exempt(
    "files of rates, plans, places, banks, reps and groups; those of insurers' ids name people by number, and go with "
    "them; those of policies are deleted once they are live",
    "imports.importrun",
    "imports.importissue",
    "imports.stagedchange",
)
