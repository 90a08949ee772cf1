from django.apps import AppConfig


class KernelConfig(AppConfig):
    name = "planfront.kernel"
    label = "kernel"
