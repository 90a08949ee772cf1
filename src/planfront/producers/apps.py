from django.apps import AppConfig


class ProducersConfig(AppConfig):
    name = "planfront.producers"
    label = "producers"
