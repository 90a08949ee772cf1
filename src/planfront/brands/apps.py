from django.apps import AppConfig


class BrandsConfig(AppConfig):
    name = "planfront.brands"
    label = "brands"
