from django.apps import AppConfig


class ImportsConfig(AppConfig):
    name = "planfront.imports"
    label = "imports"
