"""The signed application on the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from planfront.kernel.http.schema import Token


class SignedApplicationBody(BaseModel):
    enrollment_id: Token


class SignedApplication(BaseModel):
    """``content`` is base64."""

    state: Literal["ready", "making"] = Field(description="`ready`; for a minute after the submission, `making`.")
    name: str = ""
    content: str = ""


class VerifyDocumentBody(BaseModel):
    """The code printed on a document, the SHA-256 of a file, or both."""

    code: Annotated[str, Field(max_length=40)] = ""
    sha256: Annotated[str, Field(max_length=64)] = ""


class VerifiedDocument(BaseModel):
    """The result for a document, without anything about people.

    ``result``: "genuine": the file is the one that was made here, unchanged; "known": the code belongs to a document of
    this store, no file was given; "changed": the code does, but the file is another one; "unknown": neither is known
    here; "damaged": the store's own record doesn't fit any more. ``signed_on`` mm/dd/yyyy, "" when unknown.
    """

    result: Literal["genuine", "known", "changed", "unknown", "damaged"]
    signed_on: str = Field(
        "", description="Day of the signature, mm/dd/yyyy; empty when unknown.", examples=["11/22/2026"]
    )
    sha256: str = ""
