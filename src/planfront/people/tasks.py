"""Mail about accounts, written in the background."""

from __future__ import annotations

from planfront.kernel.jobs.tasks import FIRST, MAIL, job


@job(queue=MAIL, priority=FIRST)
def account_mail_make(request_id: str) -> None:
    """Write the mail that was asked for with an address, if the address is an account's."""
    from planfront.people.mail_requests import send_requested_mail

    send_requested_mail(request_id)


@job(retries=5, queue=MAIL)
def invite_newcomer(member_id: int, language: str) -> None:
    """Invite somebody whom their group put on record to sign in."""
    from planfront.people import services

    services.invite_newcomer(member_id=member_id, language=language)


@job(retries=5, queue=MAIL)
def invite_enrollee(member_id: int, language: str) -> None:
    """Invite whoever enrolled to sign in, unless they do already."""
    from planfront.people import services

    services.invite_enrollee(member_id=member_id, language=language)


def ask_newcomer(member_id: int, language: str) -> None:
    """The invitation goes out once the record is written."""
    invite_newcomer.enqueue(member_id, language)
