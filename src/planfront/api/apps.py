from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "planfront.api"
    label = "api"
