"""The values of a row that outside services may have been asked about."""

from __future__ import annotations

from collections.abc import Iterator

from planfront.integrations import addresses, emails, phones


def checked(
    *,
    email: str = "",
    phone: str = "",
    address1: str = "",
    address2: str = "",
    city: str = "",
    state: str = "",
    zip_code: str = "",
) -> Iterator[tuple[str, str]]:
    """Yield port and value in the form under which answers are stored."""
    if value := emails.kept_form(email):
        yield "email", value
    if value := phones.kept_form(phone):
        yield "phone", value
    if address1:
        yield "address", addresses.kept_form(addresses.Address(address1, address2, city, state, zip_code))
