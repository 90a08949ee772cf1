import pytest

from planfront.brands.services import save_settings
from planfront.webapp.bootstrap import apps_block, brand_block, links_block

pytestmark = pytest.mark.django_db


def test_the_operator_s_links_are_settings_and_none_of_them_is_a_script(brand):
    assert links_block(brand) == {"feedback": "", "register": "", "logo": "", "ios_app": "", "android_app": ""}

    values = {
        "feedback_link": "https://review.example/form",
        "register_link": "javascript:alert(1)",
        "open_link": "https://member.example/",
        "android_app_link": " https://play.example/app ",
    }
    save_settings(brand=brand, values=values)

    assert links_block(brand) == {
        "feedback": "https://review.example/form",
        "register": "",
        "logo": "https://member.example/",
        "ios_app": "",
        "android_app": "https://play.example/app",
    }


def test_the_launcher_comes_with_the_site_flag(brand):
    links = {
        "app_admin_link": "/backoffice/",
        "app_sso_link": "https://sso.example/",
        "app_rep_dashboard_link": "//evil.example",
        "app_ticket_management_link": "javascript:alert(1)",
    }
    save_settings(brand=brand, values=links)
    assert apps_block(brand) == []
    save_settings(brand=brand, values={"site_flag": "true"})
    assert apps_block(brand) == []
    save_settings(brand=brand, values={"site_flag": "false"})
    assert apps_block(brand) == [
        {"key": "admin", "href": "/backoffice/"},
        {"key": "sso", "href": "https://sso.example/"},
    ]


def test_the_operator_s_pictures_replace_the_brand_s(brand):
    before = brand_block(brand)
    assert (before["cart_logo"], before["empty_icon"]) == ("/static/art/brand/planfront/logo-compact.svg", "")
    own = {
        "logo": "/static/own/logo.svg",
        "hero_image": "https://far.example/x.png",
        "empty_state_icon": "//far.example",
        "ios_app_icon": "/static/own/apple.svg",
    }
    save_settings(brand=brand, values=own)
    after = brand_block(brand)
    assert after["logo"]["src"] == "/static/own/logo.svg"
    assert (after["hero"], after["empty_icon"]) == (before["hero"], "")
    assert (after["ios_icon"], after["android_icon"]) == ("/static/own/apple.svg", "")
