"""The fixtures of the rooms serve here too."""

from planfront.conftest import (  # noqa: F401
    _fresh_caches,
    _import_files,
    brand,
    brands_not_held,
    django_db_modify_db_settings,
    make_client,
    other_brand,
    pytest_collection_finish,
    pytest_collection_modifyitems,
    pytest_configure,
    stranger,
    visitor,
)
