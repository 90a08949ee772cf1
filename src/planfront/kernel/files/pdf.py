"""PDF documents, and drawn pictures, from a Typst template and data.

The compiler runs in a process of its own: without the environment, in a folder that holds only the template's folder
and the given files, for a limited time. Data reaches the template as JSON, so typed text stays text. The same input
gives the same bytes.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from django.core.serializers.json import DjangoJSONEncoder

from planfront.kernel.text.folding import printable

TIME_LIMIT = 30.0
"""Seconds that one document may take."""
_STARTS = {"pdf": b"%PDF-", "svg": b"<svg", "png": b"\x89PNG"}
_CHILD = Path(__file__).with_name("pdf_child.py")
_FONTS = ("fontpkg_hanken_grotesk", "fontpkg_figtree", "fontpkg_source_serif_4", "fontpkg_bricolage_grotesque")
# Control characters, and those that change the direction of the text after them.
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class PdfFailed(Exception):
    """The document wasn't made. The text is the compiler's, for logs of developers; it may quote data."""


def make_pdf(
    *, template: Path, data: Mapping[str, Any], at: datetime, files: Mapping[str, bytes] | None = None
) -> bytes:
    """Return the document of ``template``, a ``.typ`` file that finds ``data`` as ``json(bytes(sys.inputs.data))``.

    ``at`` is the document's date. ``files`` lie next to the template under plain names, for instance pictures. The
    document is PDF/UA-1. Characters that no typeface has are question marks in it: forms refuse them, old records and
    imported ones may have some. Raises PdfFailed.
    """
    job = {
        "template": template.name,
        "data": json.dumps(_clean_text(data), cls=DjangoJSONEncoder, ensure_ascii=False),
        "form": "pdf",
        "at": int(at.timestamp()),
        "fonts": list(font_folders()),
    }
    with TemporaryDirectory(prefix="planfront-pdf-") as folder:
        root = Path(folder, "root")
        shutil.copytree(template.parent, root)
        _add_files(root, files)
        return _run_compiler(root, job)


def _add_files(root: Path, files: Mapping[str, bytes] | None) -> None:
    for name, content in (files or {}).items():
        if Path(name).name != name:
            raise PdfFailed(f"Not a plain file name: {name}")
        (root / name).write_bytes(content)


def make_picture(
    *, template: Path, data: Mapping[str, Any], form: Literal["svg", "png"], files: Mapping[str, bytes] | None = None
) -> bytes:
    """Return the one page of ``template``, as ``make_pdf`` takes it, a point to a pixel. Raises PdfFailed."""
    job = {
        "template": template.name,
        "data": json.dumps(_clean_text(data), ensure_ascii=False),
        "form": form,
        "fonts": list(font_folders()),
    }
    with TemporaryDirectory(prefix="planfront-picture-") as folder:
        shutil.copy(template, folder)
        _add_files(Path(folder), files)
        return _run_compiler(Path(folder), job)


@cache
def font_folders() -> tuple[str, ...]:
    """Return the folders of the brands' typefaces. No typeface of the machine is used, so documents look the same
    everywhere."""
    specs = [find_spec(name) for name in _FONTS]
    return tuple(str(Path(spec.origin).parent / "files") for spec in specs if spec is not None and spec.origin)


def _clean_text(value: Any) -> Any:
    if isinstance(value, str):
        return printable(_UNSEEN.sub("", value.replace("\r\n", "\n")))
    if isinstance(value, Mapping):
        return {str(key): _clean_text(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_clean_text(item) for item in value]
    return value


def _run_compiler(root: Path, request: Mapping[str, Any]) -> bytes:
    command = [sys.executable, "-I", str(_CHILD)]
    try:
        done = subprocess.run(  # noqa: S603 - our own script, nothing typed in the command
            command,
            input=json.dumps(request).encode(),
            cwd=root,
            env={},
            capture_output=True,
            timeout=TIME_LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise PdfFailed(f"Not done within {TIME_LIMIT:g} seconds") from None
    if done.returncode != 0 or not done.stdout.startswith(_STARTS[request["form"]]):
        raise PdfFailed(done.stderr.decode(errors="replace").strip())
    return done.stdout
