"""Compare two folders of screens: list the pictures that differ with the share of their pixels that do.

    .venv/bin/python tools/compare_screens/compare.py BEFORE AFTER [DIFFERENCES]

``DIFFERENCES`` is a folder that takes, for each picture that differs, before, after and the differing pixels side by
side. Exits with 1 when anything differs.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image, ImageChops

TOLERANCE = 40
"""Of 255 in one channel: less is the rounding of an edge."""


def compare(before: Path, after: Path, differences: Path | None) -> tuple[float, str]:
    """Return the share of pixels that differ, and a note where sizes do."""
    old, new = (Image.open(path).convert("RGB") for path in (before, after))
    size = max(old.width, new.width), max(old.height, new.height)
    sheets = []
    for picture in (old, new):
        sheet = Image.new("RGB", size, "magenta")
        sheet.paste(picture)
        sheets.append(sheet)
    channels = ImageChops.difference(*sheets).split()
    strongest = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    marks = strongest.point([0] * (TOLERANCE + 1) + [255] * (255 - TOLERANCE))
    share = marks.histogram()[255] / (size[0] * size[1])
    if share and differences:
        differences.mkdir(parents=True, exist_ok=True)
        row = Image.new("RGB", (size[0] * 3, size[1]))
        for index, picture in enumerate((*sheets, marks.convert("RGB"))):
            row.paste(picture, (size[0] * index, 0))
        row.save(differences / before.name)
    note = "" if old.size == new.size else f"  {old.width}x{old.height} -> {new.width}x{new.height}"
    return share, note


def main(before: Path, after: Path, differences: Path | None = None) -> int:
    old, new = ({path.name for path in folder.glob("*.png")} for folder in (before, after))
    lines = [f"   only in {before}  {name}" for name in sorted(old - new)]
    lines += [f"   only in {after}  {name}" for name in sorted(new - old)]
    for name in sorted(old & new):
        share, note = compare(before / name, after / name, differences)
        if share:
            lines.append(f"{share:9.4%}  {name}{note}")
    sys.stdout.write("\n".join([*lines, f"{len(lines)} of {len(old | new)} pictures differ.\n"]))
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
