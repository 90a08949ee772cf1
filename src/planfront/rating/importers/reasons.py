"""Plain sentences for the codes that a rate file's lines are refused with."""

from __future__ import annotations

REASONS = {
    "badAge": "“{}” is not an age or a band of ages, such as 30, 0-14, 64 and over, or Family Option.",
    "badAmount": "“{}” is not an amount, such as 54.50, with at most four decimals.",
    "badArea": "“{}” is not a rating area, such as Rating Area 1.",
    "badCell": "{}",
    "badCsv": "The file can't be read as CSV: {}.",
    "badDate": "“{}” is not a date, such as 2026-01-31 or 1/31/2026.",
    "badDates": "The rates end before they start: {}.",
    "badMethod": "“{}” is not a rating method: Age-Based Rates or Family-Tier Rates.",
    "badPlanId": "“{}” is not a plan id of 14 characters, such as 12345TX0010001.",
    "badTobacco": "“{}” is not one of No Preference and Tobacco User/Non-Tobacco User.",
    "badWorkbook": "The workbook is broken or is not an XLSX file.",
    "badXml": "The file can't be read as XML: {}.",
    "duplicate": "{} is there twice.",
    "emptyFile": "The file has no rows.",
    "missingColumn": "The heading {} is missing.",
    "noFirstDay": "The rates have no first day. Say it at upload, or add a column Effective Date.",
    "noState": "“{}” is an area of which state? Add a column State, or give the plan by its HIOS id.",
    "missingRate": "A rate has to be filled in.",
    "missingValue": "A value is needed here.",
    "longRow": "The line has more values ({}) than there are headings: is there a comma inside a value?",
    "mixedMethods": "{}: rates by age and family rates for the same dates; a plan can have only one of them.",
    "noRates": "{}: the table has no rates.",
    "notRates": "This is no file of rates: {}.",
    "notSold": "0.00 means not sold: the line is left out.",
    "overlap": "{}: two rates fit the same person.",
    "placeholder": "{} stands for a rate that was never filed: the line is left out.",
    "shortRow": "The line has too few columns ({}).",
    "tooLarge": "The file is too large: {}.",
    "unknownPlan": "“{}” is neither the number nor the HIOS id of a plan of ours.",
    "unknownTable": "No table is named “{}”.",
    "unsound": "{}.",
}


def plain_reason(code: str, detail: str) -> str:
    """The sentence for a code; an unknown code is shown as it is."""
    return REASONS.get(code, f"{code}: {{}}").format(detail)
