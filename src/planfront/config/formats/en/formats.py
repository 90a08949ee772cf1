"""Days and times in English."""

DATE_FORMAT = SHORT_DATE_FORMAT = "m/d/Y"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "m/d/Y, g:i\u00a0A"
DATE_INPUT_FORMATS = ["%m/%d/%Y", "%Y-%m-%d"]
