from django.apps import AppConfig


class PartiesConfig(AppConfig):
    name = "planfront.parties"
    label = "parties"
