"""frontend/package-lock.json names the builds for every platform."""

import json
from pathlib import Path

from tools import npm_lock


def test_the_lock_is_completed_with_the_builds_of_other_platforms(tmp_path: Path):
    path = tmp_path / "package-lock.json"
    optional = {"tool-linux-x64-gnu": "1.2.3", "@x/tool-darwin-arm64": "1.2.3"}
    packages = {
        "node_modules/tool": {"version": "1.2.3", "dev": True, "optionalDependencies": optional},
        "node_modules/tool-linux-x64-gnu": {"version": "1.2.3", "optional": True},
    }
    path.write_text(json.dumps({"packages": {"": {}, **packages}}))
    assert npm_lock.complete(path) == ["node_modules/@x/tool-darwin-arm64"]
    added = json.loads(path.read_text())["packages"]["node_modules/@x/tool-darwin-arm64"]
    assert added == {"version": "1.2.3", "optional": True, "dev": True, "os": ["darwin"], "cpu": ["arm64"]}
    assert npm_lock.complete(path) == []
