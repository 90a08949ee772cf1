"""Small files in the public formats, made here."""

from __future__ import annotations

import csv
from pathlib import Path
from xml.sax.saxutils import escape

from openpyxl import Workbook

PLAN = {
    "BusinessYear": "2026",
    "StateCode": "ME",
    "IssuerId": "50165",
    "MarketCoverage": "Individual",
    "DentalOnlyPlan": "Yes",
    "PlanMarketingName": "Pine State Dental High",
    "HIOSProductId": "50165ME016",
    "NetworkId": "MEN001",
    "ServiceAreaId": "MES001",
    "IsNewPlan": "Existing",
    "PlanType": "PPO",
    "MetalLevel": "High",
    "ChildOnlyOffering": "Allows Adult and Child-Only",
    "IsGuaranteedRate": "Guaranteed Rate",
    "PlanEffictiveDate": "2026-01-01",
    "PlanExpirationDate": "12/31/2026",
    "PlanId": "50165ME0160001-01",
    "CSRVariationType": "Standard High On Exchange Plan",
    "MEHBInnTier1IndividualMOOP": "$350 ",
    "MEHBInnTier1FamilyPerPersonMOOP": "$350 per person",
    "MEHBInnTier1FamilyPerGroupMOOP": "$700 per group",
    "DEHBInnTier1IndividualMOOP": "$9,999 ",
    "MEHBDedInnTier1Individual": "$50 ",
    "MEHBDedInnTier1FamilyPerGroup": "$150 per group",
    "MEHBDedOutOfNetIndividual": "Not Applicable",
    "PlanBrochure": "https://pine.example/high.pdf",
}
BENEFIT = {
    "BusinessYear": "2026",
    "StateCode": "ME",
    "IssuerId": "50165",
    "StandardComponentId": "50165ME0160001",
    "PlanId": "50165ME0160001-00",
    "BenefitName": "Basic Dental Care - Child",
    "CopayInnTier1": "Not Applicable",
    "CopayOutofNet": "Not Applicable",
    "CoinsInnTier1": "20% Coinsurance after deductible",
    "CoinsOutofNet": "50% Coinsurance after deductible",
    "IsCovered": "Covered",
    "LimitQty": "",
    "LimitUnit": "",
    "Exclusions": "",
    "Explanation": "6 month waiting period",
    "IsSubjToDedTier1": "",
}
AREA = {
    "BusinessYear": "2026",
    "StateCode": "ME",
    "IssuerId": "50165",
    "ServiceAreaId": "MES001",
    "ServiceAreaName": "Southern Maine",
    "CoverEntireState": "No",
    "County": "23005",
    "PartialCounty": "No",
    "ZipCodes": "",
    "MarketCoverage": "Individual",
    "DentalOnlyPlan": "Yes",
}


def write(path: Path, rows: list[dict[str, str]], encoding: str = "utf-8") -> Path:
    """A CSV with the headings of the first row; cells may hold commas and line breaks."""
    with path.open("w", encoding=encoding, newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def area_template(path: Path, rows: list[list[str]], issuer: int = 50165, state: str = "ME") -> Path:
    """The carriers' XLSX: issuer and state above the table, a row of instructions below its headings."""
    book = Workbook()
    sheet = book.create_sheet("Service Areas", 0)
    sheet["A1"] = "2026 Service Area v15.0"
    sheet["A2"] = "Press TAB and directional arrow keys to read through the document."
    sheet["A6"], sheet["B6"] = "HIOS Issuer ID:*", issuer
    sheet["A7"], sheet["B7"] = "Issuer State:*", state
    headings = ["Service Area ID*", "Service Area Name*", "State*", "County Name", "Partial County"]
    for column, heading in enumerate([*headings, "Service Area Zip Code(s)"], start=1):
        sheet.cell(11, column, heading)
        sheet.cell(12, column, "Required: see the instructions")
    for number, row in enumerate(rows, start=13):
        for column, value in enumerate(row, start=1):
            sheet.cell(number, column, value)
    book.save(path)
    return path


def _xml(name, value, *, row=4):
    return f'<{name} cellLocation="Cost_Share_Variances_1-A.{row}"><cellValue>{escape(value)}</cellValue></{name}>'


def plans_benefits(
    *variants, component="50165ME0160001", header="", benefit="", visit="", root="planBenefitTemplateVO"
):
    """A carrier's Plans & Benefits template: one plan with one benefit of its own and one that is not covered."""
    costs = (
        "<moopList><moop>"
        + _xml("name", "Maximum Out of Pocket for Medical EHB Benefits")
        + _xml("inNetworkTier1IndividualAmount", "$350")
        + _xml("inNetworkTier1FamilyAmount", "$350 per person | $700 per group")
        + "</moop></moopList><planDeductibleList><planDeductible>"
        + _xml("deductibleType", "Medical EHB Deductible")
        + _xml("inNetworkTier1Individual", "$50")
        + _xml("inNetworkTier1Family", "$50 per person | $150 per group")
        + "</planDeductible></planDeductibleList>"
    )
    shares = "".join(
        "<costShareVariance>"
        + _xml("planId", f"{component}-{variant}", row=row)
        + _xml("planVariantMarketingName", "Pine State Dental High")
        + _xml("metalLevel", "High")
        + costs
        + "<serviceVisitList><serviceVisit>"
        + _xml("visitType", "Basic Dental Care - Child")
        + _xml("copayInNetworkTier1", "Not Applicable")
        + _xml("coInsuranceInNetworkTier1", visit or "20.00%")
        + _xml("copayOutOfNetwork", "Not Applicable")
        + _xml("coInsuranceOutOfNetwork", "50%")
        + "</serviceVisit></serviceVisitList></costShareVariance>"
        for row, variant in enumerate(variants or ("00",), 4)
    )
    listed = (
        "<benefits>"
        + _xml("benefitTypeCode", "Basic Dental Care - Child")
        + _xml("isBenefitCovered", "Covered")
        + _xml("quantityLimit", "2")
        + _xml("unitLimit", "Visit(s) per Year")
        + _xml("explanation", benefit)
        + "</benefits><benefits>"
        + _xml("benefitTypeCode", "Orthodontia - Adult")
        + _xml("isBenefitCovered", "Not Covered")
        + "</benefits>"
    )
    return (
        f'<?xml version="1.0"?>{header}<{root} xmlns="http://vo.ffe.cms.hhs.gov"><packagesList><packages><header>'
        + _xml("issuerId", component[:5])
        + _xml("statePostalCode", component[5:7])
        + _xml("marketCoverage", "Individual")
        + _xml("dentalPlanOnlyInd", "Yes")
        + f"</header><benefitsList>{listed}</benefitsList><plansList><plans>"
        + "<planAttributes>"
        + _xml("planMarketingName", "Pine State Dental High")
        + _xml("serviceAreaID", "MES001")
        + _xml("planType", "PPO")
        + _xml("guaranteedVsEstimatedRate", "Guaranteed Rate ")
        + _xml("planEffectiveDate", "1/1/2026")
        + _xml("planExpirationDate", "12/31/2026")
        + "</planAttributes>"
        + f"<costShareVariancesList>{shares}</costShareVariancesList></plans></plansList></packages>"
        f"</packagesList></{root}>"
    )
