"""Who came to the stores in the weeks before, and what they looked for. Everybody is invented."""

from __future__ import annotations

from dataclasses import dataclass

WEEKS = 12


@dataclass(frozen=True)
class Town:
    """``area``: of phone numbers, which end in 0100 to 0199, as invented ones do. ``weight``: how many live there."""

    zip: str
    city: str
    state: str
    area: str
    weight: int


TOWNS = (
    Town("43215", "Columbus", "OH", "614", 6),
    Town("43604", "Toledo", "OH", "419", 4),
    Town("75201", "Dallas", "TX", "214", 4),
    Town("60601", "Chicago", "IL", "312", 3),
    Town("33101", "Miami", "FL", "305", 3),
    Town("90012", "Los Angeles", "CA", "213", 3),
    Town("10001", "New York", "NY", "212", 2),
)
STREETS = (
    "Alder Street",
    "Birchwood Avenue",
    "Canal Road",
    "Dogwood Lane",
    "Elmhurst Drive",
    "Fairview Terrace",
    "Garden Street",
    "Hillcrest Avenue",
    "Ironwood Court",
    "Juniper Way",
    "Kestrel Lane",
    "Lakeshore Drive",
    "Mill Race Road",
    "North Orchard Street",
    "Prospect Place",
    "Quarry Road",
)
FIRST_NAMES = (
    ("Abigail", 1),
    ("Adrian", 0),
    ("Aisha", 1),
    ("Amara", 1),
    ("Andre", 0),
    ("Beatriz", 1),
    ("Caleb", 0),
    ("Camila", 1),
    ("Chidi", 0),
    ("Clara", 1),
    ("Damian", 0),
    ("Daniela", 1),
    ("Darius", 0),
    ("Elena", 1),
    ("Emeka", 0),
    ("Esther", 1),
    ("Farah", 1),
    ("Felix", 0),
    ("Gloria", 1),
    ("Hannah", 1),
    ("Hiro", 0),
    ("Ingrid", 1),
    ("Isaac", 0),
    ("Ivy", 1),
    ("Jasmine", 1),
    ("Jonas", 0),
    ("Kofi", 0),
    ("Laila", 1),
    ("Leonor", 1),
    ("Malik", 0),
    ("Marcus", 0),
    ("Mei", 1),
    ("Nadia", 1),
    ("Noah", 0),
    ("Olive", 1),
    ("Omar", 0),
    ("Paloma", 1),
    ("Quentin", 0),
    ("Rafael", 0),
    ("Ruth", 1),
    ("Samira", 1),
    ("Silas", 0),
    ("Tessa", 1),
    ("Tomas", 0),
    ("Uma", 1),
    ("Victor", 0),
    ("Wendy", 1),
    ("Xavier", 0),
    ("Yara", 1),
    ("Zachary", 0),
)
"""With the gender, as the store asks for it: 1 is female."""
LAST_NAMES = (
    "Abbott",
    "Adeyemi",
    "Alvarado",
    "Baptiste",
    "Barlow",
    "Bianchi",
    "Calloway",
    "Carver",
    "Chandra",
    "Delacroix",
    "Dunmore",
    "Eastwick",
    "Echevarria",
    "Fairbanks",
    "Farrow",
    "Gallardo",
    "Greenleaf",
    "Hallorann",
    "Hidalgo",
    "Ibarra",
    "Iverson",
    "Jankowski",
    "Kamara",
    "Kellerman",
    "Lindgren",
    "Lockhart",
    "Mbeki",
    "Merriweather",
    "Nakamura",
    "Norwood",
    "Okafor",
    "Oyelaran",
    "Pemberton",
    "Quintero",
    "Ramaswamy",
    "Rourke",
    "Salazar",
    "Stavros",
    "Thackeray",
    "Tran",
    "Underhill",
    "Valdez",
    "Vasquez",
    "Whitlock",
    "Winslow",
    "Yamada",
    "Youngblood",
    "Zamora",
)


