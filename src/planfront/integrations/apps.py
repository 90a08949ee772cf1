from django.apps import AppConfig


class IntegrationsConfig(AppConfig):
    name = "planfront.integrations"
    label = "integrations"
