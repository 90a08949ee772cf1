from django.apps import AppConfig


class WebappConfig(AppConfig):
    name = "planfront.webapp"
    label = "webapp"
