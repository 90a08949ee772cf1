"""Who signed, in words: the same in the review, the receipt, the signed document and the record."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _


def who_signed(signer: Mapping[str, str]) -> str:
    """``Jordan Lee, broker (REP1001), for Maren L. Castillo``; of an applicant the name alone.

    ``signer``: role, name, code, of (the group that somebody administers), applicant. Signatures from before roles were
    kept have a name only.
    """
    named = {name: signer.get(name, "") for name in ("name", "code", "of", "applicant")}
    if signer.get("role") == "rep":
        return _("%(name)s, broker (%(code)s), for %(applicant)s") % named
    if signer.get("role") == "group" and named["name"] == named["of"]:
        return _("%(of)s (%(code)s), by its administrator, for %(applicant)s") % named
    if signer.get("role") == "group":
        return _("%(name)s, administrator of %(of)s (%(code)s), for %(applicant)s") % named
    return named["name"]
