"""Brands, portals, reps, groups, members and accounts of the demo. Every person and company is invented."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from planfront.parties.groups.start import GROUP, INDIVIDUAL

PASSWORD = "planfront-demo"  # noqa: S105 - the published password of the demo accounts


@dataclass(frozen=True)
class BrandSeed:
    id: int
    key: str
    name: str
    host: str
    fields: dict[str, Any]
    flags: dict[str, bool] = field(default_factory=dict)
    recipe: dict[str, Any] = field(default_factory=dict)


FIGTREE, HANKEN, SERIF, BRICOLAGE = "figtree", "hanken-grotesk", "source-serif-4", "bricolage-grotesque"

BRANDS = (
    BrandSeed(
        1,
        "planfront",
        "Planfront",
        "localhost",
        {
            "tagline": "Benefits store",
            "phone": "8005550142",
            "email": "help@planfront.example",
            "primary": "oklch(0.44 0.082 192)",
            "accent": "oklch(0.86 0.135 92)",
            "tint": "oklch(0.976 0.009 170)",
            "radius": 10,
            "font_display": HANKEN,
            "font_text": HANKEN,
            "display_weight": 700,
            "display_tracking": "-0.025",
        },
        {"main_store": True},
        {
            "hero": "folder",
            "sections": ["featured", "drawer", "statement", "groups", "covers", "help"],
            "from_place": "OH",
            "lead_en": "Four answers open the folder. Out comes a real plan, with its price to the cent.",
            "lead_es": "Cuatro respuestas abren la carpeta. Sale un plan real, con su precio al centavo.",
        },
    ),
    BrandSeed(
        2,
        "juniper",
        "Juniper & Main",
        "juniper.localhost",
        {
            "tagline": "Independent benefits agency",
            "phone": "6145550148",
            "email": "hello@juniperandmain.example",
            "primary": "oklch(0.37 0.088 268)",
            "accent": "oklch(0.79 0.105 48)",
            "tint": "oklch(0.977 0.011 82)",
            "radius": 3,
            "font_display": SERIF,
            "font_text": FIGTREE,
            "display_weight": 400,
            "display_tracking": "-0.02",
        },
        recipe={
            "hero": "editorial",
            "header": "masthead",
            "surface": "rules",
            "density": "airy",
            "sections": ["featured", "groups", "doors", "talk", "covers"],
            "from_place": "OH",
            "person": "REP1001",
            "featured_count": "3",
            "judgements_en": "1002: You like your dentist and expect a filling, not a bridge. | A crown can't wait: major care "
            "has to be waited for.\n1102: You buy new glasses most years. | You keep your frames for three years or more.\n"
            "1401: Somebody lives on your pay. | You only want to cover a funeral. There are smaller plans.",
            "judgements_es": "1002: Le gusta su dentista y espera un empaste, no un puente. | Una corona no puede esperar: los "
            "tratamientos mayores tienen espera.\n1102: Compra anteojos nuevos casi todos los años. | Conserva sus monturas "
            "tres años o más.\n1401: Alguien vive de su sueldo. | Solo quiere cubrir un funeral. Hay planes más pequeños.",
            "line_en": "First we listen. Then we pick.",
            "line_es": "Primero escuchamos. Después elegimos.",
            "lead_en": "There are dozens of plans in this store. You need one, perhaps two. For years we have sat at a table "
            "on Main Street and told people which, and just as often which not.\n\nWrite down four answers and see every "
            "price yourself. Or call Jordan, who asks about your dentist before your budget. Both cost nothing.",
            "lead_es": "En esta tienda hay decenas de planes. Usted necesita uno, quizá dos. Desde hace años, en una mesa de "
            "Main Street, le decimos a la gente cuál, y con la misma frecuencia cuál no.\n\nEscriba cuatro respuestas y "
            "vea todos los precios. O llame a Jordan, que pregunta por su dentista antes que por su presupuesto.",
        },
    ),
    BrandSeed(
        3,
        "brightsmile",
        "BrightSmile",
        "brightsmile.localhost",
        {
            "tagline": "Dental and vision plans",
            "phone": "8005550177",
            "email": "care@brightsmile.example",
            "primary": "oklch(0.5 0.165 256)",
            "accent": "oklch(0.88 0.115 165)",
            "tint": "oklch(0.981 0.008 225)",
            "radius": 16,
            "font_display": FIGTREE,
            "font_text": FIGTREE,
            "display_weight": 800,
            "display_tracking": "-0.03",
        },
        {"dental_vision_only": True},
        {
            "hero": "face",
            "header": "solid",
            "surface": "tiles",
            "density": "quick",
            "sections": ["featured", "doors", "groups", "desk", "covers", "help"],
            "from_place": "ME",
            "lead_en": "See well, smile wide, know the price first.",
            "lead_es": "Vea bien, sonría y sepa antes el precio.",
        },
    ),
    BrandSeed(
        4,
        "copperline",
        "Copperline",
        "copperline.localhost",
        {
            "tagline": "Credit Union member benefits",
            "phone": "5055550117",
            "email": "benefits@copperlinecu.example",
            "primary": "oklch(0.79 0.158 70)",
            "accent": "oklch(0.85 0.075 225)",
            "tint": "oklch(0.974 0.004 255)",
            "radius": 18,
            "font_display": BRICOLAGE,
            "font_text": FIGTREE,
            "display_weight": 800,
            "display_tracking": "-0.035",
        },
        {"hide_home_breadcrumb": True, "landing_to_root": True, "memberships": True},
        {
            "hero": "card",
            "surface": "paper",
            "sections": ["passbook", "featured", "groups", "doors", "covers", "board"],
            "from_place": "AZ",
            "person": "REP1002",
            "lead_en": "You own this credit union. Here is what that gets your teeth, your eyes, and your people.",
            "lead_es": "Esta cooperativa es suya. Vea lo que eso les da a sus dientes, a sus ojos y a su gente.",
            "ask_en": "See your member price",
            "ask_es": "Vea su precio de socio",
        },
    ),
)
EVERY_BRAND = tuple(brand.key for brand in BRANDS)
POSTAL = {
    "planfront": "500 Benefit Way, Suite 200, Wilmington, DE 19801",
    "juniper": "210 Main Street, Columbus, OH 43215",
    "brightsmile": "74 Harbor Street, Portland, ME 04101",
    "copperline": "1200 Copper Avenue, Phoenix, AZ 85004",
}
"""Where each brand gets its post: mail that sells must name it."""


def _sites(domain: str) -> dict[str, str]:
    return {
        "register_link": f"https://register.{domain}/",
        "feedback_link": f"https://feedback.{domain}/",
        "ios_app_link": f"https://apps.{domain}/ios",
        "android_app_link": f"https://apps.{domain}/android",
    }


TICKET_SITE = "/static/demo/tickets.html"
"""A page of the store that takes the place of an agency's own site."""
SITES = {
    "planfront": _sites("planfront.example"),
    "brightsmile": _sites("brightsmile.example"),
    "copperline": _sites("copperlinecu.example"),
    "juniper": {
        **_sites("juniperandmain.example"),
        "site_flag": "false",
        "app_admin_link": "/backoffice/",
        "app_message_center_link": "/backoffice/messaging/outboundemail/",
        "app_file_management_link": "/backoffice/imports/importrun/",
        "app_rep_dashboard_link": "/agent-home",
        "app_member_dashboard_link": "/member-home",
        "app_group_dashboard_link": "/group-home",
        "ticket_link": TICKET_SITE,
        "app_ticket_management_link": TICKET_SITE,
        "app_sso_link": "https://sso.juniperandmain.example/",
        "app_rep_registration_link": "https://register.juniperandmain.example/rep",
        "app_member_registration_link": "https://register.juniperandmain.example/member",
        "app_group_registration_link": "https://register.juniperandmain.example/group",
    },
}
"""Other sites of the operators: registration, feedback and apps; the applications in the header of one."""
FULL_STORES = ("planfront", "juniper", "copperline")
"""Brands that sell more than dental and vision."""


