"""Days and times in English."""

DATE_FORMAT = SHORT_DATE_FORMAT = "m/d/Y"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "m/d/Y, g:i A"
