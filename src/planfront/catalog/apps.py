from django.apps import AppConfig


class CatalogConfig(AppConfig):
    name = "planfront.catalog"
    label = "catalog"
