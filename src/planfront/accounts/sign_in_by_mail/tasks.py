"""Mail about accounts, written in the background."""

from __future__ import annotations

from planfront.kernel.jobs.tasks import FIRST, MAIL, job


@job(queue=MAIL, priority=FIRST)
def account_mail_make(request_id: str) -> None:
    """Write the mail that was asked for with an address, if the address is an account's."""
    from planfront.accounts.sign_in_by_mail.mail_requests import send_requested_mail

    send_requested_mail(request_id)
