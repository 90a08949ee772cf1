from django.apps import AppConfig


class BillingConfig(AppConfig):
    name = "planfront.billing"
    label = "billing"
