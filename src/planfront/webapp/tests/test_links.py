import pytest

from planfront.brands.services import settings_save
from planfront.webapp.bootstrap import links_block

pytestmark = pytest.mark.django_db


def test_the_operator_s_links_are_settings_and_none_of_them_is_a_script(brand):
    assert links_block(brand) == {"feedback": "", "register": "", "logo": "", "ios_app": "", "android_app": ""}

    values = {
        "feedback_link": "https://review.example/form",
        "register_link": "javascript:alert(1)",
        "open_link": "https://member.example/",
        "android_app_link": " https://play.example/app ",
    }
    settings_save(brand=brand, values=values)

    assert links_block(brand) == {
        "feedback": "https://review.example/form",
        "register": "",
        "logo": "https://member.example/",
        "ios_app": "",
        "android_app": "https://play.example/app",
    }
