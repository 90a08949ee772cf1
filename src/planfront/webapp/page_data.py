"""Shapes of the data block of the index page. ``./run api`` writes them to api/page.json and the browser's types.

Texts are in the page's language but for marketing, networks, legal pages and videos, which come in each. An address
may be "" for none.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, get_args

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core.core_schema import DataclassField, ModelField, TypedDictField
from typing_extensions import TypedDict

from planfront.catalog.schemas import FeaturedPlanItem, PlanDetail
from planfront.leads.schemas import ConsentWords

Language = Literal["en", "es"]
AppKey = Literal[
    "admin",
    "message_center",
    "file_management",
    "rep_dashboard",
    "member_dashboard",
    "group_dashboard",
    "ticket_management",
    "sso",
    "rep_registration",
    "member_registration",
    "group_registration",
]
APPS: tuple[AppKey, ...] = get_args(AppKey)


class Picture(TypedDict):
    src: str
    alt: str


class VoiceByLanguage(TypedDict, total=False):
    en: str
    es: str


class BrandBlock(TypedDict):
    """``cart_logo`` is for the application's pages, ``footer_logo`` for a dark band, ``hero`` for the front page
    (``hero_alt`` is empty where it only decorates), ``empty_icon`` for where there is nothing to show, the app icons
    for the links to apps."""

    key: str
    name: str
    tagline: str
    phone: str
    phone_display: str
    email: str
    support_hours: str
    logo: Picture
    cart_logo: str
    footer_logo: str
    hero: str
    hero_alt: VoiceByLanguage
    empty_icon: str
    ios_icon: str
    android_icon: str
    favicon: str


class LandingBlock(TypedDict):
    """A rep or group whose page it is. ``image`` is their picture and leads to ``image_link``; ``banner_alt``
    is empty where the banner only decorates."""

    type: Literal["agent", "group"]
    id: int
    code: str
    display_name: str
    display_phone: str
    display_email: str
    tagline: VoiceByLanguage
    image: str
    image_link: str
    banner_image: str
    banner_alt: VoiceByLanguage
    logo: str
    about: str


class Flags(TypedDict):
    hide_home_breadcrumb: bool
    landing_to_root: bool
    dental_vision_only: bool
    memberships: bool
    main_store: bool
    kit: bool


class NetworkLink(TypedDict):
    """A dentist or eye doctor network with its own search page; ``note`` is empty where nothing is said of it."""

    type: Literal["dental", "vision"]
    name: VoiceByLanguage
    url: str
    note: VoiceByLanguage


class PlanName(TypedDict):
    plan_id: int
    plan_name: str


class HomeGroup(TypedDict):
    """Plans of a marketing group on the front page."""

    key: str
    plans: list[PlanName]


class MarketingText(TypedDict):
    """A text of the front page. Its ``note`` is the link of a tile, or the waiting period of a row of coverage. ``key``
    is a category or a plan group."""

    title: str
    key: NotRequired[str]
    text: NotRequired[str]
    note: NotRequired[str]
    percent: NotRequired[int]


class MarketingBlocks(TypedDict, total=False):
    """Texts of the operator by where they stand on the front page."""

    hero: list[MarketingText]
    proof: list[MarketingText]
    groups: list[MarketingText]
    group: list[MarketingText]
    covers: list[MarketingText]
    care: list[MarketingText]
    help: list[MarketingText]
    tile: list[MarketingText]
    about: list[MarketingText]
    footer: list[MarketingText]


class MarketingByLanguage(TypedDict):
    en: MarketingBlocks
    es: MarketingBlocks


class FromPrice(TypedDict):
    """The monthly price of a plan for one adult of 18 without tobacco, at the level that its card describes."""

    plan_id: int
    price: str


class PersonBlock(TypedDict):
    """A rep whom the home page shows. ``image`` is a photograph, or a portrait that is ``drawn``."""

    name: str
    tagline: VoiceByLanguage
    phone: str
    image: str
    drawn: bool


class Judgement(TypedDict):
    """The brand's words on when to pick a plan and when not to."""

    pick: str
    against: str


