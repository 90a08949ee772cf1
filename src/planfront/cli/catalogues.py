"""Compile every django.po to the django.mo that Django reads. Pure Python: msgfmt may be missing."""

import os
from pathlib import Path

from planfront.cli.console import CliError
from planfront.cli.paths import SOURCE


def compile_all(root: Path = SOURCE / "planfront") -> int:
    """Compile the catalogues that are newer than their .mo; return how many were written."""
    return sum(_compile(source) for source in sorted(root.glob("**/locale/*/LC_MESSAGES/*.po")))


def _compile(source: Path) -> bool:
    target = source.with_suffix(".mo")
    if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
        return False
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    try:
        with source.open("rb") as stream:
            catalogue = read_po(stream, locale=source.parts[-3], abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise CliError(f"{source}: {error}") from error
    draft = target.with_suffix(f".{os.getpid()}.mo")  # several processes may compile at once
    with draft.open("wb") as stream:
        write_mo(stream, catalogue)
    draft.replace(target)
    return True
