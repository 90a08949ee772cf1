"""Pictures of a brand that its operator may replace: which there are, what may be uploaded, where files are kept."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import IO, Any, cast
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from planfront.brands.files import MIB, Upload, place_in, suffix_of
from planfront.kernel.files.storages import check_reachable

FOLDER = "brand"
TYPES = {".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp"}
# Opened by itself, an SVG is a document of this site: it may draw, nothing else.
CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"
_FORMATS = {".png": "PNG", ".jpg": "JPEG", ".webp": "WEBP"}
_MOST_PIXELS = 40_000_000
_WEBP_SIDE = 16_383
# Renderers go through an SVG by recursion: ours are 12 deep, and drawing programs leave some thousand elements.
_DEEPEST, _MOST_ELEMENTS = 64, 20_000
_TOO_MANY_PIXELS = "The picture has too many pixels."
# What an SVG needs for pictures; everything that runs, loads or embeds is missing.
_SVG = frozenset(
    {
        "svg",
        "g",
        "path",
        "rect",
        "circle",
        "ellipse",
        "line",
        "polyline",
        "polygon",
        "text",
        "tspan",
        "defs",
        "use",
        "symbol",
        "title",
        "desc",
        "lineargradient",
        "radialgradient",
        "stop",
        "clippath",
        "mask",
        "pattern",
        "marker",
        "filter",
        "fegaussianblur",
        "feoffset",
        "feblend",
        "fecolormatrix",
        "feflood",
        "fecomposite",
        "femerge",
        "femergenode",
        "style",
        "metadata",
    }
)
_SVG_SPACE = "{http://www.w3.org/2000/svg"
_RUNNING = ("{http://www.w3.org/1999/xhtml", "{http://www.w3.org/1998/Math/MathML")


@dataclass(frozen=True)
class Kind:
    """A place for a picture. ``art``: the brand's own file ("" when it has none). ``least``: width and height.
    ``widest``: a picture that says something, which needs words for who doesn't see it; of a photograph only the pixels
    are kept, no wider than this."""

    key: str
    label: str
    help: str
    art: str = ""
    suffixes: tuple[str, ...] = (".svg", ".png", ".jpg")
    most_mib: int = 1
    least: tuple[int, int] = (0, 0)
    widest: int = 0


_PIXELS = (".png", ".jpg")
# Pictures of the theme.
KINDS = {
    kind.key: kind
    for kind in (
        Kind("logo", "Logo", "Header of the store, mail and documents; drawn in 180 × 40 px.", "logo.svg"),
        Kind("cart_logo", "Compact logo", "Header of the application, where there is little room."),
        Kind("footer_logo", "Footer logo", "On the dark band at the end of each page; use light colours."),
        Kind("favicon", "Icon", "In the browser's tab; square.", "favicon.svg", (".svg", ".png")),
        Kind(
            "touch_icon",
            "App icon",
            "On a phone's home screen; square, 180 px or more.",
            "touch-icon.png",
            (".png",),
            1,
            (180, 180),
        ),
        Kind(
            "hero_image",
            "Front page picture",
            "The large picture at the top of the front page.",
            "hero.svg",
            most_mib=2,
            widest=1200,
        ),
        Kind(
            "share_image",
            "Share picture",
            "Shown where a link to the store is shared; 1200 × 630 px or more.",
            "share.png",
            _PIXELS,
            2,
            (1200, 630),
        ),
        Kind("empty_state_icon", "Empty state", "Where there is nothing to show."),
        Kind("ios_app_icon", "App Store icon", "Beside the footer's link to the iOS app."),
        Kind("android_app_icon", "Google Play icon", "Beside the footer's link to the Android app."),
    )
}
LANDING = Kind(
    "landing",
    "Landing page",
    "Banner or portrait of a rep's or group's page; banners 1200 × 400 px.",
    most_mib=2,
    widest=1600,
)
CATEGORY = Kind(
    "category",
    "Category",
    "In the place of the drawn one; 640 × 400 px or more, what matters in the middle.",
    "",
    (*_PIXELS, ".webp"),
    5,
    (640, 400),
    960,
)
_OF_BRANDS = {**KINDS, LANDING.key: LANDING, CATEGORY.key: CATEGORY}
CHOICES = [(kind.key, kind.label) for kind in _OF_BRANDS.values()]
# Stores share carriers and plans, so their logos are in no brand's collection.
CARRIER = Kind("carrier", "Logo", "Beside the plans in every store; drawn in 96 × 40 px.")
_TAKEN = {**_OF_BRANDS, CARRIER.key: CARRIER}


def place(_instance: Any, name: str) -> str:
    return place_in(FOLDER, "picture", name)


def place_logo(name: str) -> str:
    return place_in(CARRIER.key, "logo", name)


def type_names(kind: Kind) -> str:
    """Return the file types that a place takes: "SVG or PNG or JPEG"."""
    return " or ".join(
        _FORMATS.get(suffix, suffix.strip(".").upper()).replace("WEBP", "WebP") for suffix in kind.suffixes
    )


def says_something(key: str) -> bool:
    """Return whether pictures of this kind need a text for people who don't see them."""
    return bool(_TAKEN[key].widest)


@dataclass(frozen=True)
class Pixels:
    """A picture as it is kept: its file, its width and height."""

    file: ContentFile[bytes]
    width: int
    height: int


