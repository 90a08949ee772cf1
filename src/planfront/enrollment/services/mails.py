"""Mails of this room: words here, layout and delivery in messaging."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planfront.enrollment.models import ResumeCode

if TYPE_CHECKING:
    from planfront.shopping.models import TempEnrollment


def queue_code(enrollment: TempEnrollment, row: ResumeCode, code: str, to: str, link: str) -> None:
    raise NotImplementedError
