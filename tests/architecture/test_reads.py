"""Reads stand in selectors, which don't need what writes."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src" / "planfront"


def running_statements(node: ast.AST) -> Iterator[ast.AST]:
    """Everything in a module but what only the type checker reads."""
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from running_statements(child)


def imported_names(source: str) -> Iterator[str]:
    """Dotted names of everything that a module imports while it runs."""
    for node in running_statements(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def imported_services(source: str) -> list[str]:
    return [name for name in imported_names(source) if name.startswith("planfront.") and "services" in name.split(".")]


def test_no_selectors_module_imports_services():
    modules = [path for path in SOURCE.rglob("selectors.py") if "tests" not in path.parts]
    assert len(modules) > 15
    importing = {str(path.relative_to(SOURCE)): imported_services(path.read_text("utf-8")) for path in modules}
    assert {name: services for name, services in importing.items() if services} == {}


def test_imports_of_services_are_noticed_in_every_form():
    written = """
from typing import TYPE_CHECKING
from planfront.leads import selectors, services
from planfront.shopping.cart.services import add_cart_line
def late():
    import planfront.billing.services
if TYPE_CHECKING:
    from planfront.audit.services import Origin
"""
    assert imported_services(written) == [
        "planfront.leads.services",
        "planfront.shopping.cart.services.add_cart_line",
        "planfront.billing.services",
    ]