@dataclass(frozen=True)
class PortalSeed:
    id: int
    key: str
    code: str
    name: str
    name_es: str
    groups_only: bool = False


PORTALS = (
    PortalSeed(1, "individual", *INDIVIDUAL),
    PortalSeed(2, "group", *GROUP),
    PortalSeed(3, "association", "ASSN", "Association", "Asociación"),
)


@dataclass(frozen=True)
class RepSeed:
    id: int
    code: str
    first_name: str
    last_name: str
    email: str
    phone: str
    brands: tuple[str, ...]
    sign_in: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    states: tuple[str, ...] = ("NY", "IL", "TX", "CA", "FL", "OH")
    ending: dict[str, int] = field(default_factory=dict)
    """Days until the licence of a state expires, from the day of seeding."""


REPS = (
    RepSeed(
        11,
        "REP1001",
        "Jordan",
        "Lee",
        "jordan.lee@planfront.example",
        "6145550148",
        EVERY_BRAND,
        "rep@demo.test",
        {
            "landing_url": "jordan-lee",
            "tagline": "Plain answers about dental, vision, and life plans.",
            "tagline_es": "Respuestas claras sobre planes dentales, de visión y de vida.",
            "portrait": "olive.bob.dark.none.none.open.shirt.first.window",
            "banner_image": "/static/art/banner/jordan-lee.svg",
            "bio": "Jordan has helped families and small companies in Ohio choose benefits since 2014. Ask about "
            "waiting periods, braces, or what to do when a dentist leaves the network. Calls are free, weekdays 8 to 8.",
        },
    ),
    RepSeed(
        12,
        "REP1002",
        "Sam",
        "Ortiz",
        "sam.ortiz@planfront.example",
        "5055550119",
        ("planfront", "copperline"),
        fields={
            "tagline": "Benefits for shift workers.",
            "tagline_es": "Beneficios para quienes trabajan por turnos.",
            "portrait": "tan.side.black.stubble.none.calm.blazer.first.hills",
            "bio": "Sam works with credit unions and their members in the Southwest.",
        },
        ending={"AZ": 19, "NM": 48},
    ),
)


