"""SERFF / CMS Plans & Benefits Template as XML, as carriers file it: `planBenefitTemplateVO`.

Its packages are told in the headings of the public use files, which are made from it: a row for each plan variant, and
a row for each benefit of each variant. A row's number is that of the variant in the sheet "Cost Share Variances".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse
from django.utils.translation import gettext as _

from planfront.catalog.importers.table import Line
from planfront.imports.errors import FileError
from planfront.imports.files import opening
from planfront.imports.layouts import normalise
from planfront.imports.workbook import open_workbook

ROOT = "planBenefitTemplateVO"
Cells = dict[str, str]
_SHEET = re.compile(r"benefits? package", re.IGNORECASE)
_ROW = re.compile(r"\.(\d{1,7})$", re.ASCII)
_HEADER = {
    "IssuerId": "issuerId",
    "StateCode": "statePostalCode",
    "MarketCoverage": "marketCoverage",
    "DentalOnlyPlan": "dentalPlanOnlyInd",
}
_ATTRIBUTES = {
    "PlanMarketingName": "planMarketingName",
    "NetworkId": "networkID",
    "ServiceAreaId": "serviceAreaID",
    "IsNewPlan": "isNewPlan",
    "PlanType": "planType",
    "MetalLevel": "metalLevel",
    "QHPNonQHPTypeId": "qhpOrNonQhp",
    "PlanLevelExclusions": "insurancePlanBenefitExclusionText",
    "ChildOnlyOffering": "childOnlyOffering",
    "ChildOnlyPlanId": "childOnlyPlanID",
    "IsGuaranteedRate": "guaranteedVsEstimatedRate",
    "EHBPediatricDentalApportionmentQuantity": "ehbApportionmentForPediatricDental",
    "PlanEffectiveDate": "planEffectiveDate",
    "PlanExpirationDate": "planExpirationDate",
    "OutOfCountryCoverageDescription": "outOfCountryCoverageDescription",
    "OutOfServiceAreaCoverageDescription": "outOfServiceAreaCoverageDescription",
    "NationalNetwork": "nationalNetwork",
    "URLForEnrollmentPayment": "enrollmentPaymentURL",
}
_VARIANT = {
    "PlanId": "planId",
    "PlanMarketingName": "planVariantMarketingName",
    "MetalLevel": "metalLevel",
    "CSRVariationType": "csrVariationType",
    "IssuerActuarialValue": "avCalculator/issuerActuarialValue",
    "URLForSummaryofBenefitsCoverage": "url/summaryBenefitAndCoverageURL",
    "PlanBrochure": "url/planBrochure",
}
_MOOP = {
    "InnTier1Individual": "inNetworkTier1IndividualAmount",
    "InnTier1Family": "inNetworkTier1FamilyAmount",
    "OutOfNetIndividual": "outOfNetworkIndividualAmount",
    "OutOfNetFamily": "outOfNetworkFamilyAmount",
    "CombInnOonIndividual": "combinedInOutNetworkIndividualAmount",
    "CombInnOonFamily": "combinedInOutNetworkFamilyAmount",
}
_DEDUCTIBLE = {
    "InnTier1Individual": "inNetworkTier1Individual",
    "InnTier1Family": "inNetworkTier1Family",
    "OutOfNetIndividual": "outOfNetworkIndividual",
    "OutOfNetFamily": "outOfNetworkFamily",
    "CombInnOonIndividual": "combinedInOrOutNetworkIndividual",
    "CombInnOonFamily": "combinedInOrOutNetworkFamily",
}
_BENEFIT = {
    "IsEHB": "isEHB",
    "IsCovered": "isBenefitCovered",
    "LimitQty": "quantityLimit",
    "LimitUnit": "unitLimit",
    "Exclusions": "exclusion",
    "Explanation": "explanation",
}
_VISIT = {
    "CopayInnTier1": "copayInNetworkTier1",
    "CopayOutofNet": "copayOutOfNetwork",
    "CoinsInnTier1": "coInsuranceInNetworkTier1",
    "CoinsOutofNet": "coInsuranceOutOfNetwork",
}


def plan_table(path: Path) -> Iterator[Line] | None:
    """A row for each plan variant; None for a file that isn't XML. Raises FileError."""
    return _table(path, _plans)


def benefit_table(path: Path) -> Iterator[Line] | None:
    """A row for each benefit of each plan variant; None for a file that isn't XML. Raises FileError."""
    return _table(path, _benefits)


def _table(path: Path, records: Callable[[Element], Iterator[tuple[int, Cells]]]) -> Iterator[Line] | None:
    start = opening(path).lstrip(b"\xef\xbb\xbf \r\n\t")
    if start.startswith(b"<"):
        return (
            Line(number, {normalise(heading): text for heading, text in cells.items()})
            for package in _packages(path)
            for number, cells in records(package)
        )
    if start.startswith(b"PK") and _has_package(path):
        message = _(
            "This is the Plans & Benefits workbook. Export it as XML (Validate, then Finalize) and upload that."
        )
        raise FileError("workbook", message)
    return None