def keep_pixels(key: str, upload: Upload) -> Pixels | None:
    """Convert a checked photograph to upright WebP in screen colors, no wider than its place needs. None for drawings,
    and for kinds whose files are stored as they are."""
    widest = _TAKEN[key].widest
    if not widest or suffix_of(upload.name or "") == ".svg":
        return None
    upload.seek(0)
    with Image.open(cast(IO[bytes], upload)) as source:
        image = in_screen_colors(ImageOps.exif_transpose(source))
    share = min(widest / image.width, _WEBP_SIDE / image.height)
    if share < 1:
        size = max(1, round(image.width * share)), max(1, round(image.height * share))
        image = image.resize(size, Image.Resampling.LANCZOS)
    image.info.clear()
    output = io.BytesIO()
    image.save(output, "WEBP", quality=82, method=5)
    stem = PurePosixPath((upload.name or "").replace("\\", "/")).stem
    return Pixels(ContentFile(output.getvalue(), name=f"{stem}.webp"), image.width, image.height)


def in_screen_colors(image: Image.Image) -> Image.Image:
    """Convert an image to RGB, or RGBA where parts are transparent, as screens show it."""
    mode = "RGBA" if image.has_transparency_data else "RGB"
    profile = image.info.get("icc_profile")
    if profile and image.mode in {"RGB", "CMYK"}:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            screen = ImageCms.createProfile("sRGB")
            return cast(Image.Image, ImageCms.profileToProfile(image, source, screen, outputMode="RGB"))
        except (ImageCms.PyCMSError, OSError):
            pass  # a profile that says nothing usable
    return image.convert(mode)


def check(key: str, upload: Upload) -> None:
    """Refuses a file of another type than the place takes, one that is too big or too small, and one that isn't what
    its name says. An SVG may draw and nothing else. While none can be saved, all are. Raises ValidationError."""
    kind = _TAKEN[key]
    suffix = suffix_of(upload.name or "")
    if suffix not in kind.suffixes:
        raise ValidationError(f"{kind.label}: upload {type_names(kind)}.")
    if upload.size > kind.most_mib * MIB:
        raise ValidationError(f"{kind.label}: the file is larger than {kind.most_mib} MB.")
    upload.seek(0)
    try:
        if suffix == ".svg":
            _check_svg(upload)
        else:
            _check_pixels(upload, suffix, kind)
    finally:
        upload.seek(0)
    check_reachable(upload)


def _check_pixels(upload: Upload, suffix: str, kind: Kind) -> None:
    try:
        with Image.open(cast(IO[bytes], upload), formats=(_FORMATS[suffix],)) as image:
            width, height = image.size
    except Image.DecompressionBombError:
        raise ValidationError(_TOO_MANY_PIXELS) from None
    except (UnidentifiedImageError, OSError, ValueError):
        raise ValidationError(f"This isn't a {_FORMATS[suffix]} file, whatever its name says.") from None
    if width * height > _MOST_PIXELS:
        raise ValidationError(_TOO_MANY_PIXELS)
    _check_whole(upload, _FORMATS[suffix])
    least_width, least_height = kind.least
    if width < least_width or height < least_height:
        raise ValidationError(
            f"{kind.label}: at least {least_width} × {least_height} px; this one has {width} × {height}."
        )


def _check_whole(upload: Upload, file_format: str) -> None:
    """Refuses a picture that was cut off on its way: its header alone is right then."""
    upload.seek(0)
    try:
        with Image.open(cast(IO[bytes], upload), formats=(file_format,)) as image:
            image.draft("L", (1, 1))  # JPEG: an eighth of the work
            image.load()
    except (OSError, SyntaxError, ValueError):
        raise ValidationError("This picture is damaged or not complete. Export it again.") from None


def _check_svg(upload: Upload) -> None:
    outermost, depth, count = "", 0, 0
    try:
        for event, element in iterparse(cast(IO[bytes], upload), events=("start", "end", "pi"), forbid_dtd=True):
            if event == "pi":
                raise ValidationError("This SVG asks for another file (<?…?>), which isn't taken.")
            if event == "start":
                depth, count = depth + 1, count + 1
                if depth > _DEEPEST or count > _MOST_ELEMENTS:
                    raise ValidationError("This SVG is too complex. Simplify it, and export it again.")
                continue
            depth -= 1
            outermost = _check_element(element)
            element.clear()
    except (ParseError, DefusedXmlException, LookupError, ValueError):
        raise ValidationError("This SVG can't be read.") from None
    if outermost != "svg":
        raise ValidationError("This SVG can't be read.")


def loads_something(style: str) -> bool:
    """Return whether a style may load something outside the file. Escapes could spell anything, so any counts."""
    lower = style.lower()
    targets = (part.lstrip(" \t\r\n\f'\"") for part in lower.split("url(")[1:])
    return (
        "\\" in lower
        or any(word in lower for word in ("@import", "image-set(", "image(", "src("))
        or any(not target.startswith("#") for target in targets)
    )


def _check_element(element: Any) -> str:
    """The element's name in SVG, "" for one of another kind, as drawing programs leave them: browsers ignore those."""
    space, _brace, name = str(element.tag).rpartition("}")
    drawn, name = space == _SVG_SPACE, name.lower()
    if (drawn and name not in _SVG) or space in _RUNNING:
        raise ValidationError(f"This SVG holds <{name}>, which isn't taken: export it as plain shapes.")
    for attribute, value in element.attrib.items():
        short = attribute.rpartition("}")[2].lower()
        if short.startswith("on") or (short == "href" and not value.startswith("#")):
            raise ValidationError(f"This SVG has {short!r} on <{name}>, which isn't taken: export it as plain shapes.")
        if loads_something(value):
            raise ValidationError(f"This SVG's {short!r} on <{name}> loads something, which isn't taken.")
    if name == "style" and loads_something(element.text or ""):
        raise ValidationError("This SVG's style sheet loads something, which isn't taken.")
    return name if drawn else ""