class JudgedPlan(TypedDict):
    plan_id: int
    en: Judgement
    es: Judgement


class RecipeBlock(TypedDict):
    """The recipe of the home page.

    ``line`` and ``ask`` are empty for the store's own texts; ``short`` is the lead of phones, empty where it stands
    below the questions. ``from_prices`` are those of the featured plans
    that are sold in the state ``from_place``. ``person`` is on the home page only; ``has_person`` says elsewhere that
    they can be asked for.
    """

    hero: str
    sections: list[str]
    line: VoiceByLanguage
    lead: VoiceByLanguage
    short: VoiceByLanguage
    ask: VoiceByLanguage
    from_place: str
    from_prices: list[FromPrice]
    featured_count: int
    judged: list[JudgedPlan]
    has_person: bool
    person: PersonBlock | None


class SiteLinks(TypedDict):
    """The operator's own links; an empty one is not shown."""

    feedback: str
    register: str
    logo: str
    ios_app: str
    android_app: str


class LegalLink(TypedDict):
    """A page about law: its path, and its heading in each language."""

    href: str
    en: str
    es: str


class HowTo(TypedDict):
    """A how-to video of the footer, whose captions and words are in its language. ``transcript`` is the address of the
    words as plain text."""

    audience: Literal["member", "employer"]
    language: Language
    title: str
    film: str
    captions: str
    poster: str
    transcript: str


class AppLink(TypedDict):
    key: AppKey
    href: str


class CardFieldsBlock(TypedDict):
    """The card processor's own fields: its script, its publishable key, and the module that mounts them; "" for the
    store's own, by the processor's name."""

    script: str
    key: str
    module: str


class CardsBlock(TypedDict):
    """The page with a card processor's own fields. The page at ``path`` is a document of its own: only there may the
    processor's script run, and only there are ``fields``."""

    gateway: str
    path: str
    fields: CardFieldsBlock | None


class OwnPictureBlock(TypedDict):
    """A picture of the brand's own in the place of a drawn one."""

    src: str
    alt: VoiceByLanguage


class PageData(TypedDict):
    """The data that the server writes into the index page, never anything about the visitor.

    ``plan`` is the plan of a plan's own page, ``apps`` the operator's other applications in the order of the launcher,
    ``pictures`` the brand's own ones by category.
    """

    brand: BrandBlock
    landing: LandingBlock | None
    flags: Flags
    menu: list[str]
    featured: list[FeaturedPlanItem]
    home_groups: list[HomeGroup]
    recipe: RecipeBlock
    marketing: MarketingByLanguage
    providers: list[NetworkLink]
    language: Language
    consents: list[ConsentWords]
    plan: PlanDetail | None
    cards: CardsBlock | None
    links: SiteLinks
    legal: list[LegalLink]
    apps: list[AppLink]
    videos: list[HowTo]
    static_art: str
    art: str
    pictures: dict[str, OwnPictureBlock]
    languages: list[Language]
    api: str


SHAPE: TypeAdapter[PageData] = TypeAdapter(PageData)


class _Sent(GenerateJsonSchema):
    """A model is sent whole, with its defaults."""

    def field_is_required(self, field: ModelField | DataclassField | TypedDictField, total: bool) -> bool:
        return field["type"] == "model-field" or super().field_is_required(field, total)


def document() -> dict[str, Any]:
    """Return the shapes as an OpenAPI document without calls, which the generator of the browser's types reads."""
    schema = SHAPE.json_schema(
        mode="serialization", ref_template="#/components/schemas/{model}", schema_generator=_Sent
    )
    schemas = {**schema.pop("$defs"), schema["title"]: schema}
    info = {"title": "Data block of the index page", "version": "1"}
    return {"openapi": "3.1.0", "info": info, "paths": {}, "components": {"schemas": schemas}}