@dataclass(frozen=True)
class StoreFlow:
    """What a usual week brings to a store. ``seekers``: who asks for prices; ``visits``: who only looks around.

    ``reps`` and ``groups``: of a hundred seekers how many come through which. ``sends``: quotes that a rep sends.
    """

    brand: str
    seekers: int
    visits: int
    reps: dict[int, int]
    groups: dict[int, int]
    sends: dict[int, int]
    leads: int


FLOWS = (
    StoreFlow("planfront", 20, 150, {11: 42, 12: 12}, {101: 26, 2556: 6, 2512: 8}, {11: 5}, 3),
    StoreFlow("juniper", 7, 60, {11: 40}, {}, {11: 1}, 2),
    StoreFlow("brightsmile", 6, 70, {11: 20}, {}, {11: 1}, 1),
    StoreFlow("copperline", 5, 40, {11: 20, 12: 45}, {}, {}, 1),
)
"""Jordan Lee is 11, Sam Ortiz 12; Acme 101, Cascade 2556, Harbor Bay 2512."""
AT_A_DESK = (11,)
"""Reps who sign in."""
ENROLLER_CODES = {2556: "ENR-2556", 2512: "ENR-2512"}

WEEKDAYS = (20, 22, 19, 17, 12, 5, 5)
"""Of a hundred, from Monday on."""
HOURS = (0, 0, 0, 0, 0, 0, 1, 3, 6, 9, 10, 9, 8, 8, 9, 9, 8, 7, 5, 5, 6, 5, 3, 1)
"""By the hour of the day."""
FIRST_WEEK, EACH_WEEK = 76, 3
"""Of a usual week in per cent: how much the first week has, and how much each one has more than the one before, as open
enrollment comes nearer."""

DENTAL, VISION = (1002, 1005, 1009, 1001, 1004), (1102, 1101, 1103)
EXTRA = (2001, 2101, 1901, 1406, 2201, 1701, 2002, 1601, 1301, 1903)
OF_GROUP = (1014, 1105, 1803)
"""Plans by how often they are taken, the most wanted first."""
INSURER_ASKED, MEMBERSHIP = 1405, 1601
"""A plan whose insurer looks at some answers, and what it goes in with where the store has memberships."""
REFERRALS = ("planfront", "juniper")
"""Stores in turn, one a fortnight, where somebody answers so that the insurer looks at it."""
DECISIONS = ("Treated within the insurer's last five years.", "", "More than the insurer takes on.")
"""What it decides, in turn: why it declines, nothing where it takes them."""
TIERS = (("IO", 52), ("IS", 18), ("IC", 10), ("IF", 20))
ENDS = (
    ("looked", 22),
    ("cart", 18),
    ("primary_info", 7),
    ("contact_info", 7),
    ("billing_info", 7),
    ("saved", 7),
    ("withdrawn", 7),
    ("submitted", 25),
)
"""How far those who ask for prices come, of a hundred."""
SENT_ENDS = (("sent", 36), ("opened", 34), ("submitted", 30))
SAVED_AT = ("contact_info", "billing_info")
LEAD_ENDS = (("NEW", 18), ("CONTACTED", 30), ("WON", 28), ("LOST", 24))
CHANGES = (("none", 60), ("marriage", 22), ("end", 18))
"""What becomes of coverage within weeks, of a hundred."""
END_REASONS = ("own-choice", "other-coverage", "moved")
REASONS = ("changed_mind", "elsewhere", "not_eligible", "other")
NOTES = (
    "Called, wants a quote for dental and vision.",
    "Left a message, will try again on Thursday.",
    "Compares with the plan at work until Friday.",
    "Sent the comparison, asks about braces.",
)
MESSAGES = (
    "As we discussed: both plans, with the first day we spoke about. Call me with any question.",
    "Here is the quote for you. The dental plan has no waiting period for cleanings.",
    "",
)
