"""The processes of a store on this machine by name, as ``./run`` and its roles note them in PLANFRONT_VAR/run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.conf import settings

_WHOLE, _ROLES = "planfront", ("web", "worker", "tick")


def process_ids() -> dict[str, int]:
    """Return the ids of supervisor, web, worker and ticker; empty for a store that ``./run`` doesn't serve."""
    result: dict[str, int] = {}
    for name in (*_ROLES, _WHOLE):
        facts = _facts(name)
        if isinstance(facts.get("pid"), int):
            result |= {"supervisor": facts["pid"], **facts.get("children", {})}
    return result


def is_leaving() -> bool:
    """Return True when the web processes of this machine end soon (LEAVE_SECONDS)."""
    notes = [facts for name in ("web", _WHOLE) if (facts := _facts(name)).get("leaving") is True]
    return any(is_alive(int(facts.get("pid", 0))) for facts in notes)


def _facts(name: str) -> dict[str, Any]:
    try:
        facts = json.loads((settings.VAR_DIR / "run" / f"{name}.json").read_text())
    except (OSError, ValueError):
        return {}
    return facts if isinstance(facts, dict) else {}


def is_alive(pid: int) -> bool:
    """Return True while the process runs (Linux). One that has ended and isn't fetched yet doesn't."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return False
    return state not in "ZX"