@dataclass(frozen=True)
class GroupSeed:
    id: int
    code: str
    name: str
    brands: tuple[str, ...]
    portals: tuple[str, ...] = ("group",)
    sign_in: str = ""
    enroller_code: str = ""
    reps: tuple[int, ...] = (11,)
    fields: dict[str, Any] = field(default_factory=dict)


GROUPS = (
    GroupSeed(
        101,
        "ACME01",
        "Acme Manufacturing",
        EVERY_BRAND,
        sign_in="group@demo.test",
        reps=(11, 12),
        fields={
            "landing_url": "acme",
            "tagline": "Benefits for the people who make things.",
            "tagline_es": "Beneficios para quienes fabrican cosas.",
            "sic": "3499",
            "phone": "4195550126",
            "email": "benefits@acme-manufacturing.example",
            "address1": "400 Foundry Street",
            "city": "Toledo",
            "state": "OH",
            "zip": "43604",
            "logo": "/static/art/group/acme.svg",
            "image": "/static/art/people/acme-team.svg",
            "image_link": "https://acme-manufacturing.example/benefits",
            "banner_image": "/static/art/banner/acme.svg",
            "about": "Acme Manufacturing has made fittings in Toledo since 1948. Everyone who works 20 hours or more may "
            "enroll, and so may their families.",
        },
    ),
    GroupSeed(
        102,
        "NORTH2",
        "Northwind School District",
        ("planfront", "juniper"),
        fields={
            "tagline": "For teachers, drivers, and everyone between.",
            "tagline_es": "Para maestros, choferes y todos los demás.",
            "sic": "8211",
            "phone": "6145550133",
            "email": "hr@northwindschools.example",
            "address1": "12 Harvest Lane",
            "city": "Columbus",
            "state": "OH",
            "zip": "43215",
            "logo": "/static/art/group/northwind.svg",
            "image": "/static/art/people/northwind-teacher.svg",
            "banner_image": "/static/art/banner/northwind.svg",
            "about": "Northwind runs eleven schools and a kitchen that feeds all of them.",
        },
    ),
    GroupSeed(
        2556,
        "CASCADE",
        "Cascade Freight Lines",
        EVERY_BRAND,
        sign_in="cascade@demo.test",
        enroller_code="ENR-2556",
        fields={
            "landing_url": "cascade",
            "tagline": "For drivers, dispatchers, and their families.",
            "tagline_es": "Para choferes, despachadores y sus familias.",
            "sic": "4213",
            "phone": "5035550171",
            "email": "benefits@cascadefreight.example",
            "address1": "77 Terminal Way",
            "city": "Portland",
            "state": "OR",
            "zip": "97201",
            "logo": "/static/art/group/cascade.svg",
            "about": "Drivers enroll with the help of a dispatcher, who has the enroller code.",
        },
    ),
    GroupSeed(
        2512,
        "HARBOR",
        "Harbor Bay Clinics",
        EVERY_BRAND,
        sign_in="harbor@demo.test",
        enroller_code="ENR-2512",
        fields={
            "landing_url": "harbor-bay",
            "tagline": "For everyone who works in our clinics.",
            "tagline_es": "Para todos los que trabajan en nuestras clínicas.",
            "sic": "8011",
            "phone": "8135550152",
            "email": "staff@harborbayclinics.example",
            "address1": "5 Pier Road",
            "city": "Tampa",
            "state": "FL",
            "zip": "33602",
            "logo": "/static/art/group/harbor.svg",
            "about": "Clinic staff enroll with a coordinator, who has the enroller code.",
        },
    ),
    GroupSeed(
        1929,
        "STORE1929",
        "Member Benefit Store",
        EVERY_BRAND,
        portals=("individual", "association"),
        reps=(11, 12),
        fields={"flags": {"member_benefit_store": True}, "about": "Individual plans for members of the association."},
    ),
    GroupSeed(
        77,
        "DIRECT77",
        "Direct Members",
        EVERY_BRAND,
        portals=("individual", "association"),
        reps=(11, 12),
        fields={"about": "People who enroll on their own, without an employer."},
    ),
)
DEFAULT_GROUP = 77


