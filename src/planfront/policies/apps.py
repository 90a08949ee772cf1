from django.apps import AppConfig


class PoliciesConfig(AppConfig):
    name = "planfront.policies"
    label = "policies"
