"""The legal pages as the product ships them, in both languages, until an operator publishes texts of their own.

One file a page and language: its heading, then its text with the marks of long texts (`catalog.richtext`).
Wrapped lines are joined. Names in braces are filled in: see `brands.legal`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_FOLDER = Path(__file__).parent
_VERSION = 1


@dataclass(frozen=True)
class ShippedText:
    """One page in English and Spanish."""

    version: int
    head: str
    body: str
    head_es: str
    body_es: str

    def words(self, language: str) -> tuple[str, str]:
        """Return heading and text."""
        return (self.head_es, self.body_es) if language == "es" else (self.head, self.body)


def _read(key: str, language: str) -> tuple[str, str]:
    head, _, body = (_FOLDER / f"{key}.{language}.txt").read_text().partition("\n")
    return head.strip(), "\n\n".join(_joined(block) for block in body.strip().split("\n\n"))


def _joined(block: str) -> str:
    """A paragraph or list without the line breaks of its file."""
    lines: list[str] = []
    for line in block.splitlines():
        if lines and not line.startswith("- "):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)


_KEYS = sorted({file.name.split(".")[0] for file in _FOLDER.glob("*.txt")})
SHIPPED = {key: ShippedText(_VERSION, *_read(key, "en"), *_read(key, "es")) for key in _KEYS}
