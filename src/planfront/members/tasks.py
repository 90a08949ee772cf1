"""Invitations of members to sign in, sent in the background."""

from __future__ import annotations

from planfront.kernel.jobs.tasks import MAIL, job
from planfront.members import accounts


@job(retries=5, queue=MAIL)
def invite_newcomer(member_id: int, language: str) -> None:
    """Invite a member whom a group put on record to sign in."""
    accounts.invite_newcomer(member_id=member_id, language=language)


@job(retries=5, queue=MAIL)
def invite_enrollee(member_id: int, language: str) -> None:
    """Invite a member who enrolled to sign in, unless they do already."""
    accounts.invite_enrollee(member_id=member_id, language=language)
