"""Small files in the public formats, made here."""

from __future__ import annotations

import csv
from pathlib import Path

from openpyxl import Workbook

PLAN = {
    "BusinessYear": "2026", "StateCode": "ME", "IssuerId": "50165", "MarketCoverage": "Individual",
    "DentalOnlyPlan": "Yes", "PlanMarketingName": "Pine State Dental High", "HIOSProductId": "50165ME016",
    "NetworkId": "MEN001", "ServiceAreaId": "MES001", "IsNewPlan": "Existing", "PlanType": "PPO", "MetalLevel": "High",
    "ChildOnlyOffering": "Allows Adult and Child-Only", "IsGuaranteedRate": "Guaranteed Rate",
    "PlanEffictiveDate": "2026-01-01", "PlanExpirationDate": "12/31/2026", "PlanId": "50165ME0160001-01",
    "CSRVariationType": "Standard High On Exchange Plan",
    "MEHBInnTier1IndividualMOOP": "$350 ", "MEHBInnTier1FamilyPerPersonMOOP": "$350 per person",
    "MEHBInnTier1FamilyPerGroupMOOP": "$700 per group", "DEHBInnTier1IndividualMOOP": "$9,999 ",
    "MEHBDedInnTier1Individual": "$50 ", "MEHBDedInnTier1FamilyPerGroup": "$150 per group",
    "MEHBDedOutOfNetIndividual": "Not Applicable", "PlanBrochure": "https://pine.example/high.pdf",
}  # fmt: skip
BENEFIT = {
    "BusinessYear": "2026", "StateCode": "ME", "IssuerId": "50165", "StandardComponentId": "50165ME0160001",
    "PlanId": "50165ME0160001-00", "BenefitName": "Basic Dental Care - Child", "CopayInnTier1": "Not Applicable",
    "CopayOutofNet": "Not Applicable", "CoinsInnTier1": "20% Coinsurance after deductible",
    "CoinsOutofNet": "50% Coinsurance after deductible", "IsCovered": "Covered", "LimitQty": "", "LimitUnit": "",
    "Exclusions": "", "Explanation": "6 month waiting period", "IsSubjToDedTier1": "",
}  # fmt: skip
AREA = {
    "BusinessYear": "2026", "StateCode": "ME", "IssuerId": "50165", "ServiceAreaId": "MES001",
    "ServiceAreaName": "Southern Maine", "CoverEntireState": "No", "County": "23005", "PartialCounty": "No",
    "ZipCodes": "", "MarketCoverage": "Individual", "DentalOnlyPlan": "Yes",
}  # fmt: skip


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
