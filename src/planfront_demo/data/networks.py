"""Provider networks: four of dentists, two of eye doctors, and the plans whose providers they are."""

from __future__ import annotations

from typing import NamedTuple

from planfront.catalog.start import Text
from planfront_demo.data.shapes import Words


class NetworkSeed(NamedTuple):
    kind: str
    name: str
    carrier: str
    url: str
    note: Words
    plans: tuple[int, ...]


NETWORKS = (
    NetworkSeed(
        "dental",
        "Halden Dental PPO",
        "halden-dental",
        "https://network.haldendental.example/search",
        Text("118,000 dentists in every state", "118,000 dentistas en todos los estados"),
        (1001, 1002, 1003, 1009, 1010, 1012, 1013, 1014),
    ),
    NetworkSeed(
        "dental",
        "Halden Select",
        "halden-dental",
        "https://network.haldendental.example/select",
        Text("Dentists with set copays in 12 states", "Dentistas con copagos fijos en 12 estados"),
        (1007,),
    ),
    NetworkSeed(
        "dental",
        "Brightwater Choice",
        "brightwater",
        "https://dentists.brightwater.example/",
        Text(
            "96,000 dentists and the Metro centers in five cities",
            "96,000 dentistas y los centros Metro en cinco ciudades",
        ),
        (1004, 1005, 1006, 1008, 1011),
    ),
    NetworkSeed(
        "dental",
        "Claropoint Dental",
        "claropoint",
        "https://claropoint.example/dentists",
        Text("61,000 dentists, many near campuses", "61,000 dentistas, muchos cerca de universidades"),
        (1015,),
    ),
    NetworkSeed(
        "vision",
        "Ostrander Vision",
        "ostrander-vision",
        "https://ostrandervision.example/doctors",
        Text("34,000 eye doctors and two online shops", "34,000 oculistas y dos tiendas en línea"),
        (1102, 1103, 1105, 1107, 1010, 1012),
    ),
    NetworkSeed(
        "vision",
        "Claropoint Vision",
        "claropoint",
        "https://claropoint.example/eye-doctors",
        Text("27,000 eye doctors and most optical chains", "27,000 oculistas y la mayoría de las ópticas"),
        (1101, 1104, 1106, 1011),
    ),
)
