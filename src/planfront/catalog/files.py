"""Files of the catalog: what may be uploaded, where it is kept, and the address it is opened at."""

from __future__ import annotations

import secrets
from pathlib import PurePosixPath
from typing import Any, Protocol

from django.core.exceptions import ValidationError
from django.utils.text import slugify

from planfront.kernel.files.storages import check_reachable, is_saved

MOST_BYTES = 10 * 1024 * 1024
# Suffix: first bytes and media type. Nothing that a browser would run.
KINDS: dict[str, tuple[bytes, str]] = {
    ".pdf": (b"%PDF-", "application/pdf"),
    ".png": (b"\x89PNG\r\n\x1a\n", "image/png"),
    ".jpg": (b"\xff\xd8\xff", "image/jpeg"),
    ".jpeg": (b"\xff\xd8\xff", "image/jpeg"),
}


class Upload(Protocol):
    """The part that Django's field files and uploaded files have in common."""

    name: str | None
    size: int

    def seek(self, offset: int, /) -> Any: ...
    def read(self, size: int, /) -> bytes: ...


def document_path(_instance: Any, name: str) -> str:
    """Return an unguessable path that keeps the readable name."""
    path = PurePosixPath(name.replace("\\", "/"))
    stem = slugify(path.stem)[:60] or "document"
    return f"plan-documents/{secrets.token_hex(8)}/{stem}{path.suffix.lower()}"


def check_document(upload: Upload) -> None:
    """Refuse a file that is too big, of a kind that isn't allowed, or not of the kind its name says; and every new file
    while none can be saved."""
    if is_saved(upload):
        return
    suffix = PurePosixPath(upload.name or "").suffix.lower()
    if suffix not in KINDS:
        raise ValidationError("Upload a PDF, PNG or JPEG file.")
    if upload.size > MOST_BYTES:
        raise ValidationError("The file is larger than 10 MB.")
    start = KINDS[suffix][0]
    upload.seek(0)
    result = upload.read(len(start))
    upload.seek(0)
    if result != start:
        raise ValidationError(f"This isn't a {suffix.strip('.').upper()} file, whatever its name says.")
    check_reachable(upload)


def check_link(link: str) -> None:
    """A full https address, or a path of this site below /static/ or /media/."""
    inside = link.startswith(("/static/", "/media/")) and ".." not in link
    if not inside and not link.startswith("https://"):
        raise ValidationError("Enter an https:// address, or a path below /static/ or /media/.")


def check_source(kind: str, url: str, has_file: bool) -> None:
    if url and has_file:
        raise ValidationError("Give a file or a link, not both.")
    if not url and not has_file and kind != "summary":
        raise ValidationError("Upload a file or enter a link. Only a summary of benefits can be made from the plan.")


def href(pk: int, plan_id: int, kind: str, url: str, file_name: str, language: str) -> str:
    """The address a document is opened at; "" when there is nothing to open."""
    if file_name:
        return f"/media/documents/{pk}/{PurePosixPath(file_name).name}"
    if url:
        return url
    return f"/media/plans/{plan_id}/summary/{language}" if kind == "summary" else ""
