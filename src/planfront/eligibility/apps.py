from django.apps import AppConfig


class EligibilityConfig(AppConfig):
    name = "planfront.eligibility"
    label = "eligibility"
