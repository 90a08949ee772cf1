"""SERFF / CMS Rates Table Template as XML: `qhpApplicationRateGroupListVO`, read item by item."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse

from planfront.rating.importers.rows import FileError, SourceRow

NAMESPACE = "{http://vo.ffe.cms.hhs.gov}"
ROOT = "qhpApplicationRateGroupListVO"
METHODS = {"Family-Tier Rates", "Age-Based Rates"}
FAMILY = "Family Option"
_LOCATION = re.compile(r"(.{1,40})-[A-Z]{1,2}\.(\d{1,7})", re.ASCII)
AMOUNTS = (
    "primaryEnrollee",
    "primaryEnrolleeTobacco",
    "coupleEnrollee",
    "primaryEnrolleeOneDependent",
    "primaryEnrolleeTwoDependent",
    "primaryEnrolleeManyDependent",
    "coupleEnrolleeOneDependent",
    "coupleEnrolleeTwoDependent",
    "coupleEnrolleeManyDependent",
)


def read_template(path: Path) -> Iterator[SourceRow]:
    """Stream the items. Elements are dropped once read, so memory does not grow with the file."""
    with path.open("rb") as file:
        try:
            yield from _items(iterparse(file, events=("start", "end"), forbid_dtd=True))
        except (ParseError, DefusedXmlException) as error:
            raise FileError("badXml", str(error) or type(error).__name__) from error


def _items(events: Iterator[tuple[str, Element]]) -> Iterator[SourceRow]:
    _, root = next(events)
    if _name(root) != ROOT:
        raise FileError("notRates", f"the root element is {_name(root)}")
    group, method, number = root, "", 0
    for event, element in events:
        name = _name(element)
        if event == "start":
            group = element if name == "qhpApplicationRateGroupVO" else group
        elif name == "ratingMethod":
            method = _method(_value(element), number)
        elif name == "items":
            number += 1
            yield _row(element, method, number)
            group.remove(element)
        elif name == "qhpApplicationRateGroupVO":
            root.remove(element)


def _name(element: Element) -> str:
    return str(element.tag).removeprefix(NAMESPACE)


def _value(element: Any) -> str:
    """The text of `<x><cellValue>…</cellValue></x>`, or nothing when the element is missing."""
    return (element.findtext(f"{NAMESPACE}cellValue") or "").strip() if element is not None else ""


def _method(text: str, number: int) -> str:
    if text not in METHODS:
        raise FileError("badMethod", f"rating method {text[:40]!r}", number)
    return text


def _row(item: Element, method: str, number: int) -> SourceRow:
    def text(name: str) -> str:
        return _value(item.find(NAMESPACE + name))

    line, sheet = _where(item.find(NAMESPACE + "planId"), number)
    return SourceRow(
        line,
        text("planId"),
        text("rateAreaId"),
        text("effectiveDate"),
        text("expirationDate"),
        text("tobacco"),
        FAMILY if method == "Family-Tier Rates" else text("ageNumber"),
        tuple(text(name) for name in AMOUNTS),
        sheet,
    )


def _where(cell: Element | None, number: int) -> tuple[int, str]:
    """Row and sheet of `Rate_Table_(2)-A.94`; a file that doesn't say gets the item's number."""
    match = _LOCATION.fullmatch(cell.get("cellLocation", "")) if cell is not None else None
    return (int(match[2]), match[1].replace("_", " ")) if match else (number, "")
