from django.apps import AppConfig


class SponsorsConfig(AppConfig):
    name = "planfront.sponsors"
    label = "sponsors"
