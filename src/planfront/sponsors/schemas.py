"""Wire forms of groups and portals."""

from __future__ import annotations

from pydantic import BaseModel

from planfront.kernel.parse import show_phone
from planfront.sponsors.selectors import GroupFacts, PortalFacts


class GroupValidation(BaseModel):
    """A group found by enrollment code."""

    group_id: int
    name: str
    code: str
    landing_url: str

    @classmethod
    def of(cls, group: GroupFacts) -> GroupValidation:
        return cls(group_id=group.id, name=group.name, code=group.code, landing_url=group.landing_url)


class GroupLanding(BaseModel):
    """Header, banner and About popup of a group's landing page. ``display_phone`` is formatted."""

    group_id: int
    group_code: str
    logo: str
    display_phone: str
    display_email: str
    tagline: str
    display_about_name: str
    display_name: str
    image: str
    image_link: str
    banner_image: str
    gweb_aboutus: str
    landing_url: str

    @classmethod
    def of(cls, group: GroupFacts) -> GroupLanding:
        return cls(
            group_id=group.id,
            group_code=group.code,
            logo=group.logo,
            display_phone=show_phone(group.phone),
            display_email=group.email,
            tagline=group.tagline,
            display_about_name=group.name,
            display_name=group.name,
            image=group.image,
            image_link=group.image_link,
            banner_image=group.banner_image,
            gweb_aboutus=group.about,
            landing_url=group.landing_url,
        )


class GroupAbout(BaseModel):
    gweb_aboutus: str


class GroupInfo(BaseModel):
    """Empty when statusCode is 204."""

    gid: int | None = None
    gname: str = ""
    gcode: str = ""
    landing_url: str = ""
    requires_enroller_code: bool = False

    @classmethod
    def of(cls, group: GroupFacts) -> GroupInfo:
        return cls(
            gid=group.id,
            gname=group.name,
            gcode=group.code,
            landing_url=group.landing_url,
            requires_enroller_code=group.requires_enroller_code,
        )


class GroupChoice(BaseModel):
    gid: int
    gname: str
    gcode: str

    @classmethod
    def of(cls, group: GroupFacts) -> GroupChoice:
        return cls(gid=group.id, gname=group.name, gcode=group.code)


class Platform(BaseModel):
    platform_group_id: int
    platform_name: str
    platform_code: str

    @classmethod
    def of(cls, portal: PortalFacts) -> Platform:
        return cls(platform_group_id=portal.id, platform_name=portal.name, platform_code=portal.code)
