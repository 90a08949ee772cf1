from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "planfront.audit"
    label = "audit"