@dataclass(frozen=True)
class CoverageSeed:
    plan_id: int
    active: bool = True
    months_ago: int = 10
    ended_months_ago: int = 0


@dataclass(frozen=True)
class RelativeSeed:
    """A dependent or beneficiary on record. ``share``: per cent of a beneficiary."""

    kind: str
    relationship: str
    first_name: str
    last_name: str
    birth_date: date
    gender: int
    ssn: str
    share: int | None = None


@dataclass(frozen=True)
class MemberSeed:
    id: int
    first_name: str
    last_name: str
    birth_date: date
    gender: int
    email: str
    phone: str
    address1: str
    city: str
    state: str
    zip: str
    ssn: str
    coverages: tuple[CoverageSeed, ...]
    group: int | None = None
    rep: int | None = 11
    sign_in: bool = False
    smoker: bool | None = None
    marital_status: int = 0
    enrolled_here: bool = False


def _on(plan_id: int, months: int = 10) -> CoverageSeed:
    return CoverageSeed(plan_id, True, months)


def _off(plan_id: int, months: int, ended: int) -> CoverageSeed:
    return CoverageSeed(plan_id, False, months, ended)


MEMBERS = (
    MemberSeed(
        5001,
        "Maria",
        "Santos",
        date(1986, 3, 14),
        1,
        "member@demo.test",
        "2145550183",
        "2210 Elm Street",
        "Dallas",
        "TX",
        "75201",
        "899550001",
        (_on(1002), _off(1101, 26, 3)),
        group=101,
        sign_in=True,
        smoker=False,
        marital_status=1,
    ),
    MemberSeed(
        5002,
        "Walter",
        "Nguyen",
        date(1971, 11, 2),
        0,
        "walter.nguyen@mail.example",
        "4195550101",
        "18 Maple Court",
        "Toledo",
        "OH",
        "43604",
        "899550002",
        (_on(1014), _on(1102)),
        group=101,
    ),
    MemberSeed(
        5003,
        "Priya",
        "Raman",
        date(1992, 6, 21),
        1,
        "priya.raman@mail.example",
        "4195550102",
        "9 Canal Street",
        "Toledo",
        "OH",
        "43604",
        "899550003",
        (),
        group=101,
        sign_in=True,
    ),
    MemberSeed(
        5004,
        "Luis",
        "Ferrer",
        date(1964, 1, 30),
        0,
        "luis@demo.test",
        "4195550103",
        "71 Summit Street",
        "Toledo",
        "OH",
        "43604",
        "899550004",
        (_on(2001), _off(1203, 30, 8)),
        group=101,
        sign_in=True,
        smoker=True,
    ),
    MemberSeed(
        5005,
        "Grace",
        "Okafor",
        date(1989, 9, 9),
        1,
        "grace.okafor@mail.example",
        "4195550104",
        "305 Erie Street",
        "Toledo",
        "OH",
        "43604",
        "899550005",
        (_on(1014, 2), _on(2101, 2)),
        group=101,
    ),
    MemberSeed(
        5006,
        "Tom",
        "Becker",
        date(1958, 4, 17),
        0,
        "tom.becker@mail.example",
        "4195550105",
        "44 Oak Street",
        "Toledo",
        "OH",
        "43604",
        "899550006",
        (_off(1014, 40, 12),),
        group=101,
        smoker=True,
    ),
    MemberSeed(
        5007,
        "Aisha",
        "Rahman",
        date(1995, 12, 5),
        1,
        "aisha.rahman@mail.example",
        "4195550106",
        "12 Bay Road",
        "Toledo",
        "OH",
        "43604",
        "899550007",
        (_on(1003, 7),),
        group=101,
    ),
    MemberSeed(
        5008,
        "Helen",
        "Park",
        date(1979, 8, 26),
        1,
        "helen.park@mail.example",
        "6145550107",
        "5 School Lane",
        "Columbus",
        "OH",
        "43215",
        "899550008",
        (_on(1014), _on(1105)),
        group=102,
    ),
    MemberSeed(
        5009,
        "Dmitri",
        "Volkov",
        date(1983, 2, 11),
        0,
        "dmitri.volkov@mail.example",
        "6145550108",
        "90 High Street",
        "Columbus",
        "OH",
        "43215",
        "899550009",
        (_on(1903),),
        group=102,
    ),
    MemberSeed(
        5010,
        "Nora",
        "Castellan",
        date(1990, 5, 3),
        1,
        "nora.castellan@mail.example",
        "3125550109",
        "600 Lake Street",
        "Chicago",
        "IL",
        "60601",
        "899550010",
        (_on(1005), _on(1103)),
        group=77,
    ),
    MemberSeed(
        5011,
        "Jamal",
        "Whitfield",
        date(1968, 10, 19),
        0,
        "jamal.whitfield@mail.example",
        "2125550110",
        "41 West 31st Street",
        "New York",
        "NY",
        "10001",
        "899550011",
        (_on(1401, 20),),
        group=77,
        smoker=False,
    ),
    MemberSeed(
        5012,
        "Rosa",
        "Iturbe",
        date(1999, 7, 7),
        1,
        "rosa.iturbe@mail.example",
        "3055550111",
        "200 Biscayne Avenue",
        "Miami",
        "FL",
        "33101",
        "899550012",
        (_on(1015, 1),),
        group=77,
    ),
    MemberSeed(
        5013,
        "Otto",
        "Lindqvist",
        date(1981, 3, 27),
        0,
        "otto.lindqvist@mail.example",
        "6145550112",
        "31 Depot Road",
        "Columbus",
        "OH",
        "43215",
        "899550013",
        (_on(1014, 5),),
        group=2556,
    ),
    MemberSeed(
        5014,
        "Imani",
        "Brooks",
        date(1993, 8, 16),
        1,
        "imani.brooks@mail.example",
        "3055550113",
        "18 Palm Court",
        "Miami",
        "FL",
        "33101",
        "899550014",
        (_on(1102, 7),),
        group=2512,
    ),
    # Likely a twin of 5013: he enrolled again, without his number and under another address for mail.
    MemberSeed(
        5015,
        "Otto",
        "Lindqvist",
        date(1981, 3, 27),
        0,
        "otto@lindqvist.example",
        "6145550112",
        "31 Depot Rd",
        "Columbus",
        "OH",
        "43215",
        "",
        (_on(1101, 1),),
        rep=None,
        enrolled_here=True,
    ),
)