def _has_package(path: Path) -> bool:
    with open_workbook(path) as book:
        return any(_SHEET.search(name) for name in book.sheetnames)


def _packages(path: Path) -> Iterator[Element]:
    """Yield one package at a time, and drop it once read."""
    with path.open("rb") as file:
        try:
            events = iterparse(file, events=("start", "end"), forbid_dtd=True)
            root = next(events)[1]
            if _name(root) != ROOT:
                message = _("This XML is no Plans & Benefits template: it begins with %s.") % _name(root)[:60]
                raise FileError("otherXml", message)
            for event, element in events:
                if event == "end" and _name(element) == "packages":
                    yield element
                    element.clear()
        except (ParseError, DefusedXmlException) as error:
            message = _("The file can't be read as XML: %s.") % (str(error) or type(error).__name__)
            raise FileError("badXml", message) from error


def _name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _child(element: Any, path: str) -> Any:
    """Return the element at `a/b` in any namespace; None where there is none."""
    for name in path.split("/"):
        element = next((child for child in element if _name(child) == name), None) if element is not None else None
    return element


def _find_all(element: Element, path: str) -> Iterator[Element]:
    above, _slash, name = path.rpartition("/")
    parent = _child(element, above) if above else element
    return (child for child in parent if _name(child) == name) if parent is not None else iter(())


def _text(element: Any, path: str) -> str:
    cell = _child(element, path)
    value = _child(cell, "cellValue") if cell is not None else None
    return (value.text or "").strip() if value is not None else ""


def _cells(element: Any, names: dict[str, str]) -> Cells:
    return {heading: _text(element, path) for heading, path in names.items()}


def _variants(package: Element) -> Iterator[tuple[int, Element, Element]]:
    """Row, plan and variant."""
    for plan in _find_all(package, "plansList/plans"):
        for variant in _find_all(plan, "costShareVariancesList/costShareVariance"):
            cell = _child(variant, "planId")
            place = _ROW.search(cell.get("cellLocation", "")) if cell is not None else None
            yield int(place[1]) if place else 0, plan, variant


def _plans(package: Element) -> Iterator[tuple[int, Cells]]:
    header = _cells(_child(package, "header"), _HEADER)
    for number, plan, variant in _variants(package):
        attributes = _cells(_child(plan, "planAttributes"), _ATTRIBUTES)
        own = {heading: text for heading, text in _cells(variant, _VARIANT).items() if text}
        yield (
            number,
            {"BusinessYear": _year(attributes["PlanEffectiveDate"]), **header, **attributes, **own, **_limits(variant)},
        )


def _year(text: str) -> str:
    match = re.search(r"\b20\d\d\b", text)
    return match[0] if match else ""


def _limits(variant: Element) -> Cells:
    """Deductibles and out-of-pocket limits in the columns of the public use file."""
    cells: Cells = {}
    for moop in _find_all(variant, "moopList/moop"):
        side = _side(_text(moop, "name"))
        cells |= {f"{side}{where}MOOP": _text(moop, path) for where, path in _MOOP.items()}
    for deductible in _find_all(variant, "planDeductibleList/planDeductible"):
        side = _side(_text(deductible, "deductibleType"))
        cells |= {f"{side}Ded{where}": _text(deductible, path) for where, path in _DEDUCTIBLE.items()}
    return cells


def _side(name: str) -> str:
    """TEHB: both together; DEHB: drugs; MEHB: the medical side, of a dental plan the dental one."""
    words = name.lower()
    if "medical" in words and "drug" in words:
        return "TEHB"
    return "DEHB" if "drug" in words else "MEHB"


def _benefits(package: Element) -> Iterator[tuple[int, Cells]]:
    """Yield every benefit of the package for every variant, with the costs that the variant gives for it."""
    listed = {
        _text(benefit, "benefitTypeCode"): _cells(benefit, _BENEFIT)
        for benefit in _find_all(package, "benefitsList/benefits")
    }
    for number, _plan, variant in _variants(package):
        plan_id = _text(variant, "planId")
        visits = {
            _text(visit, "visitType"): _cells(visit, _VISIT)
            for visit in _find_all(variant, "serviceVisitList/serviceVisit")
        }
        for name in dict.fromkeys((*listed, *visits)):
            yield (
                number,
                {
                    "PlanId": plan_id,
                    "BenefitName": name,
                    **listed.get(name, dict.fromkeys(_BENEFIT, "")),
                    **visits.get(name, dict.fromkeys(_VISIT, "")),
                },
            )
