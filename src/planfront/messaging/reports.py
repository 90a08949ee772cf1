"""Delivery reports of other mail servers (RFC 3464): which mail they are about, and why it didn't arrive."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from email import message_from_bytes, message_from_string
from email.message import Message
from uuid import UUID

_MOST = 50
"""Mails and addresses that one report may be about: ours go to one address each."""
_MAIL_ID = re.compile(r"<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^<>\s]+>", re.IGNORECASE)
_STATUS = re.compile(r"\b[245]\.\d{1,3}\.\d{1,3}\b")
_SENDER = ("5.1.7", "5.1.8", "5.2.3", "5.3.", "5.6.", "5.7.")
"""Refusals of the sender, of the mail's size or contents, or of the server itself: the address may be good."""


@dataclass(frozen=True)
class Failure:
    """``status``: such as "5.1.1". ``text``: it, and what the other server said."""

    status: str
    text: str

    @property
    def is_of_address(self) -> bool:
        """Return True where the address doesn't work; otherwise only this mail didn't arrive."""
        return self.status.startswith("5.") and not self.status.startswith(_SENDER)


@dataclass(frozen=True)
class Report:
    """``failures``: by address in small letters, those that were given up."""

    mail_ids: frozenset[UUID]
    failures: Mapping[str, Failure]


def read_report(raw: bytes) -> Report | None:
    """Return what a message reports, however it is cut off or malformed; None for any other message."""
    try:
        return _read(message_from_bytes(raw))
    except Exception:  # noqa: BLE001 - anyone can write anything to the mailbox
        return None


def _read(message: Message) -> Report | None:
    parts = {part.get_content_type(): part for part in reversed(_parts(message))}
    status = parts.get("message/delivery-status")
    if message.get_content_type() != "multipart/report" or status is None:
        return None
    headers = [message.get("In-Reply-To", ""), message.get("References", "")]
    headers += [original.get("Message-ID", "") for original in _originals(parts)]
    mail_ids = [UUID(key) for text in headers for key in _MAIL_ID.findall(str(text))]
    return Report(frozenset(mail_ids[:_MOST]), dict(_failures(_parts(status)[1 : _MOST + 1])))


def _parts(message: Message) -> list[Message]:
    payload = message.get_payload()
    return [part for part in payload if isinstance(part, Message)] if isinstance(payload, list) else []


def _originals(parts: Mapping[str, Message]) -> Iterator[Message]:
    """Yield the mail that came back, or its headers."""
    if (whole := parts.get("message/rfc822")) is not None:
        yield from _parts(whole)
    if (headers := parts.get("text/rfc822-headers")) is not None:
        yield message_from_string(_text_of(headers))


def _text_of(part: Message) -> str:
    content = part.get_payload(decode=True)
    return content.decode("utf-8", "replace") if isinstance(content, bytes) else ""


def _failures(recipients: Iterable[Message]) -> Iterator[tuple[str, Failure]]:
    for recipient in recipients:
        if recipient.get("Action", "").strip().lower() != "failed":
            continue
        failure = _failure(str(recipient.get("Status", "")), str(recipient.get("Diagnostic-Code", "")))
        for name in ("Final-Recipient", "Original-Recipient"):
            kind, _, address = str(recipient.get(name, "")).partition(";")
            if kind.strip().lower() == "rfc822":
                yield address.strip().strip("<>").lower(), failure


def read_refusal(answer: str) -> Failure:
    """Return what a server says while it refuses an address."""
    return _failure("", f"smtp;{answer}")


def _failure(stated: str, answer: str) -> Failure:
    """Return the failure, with the code of the other server's answer where the report's own says nothing."""
    codes = _STATUS.findall(stated)[:1]
    if not codes or codes[0].endswith(".0.0"):
        codes = [*_STATUS.findall(answer)[:1], *codes]
    status = codes[0] if codes else ""
    said = " ".join(re.sub(r"[^ -~]", " ", answer.partition(";")[2]).split())
    return Failure(status, f"{status} {said}".strip())
