"""Typed answers of Agreement & Signature."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from planfront.enrollment.forms.typed import TypedAnswers


@dataclass(frozen=True)
class AgreementAnswers(TypedAnswers):
    """``verifier``: the role of who signed, ``signer`` who it was and ``signer_key`` what tells them from others.
    ``acceptances``: by rendering of a text, how and when it was accepted. ``signed_for``: the quote and the answers
    that the signature was given for; None for signatures from before that was kept."""

    key: ClassVar[str] = "agreement_info"

    verifier: str = ""
    signer: Mapping[str, Any] = field(default_factory=dict)
    signer_key: str = ""
    user_name: str = ""
    date: str = ""
    accepted: tuple[str, ...] = ()
    acceptances: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    signed_for: Mapping[str, Any] | None = None
