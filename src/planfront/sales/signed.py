"""The signer in words: the same in the review, the receipt, the signed document and the record."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _


def who_signed(signer: Mapping[str, str]) -> str:
    """Return ``Jordan Lee, broker (REP1001), for Maren L. Castillo``; for an applicant the name alone.

    ``signer``: role, name, code, of (the group that the signer administers), applicant. Signatures from before roles
    were stored have a name only.
    """
    names = {name: signer.get(name, "") for name in ("name", "code", "of", "applicant")}
    if signer.get("role") == "rep":
        return _("%(name)s, broker (%(code)s), for %(applicant)s") % names
    if signer.get("role") == "group" and names["name"] == names["of"]:
        return _("%(of)s (%(code)s), by its administrator, for %(applicant)s") % names
    if signer.get("role") == "group":
        return _("%(name)s, administrator of %(of)s (%(code)s), for %(applicant)s") % names
    return names["name"]
