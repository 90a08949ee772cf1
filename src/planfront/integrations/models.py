"""Tables an operator may load to know more than the embedded sources do, and answers of outside services."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from planfront.kernel.security.fields import EncryptedJSONField


class BankRouting(models.Model):
    """A bank by its nine-digit routing number, with what the FedACH directory says of it."""

    class Office(models.TextChoices):
        MAIN = "O", "Main office"
        BRANCH = "B", "Branch"

    class RecordType(models.TextChoices):
        FEDERAL_RESERVE = "0", "Federal Reserve Bank"
        IN_USE = "1", "In use"
        REPLACED = "2", "Replaced by another number"

    class Status(models.TextChoices):
        RECEIVES = "1", "Receives government and commercial payments"

    routing = models.CharField("routing number", max_length=9, primary_key=True)
    name = models.CharField(max_length=80)
    record_type = models.CharField(max_length=1, choices=RecordType.choices, blank=True)
    new_routing = models.CharField(
        "replaced by", max_length=9, blank=True, help_text="The number that took this one's place."
    )
    office = models.CharField(max_length=1, choices=Office.choices, blank=True)
    servicing_frb = models.CharField("servicing Federal Reserve Bank", max_length=9, blank=True)
    status = models.CharField("institution status", max_length=1, choices=Status.choices, blank=True)
    address = models.CharField(max_length=60, blank=True)
    city = models.CharField(max_length=40, blank=True)
    state = models.CharField(max_length=2, blank=True)
    zip = models.CharField("ZIP code", max_length=10, blank=True)
    phone = models.CharField(max_length=10, blank=True)
    data_view = models.CharField(max_length=1, blank=True, help_text="1: the directory's current view.")
    changed_on = models.DateField("last change", null=True, blank=True, help_text="By the directory.")
    as_of = models.DateField("as of", null=True, blank=True)
    source = models.CharField(max_length=60, blank=True)

    class Meta:
        verbose_name = "bank"

    def __str__(self) -> str:
        return f"{self.routing} {self.name}"


class ZipCounty(models.Model):
    """One county of a ZIP. Rows here replace what the embedded ZIP table says about that ZIP."""

    zip = models.CharField(max_length=5, db_index=True)
    state = models.CharField(max_length=2)
    county = models.CharField(max_length=60, blank=True, help_text="Empty: the name of the county table.")
    fips = models.CharField(max_length=5, blank=True)
    city = models.CharField(max_length=60, blank=True)
    ratio = models.DecimalField(
        max_digits=7, decimal_places=6, default=0, help_text="Share of the ZIP's homes: the largest is the main county."
    )

    class Meta:
        verbose_name_plural = "ZIP counties"
        constraints = [
            models.UniqueConstraint(fields=["zip", "state", "county", "fips"], name="zip_county_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.zip} {self.county}, {self.state}"


class County(models.Model):
    """A county by its five-digit FIPS code. ``key``: its name as counties.key_of compares it."""

    fips = models.CharField(max_length=5, primary_key=True)
    state = models.CharField(max_length=2)
    name = models.CharField(max_length=60)
    key = models.CharField(max_length=60)

    class Meta:
        verbose_name_plural = "counties"
        ordering = ["state", "name"]
        indexes = [models.Index(fields=["state", "key"], name="county_by_key")]

    def __str__(self) -> str:
        return f"{self.name}, {self.state}"


class KeptAnswer(models.Model):
    """An outside service's answer about a value, so that it isn't asked again.

    ``key`` is a keyed hash of port, adapter and value; the answer is sealed. ``about`` and ``suggested`` are keyed
    hashes of port and value alone: the value that was asked about, and the one that the service has instead. They lead
    to the rows of one person.
    """

    key = models.CharField(max_length=64, primary_key=True)
    about = models.CharField(max_length=64, db_index=True)
    suggested = models.CharField(max_length=64, blank=True, db_index=True)
    answer: Any = EncryptedJSONField()
    kept_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"kept {self.kept_at:%Y-%m-%d}"


class DomainCheck(models.Model):
    """The last answer of the internet about one of the store's own names: ``web:HOST`` or ``mail:DOMAIN``
    (own_domains)."""

    name = models.CharField(max_length=260, primary_key=True)
    checked_at = models.DateTimeField()
    facts = models.JSONField(default=dict)

    def __str__(self) -> str:
        return self.name


class StepWaiver(models.Model):
    """A first step that an operator's store can do without: who decided it, when and why."""

    step = models.CharField(max_length=20, primary_key=True)
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.step
