"""Tables an operator may load to know more than the embedded sources do."""

from __future__ import annotations

from django.db import models


class BankRouting(models.Model):
    """A bank by its nine-digit routing number, for showing the bank's name beside the number."""

    routing = models.CharField(max_length=9, primary_key=True)
    name = models.CharField(max_length=80)
    city = models.CharField(max_length=40, blank=True)
    state = models.CharField(max_length=2, blank=True)
    new_routing = models.CharField(max_length=9, blank=True, help_text="The number that took this one's place.")
    as_of = models.DateField(null=True, blank=True)
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
