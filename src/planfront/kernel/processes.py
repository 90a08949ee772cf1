"""The processes of a store by name, as ``./run`` notes them in PLANFRONT_VAR/run."""

from __future__ import annotations

import json
from pathlib import Path

from django.conf import settings


def process_ids() -> dict[str, int]:
    """Ids of supervisor, web, worker and ticker; empty for a store that something else than ``./run`` serves."""
    try:
        facts = json.loads((settings.VAR_DIR / "run" / "planfront.json").read_text())
        return {"supervisor": facts["pid"], **facts.get("children", {})}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def is_alive(pid: int) -> bool:
    """Whether the process runs (Linux): one that has ended and isn't fetched yet doesn't."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return False
    return state not in "ZX"
