"""Validation messages that several rooms show, word for word."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

REQUIRED = _("Field is required")
ZIP_WIZARD = _("Enter 5 digit zip code.")
ZIP_BANNER = _("Invalid Zip code")
ADULT = _("You must be 18 years to proceed")
PHONE = _("Invalid phone number")
EMAIL = _("Enter valid email address")
SSN = _("Invalid Social Security Number")
DATE = _("Enter a date as mm/dd/yyyy.")
CHOICE = _("Choose one of the listed values.")
TOO_LONG = _("This is too long.")
NOT_VALID = _("This value is not valid.")
EXPIRED_QUOTE = _("Your quote has expired. Please start again.")
