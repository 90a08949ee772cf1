"""The process that compiles one document or picture (see ``pdf``): JSON on stdin, the file on stdout. A script."""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from typing import Any, Literal

import typst

CPU_SECONDS = 30
MEMORY = 2 * 1024**3
_UNKNOWN_CHARACTER = "could not be displayed with font"


def compile_pdf(request: dict[str, Any], standard: Literal["ua-1", "1.7"]) -> bytes:
    """Return the document in one PDF standard."""
    result: bytes = typst.compile(**_inputs(request), format="pdf", pdf_standards=standard, timestamp=request["at"])
    return result


def compile_picture(request: dict[str, Any]) -> bytes:
    """Return the only page, a point to a pixel."""
    result: bytes = typst.compile(**_inputs(request), format=request["form"], ppi=72.0)
    return result


def _inputs(request: dict[str, Any]) -> dict[str, Any]:
    """Return the compiler's inputs. Packages are looked for in the template's folder only, where there are none."""
    root = Path.cwd()
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=request["fonts"])
    return {
        "input": root / request["template"],
        "root": root,
        "font_paths": fonts,
        "ignore_system_fonts": True,
        "sys_inputs": {"data": request["data"]},
        "package_path": root,
        "package_cache_path": root,
    }


def document(request: dict[str, Any]) -> bytes:
    if request["form"] != "pdf":
        return compile_picture(request)
    try:
        return compile_pdf(request, "ua-1")
    except typst.TypstError as error:
        if _UNKNOWN_CHARACTER not in error.message:
            raise
        return compile_pdf(request, "1.7")


def main() -> int:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        result = document(json.load(sys.stdin.buffer))
    except typst.TypstError as error:
        sys.stderr.write(error.diagnostic)
        return 1
    sys.stdout.buffer.write(result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
