"""The licenses of the shipped packages, and the licenses that a package may have."""

from collections.abc import Iterable

from tools.supply.packages import NPM, PYPI, Package

ALLOWED = frozenset(
    {
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC-BY-4.0", "ISC", "MIT", "MIT-0", "MIT-CMU"),
        *("LGPL-2.1-or-later", "LGPL-3.0-only", "MPL-2.0", "OFL-1.1", "PSF-2.0", "Python-2.0", "Unlicense", "ZPL-2.1"),
    }
)
"""Free to use and pass on beside the store's own code. MPL and LGPL cover their own files, which stay as they are."""
APART = frozenset({"localstripe"})
"""Run by tests as processes of their own, never imported and never shipped, whatever their license."""
_TITLES = {PYPI: "On the server (Python)", NPM: "In the browser and its build (npm)"}
_HEAD = """\
# Third-party notices

Planfront is licensed under Apache-2.0 (see LICENSE). A running store and its build contain the packages below, each
under its own license. `./run supply licenses` writes this page. The checks refuse a package without a license, or with
one that `tools/supply/licenses.py` doesn't allow.
"""


def find_refused(packages: Iterable[Package]) -> list[str]:
    """Return one line for each package whose license is missing or not allowed."""
    return [
        f"{package.name} {package.version} ({package.ecosystem}): "
        + (f"the license {package.license} isn't allowed" if package.license else "no license is stated")
        for package in packages
        if package.name not in APART and not _is_allowed(package.license)
    ]


def _is_allowed(expression: str) -> bool:
    """Return whether each part (AND) has at least one choice (OR) that is allowed."""
    plain = expression.replace("(", "").replace(")", "")
    return all(any(choice in ALLOWED for choice in part.split(" OR ")) for part in plain.split(" AND "))


def write_page(packages: Iterable[Package]) -> str:
    """Return the text of THIRD_PARTY_NOTICES.md."""
    shipped = [package for package in packages if package.shipped]
    parts = [_HEAD]
    for ecosystem, title in _TITLES.items():
        rows = [
            f"| {package.name} | {package.version} | {package.license} |"
            for package in shipped
            if package.ecosystem == ecosystem
        ]
        parts.append("\n".join([f"## {title}\n", "| package | version | license |", "|---|---|---|", *rows]) + "\n")
    return "\n".join(parts)
