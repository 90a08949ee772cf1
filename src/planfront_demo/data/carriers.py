"""The fictional carriers, and the provider of the memberships."""

from __future__ import annotations

from typing import NamedTuple


class CarrierSeed(NamedTuple):
    key: str
    name: str
    phone: str
    naic: str = ""


CARRIERS = (
    CarrierSeed("halden-dental", "Halden Dental", "8005550161", "99101"),
    CarrierSeed("ostrander-vision", "Ostrander Vision", "8005550162", "99102"),
    CarrierSeed("tern-harbor-life", "Tern Harbor Life", "8005550163", "99103"),
    CarrierSeed("brightwater", "Brightwater", "8005550164", "99104"),
    CarrierSeed("claropoint", "Claropoint", "8005550165", "99105"),
    CarrierSeed("fernhollow-mutual", "Fernhollow Mutual", "8005550166", "99106"),
    CarrierSeed("elevate", "Elevate Wellness", "8005550167"),
)
