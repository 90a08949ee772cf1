"""Wire forms of the calls about sessions and accounts."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, Field

Email = Annotated[str, Field(max_length=254)]
Password = Annotated[str, Field(max_length=256)]
Secret = Annotated[str, Field(min_length=1, max_length=80)]


class Who(BaseModel):
    """The signed-in person, for display. The ids are those of the person's own rows; none of them grants access.

    ``user_id`` is the member's id, as everywhere in the calls. ``proof``: what a change of the email address or of a
    payment asks for: the account's password; none, as the person signed in by a link or a provider a moment ago; or
    such a sign-in first.
    """

    role: str
    name: str
    email: str
    proof: Literal["password", "none", "sign_in"] = Field(
        description="What proves that a change is the person's own.", examples=["password"]
    )
    agent_id: int | None
    group_id: int | None
    user_id: int | None
    party: str = Field(description="The rep's, group's or member's own name.", examples=["Jordan Lee"])
    code: str
    contact_email: str = Field(description="Email address that clients see.", examples=["jordan.lee@planfront.example"])
    contact_phone: str = Field(description="Phone that clients see, ten digits.", examples=["6145550148"])


class SignOnOffer(BaseModel):
    """``name`` of the brand's identity provider; "" where there is none."""

    name: str


class SignOnAddress(BaseModel):
    url: str


class SignOnReturn(BaseModel):
    """The values that the provider's redirect brought back."""

    state: Annotated[str, Field(min_length=1, max_length=200)]
    code: Annotated[str, Field(min_length=1, max_length=4000)]


class Address(BaseModel):
    email: Email


class Link(BaseModel):
    """``token`` is what stands behind the # of an emailed link."""

    token: Secret


class NewPassword(BaseModel):
    token: Secret
    password: Password


class LinkInfo(BaseModel):
    """The account that a link is for: its address, mostly hidden. ``purpose`` is reset, invite, link or email."""

    purpose: str
    email: str


class PasswordChange(BaseModel):
    password: Password
    new_password: Password = Field(
        description="The password to be, at least ten characters.", examples=["a-longer-password-8"]
    )


class EmailChange(BaseModel):
    email: Email
    password: Password = ""


class LanguageChange(BaseModel):
    language: Literal["en", "es"] = Field(description="The language of emails and letters.", examples=["es"])


class EmailConfirmed(BaseModel):
    email: str


class LiveSession(BaseModel):
    """A signed-in session of the caller's account. Times are ISO 8601."""

    session_id: UUID
    device: str = Field(
        description="Browser and system of a sign-in; empty where unknown.", examples=["Firefox on Windows"]
    )
    signed_in_at: datetime | None = Field(description="Time it began.", examples=["2026-11-22T14:00:00Z"])
    seen_at: datetime = Field(description="Time it was last used.", examples=["2026-11-22T15:00:00Z"])
    current: bool


class SessionKey(BaseModel):
    session_id: UUID


class Ended(BaseModel):
    """The number of sessions that ended."""

    ended: int = Field(description="Number that ended.", examples=[2])


class OwnPassword(BaseModel):
    password: Password


class FactorState(BaseModel):
    on: bool
    codes_left: int = Field(description="Number of recovery codes left.", examples=[9])


class FactorSetUp(BaseModel):
    """The key of an authenticator app: ``key`` to type, or as ``uri`` or ``qr``."""

    key: str
    uri: str = Field(
        description="Address that opens an authenticator app on this device.",
        examples=["otpauth://totp/Planfront:rep@demo.test"],
    )
    qr: str = Field(description="QR code as a data: address.", examples=["<svg/>"])


class FactorCode(BaseModel):
    code: str = Field(max_length=40, description="Code of the authenticator app, six digits.", examples=["482913"])


class RecoveryCodes(BaseModel):
    codes: list[str] = Field(description="Recovery codes; each works once.", examples=[["7HX2-KQ9M"]])


ListName = Literal["clients", "members", "quotes", "enrollments", "leads", "people"]


class ListOfViews(BaseModel):
    list: ListName = Field(description="The list.", examples=["quotes"])


class SavedView(BaseModel):
    name: str = Field(min_length=1, max_length=40, description="Name of the view.", examples=["Opened this month"])
    query: str = Field(
        max_length=300,
        pattern=r"^[A-Za-z0-9_=&%.+*-]*$",
        description="Filters and order as the page's address has them.",
        examples=["outcome=opened&days=30"],
    )


class ViewsOfList(ListOfViews):
    views: list[SavedView] = Field(max_length=30, description="All views of the list, in the order they are shown.")


class SavedViews(BaseModel):
    views: list[SavedView] = Field(description="The person's views of the list.")
