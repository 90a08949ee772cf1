"""The fourteen plan categories, in the order the store shows them."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Category(models.TextChoices):
    """Menu key and section label."""

    DENTAL = "dental", _("Dental Plans")
    VISION = "vision", _("Vision Plans")
    MEDICAL = "medical", _("Medical Plans")
    LIMITEDMED = "limitedmed", _("Limited Med Plans")
    TERM_LIFE = "term_life", _("Term Life Plans")
    SUPPLEMENTAL = "supplemental", _("Supplemental Plans")
    LIFESTYLE = "lifestyle", _("Lifestyle Plans")
    RX = "rx", _("RX Plans")
    DI = "di", _("Disability Income Plans")
    CRITICAL = "critical", _("Critical Plan")
    ACCIDENT = "accident", _("Accident Plans")
    HOSPITAL = "hospital", _("Hospital Plans")
    PET = "pet", _("PET Plans")
    GUARANTEED = "guaranteed", _("Guaranteed Plans")


ORDER: dict[str, int] = {key: place for place, key in enumerate(Category.values)}
