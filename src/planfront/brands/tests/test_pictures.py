import io
import struct
import zlib

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from planfront.brands.models import Asset
from planfront.brands.pictures import check, keep_pixels
from planfront.brands.selectors import logo_file
from planfront.brands.services import save_settings

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


def pixels(width, height, kind="PNG"):
    data = io.BytesIO()
    Image.new("RGB", (width, height)).save(data, kind)
    return data.getvalue()


def svg(rest):
    return f"<svg xmlns='http://www.w3.org/2000/svg'{rest}</svg>".encode()


def enormous():
    """A PNG that says it has 400 million pixels."""
    size = struct.pack(">IIBBBBB", 20_000, 20_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def upload(name, data):
    return SimpleUploadedFile(name, data)


@pytest.mark.parametrize(
    ("kind", "name", "data"),
    [
        ("logo", "logo.svg", SVG),
        ("logo", "a.svg", svg(">" + "<g>" * 63 + "</g>" * 63)),
        ("logo", "a.svg", svg(">" + "<g/>" * 19_999)),
        ("logo", "Logo.PNG", pixels(9, 9)),
        ("hero_image", "hero.jpeg", pixels(9, 9, "JPEG")),
        ("share_image", "share.png", pixels(1200, 630)),
        ("logo", "a.svg", b'<svg xmlns="http://www.w3.org/2000/svg"><defs><path id="a"/></defs><use href="#a"/></svg>'),
        ("logo", "a.svg", svg("><path fill='url(#g)' style='mask: url( &quot;#m&quot; )'/>")),
    ],
)
def test_valid_pictures_are_accepted(kind, name, data):
    check(kind, upload(name, data))


@pytest.mark.parametrize(
    ("kind", "name", "data", "why"),
    [
        ("logo", "logo.gif", b"GIF89a", "Logo: upload SVG or PNG or JPEG."),
        ("share_image", "share.svg", SVG, "Share picture: upload PNG or JPEG."),
        ("share_image", "s.png", pixels(600, 315), "Share picture: at least 1200 × 630 px; this one has 600 × 315."),
        ("logo", "logo.png", SVG, "This isn't a PNG file, whatever its name says."),
        ("logo", "logo.svg", pixels(9, 9), "This SVG can't be read."),
        ("logo", "a.svg", svg(">" + "<g>" * 60_000 + "</g>" * 60_000), "This SVG is too complex. Simplify it"),
        ("logo", "a.svg", svg(">" + "<g>" * 64 + "</g>" * 64), "This SVG is too complex. Simplify it"),
        ("logo", "a.svg", svg(">" + "<g/>" * 20_000), "This SVG is too complex. Simplify it"),
        ("logo", "a.svg", svg("><script>1</script>"), "holds <script>"),
        ("logo", "a.svg", svg(" onload='1'>"), "has 'onload' on <svg>"),
        ("logo", "a.svg", svg("><use href='https://x.test/#a'/>"), "'href'"),
        ("logo", "a.svg", svg("><style>@import 'x'</style>"), "loads something"),
        ("logo", "a.svg", svg("><h:p xmlns:h='http://www.w3.org/1999/xhtml'/>"), "holds <p>"),
        ("logo", "a.svg", b"<a/>", "can't be read"),
        ("logo", "a.svg", b"<!DOCTYPE svg [<!ENTITY a 'b'>]>" + SVG, "can't be read"),
        ("logo", "a.svg", SVG + b" " * (1024 * 1024), "Logo: the file is larger than 1 MB."),
        ("logo", "a.svg", b"<svg xmlns='http://www.w3.org/1999/xhtml'/>", "holds <svg>"),
        ("logo", "a.png", enormous(), "The picture has too many pixels."),
        ("logo", "a.png", pixels(90, 90)[:-30], "damaged or not complete"),
        ("logo", "a.jpg", pixels(90, 90, "JPEG")[:-90], "damaged or not complete"),
        ("logo", "a.svg", b"<?xml version='1.0' encoding='UTF-7'?>" + SVG, "can't be read"),
        ("logo", "a.svg", b"<?xml-stylesheet href='https://x.test/a.css'?>" + SVG, "asks for another file"),
        ("logo", "a.svg", svg("><path fill='url(https://x.test/a)'/>"), "'fill' on <path> loads something"),
        ("logo", "a.svg", svg("><path style='fill: URL( &quot;//x.test/a&quot; )'/>"), "'style' on <path> loads"),
        ("logo", "a.svg", svg("><style>@\\69mport 'x'</style>"), "loads something"),
        ("logo", "a.svg", svg("><style>a { fill: u\\72l(//x.test) }</style>"), "loads something"),
    ],
)
def test_other_files_are_refused_with_the_reason(kind, name, data, why):
    with pytest.raises(ValidationError) as refused:
        check(kind, upload(name, data))
    assert why in refused.value.messages[0]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("size", "kept", "profile"),
    [
        ((800, 600), (800, 600), b"no profile at all"),
        ((9000, 1), (1600, 1), None),
        ((20, 20_000), (16, 16_383), None),
    ],
    ids=["damaged profile", "a line", "a ribbon"],
)
def test_an_odd_photograph_is_kept_as_well(size, kept, profile):
    data = io.BytesIO()
    Image.new("RGB", size).save(data, "PNG", icc_profile=profile)
    file = upload("banner.png", data.getvalue())
    check("landing", file)
    result = keep_pixels("landing", file)
    assert (result.width, result.height) == kept
    assert Image.open(result.file).size == kept


def test_a_picture_is_served_to_its_brand_and_may_not_run(client, brand, other_brand, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    asset = Asset.objects.create(brand=brand, kind="logo", file=upload("Our Logo.svg", SVG))
    assert asset.address.startswith("/media/brand/")
    assert asset.address.endswith("/our-logo.svg")
    answer = client.get(asset.address, headers={"Host": "shop.test"})
    assert b"".join(answer.streaming_content) == SVG
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert client.get(asset.address, headers={"Host": other_brand.domains.get().host}).status_code == 404
    assert client.get("/media/brand/00/none.svg", headers={"Host": "shop.test"}).status_code == 404
    save_settings(brand=brand, values={"logo": asset.address})
    assert logo_file(brand) == (".svg", SVG)