RELATIVES: dict[int, tuple[RelativeSeed, ...]] = {
    5004: (
        RelativeSeed("dependent", "spouse", "Carmen", "Ferrer", date(1966, 10, 8), 1, "899551004"),
        RelativeSeed("dependent", "child", "Elena", "Ferrer", date(2006, 2, 20), 1, "899552004"),
        RelativeSeed("dependent", "child", "Mateo", "Ferrer", date(2009, 7, 13), 0, "899553004"),
        RelativeSeed("beneficiary", "spouse", "Carmen", "Ferrer", date(1966, 10, 8), 1, "899551004", 60),
        RelativeSeed("beneficiary", "child", "Elena", "Ferrer", date(2006, 2, 20), 1, "899552004", 40),
    ),
}
"""Families on record, by member: they stand on the lists of the next enrollment."""

STAFF = ("admin@demo.test", "Robin Vale")
APPROVER = ("approver@demo.test", "Kit Marsh")
"""The second person that rate tables need."""
BRAND_STAFF = (
    ("juniper-admin@demo.test", "Ines Calder", "admin", "juniper"),
    ("service@demo.test", "Owen Pratt", "service", "planfront"),
    ("reader@demo.test", "Lena Marsh", "reader", "planfront"),
)
"""Who works for one brand: address, name, role, brand."""
