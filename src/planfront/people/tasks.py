"""Work that nobody waits for."""

from __future__ import annotations

from planfront.kernel.tasks import job


@job()
def account_mail_make(request_id: str) -> None:
    """Write the mail that was asked for with an address, if the address is an account's."""
    from planfront.people.mail_requests import send_requested_mail

    send_requested_mail(request_id)
